import type { Migration } from "kysely/migration";

/** The table of the outbox gets the name that the code has for its rows; its indexes keep theirs. */
export const renameLettersToEmails: Migration = {
	async up(db) {
		await db.schema.alterTable("letters").renameTo("emails").execute();
	},
};
