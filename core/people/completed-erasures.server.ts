import { splitIntoBatches } from "../../platform/database/batches.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";

/** Random ids, which name nobody. A database from before an erasure lacks its row, whatever the clock said at the time. */
type CompletedErasuresTable = { note: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		completedErasures: CompletedErasuresTable;
	}
}

/** @param notes their ids */
export async function recordErasures(transaction: WriteTransaction, notes: readonly string[]): Promise<void> {
	for (const batch of splitIntoBatches(notes))
		await transaction
			.insertInto("completedErasures")
			.values(batch.map((note) => ({ note })))
			.onConflict((conflict) => conflict.doNothing())
			.execute();
}

export async function listCompletedErasures(db: Connection): Promise<Set<string>> {
	return new Set((await db.selectFrom("completedErasures").select("note").execute()).map(({ note }) => note));
}

export async function forgetErasure(db: Connection, note: string): Promise<void> {
	await db.deleteFrom("completedErasures").where("note", "=", note).execute();
}
