import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The secret that assigns networks to buckets; one row. */
export const createNetworkSecret: Migration = {
	async up(db) {
		await sql`create table network_secret (secret text not null)`.execute(db);
		await sql`insert into network_secret (secret) values (${randomBytes(32).toString("hex")})`.execute(db);
	},
};
