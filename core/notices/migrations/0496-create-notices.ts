import type { Migration } from "kysely/migration";

/** Every text about personal data that forms have shown, and which of them the sender of a record saw. */
export const createNotices: Migration = {
	async up(db) {
		await db.schema
			.createTable("notices")
			.addColumn("version", "text", (column) => column.primaryKey())
			.addColumn("form", "text", (column) => column.notNull())
			.addColumn("texts", "text", (column) => column.notNull())
			.addColumn("first_shown_at", "text", (column) => column.notNull())
			.addColumn("replaced_at", "text")
			.execute();
		await db.schema
			.createTable("shown_notices")
			.addColumn("reference", "text", (column) => column.primaryKey())
			.addColumn("version", "text", (column) => column.notNull())
			.execute();
	},
};
