import type { Migration } from "kysely/migration";

/** How much a record is worth to the company, and why it ended. */
export const addValueAndReason: Migration = {
	async up(db) {
		await db.schema.alterTable("records").addColumn("value", "bigint").execute();
		await db.schema.alterTable("records").addColumn("reason", "text").execute();
	},
};
