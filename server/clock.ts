/** Where the time comes from; tests hand over one that they can set. */
export type Clock = { now(): Temporal.Instant };

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** The clock that the company lives by, whatever the machine's is. */
export const indiaTimeZone = "Asia/Kolkata";

const inWords = new Intl.DateTimeFormat("en-IN", { dateStyle: "full", timeStyle: "short", timeZone: indiaTimeZone });

/** The day it is in India, YYYY-MM-DD. */
export function findDayInIndia(instant: Temporal.Instant): string {
	return instant.toZonedDateTimeISO(indiaTimeZone).toPlainDate().toString();
}

/** Writes an instant in words for a letter, such as "Saturday, 21 November 2026 at 5:08 pm". */
export function writeIndiaTime(instant: Temporal.Instant): string {
	return inWords.format(instant.epochMilliseconds);
}
