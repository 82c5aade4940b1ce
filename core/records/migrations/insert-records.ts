import type { Kysely } from "kysely";
import { createRecordId, writeRecordWords, type NewRecord } from "../record-store.server.ts";

/** An existing row from before its kind was a record. */
export type EarlierRecord = NewRecord & {
	/** As it is stored. */
	receivedAtText: string;
	/** Empty for the first of its kind. */
	stage: string;
};

/**
 * Inserts records of at most a thousand rows, with their search words. A number that is in use becomes the next free one.
 * @param db of a migration, without types of tables
 */
export async function insertRecords(db: Kysely<unknown>, earlier: readonly EarlierRecord[]): Promise<void> {
	if (earlier.length === 0) return;
	const tables = db.withTables<{
		records: Record<string, string | number>;
		recordWords: Record<string, string | number>;
	}>();
	const ids = await findFreeIds();
	await tables
		.insertInto("records")
		.values(
			earlier.map(({ reference, kind, senderName, senderEmail, spam, stage, receivedAtText }, index) => ({
				id: ids[index] as number,
				reference,
				kind,
				receivedAt: receivedAtText,
				senderName,
				senderEmail: senderEmail.toLowerCase(),
				spam: spam ? 1 : 0,
				stage,
				version: 1,
				changedAt: receivedAtText,
			})),
		)
		.execute();
	await tables
		.insertInto("recordWords")
		.values(
			earlier.map((record, index) => ({ id: ids[index] as number, words: writeRecordWords(record), staffWords: "" })),
		)
		.execute();

	async function findFreeIds(): Promise<number[]> {
		const taken = new Set<number>();
		for (;;) {
			const own = new Set<number>();
			const chosen = earlier.map((record) => {
				let id = createRecordId(record);
				while (taken.has(id) || own.has(id)) id += 1;
				own.add(id);
				return id;
			});
			const rows = await tables.selectFrom("records").select("id").where("id", "in", chosen).execute();
			if (rows.length === 0) return chosen;
			for (const { id } of rows) taken.add(Number(id));
		}
	}
}
