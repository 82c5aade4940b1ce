const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/**
 * Writes a date such as "2026-03-09" as "9 March 2026".
 *
 * By hand, because every page with a date would otherwise pay for an Intl.DateTimeFormat before it answers to a tap: some 100 ms on a
 * phone, the longest of the home page's scripts.
 */
export function formatDate(isoDate: string): string {
	const [year, month, day] = isoDate.split("-");
	return `${Number(day)} ${months[Number(month) - 1]} ${year}`;
}
