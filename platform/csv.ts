import { stringify } from "csv-stringify/sync";

/**
 * Writes records as CSV (RFC 4180) with a header row.
 *
 * A cell that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function toCsv<Record extends object>(columns: (keyof Record & string)[], records: Record[]): string {
	return stringify(records, {
		header: true,
		columns,
		escape_formulas: true,
		quoted_match: /[\r\n]/,
		record_delimiter: "windows",
	});
}
