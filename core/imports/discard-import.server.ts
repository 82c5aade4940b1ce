import type { Clock } from "../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { rememberErasedFiles, removeErasedFiles } from "../people/erased-files.ts";
import { changeImport, dropImportFiles } from "./import-store.server.ts";

/** Discards an import that was not begun, with its files. */
export async function discardImport(
	{ database, clock, files }: { database: Database; clock: Clock; files: Pick<FileStore, "remove"> },
	number: number,
): Promise<void> {
	await database.write(async (transaction) => {
		if (await changeImport(transaction, number, ["draft", "checking", "checked"], { state: "lapsed", summary: null }))
			await dropFiles(transaction, number, clock.now());
	});
	await removeErasedFiles({ database, files });
}

/** Drops the files of an import; removeErasedFiles removes them after the commit. */
export async function dropFiles(transaction: WriteTransaction, number: number, now: Temporal.Instant): Promise<void> {
	await rememberErasedFiles(transaction, await dropImportFiles(transaction, number, now));
}
