import type { Migration } from "kysely/migration";

/** When a release ends: of a scheduled one, and of one that is public. */
export const addEndings: Migration = {
	async up(db) {
		await db.schema.alterTable("content_schedule").addColumn("ends_at", "text").execute();
		await db.schema
			.createTable("content_endings")
			.addColumn("edition", "integer", (column) => column.primaryKey())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("by", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("content_endings_by_time").on("content_endings").column("at").execute();
	},
};
