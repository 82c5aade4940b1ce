import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createTestDirectory } from "../../tests/support/databases.ts";
import type { Migrations } from "./migrate.ts";
import { createSqliteCopy } from "./offline-database.ts";
import { sqliteFileName } from "./sqlite.ts";
import { WriteAheadLogBusyError } from "./storage-errors.ts";
import { createRowSum } from "./table-rows.ts";

const migrations: Migrations = {
	"0001-create-notes": { up: (db) => db.schema.createTable("notes").addColumn("text", "text").execute() },
};

async function copyNotes(folder: string, beforeRows: () => void) {
	const sum = createRowSum();
	sum.add(JSON.stringify({ text: "a note" }));
	return createSqliteCopy(
		folder,
		{
			kind: "sqlite",
			migrations: Object.keys(migrations),
			sums: new Map([["notes", sum.result()]]),
			async *readAll() {
				beforeRows();
				yield { table: "notes", rows: [{ text: "a note" }] };
			},
		},
		migrations,
	);
}

test("a copy of a database is whole in its file, without a write-ahead log", async () => {
	const folder = await createTestDirectory();
	await copyNotes(folder, () => undefined);
	const copy = new DatabaseSync(join(folder, sqliteFileName));
	expect(copy.prepare("select text from notes").all()).toEqual([{ text: "a note" }]);
	copy.close();
});

test("a copy whose rows cannot reach its file is refused", async () => {
	const folder = await createTestDirectory();
	let reader: DatabaseSync | undefined;
	const copying = copyNotes(folder, () => {
		reader = new DatabaseSync(join(folder, sqliteFileName));
		reader.exec("begin");
		reader.prepare("select * from notes").all();
	});
	await expect(copying).rejects.toThrow(WriteAheadLogBusyError);
	reader?.close();
});
