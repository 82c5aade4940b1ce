import type { Migration } from "kysely/migration";

/** The studio's releases over the content of the build, scheduled ones, and the history. */
export const createEditions: Migration = {
	async up(db) {
		await db.schema
			.createTable("content_editions")
			.addColumn("number", "integer", (column) => column.primaryKey())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("by", "text", (column) => column.notNull())
			.addColumn("note", "text")
			.execute();
		await db.schema
			.createTable("content_documents")
			.addColumn("path", "text", (column) => column.primaryKey())
			// Null where it is deleted.
			.addColumn("text", "text")
			// Of the build's text that it is based on; null without one.
			.addColumn("base_hash", "text")
			.addColumn("edition", "integer", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("content_revisions")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("edition", "integer", (column) => column.notNull())
			.addColumn("path", "text", (column) => column.notNull())
			.addColumn("action", "text", (column) => column.notNull())
			// Null where it was deleted.
			.addColumn("text", "text")
			.execute();
		await db.schema
			.createIndex("content_revisions_by_path")
			.on("content_revisions")
			.columns(["path", "edition"])
			.execute();
		await db.schema.createIndex("content_revisions_by_edition").on("content_revisions").column("edition").execute();
		await db.schema
			.createTable("content_drafts")
			.addColumn("path", "text", (column) => column.primaryKey())
			// Null where it will be deleted.
			.addColumn("text", "text")
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("base_hash", "text")
			// The other end of a change of address: the former or future path.
			.addColumn("renamed_from", "text")
			.addColumn("renamed_to", "text")
			// Redirect of a deleted document.
			.addColumn("redirect_to", "text")
			.addColumn("by", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("content_redirects")
			.addColumn("from_path", "text", (column) => column.primaryKey())
			.addColumn("to_path", "text", (column) => column.notNull())
			.addColumn("edition", "integer", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("content_schedule")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("by", "text", (column) => column.notNull())
			.addColumn("note", "text")
			.addColumn("created_at", "text", (column) => column.notNull())
			// JSON of the scheduled texts.
			.addColumn("drafts", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("content_schedule_by_time").on("content_schedule").column("at").execute();
	},
};
