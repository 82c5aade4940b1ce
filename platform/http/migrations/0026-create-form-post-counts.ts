import { randomBytes } from "node:crypto";
import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * How many form posts came from each bucket of addresses within its minute, and the secret by which addresses are put into buckets.
 *
 * For PostgreSQL alone: SQLite has one process, which counts in memory. Unlogged, for a minute's counts need not survive a crash.
 */
export const createFormPostCounts: Migration = {
	async up(db) {
		if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
		await sql`create unlogged table form_post_counts (bucket integer primary key, count integer not null, ends_at timestamptz not null)`.execute(
			db,
		);
		await sql`create table form_post_secret (secret text not null)`.execute(db);
		await sql`insert into form_post_secret (secret) values (${randomBytes(32).toString("hex")})`.execute(db);
	},
};
