import type { Migration } from "kysely/migration";

/** Members' calendar feeds of all calls, with the hashes of their addresses. */
export const createCallFeeds: Migration = {
	async up(db) {
		await db.schema
			.createTable("call_feeds")
			.addColumn("host_id", "text", (column) => column.primaryKey())
			.addColumn("token_hash", "text", (column) => column.notNull().unique())
			.addColumn("created_at", "text", (column) => column.notNull())
			.execute();
	},
};
