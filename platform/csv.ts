import { Readable } from "node:stream";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { stringify } from "csv-stringify";

/** Rows per read of an export; between two reads, other requests run. */
const rowsAtOnce = 200;

/**
 * Writes records as CSV (RFC 4180) with a header row, in parts, using little memory.
 *
 * A cell that a spreadsheet would read as a formula gets a leading apostrophe; a phone number such as +91 98765 43210 cannot be one. The
 * byte order mark tells spreadsheets that the text is UTF-8.
 */
export function toCsv<Row extends object>(
	columns: readonly (keyof Row & string)[],
	rows: AsyncIterable<Row>,
): Readable {
	const csv = stringify({
		header: true,
		columns: [...columns],
		bom: true,
		quoted_match: /[\r\n]/,
		record_delimiter: "windows",
		// Instants, for example, whose JSON would have quotes.
		cast: { object: String, string: escapeFormula },
	});
	const source = Readable.from(rows);
	source.on("error", (error) => csv.destroy(error));
	csv.on("close", () => source.destroy());
	return source.pipe(csv);
}

/** Beginnings that spreadsheets read as a formula, in half and full width. */
const formulaStart = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const phoneNumber = /^\+\d(?: ?\d){6,}$/;

function escapeFormula(cell: string): string {
	return formulaStart.test(cell) && !phoneNumber.test(cell) ? `'${cell}` : cell;
}

/**
 * Reads a table in pages by id, so that rows added or removed meanwhile shift no others.
 *
 * @param listAfter lists rows ordered by id, starting after the given id
 */
export async function* readAll<Row extends { id: string }>(
	listAfter: (id: string | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
	let last: string | undefined;
	for (;;) {
		const rows = await listAfter(last, rowsAtOnce);
		yield* rows;
		last = rows.at(-1)?.id;
		if (rows.length < rowsAtOnce) return;
		// SQLite reads do not yield by themselves.
		await letOthersRun();
	}
}
