import type { Migration } from "kysely/migration";

/** The erasures that this database has gone through, by the ids of their notes beside the files. */
export const createCompletedErasures: Migration = {
	async up(db) {
		await db.schema
			.createTable("completed_erasures")
			.addColumn("note", "text", (column) => column.primaryKey())
			.execute();
	},
};
