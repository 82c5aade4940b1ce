import type { Migration } from "kysely/migration";

/** What staff did with calls, with the data that undoes it for a short while. */
export const createCallChanges: Migration = {
	async up(db) {
		await db.schema
			.createTable("call_changes")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("deed", "text", (column) => column.notNull())
			.addColumn("before", "text", (column) => column.notNull())
			.addColumn("after", "text", (column) => column.notNull())
			.addColumn("undo", "text")
			.addColumn("undone_at", "text")
			.execute();
		await db.schema.createIndex("call_changes_by_record").on("call_changes").columns(["reference", "id"]).execute();
	},
};
