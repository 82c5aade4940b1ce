import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";

type RecordLinksTable = { reference: string; other: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		recordLinks: RecordLinksTable;
	}
}

/** Links two records. */
export async function linkRecords(transaction: WriteTransaction, one: string, other: string): Promise<void> {
	await transaction
		.insertInto("recordLinks")
		.values([
			{ reference: one, other },
			{ reference: other, other: one },
		])
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	await recordChange(transaction, [`record:${one}`, `record:${other}`]);
}

/** Lists the references of linked records. */
export async function listLinkedRecords(db: Connection, reference: string): Promise<string[]> {
	const rows = await db
		.selectFrom("recordLinks")
		.select("other")
		.where("reference", "=", reference)
		.orderBy("other")
		.execute();
	return rows.map(({ other }) => other);
}

/** Deletes the links of records. */
export async function deleteRecordLinks(transaction: WriteTransaction, references: readonly string[]): Promise<void> {
	await transaction
		.deleteFrom("recordLinks")
		.where((where) => where.or([where("reference", "in", references), where("other", "in", references)]))
		.execute();
}
