import type { Migration } from "kysely/migration";

/** The outbox's table gets the name that the code uses; its indexes keep theirs. */
export const renameLettersToEmails: Migration = {
	async up(db) {
		await db.schema.alterTable("letters").renameTo("emails").execute();
	},
};
