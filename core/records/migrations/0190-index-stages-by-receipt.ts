import type { Migration } from "kysely/migration";

/** Counts the records of weeks or months by stage and source without reading the records. */
export const indexStagesByReceipt: Migration = {
	async up(db) {
		await db.schema
			.createIndex("records_staged_by_receipt")
			.on("records")
			.columns(["kind", "spam", "id", "topic", "stage", "source"])
			.execute();
	},
};
