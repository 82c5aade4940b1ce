import type { Migration } from "kysely/migration";

/** Imports of files from other tools: their files, and the outcome of each row. */
export const createImports: Migration = {
	async up(db) {
		await db.schema
			.createTable("imports")
			.addColumn("number", "integer", (column) => column.primaryKey())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("state", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("begun_at", "text")
			.addColumn("finished_at", "text")
			.addColumn("undone_at", "text")
			.addColumn("seed", "text", (column) => column.notNull())
			.addColumn("format", "text", (column) => column.notNull())
			.addColumn("options", "text", (column) => column.notNull())
			.addColumn("summary", "text")
			.addColumn("next_row", "integer", (column) => column.notNull())
			.addColumn("runner", "text")
			.addColumn("runner_until", "text")
			.execute();
		await db.schema
			.createTable("import_files")
			.addColumn("stored_as", "text", (column) => column.primaryKey())
			.addColumn("import_number", "integer", (column) => column.notNull())
			.addColumn("role", "text", (column) => column.notNull())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("bytes", "bigint", (column) => column.notNull())
			.addColumn("sha256", "text", (column) => column.notNull())
			.addColumn("removed_at", "text")
			.execute();
		await db.schema.createIndex("import_files_by_import").on("import_files").column("import_number").execute();
		await db.schema
			.createTable("imported_rows")
			.addColumn("import_number", "integer", (column) => column.notNull())
			.addColumn("row", "integer", (column) => column.notNull())
			.addColumn("line", "integer", (column) => column.notNull())
			.addColumn("outcome", "text", (column) => column.notNull())
			.addColumn("reference", "text")
			.addColumn("fingerprint", "text")
			.addColumn("reason", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("imported_rows_pkey", ["import_number", "row"])
			.execute();
		for (const column of ["reference", "fingerprint"])
			await db.schema.createIndex(`imported_rows_by_${column}`).on("imported_rows").column(column).execute();
		await db.schema.alterTable("records").addColumn("import_number", "integer").execute();
	},
};
