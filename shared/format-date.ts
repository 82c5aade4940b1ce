import { weekdayOf } from "./slot-times.ts";

const months = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December",
];

/**
 * Writes a date such as "2026-03-09" as "9 March 2026".
 *
 * By hand: creating an Intl.DateTimeFormat takes a phone some 100 ms, the longest task of the home page's scripts.
 */
export function formatDate(isoDate: string): string {
	return `${formatDayAndMonth(isoDate)} ${isoDate.slice(0, 4)}`;
}

/** "9 March" */
export function formatDayAndMonth(isoDate: string): string {
	return `${dayOf(isoDate)} ${monthOf(isoDate)}`;
}

/** Writes "2026-03", or any day of it, as "March 2026". */
export function formatMonth(isoDate: string): string {
	return `${monthOf(isoDate)} ${isoDate.slice(0, 4)}`;
}

/** "Monday, 9 March 2026" */
export function formatFullDate(isoDate: string): string {
	return `${weekdayOf(isoDate)}, ${formatDate(isoDate)}`;
}

/** "Mon, 9 Mar" */
export function formatShortDate(isoDate: string): string {
	return `${weekdayOf(isoDate).slice(0, 3)}, ${formatShortDayAndMonth(isoDate)}`;
}

/** "9 Mar" */
export function formatShortDayAndMonth(isoDate: string): string {
	return `${dayOf(isoDate)} ${formatShortMonth(isoDate)}`;
}

/** "Mar" */
export function formatShortMonth(isoDate: string): string {
	return monthOf(isoDate).slice(0, 3);
}

function dayOf(isoDate: string): number {
	return Number(isoDate.slice(8));
}

function monthOf(isoDate: string): string {
	return months[Number(isoDate.slice(5, 7)) - 1] as string;
}
