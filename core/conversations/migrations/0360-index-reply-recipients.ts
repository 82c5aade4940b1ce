import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Lets the page of a person find what was sent to them from other people's records. */
export const indexReplyRecipients: Migration = {
	async up(db) {
		for (const table of ["record_replies", "reply_copies"])
			await db.schema
				.createIndex(`${table}_by_recipient`)
				.on(table)
				.expression(sql`lower(recipient)`)
				.execute();
	},
};
