import type { Migration } from "kysely/migration";

/** Changed pages that search engines have yet to hear of, and how the last request ended. */
export const createIndexNow: Migration = {
	async up(db) {
		await db.schema
			.createTable("index_now_pages")
			.addColumn("path", "text", (column) => column.primaryKey())
			.addColumn("queued_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("index_now_state")
			.addColumn("id", "integer", (column) => column.primaryKey())
			// No request before this time.
			.addColumn("next_at", "text", (column) => column.notNull())
			.addColumn("sent_at", "text")
			// Requests that have failed since one succeeded, and why the last did.
			.addColumn("failures", "integer", (column) => column.notNull())
			.addColumn("failure", "text")
			.execute();
	},
};
