import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";

type ErasedFilesTable = { name: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		erasedFiles: ErasedFilesTable;
	}
}

/** How many are looked up at once. */
const filesAtOnce = 500;

/** Notes that the files of records which this transaction erases have to go, so that a crash before they have gone keeps none of them. */
export async function rememberErasedFiles(transaction: WriteTransaction, names: readonly string[]): Promise<void> {
	if (names.length === 0) return;
	await transaction
		.insertInto("erasedFiles")
		.values(names.map((name) => ({ name })))
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/**
 * Removes the files of erased records for good, those of an earlier crash too.
 *
 * @returns how many went
 */
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
