import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Enquiries; the quarantined ones are suspected spam and wait for a decision. */
export const createEnquiries: Migration = {
	async up(db) {
		await db.schema
			.createTable("enquiries")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull().unique())
			.addColumn("received_at", "text", (column) => column.notNull())
			.addColumn("first_name", "text", (column) => column.notNull())
			.addColumn("last_name", "text", (column) => column.notNull())
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("phone", "text", (column) => column.notNull())
			.addColumn("message", "text", (column) => column.notNull())
			.addColumn("state", "text", (column) => column.notNull().check(sql`state in ('accepted', 'quarantined')`))
			.execute();
		await db.schema.createIndex("enquiries_by_time").on("enquiries").column("received_at").execute();
	},
};
