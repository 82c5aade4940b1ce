import type { Migration } from "kysely/migration";

/** Staff's work on records: changes, notes, replies with files and templates, notifications. */
export const createRecordWork: Migration = {
	async up(db) {
		await db.schema
			.createTable("record_changes")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("batch", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("field", "text", (column) => column.notNull())
			.addColumn("before", "text", (column) => column.notNull())
			.addColumn("after", "text", (column) => column.notNull())
			.addColumn("undoes", "text", (column) => column.unique())
			.execute();
		await db.schema
			.createIndex("record_changes_by_record")
			.on("record_changes")
			.columns(["reference", "version"])
			.execute();
		await db.schema.createIndex("record_changes_by_batch").on("record_changes").column("batch").execute();
		await db.schema
			.createTable("record_notes")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("edited_at", "text")
			.addColumn("version", "integer", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("record_notes_by_record").on("record_notes").columns(["reference", "id"]).execute();
		await db.schema
			.createTable("notifications")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("note_id", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("read_at", "text")
			.addUniqueConstraint("notifications_once", ["note_id", "account_id"])
			.execute();
		await db.schema.createIndex("notifications_by_account").on("notifications").columns(["account_id", "id"]).execute();
		await db.schema.createIndex("notifications_by_record").on("notifications").column("reference").execute();
		await db.schema
			.createTable("record_replies")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("sender_name", "text", (column) => column.notNull())
			.addColumn("recipient", "text", (column) => column.notNull())
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("template_id", "text")
			.addColumn("message_id", "text", (column) => column.notNull())
			.addColumn("written_at", "text", (column) => column.notNull())
			.addColumn("sends_at", "text", (column) => column.notNull())
			.addColumn("withdrawn_at", "text")
			.execute();
		await db.schema.createIndex("record_replies_by_record").on("record_replies").columns(["reference", "id"]).execute();
		await db.schema
			.createTable("reply_files")
			.addColumn("stored_as", "text", (column) => column.primaryKey())
			.addColumn("reply_id", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("content_type", "text", (column) => column.notNull())
			.addColumn("bytes", "integer", (column) => column.notNull())
			.addColumn("sha256", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("reply_files_by_reply").on("reply_files").column("reply_id").execute();
		await db.schema.createIndex("reply_files_by_record").on("reply_files").column("reference").execute();
		await db.schema
			.createTable("reply_templates")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("changed_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("seeded_templates")
			.addColumn("kind", "text", (column) => column.primaryKey())
			.addColumn("at", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("reply_templates_by_kind").on("reply_templates").columns(["kind", "name"]).execute();
	},
};
