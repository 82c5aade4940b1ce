import type { Migration } from "kysely/migration";

/** Private links to the site with chosen drafts. */
export const createPreviewLinks: Migration = {
	async up(db) {
		await db.schema
			.createTable("preview_links")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("token_hash", "text", (column) => column.notNull().unique())
			// JSON: the documents whose drafts it shows.
			.addColumn("paths", "text", (column) => column.notNull())
			// JSON: their last valid texts, by path.
			.addColumn("texts", "text", (column) => column.notNull())
			.addColumn("by", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("ends_at", "text", (column) => column.notNull())
			// A day.
			.addColumn("last_opened_on", "text")
			.execute();
		await db.schema.createIndex("preview_links_by_end").on("preview_links").column("ends_at").execute();
	},
};
