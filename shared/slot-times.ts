import { dayMs, findInstant } from "./zoned-time.ts";

/** English names, Sunday first. */
export const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/**
 * Returns the start of a slot, in milliseconds since 1970.
 *
 * @throws RangeError for an invalid label, and for a time that clocks skip that day
 */
export function startOfSlot(date: string, time: string, timeZone: string): number {
	const minutes = parseSlotLabel(time);
	const startMs = minutes === undefined ? undefined : findInstant(date, minutes, timeZone);
	if (startMs === undefined) throw new RangeError(`No slot starts on ${date} at "${time}"`);
	return startMs;
}

/** Writes minutes since midnight as a slot label: 810 is "1:30 PM", and 1,440 the next midnight. */
export function toSlotLabel(minutes: number): string {
	const hour = Math.floor(minutes / 60) % 24;
	return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** Parses a slot label as minutes since midnight; undefined if it is none. */
export function parseSlotLabel(label: string): number | undefined {
	const [, hour, minute, half] = /^(1[0-2]|[1-9]):([0-5]\d) ([AP]M)$/.exec(label) ?? [];
	return half === undefined ? undefined : ((Number(hour) % 12) + (half === "PM" ? 12 : 0)) * 60 + Number(minute);
}

/** Writes minutes since midnight as a 24-hour time: 810 is "13:30". */
export function toClockTime(minutes: number): string {
	return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Parses a 24-hour time such as "13:30" as minutes since midnight. */
export function parseClockTime(text: string): number {
	const [hour, minute] = text.split(":");
	return Number(hour) * 60 + Number(minute);
}

/** Tells whether a text is an existing date, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const ms = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Returns the date some days later, or earlier if `days` is negative. */
export function addDays(date: string, days: number): string {
	return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the English name of a date's weekday. */
export function weekdayOf(date: string): string {
	return weekdayNames[new Date(`${date}T00:00:00Z`).getUTCDay()] as string;
}
