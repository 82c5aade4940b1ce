/**
 * Days and times in a company's zone, in any browser and on the server. Uses only Intl, because not every browser has
 * Temporal.
 *
 * Instants are milliseconds since 1970, as in Date and Intl; zones are IANA names, such as "Europe/Berlin".
 */

const minutesPerDay = 1_440;
/** A day on which no clock changes, such as any in UTC. */
export const dayMs = minutesPerDay * 60_000;

/** Returns the date in a zone, YYYY-MM-DD. */
export function findDate(ms: number, timeZone: string): string {
	return new Date(ms + findOffset(ms, timeZone)).toISOString().slice(0, 10);
}

/** Returns the time of day in a zone, in whole minutes since midnight on the clock: 810 at 13:30. */
export function findClockMinutes(ms: number, timeZone: string): number {
	const shown = new Date(ms + findOffset(ms, timeZone));
	return shown.getUTCHours() * 60 + shown.getUTCMinutes();
}

/**
 * Finds the instant at which clocks in a zone show a time.
 *
 * @param date YYYY-MM-DD
 * @param minutes since midnight on the clock: 810 at 13:30
 * @returns the first of two instants when clocks go back; undefined for a time that is skipped when clocks go forward
 */
export function findInstant(date: string, minutes: number, timeZone: string): number | undefined {
	return createDayClock(date, timeZone)(minutes);
}

/** Returns findInstant for one day, prepared for many times: most need no lookup of the zone. */
export function createDayClock(date: string, timeZone: string): (minutes: number) => number | undefined {
	const midnight = Date.parse(`${date}T00:00:00Z`);
	// In every zone, the day lies within these two instants.
	const before = findOffset(midnight - dayMs, timeZone);
	const after = findOffset(midnight + 2 * dayMs, timeZone);
	return (minutes) => {
		const shown = midnight + minutes * 60_000;
		if (before === after) return shown - before;
		return [shown - before, shown - after]
			.toSorted((a, b) => a - b)
			.find((ms) => ms + findOffset(ms, timeZone) === shown);
	};
}

/** Returns the start of a day in a zone: midnight, or the first instant after it when clocks skip midnight. */
export function findStartOfDay(date: string, timeZone: string): number {
	return findTimeOrNext(date, 0, timeZone);
}

/** Returns the end of a day in a zone, which is the start of the next. */
export function findEndOfDay(date: string, timeZone: string): number {
	return findTimeOrNext(date, minutesPerDay, timeZone);
}

/**
 * Returns the first instant at which clocks show a time (minutes since midnight), or a later time when they skip it.
 * Steps of 15 minutes: no clocks have skipped less.
 */
export function findTimeOrNext(date: string, atLeast: number, timeZone: string): number {
	const toInstant = createDayClock(date, timeZone);
	for (let minutes = atLeast; ; minutes += 15) {
		const ms = toInstant(minutes);
		if (ms !== undefined) return ms;
	}
}

/** Writes a zone's offset from UTC at an instant, after ISO 8601: "+05:30". */
export function writeOffset(ms: number, timeZone: string): string {
	const offset = findOffset(ms, timeZone);
	return `${offset < 0 ? "-" : "+"}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`;
}

/** Creating one takes a phone some 25 ms. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** In milliseconds, positive east of Greenwich. */
function findOffset(ms: number, timeZone: string): number {
	const format = offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
	offsetFormats.set(timeZone, format);
	// "11/23/2026, GMT+05:30"; historical zones have seconds, and UTC is "GMT" alone.
	const [, sign, hours, minutes, seconds = 0] = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(format.format(ms)) ?? [];
	if (sign === undefined) return 0;
	return (sign === "-" ? -1_000 : 1_000) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
}
