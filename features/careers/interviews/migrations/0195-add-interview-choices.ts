import type { Migration } from "kysely/migration";

/**
 * Whether the first interviewer is chosen among those free, and the reply that calls an interview off:
 * docs/decisions/0195-replies-cancel-interviews.md.
 */
export const addInterviewChoices: Migration = {
	async up(db) {
		// SQLite adds one column in a statement.
		await db.schema.alterTable("interviews").addColumn("first_is_free", "integer").execute();
		await db.schema.alterTable("interviews").addColumn("called_off_with", "text").execute();
		await db.schema.alterTable("interviews").addColumn("called_off_by", "text").execute();
		await db.schema.createIndex("interviews_called_off").on("interviews").column("called_off_with").execute();
	},
};
