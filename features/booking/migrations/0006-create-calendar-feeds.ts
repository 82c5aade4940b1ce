import type { Migration } from "kysely/migration";

/** The secret addresses of the staff calendar. */
export const createCalendarFeeds: Migration = {
	async up(db) {
		await db.schema
			.createTable("calendar_feeds")
			.addColumn("token", "text", (column) => column.primaryKey())
			.addColumn("created_at", "text", (column) => column.notNull())
			.execute();
	},
};
