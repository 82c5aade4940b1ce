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
	return `${Number(isoDate.slice(8))} ${formatMonth(isoDate)}`;
}

/** Writes "2026-03", or any day of it, as "March 2026". */
export function formatMonth(isoDate: string): string {
	const [year, month] = isoDate.split("-");
	return `${months[Number(month) - 1]} ${year}`;
}
