import type { Migration } from "kysely/migration";

/** Tells how many records of a week or a month are answered, and whether any of them changed, without reading the records. */
export const indexAnswersByReceipt: Migration = {
	async up(db) {
		await db.schema
			.createIndex("records_answered_by_receipt")
			.on("records")
			.columns(["kind", "spam", "id", "answered_at", "changed_at"])
			.execute();
	},
};
