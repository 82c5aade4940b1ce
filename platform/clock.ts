import { indiaTimeZone } from "../shared/india-time.ts";

/** Where the time comes from; tests hand over one that they can set. */
export type Clock = { now(): Temporal.Instant };

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Temporal.Now.instant() };

const inWords = new Intl.DateTimeFormat("en-IN", { dateStyle: "full", timeStyle: "short", timeZone: indiaTimeZone });

/** Writes an instant in words for an e-mail, such as "Saturday, 21 November 2026 at 5:08 pm". */
export function writeIndiaTime(instant: Temporal.Instant): string {
	return inWords.format(instant.epochMilliseconds);
}
