import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Few e-mails are leaving at a time; without the index, counting them reads every waiting one. */
export const indexLeasedEmails: Migration = {
	async up(db) {
		await sql`create index emails_by_lease on emails (state, lease_expires_at) where lease_expires_at is not null`.execute(
			db,
		);
	},
};
