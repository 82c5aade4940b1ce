import type { Migration } from "kysely/migration";

/** Files of erased records, from the erasing transaction until they are removed. */
export const rememberErasedFiles: Migration = {
	async up(db) {
		await db.schema
			.createTable("erased_files")
			.addColumn("name", "text", (column) => column.primaryKey())
			.execute();
	},
};
