import type { Migration } from "kysely/migration";

/** Changes for other processes to read, kept for an hour (docs/decisions/0050-pages-rendered-when-data-changes.md). */
export const createChangesTable: Migration = {
	async up(db) {
		await db.schema
			.createTable("changes")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("fact", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("changes_by_time").on("changes").column("at").execute();
	},
};
