import type { Migration } from "kysely/migration";

/** What could not be read of a busy calendar, for its host. */
export const addCalendarProblems: Migration = {
	async up(db) {
		await db.schema.alterTable("busy_calendars").addColumn("problems", "text").execute();
	},
};
