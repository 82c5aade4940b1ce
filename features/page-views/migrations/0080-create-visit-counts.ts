import type { Migration } from "kysely/migration";

/** Page views by day, page and source. */
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
