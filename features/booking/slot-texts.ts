import { formatDate } from "../../shared/format-date.ts";
import { indiaTimeZone } from "../../shared/india-time.ts";
import { startOfSlot, weekdayOf } from "./availability.ts";

/** "Monday, 23 November 2026" */
export function formatFullDate(date: string): string {
	return `${weekdayOf(date)}, ${formatDate(date)}`;
}

/** "Monday, 23 November 2026 at 10:00 AM" */
export function formatSlot({ date, time }: { date: string; time: string }): string {
	return `${formatFullDate(date)} at ${time}`;
}

/** "Mon, 23 Nov" */
export function formatShortDate(date: string): string {
	const [day, month = ""] = formatDate(date).split(" ");
	return `${weekdayOf(date).slice(0, 3)}, ${day} ${month.slice(0, 3)}`;
}

/**
 * A slot in the visitor's own time, with the weekday where it is another day there; undefined for a visitor whose clock shows India's
 * time anyway.
 *
 * @param visitorZone IANA name; the browser's own by default
 */
export function formatVisitorTime(
	date: string,
	time: string,
	visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string | undefined {
	const start = startOfSlot(date, time);
	const write = (zone: string, options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat("en-IN", { ...options, timeZone: zone }).format(start);
	const clock = { hour: "numeric", minute: "2-digit", hour12: true } as const;
	const day = { weekday: "short", day: "numeric", month: "short" } as const;
	const sameDay = write(visitorZone, day) === write(indiaTimeZone, day);
	if (sameDay && write(visitorZone, clock) === write(indiaTimeZone, clock)) return undefined;
	return write(visitorZone, sameDay ? clock : { ...day, ...clock }).replace(/\b(am|pm)\b/, (half) =>
		half.toUpperCase(),
	);
}

const week = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Writes weekdays, given in any order, as people say them: "Monday to Saturday" for three or more in a row, else "Monday and Thursday". */
export function writeWeekdays(days: readonly string[]): string {
	const chosen = week.filter((day) => days.includes(day));
	const [first = "", last = ""] = [chosen[0], chosen.at(-1)];
	const areInRow = chosen.length > 2 && week.indexOf(last) - week.indexOf(first) === chosen.length - 1;
	return areInRow ? `${first} to ${last}` : new Intl.ListFormat("en-IN").format(chosen);
}
