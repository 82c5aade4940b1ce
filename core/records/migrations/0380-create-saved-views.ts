import type { Migration } from "kysely/migration";

/** Filters and orders of lists that members keep under a name. */
export const createSavedViews: Migration = {
	async up(db) {
		await db.schema
			.createTable("saved_views")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("search", "text", (column) => column.notNull())
			.addColumn("account_id", "text")
			.addColumn("is_shared", "integer", (column) => column.notNull())
			.addColumn("removed_at", "text")
			.execute();
	},
};
