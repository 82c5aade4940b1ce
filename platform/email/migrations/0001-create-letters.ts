import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The outbox of letters (e-mails): waiting, sent, and refused for good. */
export const createLetters: Migration = {
	async up(db) {
		await db.schema
			.createTable("letters")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("message_id", "text", (column) => column.notNull().unique())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("recipient", "text", (column) => column.notNull())
			.addColumn("reply_to", "text")
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("html", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("attachments", "text", (column) => column.notNull())
			.addColumn("state", "text", (column) =>
				column.notNull().check(sql`state in ('held', 'waiting', 'sent', 'failed')`),
			)
			.addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
			.addColumn("queued_at", "text", (column) => column.notNull())
			.addColumn("next_attempt_at", "text", (column) => column.notNull())
			.addColumn("lease", "text")
			.addColumn("lease_expires_at", "text")
			.addColumn("last_error", "text")
			.addColumn("alarmed_at", "text")
			.addColumn("sent_at", "text")
			.execute();
		await db.schema.createIndex("letters_by_state").on("letters").columns(["state", "next_attempt_at"]).execute();
		await db.schema.createIndex("letters_by_reference").on("letters").column("reference").execute();
	},
};
