import type { Migration } from "kysely/migration";

/** The hash of each indexed page, and the day on which it last changed. */
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
