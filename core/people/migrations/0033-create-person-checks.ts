import type { Migration } from "kysely/migration";

/** Records that look automated, each with the hash of the secret with which its sender can object. */
export const createPersonChecks: Migration = {
	async up(db) {
		await db.schema
			.createTable("person_checks")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("expires_at", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("person_checks_by_reference").on("person_checks").column("reference").execute();
	},
};
