import type { Migration } from "kysely/migration";

/** Links with a name, whose applications have it as their source. */
export const createSourceLinks: Migration = {
	async up(db) {
		await db.schema
			.createTable("source_links")
			.addColumn("name", "text", (column) => column.primaryKey().notNull())
			.addColumn("target", "text", (column) => column.notNull())
			.addColumn("label", "text", (column) => column.notNull())
			.addColumn("cost", "text")
			.addColumn("currency", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("off_at", "text")
			.execute();
	},
};
