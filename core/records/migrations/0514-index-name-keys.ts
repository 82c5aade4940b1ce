import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The name of each sender as lists sort it. A release that does not know it leaves it null, which sorts first until fillSenderColumns fills
 * it in.
 */
export const indexNameKeys: Migration = {
	async up(db) {
		// In the order of bytes, as in SQLite, whatever the language of a PostgreSQL database.
		const type = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
		await db.schema.alterTable("records").addColumn("name_key", type).execute();
		await db.schema.dropIndex("records_by_sender_name").execute();
		await sql`create index records_by_name_key on records (kind, coalesce(name_key, ''), id)`.execute(db);
		await sql`create index records_without_name_key on records (reference) where name_key is null`.execute(db);
	},
};
