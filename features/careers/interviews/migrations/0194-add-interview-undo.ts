import type { Migration } from "kysely/migration";

/** For a short while what takes a change of an interview back: docs/decisions/0194-changes-of-interviews-can-be-taken-back.md. */
export const addInterviewUndo: Migration = {
	async up(db) {
		// One column a statement, for SQLite adds no more at once.
		await db.schema.alterTable("interview_events").addColumn("undo", "text").execute();
		await db.schema.alterTable("interview_events").addColumn("undone_at", "text").execute();
	},
};
