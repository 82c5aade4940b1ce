import type { Migration } from "kysely/migration";

/** The tokens with which other programs use the desk's API. */
export const createApiTokens: Migration = {
	async up(db) {
		await db.schema
			.createTable("api_tokens")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("token_hash", "text", (column) => column.notNull().unique())
			.addColumn("scopes", "text", (column) => column.notNull())
			.addColumn("created_by", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("ends_at", "text", (column) => column.notNull())
			.addColumn("used_at", "text")
			.addColumn("revoked_at", "text")
			.execute();
	},
};
