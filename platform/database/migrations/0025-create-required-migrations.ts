import type { Migration } from "kysely/migration";

/** Names of the migrations that a release must know to use this database (docs/decisions/0021-expand-then-contract.md). */
export const createRequiredMigrations: Migration = {
	async up(db) {
		await db.schema
			.createTable("required_migrations")
			.addColumn("name", "text", (column) => column.primaryKey())
			.execute();
	},
};
