import { Readable } from "node:stream";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { stringify } from "csv-stringify";

/** Rows that are read from the database at once while they are exported; between two reads everybody else has a turn. */
const rowsAtOnce = 200;

/**
 * Writes records as CSV (RFC 4180) with a header row, a part at a time, in little memory.
 *
 * A cell that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function toCsv<Row extends object>(
	columns: readonly (keyof Row & string)[],
	rows: AsyncIterable<Row>,
): Readable {
	const csv = stringify({
		header: true,
		columns: [...columns],
		escape_formulas: true,
		quoted_match: /[\r\n]/,
		record_delimiter: "windows",
		// Instants among others, whose JSON would stand in quotes.
		cast: { object: String },
	});
	const source = Readable.from(rows);
	source.on("error", (error) => csv.destroy(error));
	csv.on("close", () => source.destroy());
	return source.pipe(csv);
}

/**
 * Goes through a table by its ids, some rows at a time, so that rows that come or go meanwhile move no others.
 *
 * @param listAfter lists rows in the order of their ids, from the first after the given id on
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
		// SQLite answers without a pause of its own.
		await letOthersRun();
	}
}
