/**
 * Days and times in a company's zone, in any browser and on the server: with Intl alone, for not every browser has Temporal.
 *
 * Instants are milliseconds since 1970, as Date and Intl take them; zones are IANA names, such as "Europe/Berlin".
 */

const minutesPerDay = 1_440;
const dayMs = minutesPerDay * 60_000;

/** The day it is in a zone, YYYY-MM-DD. */
export function findDate(ms: number, timeZone: string): string {
	return new Date(ms + findOffset(ms, timeZone)).toISOString().slice(0, 10);
}

/**
 * When a clock in a zone shows a time.
 *
 * @param date YYYY-MM-DD
 * @param minutes since midnight as the clock shows them: 810 at 13:30
 * @returns the first of the two instants at which clocks that are put back show it; undefined for a time that clocks which are put
 * forward leave out
 */
export function findInstant(date: string, minutes: number, timeZone: string): number | undefined {
	return createDayClock(date, timeZone)(minutes);
}

/** Does what findInstant does for many times of one day, of which most need no look at the zone. */
export function createDayClock(date: string, timeZone: string): (minutes: number) => number | undefined {
	const midnight = Date.parse(`${date}T00:00:00Z`);
	// Wherever a zone lies, its day is over within these two instants.
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

/** When a day begins in a zone: at midnight, or when clocks that leave midnight out go on. */
export function findStartOfDay(date: string, timeZone: string): number {
	return findTimeOrNext(date, 0, timeZone);
}

/** When a day is over in a zone, and the next one begins. */
export function findEndOfDay(date: string, timeZone: string): number {
	return findTimeOrNext(date, minutesPerDay, timeZone);
}

/**
 * The first instant at which clocks show a time, minutes since midnight, or a later one where clocks leave it out; they have never been
 * put forward by less than a quarter of an hour.
 */
export function findTimeOrNext(date: string, atLeast: number, timeZone: string): number {
	const toInstant = createDayClock(date, timeZone);
	for (let minutes = atLeast; ; minutes += 15) {
		const ms = toInstant(minutes);
		if (ms !== undefined) return ms;
	}
}

/** How far the clocks of a zone are from UTC at an instant, as ISO 8601 writes it: "+05:30". */
export function writeOffset(ms: number, timeZone: string): string {
	const offset = findOffset(ms, timeZone);
	return `${offset < 0 ? "-" : "+"}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`;
}

/** Setting one up takes a phone some 25 ms. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** In milliseconds, positive east of Greenwich. */
function findOffset(ms: number, timeZone: string): number {
	const format = offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
	offsetFormats.set(timeZone, format);
	// "11/23/2026, GMT+05:30", with seconds for zones of long ago, and "GMT" alone for none.
	const [, sign, hours, minutes, seconds = 0] = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(format.format(ms)) ?? [];
	if (sign === undefined) return 0;
	return (sign === "-" ? -1_000 : 1_000) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds));
}
