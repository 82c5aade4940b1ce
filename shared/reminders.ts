/** When both sides of a call are reminded of it: docs/product/booking.md, Constants. */
const reminders = [
	{ name: "day", inWords: "a day", minutesBefore: 24 * 60 },
	{ name: "hour", inWords: "an hour", minutesBefore: 60 },
] as const;

export const reminderNames = reminders.map(({ name }) => name);

/**
 * Lists the reminders of a call that are still to come, the earliest first; `atMs` is when each is due.
 *
 * @param startMs when the call begins, as nowMs in milliseconds since 1970
 */
export function listReminders(startMs: number, nowMs: number) {
	return reminders
		.map((reminder) => ({ ...reminder, atMs: startMs - reminder.minutesBefore * 60_000 }))
		.filter(({ atMs }) => atMs > nowMs);
}
