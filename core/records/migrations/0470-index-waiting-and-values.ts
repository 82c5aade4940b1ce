import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Every page of the desk counts the records that wait for the team, and every record's page adds up the values of its sender's company;
 * these indexes alone answer, however many records there are.
 */
export const indexWaitingAndValues: Migration = {
	async up(db) {
		await sql`create index records_waiting on records (kind, spam, id, stage, snoozed_until, sender_email)
			where answered_at is null or awaiting_since is not null`.execute(db);
		await sql`create index records_valued on records (sender_domain, spam, kind, stage, value)
			where value is not null`.execute(db);
	},
};
