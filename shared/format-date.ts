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
 * By hand, because every page with a date would otherwise pay for an Intl.DateTimeFormat before it answers to a tap: some 100 ms on a
 * phone, the longest of the home page's scripts.
 */
export function formatDate(isoDate: string): string {
	return `${Number(isoDate.slice(8))} ${formatMonth(isoDate)}`;
}

/** "March 2026" for "2026-03" and for every day of it. */
export function formatMonth(isoDate: string): string {
	const [year, month] = isoDate.split("-");
	return `${months[Number(month) - 1]} ${year}`;
}
