import type { Migration } from "kysely/migration";

/** How often an import has failed in a row, and when it is tried again. An earlier release leaves them out. */
export const addImportRetries: Migration = {
	async up(db) {
		await db.schema
			.alterTable("imports")
			.addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		await db.schema.alterTable("imports").addColumn("retry_at", "text").execute();
	},
};
