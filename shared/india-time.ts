/** The zone that the company lives by, wherever its machine and its visitors are. */
export const indiaTimeZone = "Asia/Kolkata";

/** The day it is in India, YYYY-MM-DD. Runs on the server (Temporal). */
export function findDayInIndia(instant: Temporal.Instant): string {
	return instant.toZonedDateTimeISO(indiaTimeZone).toPlainDate().toString();
}

/** India has had this offset since 1945 and knows no summer time. */
export const indiaOffset = "+05:30";

/** The day it is in India at an instant, given in milliseconds since 1970. Runs in every browser. */
export function findDateInIndia(ms: number): string {
	return new Date(ms - Date.parse(`1970-01-01T00:00:00${indiaOffset}`)).toISOString().slice(0, 10);
}
