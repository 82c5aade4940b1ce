import type { Migration } from "kysely/migration";

/** The names of the migrations that a release must know to work with this database (docs/decisions/0021-expand-then-contract.md). */
export const createRequiredMigrations: Migration = {
	async up(db) {
		await db.schema
			.createTable("required_migrations")
			.addColumn("name", "text", (column) => column.primaryKey())
			.execute();
	},
};
