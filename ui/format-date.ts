// UTC on both sides, so that a date written on the server reads the same in every visitor's browser.
const format = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Writes a date such as "2026-03-09" as "9 March 2026". */
export function formatDate(isoDate: string): string {
	return format.format(new Date(isoDate));
}
