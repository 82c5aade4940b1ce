import type { Migration } from "kysely/migration";

/** Counts the answered records of a week or month, and finds whether any changed, without reading the records. */
export const indexAnswersByReceipt: Migration = {
	async up(db) {
		await db.schema
			.createIndex("records_answered_by_receipt")
			.on("records")
			.columns(["kind", "spam", "id", "answered_at", "changed_at"])
			.execute();
	},
};
