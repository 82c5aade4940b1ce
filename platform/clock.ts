import type { CompanyTime } from "../shared/company.ts";

/** The source of the time; tests pass a clock that they can set. */
export type Clock = { now(): Temporal.Instant };

/**
 * More than the clocks of several servers differ by. A stored instant that lies further ahead than its purpose allows was written while the
 * clock was wrong, and binds nobody: docs/security.md, A clock that is wrong.
 */
export const clockTolerance = Temporal.Duration.from({ hours: 1 });

/** The machine's clock. */
export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** Writes an instant in words for an e-mail, such as "Saturday, 21 November 2026 at 5:08 pm (Berlin)". */
export function formatInstant(instant: Temporal.Instant, { timeZone, timeZoneLabel, locale }: CompanyTime): string {
	const format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone });
	return `${format.format(instant.epochMilliseconds)} (${timeZoneLabel})`;
}
