import type { Migration } from "kysely/migration";

/** When a letter becomes useless; empty for letters that never do. */
export const addLetterExpiry: Migration = {
	async up(db) {
		await db.schema.alterTable("letters").addColumn("expires_at", "text").execute();
	},
};
