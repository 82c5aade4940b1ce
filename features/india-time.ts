/** The zone that the company lives by, wherever its machine and its visitors are. */
export const indiaTimeZone = "Asia/Kolkata";

/** The day it is in India, YYYY-MM-DD. Runs on the server (Temporal). */
export function findDayInIndia(instant: Temporal.Instant): string {
	return instant.toZonedDateTimeISO(indiaTimeZone).toPlainDate().toString();
}
