import type { Migration } from "kysely/migration";

/** What each indexed page was about when it last changed, as a hash, and the day of that change. */
export const createPageDates: Migration = {
	async up(db) {
		await db.schema
			.createTable("page_dates")
			.addColumn("path", "text", (column) => column.primaryKey())
			.addColumn("hash", "text", (column) => column.notNull())
			// YYYY-MM-DD in the company's zone.
			.addColumn("changed_on", "text", (column) => column.notNull())
			.execute();
	},
};
