import type { Migration } from "kysely/migration";

/** Job alerts. */
export const createJobAlerts: Migration = {
	async up(db) {
		await db.schema
			.createTable("job_alerts")
			.addColumn("reference", "text", (column) => column.primaryKey())
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("q", "text", (column) => column.notNull())
			.addColumn("location", "text", (column) => column.notNull())
			.addColumn("token", "text", (column) => column.notNull().unique())
			.addColumn("confirmed_at", "text")
			.addColumn("expires_at", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("job_alerts_by_email").on("job_alerts").column("email").execute();
		await db.schema.alterTable("jobs").addColumn("announced_at", "text").execute();
		await db.schema.alterTable("letters").addColumn("headers", "text").execute();
	},
};
