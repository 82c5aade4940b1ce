import type { Readable } from "node:stream";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { toCsv } from "../../platform/csv.ts";
import type { Database } from "../../platform/database/database.ts";
import { listRecords, type ListOptions, type RecordsFilter } from "./list.server.ts";
import type { RecordDeclaration } from "./record-kind.ts";

/** Records per read of an export. */
const recordsAtOnce = 200;

type Exported = Pick<RecordDeclaration, "csv" | "store">;

/** The part of a kind's records that a list shows, in its order. */
export type ExportedList = { filter: RecordsFilter } & Omit<ListOptions, "limit" | "after">;

/** Writes records of a kind as CSV: those of a list, or all, oldest first. */
export function exportRecords(
	database: Pick<Database, "db" | "kind">,
	{ csv: { columns, toRow }, store }: Exported,
	list?: ExportedList,
): Readable {
	async function* listRows() {
		const sent = list ? listSent(database, store, list) : store.listAll(database.db);
		for await (const one of sent) yield toRow(one) as Record<string, unknown>;
	}
	return toCsv<Record<string, unknown>>(columns, listRows());
}

async function* listSent(
	database: Pick<Database, "db" | "kind">,
	store: Exported["store"],
	{ filter, ...order }: ExportedList,
): AsyncGenerator {
	for (let after: string | undefined; ;) {
		const { records, next } = await listRecords(database, filter, { ...order, limit: recordsAtOnce, after });
		const references = records.map(({ reference }) => reference);
		const sent = (await store.listOf(database.db, references)) as { reference: string }[];
		const found = new Map(sent.map((one) => [one.reference, one]));
		yield* references.flatMap((reference) => found.get(reference) ?? []);
		if (next === undefined) return;
		after = next;
		// SQLite reads do not yield by themselves.
		await letOthersRun();
	}
}
