import type { Slot } from "./rules.ts";

// UTC on both sides, so that a plain date reads the same in every zone.
const dayFormat = new Intl.DateTimeFormat("en-IN", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Writes a date such as "2026-11-23" as "Monday 23 November 2026". */
export function formatDay(date: string): string {
	const parts = new Map(dayFormat.formatToParts(new Date(`${date}T00:00:00Z`)).map(({ type, value }) => [type, value]));
	return `${parts.get("weekday")} ${parts.get("day")} ${parts.get("month")} ${parts.get("year")}`;
}

/** Writes a slot as "Monday 23 November 2026 at 10:00 AM". */
export function formatSlot({ date, time }: Slot): string {
	return `${formatDay(date)} at ${time}`;
}
