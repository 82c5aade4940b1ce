import type { Migration } from "kysely/migration";

/** The data that undoes a change of an interview for a short while: docs/decisions/0194-undoing-changes-of-interviews.md. */
export const addInterviewUndo: Migration = {
	async up(db) {
		// SQLite adds one column in a statement.
		await db.schema.alterTable("interview_events").addColumn("undo", "text").execute();
		await db.schema.alterTable("interview_events").addColumn("undone_at", "text").execute();
	},
};
