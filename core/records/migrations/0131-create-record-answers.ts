import type { Migration } from "kysely/migration";

/** Bulk replies, with the stage to which they move their records. */
export const createRecordAnswers: Migration = {
	async up(db) {
		await db.schema
			.createTable("record_answers")
			.addColumn("reply_id", "text", (column) => column.primaryKey())
			.addColumn("batch", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("stage_before", "text", (column) => column.notNull())
			.addColumn("stage", "text", (column) => column.notNull())
			.execute();
		for (const column of ["batch", "reference"])
			await db.schema.createIndex(`record_answers_by_${column}`).on("record_answers").column(column).execute();
	},
};
