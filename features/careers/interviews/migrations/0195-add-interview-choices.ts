import type { Migration } from "kysely/migration";

/**
 * Whether the first interviewer is whoever is free, and the answer with which an interview is called off:
 * docs/decisions/0195-answers-call-interviews-off.md.
 */
export const addInterviewChoices: Migration = {
	async up(db) {
		// One column a statement, for SQLite adds no more at once.
		await db.schema.alterTable("interviews").addColumn("first_is_free", "integer").execute();
		await db.schema.alterTable("interviews").addColumn("called_off_with", "text").execute();
		await db.schema.alterTable("interviews").addColumn("called_off_by", "text").execute();
		await db.schema.createIndex("interviews_called_off").on("interviews").column("called_off_with").execute();
	},
};
