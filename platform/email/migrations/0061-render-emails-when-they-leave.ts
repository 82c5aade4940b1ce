import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * An e-mail is stored as its subject matter: `parameters` holds the values that its record does not, `due_at` when it is due, and
 * `not_sent_at` when it was found to be pointless.
 *
 * Earlier releases know `next_attempt_at` alone and would send such a row as an empty e-mail, so it holds a date that never comes
 * (docs/decisions/0061-emails-rendered-when-they-leave.md). Rows without `due_at` hold their text and are due by `next_attempt_at`.
 */
export const renderEmailsWhenTheyLeave: Migration = {
	async up(db) {
		await db.schema.alterTable("emails").addColumn("parameters", "text").execute();
		await db.schema.alterTable("emails").addColumn("due_at", "text").execute();
		await db.schema.alterTable("emails").addColumn("not_sent_at", "text").execute();
		await sql`create index emails_by_due on emails (state, coalesce(due_at, next_attempt_at), id)`.execute(db);
	},
};
