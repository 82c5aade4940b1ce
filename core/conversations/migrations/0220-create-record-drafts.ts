import type { Migration } from "kysely/migration";

/** Replies and notes that are being written: one of each kind for a record and a member. */
export const createRecordDrafts: Migration = {
	async up(db) {
		await db.schema
			.createTable("record_drafts")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("template_id", "text", (column) => column.notNull())
			.addColumn("stage", "text", (column) => column.notNull())
			.addColumn("set_aside", "text", (column) => column.notNull())
			.addColumn("tab", "text", (column) => column.notNull())
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("changed_at", "text", (column) => column.notNull())
			.addUniqueConstraint("record_drafts_once", ["reference", "account_id", "kind"])
			.execute();
	},
};
