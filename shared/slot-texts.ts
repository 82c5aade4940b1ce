import type { OfferedCall } from "./call-type.ts";
import type { CompanyTime } from "./company.ts";
import { formatFullDate } from "./format-date.ts";
import { startOfSlot, toSlotLabel } from "./slot-times.ts";
import { isTimeZone } from "./time-zone.ts";
import { findClockMinutes, findDate } from "./zoned-time.ts";

/** The settings that pages need to show and book calls of a type. */
export type CallSettings = CompanyTime & { call: OfferedCall };

/** Returns the date and the time label of an instant, in a zone. */
export function toSlot(startMs: number, timeZone: string): { date: string; time: string } {
	return { date: findDate(startMs, timeZone), time: formatTimeOf(startMs, timeZone) };
}

/** "Monday, 23 November 2026 at 10:00 AM" */
export function formatSlot({ date, time }: { date: string; time: string }): string {
	return `${formatFullDate(date)} at ${time}`;
}

/** Writes an instant as "Monday, 23 November 2026 at 10:00 AM", in a zone. */
export function formatStart(startMs: number, timeZone: string): string {
	return formatSlot(toSlot(startMs, timeZone));
}

/**
 * Writes a slot in the visitor's own time, with the weekday when that differs. Undefined when the visitor's clock shows
 * the same time, or their zone is not known.
 *
 * @param slot with the zone of its date and time
 * @param visitorZone IANA name; the browser's by default
 */
export function formatVisitorTime(
	{ date, time, timeZone }: { date: string; time: string; timeZone: string },
	locale: string,
	visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string | undefined {
	// Some browsers name a zone that Intl itself refuses, such as Etc/Unknown.
	if (!isTimeZone(visitorZone)) return undefined;
	const start = startOfSlot(date, time, timeZone);
	const write = (zone: string, options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(start);
	const clock = { hour: "numeric", minute: "2-digit", hour12: true } as const;
	const day = { weekday: "short", day: "numeric", month: "short" } as const;
	const sameDay = write(visitorZone, day) === write(timeZone, day);
	if (sameDay && write(visitorZone, clock) === write(timeZone, clock)) return undefined;
	return write(visitorZone, sameDay ? clock : { ...day, ...clock }).replace(/\b(am|pm)\b/, (half) =>
		half.toUpperCase(),
	);
}

/** Writes the time of day in a zone, as slots show it: "10:32 AM". */
export function formatTimeOf(atMs: number, timeZone: string): string {
	return toSlotLabel(findClockMinutes(atMs, timeZone));
}

/**
 * Names a call's zone, before " time" or in brackets: the company's label, or "New York" for a zone that the company no
 * longer uses.
 */
export function nameZone(timeZone: string, company: CompanyTime): string {
	return timeZone === company.timeZone
		? company.timeZoneLabel
		: timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/** Writes the length of a call as people say it: "half an hour", "an hour", "45 minutes". */
export function formatDuration(minutes: number): string {
	return minutes === 30 ? "half an hour" : minutes === 60 ? "an hour" : `${minutes} minutes`;
}

/** Writes the length of a call with a pronoun: "this half hour", "this hour", "these 45 minutes". */
export function writeThisDuration(minutes: number): string {
	return minutes === 30 ? "this half hour" : minutes === 60 ? "this hour" : `these ${minutes} minutes`;
}

const week = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Writes weekdays, given in any order, as people say them: "Monday to Saturday" for three or more in a row, else "Monday and Thursday". */
export function writeWeekdays(days: readonly string[], locale: string): string {
	const chosen = week.filter((day) => days.includes(day));
	const [first = "", last = ""] = [chosen[0], chosen.at(-1)];
	const areInRow = chosen.length > 2 && week.indexOf(last) - week.indexOf(first) === chosen.length - 1;
	return areInRow ? `${first} to ${last}` : new Intl.ListFormat(locale).format(chosen);
}
