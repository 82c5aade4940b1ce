import type { Migration } from "kysely/migration";

/** Problems of the installation that its owners were told of, and when each was over. */
export const createAlarms: Migration = {
	async up(db) {
		await db.schema
			.createTable("alarms")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("key", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("began_at", "text", (column) => column.notNull())
			.addColumn("seen_at", "text", (column) => column.notNull())
			.addColumn("ended_at", "text")
			.execute();
	},
};
