import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Those that are leaving now are few; without it, counting them reads every one that waits. */
export const indexLeasedEmails: Migration = {
	async up(db) {
		await sql`create index emails_by_lease on emails (state, lease_expires_at) where lease_expires_at is not null`.execute(
			db,
		);
	},
};
