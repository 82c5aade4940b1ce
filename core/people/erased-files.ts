import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";

type ErasedFilesTable = { name: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		erasedFiles: ErasedFilesTable;
	}
}

const filesAtOnce = 500;

/** Remembers the files of records that this transaction erases, so that they are removed even after a crash. */
export async function rememberErasedFiles(transaction: WriteTransaction, names: readonly string[]): Promise<void> {
	if (names.length === 0) return;
	await transaction
		.insertInto("erasedFiles")
		.values(names.map((name) => ({ name })))
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Removes the files of erased records, also those of an earlier crash. Returns their number. */
export async function removeErasedFiles({
	database,
	files,
}: {
	database: Database;
	files: Pick<FileStore, "remove">;
}): Promise<number> {
	let removed = 0;
	for (;;) {
		const rows = await database.db.selectFrom("erasedFiles").select("name").limit(filesAtOnce).execute();
		if (rows.length === 0) return removed;
		const names = rows.map(({ name }) => name);
		for (const name of names) await files.remove(name);
		await database.write((transaction) => transaction.deleteFrom("erasedFiles").where("name", "in", names).execute());
		removed += names.length;
	}
}
