import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * When an e-mail was withheld because its recipient had had enough of them; it is held then. And who has been told of what, so that
 * of several servers one tells it.
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
