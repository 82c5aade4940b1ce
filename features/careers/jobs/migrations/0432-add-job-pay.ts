import type { Migration } from "kysely/migration";

/** Pay and benefits of a job, and what only staff see: its openings, target date and hiring team. Jobs of earlier releases have none. */
export const addJobPay: Migration = {
	async up(db) {
		await db.schema.alterTable("jobs").addColumn("pay", "text").execute();
		await db.schema
			.alterTable("jobs")
			.addColumn("pay_shown", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		await db.schema
			.alterTable("jobs")
			.addColumn("benefits", "text", (column) => column.notNull().defaultTo("[]"))
			.execute();
		await db.schema.alterTable("jobs").addColumn("openings", "integer").execute();
		await db.schema.alterTable("jobs").addColumn("target_on", "text").execute();
		await db.schema
			.alterTable("jobs")
			.addColumn("hiring_team", "text", (column) => column.notNull().defaultTo("[]"))
			.execute();
	},
};
