/** Reminders of a call, for both sides: docs/product/booking.md, Constants. */
const reminders = [
	{ name: "day", inWords: "a day", minutesBefore: 24 * 60 },
	{ name: "hour", inWords: "an hour", minutesBefore: 60 },
] as const;

export const reminderNames = reminders.map(({ name }) => name);

/**
 * Lists the reminders of a call that are still to come, earliest first; each is due at `atMs`.
 *
 * @param startMs when the call begins; like nowMs, in milliseconds since 1970
 */
export function listReminders(startMs: number, nowMs: number) {
	return reminders
		.map((reminder) => ({ ...reminder, atMs: startMs - reminder.minutesBefore * 60_000 }))
		.filter(({ atMs }) => atMs > nowMs);
}
