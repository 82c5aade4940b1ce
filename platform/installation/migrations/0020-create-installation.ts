import type { Migration } from "kysely/migration";

/**
 * Which installation this database belongs to: one row, whose id stands in the store of files too. `since` is when the database took
 * charge of those files: older ones that it does not name are none of its business.
 */
export const createInstallation: Migration = {
	async up(db) {
		await db.schema
			.createTable("installation")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("since", "text", (column) => column.notNull())
			.execute();
	},
};
