import type { Migration } from "kysely/migration";

/**
 * The installation of this database: one row, whose id is also in the file store. `since` is when the database took charge of the files:
 * older files that it does not name are not its own.
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
