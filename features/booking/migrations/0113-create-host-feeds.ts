import type { Migration } from "kysely/migration";

/** A host's calendar feed, with the hash of its address. */
export const createHostFeeds: Migration = {
	async up(db) {
		await db.schema
			.createTable("host_feeds")
			.addColumn("host_id", "text", (column) => column.primaryKey())
			.addColumn("token_hash", "text", (column) => column.notNull().unique())
			.addColumn("created_at", "text", (column) => column.notNull())
			.execute();
	},
};
