import type { Migration } from "kysely/migration";

/** Files of erased records: they stand here from the transaction that erased the record until they are gone. */
export const rememberErasedFiles: Migration = {
	async up(db) {
		await db.schema
			.createTable("erased_files")
			.addColumn("name", "text", (column) => column.primaryKey())
			.execute();
	},
};
