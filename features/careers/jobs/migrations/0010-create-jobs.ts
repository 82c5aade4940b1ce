import type { Migration } from "kysely/migration";

/** Positions. Dates are days in India; `closed_at` is set when staff close a job before its closing date. */
export const createJobs: Migration = {
	async up(db) {
		await db.schema
			.createTable("jobs")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("title", "text", (column) => column.notNull())
			.addColumn("location", "text", (column) => column.notNull())
			.addColumn("type", "text", (column) => column.notNull())
			.addColumn("summary", "text", (column) => column.notNull())
			.addColumn("description", "text", (column) => column.notNull())
			.addColumn("keywords", "text", (column) => column.notNull())
			.addColumn("department", "text", (column) => column.notNull())
			.addColumn("team", "text", (column) => column.notNull())
			.addColumn("workplace", "text", (column) => column.notNull())
			.addColumn("posted_on", "text", (column) => column.notNull())
			.addColumn("closes_on", "text", (column) => column.notNull())
			.addColumn("closed_at", "text")
			.addColumn("changed_at", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("jobs_by_change").on("jobs").column("changed_at").execute();
	},
};
