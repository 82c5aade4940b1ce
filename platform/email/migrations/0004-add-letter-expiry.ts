import type { Migration } from "kysely/migration";

/** From when on a letter would tell its reader nothing any more; empty for those that are always worth sending. */
export const addLetterExpiry: Migration = {
	async up(db) {
		await db.schema.alterTable("letters").addColumn("expires_at", "text").execute();
	},
};
