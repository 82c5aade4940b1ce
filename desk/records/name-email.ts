/** Names of e-mails whose keys, without the noun of their record, do not say it. */
const names: Record<string, string> = {
	"confirm-request": "request to confirm",
	"staff-notice": "team notice",
	moved: "reschedule notice",
	"staff-moved": "team reschedule notice",
	"host-moved": "host reschedule notice",
	"host-changed": "host change notice",
	cancelled: "cancellation notice",
	"staff-cancelled": "team cancellation notice",
	"host-cancelled": "host cancellation notice",
	"reminder-day": "1-day reminder",
	"reminder-hour": "1-hour reminder",
	"staff-reminder-day": "team 1-day reminder",
	"staff-reminder-hour": "team 1-hour reminder",
	"handed-over": "new host notice",
	"host-given-away": "host handover notice",
	"host-booked": "host notice",
	"guest-invited": "guest invitation",
	"guest-changed": "guest change notice",
	"guest-cancelled": "guest cancellation notice",
	numbers: "summary",
};

/**
 * Names an e-mail in lower case, such as "booking 1-day reminder".
 * @param kind of the e-mail, such as "booking-reminder-day"
 * @param record kind of record beside which it stands: its noun is left out
 */
export function nameEmail(kind: string, record?: string): string {
	const [noun = "", ...rest] = kind.split("-");
	const key = rest.join("-");
	const name = names[key] ?? rest.join(" ");
	return noun === record ? name : `${noun} ${name}`.trim();
}
