import { randomBytes } from "node:crypto";
import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Form posts of each bucket of addresses within its minute, and the secret that assigns addresses to buckets.
 *
 * PostgreSQL only: SQLite has one process, which counts in memory. Unlogged, because counts of a minute need not survive a crash.
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
