import { startOfSlot, timeZone } from "./availability.ts";

const fullDate = new Intl.DateTimeFormat("en-IN", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const shortDate = new Intl.DateTimeFormat("en-IN", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const monthName = new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric", timeZone: "UTC" });

/** "Monday, 23 November, 2026" */
export function formatFullDate(date: string): string {
	return fullDate.format(new Date(`${date}T00:00:00Z`));
}

/** "Monday, 23 November, 2026 at 10:00 AM" */
export function formatSlot({ date, time }: { date: string; time: string }): string {
	return `${formatFullDate(date)} at ${time}`;
}

/** "Mon, 23 Nov" */
export function formatShortDate(date: string): string {
	return shortDate.format(new Date(`${date}T00:00:00Z`));
}

/** "November 2026" for "2026-11". */
export function formatMonth(month: string): string {
	return monthName.format(new Date(`${month}-01T00:00:00Z`));
}

/**
 * A slot in the visitor's own time, with the weekday where it is another day there; undefined for a visitor whose clock shows India's
 * time anyway.
 *
 * @param visitorZone IANA name; the browser's own by default
 */
export function formatVisitorTime(date: string, time: string, visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone): string | undefined {
	const start = startOfSlot(date, time);
	const write = (zone: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-IN", { ...options, timeZone: zone }).format(start);
	const clock = { hour: "numeric", minute: "2-digit", hour12: true } as const;
	const day = { weekday: "short", day: "numeric", month: "short" } as const;
	const sameDay = write(visitorZone, day) === write(timeZone, day);
	if (sameDay && write(visitorZone, clock) === write(timeZone, clock)) return undefined;
	return write(visitorZone, sameDay ? clock : { ...day, ...clock }).replace(/\b(am|pm)\b/, (half) => half.toUpperCase());
}
