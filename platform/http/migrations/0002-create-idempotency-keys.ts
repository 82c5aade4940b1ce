import type { Migration } from "kysely/migration";

/** Keys that clients sent with requests, and the responses. */
export const createIdempotencyKeys: Migration = {
	async up(db) {
		await db.schema
			.createTable("idempotency_keys")
			.addColumn("route", "text", (column) => column.notNull())
			.addColumn("key", "text", (column) => column.notNull())
			.addColumn("body_hash", "text", (column) => column.notNull())
			.addColumn("answer", "text", (column) => column.notNull())
			.addColumn("expires_at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("idempotency_keys_unique", ["route", "key"])
			.execute();
		await db.schema.createIndex("idempotency_keys_by_expiry").on("idempotency_keys").column("expires_at").execute();
	},
};
