import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * When an e-mail was held back by the limit of its recipient; its state is "held" then. And a record of notices, so that only one of
 * several servers sends each.
 */
export const withholdEmails: Migration = {
	async up(db) {
		await db.schema.alterTable("emails").addColumn("withheld_at", "text").execute();
		await sql`create index emails_by_recipient on emails (lower(recipient), sent_at)`.execute(db);
		await db.schema.createIndex("emails_by_time_sent").on("emails").column("sent_at").execute();
		await db.schema
			.createTable("told_things")
			.addColumn("name", "text", (column) => column.primaryKey())
			.addColumn("told_at", "text", (column) => column.notNull())
			.execute();
	},
};
