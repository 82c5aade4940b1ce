import type { Migration } from "kysely/migration";

/** The calendar that a host subscribes to: of its address only what is needed to know it again. */
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
