import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The domain of each sender's address, its last label first, so that an index finds a domain with everything below it. A release that does
 * not know it leaves it null; fillSenderColumns fills it in.
 */
export const indexSenderDomains: Migration = {
	async up(db) {
		// Ranges need the order of bytes, which the language of a PostgreSQL database may change.
		const type = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
		await db.schema.alterTable("records").addColumn("sender_domain", type).execute();
		await db.schema.createIndex("records_by_sender_domain").on("records").columns(["sender_domain", "id"]).execute();
	},
};
