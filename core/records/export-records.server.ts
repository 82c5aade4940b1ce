import type { Readable } from "node:stream";
import { toCsv } from "../../platform/csv.ts";
import type { Connection } from "../../platform/database/database.ts";
import type { RecordDeclaration } from "./record-kind.ts";

/** Writes all records of a kind as CSV, oldest first. */
export function exportRecords(
	db: Connection,
	{ csv: { columns, listRows } }: Pick<RecordDeclaration, "csv">,
): Readable {
	return toCsv<Record<string, unknown>>(columns, listRows(db) as AsyncIterable<Record<string, unknown>>);
}
