import type { Migration } from "kysely/migration";

/** How often each page was opened on each day, by where it was opened from. */
export const createVisitCounts: Migration = {
	async up(db) {
		await db.schema
			.createTable("visit_counts")
			.addColumn("day", "text", (column) => column.notNull())
			.addColumn("page", "text", (column) => column.notNull())
			.addColumn("source", "text", (column) => column.notNull())
			.addColumn("count", "integer", (column) => column.notNull())
			.addPrimaryKeyConstraint("visit_counts_key", ["day", "page", "source"])
			.execute();
	},
};
