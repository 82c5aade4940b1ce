import type { Migration } from "kysely/migration";

/** What members and programs were shown of whom. */
export const createReadLog: Migration = {
	async up(db) {
		await db.schema
			.createTable("read_log")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("actor", "text", (column) => column.notNull())
			.addColumn("session_id", "text", (column) => column.notNull())
			.addColumn("place", "text", (column) => column.notNull())
			.addColumn("manner", "text", (column) => column.notNull())
			.addColumn("data", "text", (column) => column.notNull())
			.addColumn("subjects", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("read_log_by_actor").on("read_log").columns(["actor", "at"]).execute();
		await db.schema.createIndex("read_log_by_time").on("read_log").column("at").execute();
	},
};
