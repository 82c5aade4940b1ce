import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Names the record of a stored response, so that both are deleted together; each response begins with its reference. */
export const addIdempotencyReference: Migration = {
	async up(db) {
		await db.schema.alterTable("idempotency_keys").addColumn("reference", "text").execute();
		await sql`update idempotency_keys set reference = substr(answer, 15, 12) where answer like '{"reference":"___-________"%'`.execute(
			db,
		);
	},
};
