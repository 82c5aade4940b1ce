import type { Migration } from "kysely/migration";

/** The words to which a sender in the talent pool agreed; null for consents of a release before. */
export const addPoolText: Migration = {
	async up(db) {
		await db.schema.alterTable("records").addColumn("pool_text", "text").execute();
	},
};
