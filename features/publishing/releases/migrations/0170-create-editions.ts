import type { Migration } from "kysely/migration";

/** What the studio has published over the content that the site was built with, what it will publish, and how it came to be. */
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
			// Nothing where it is deleted.
			.addColumn("text", "text")
			// Of the text of the build that it was made from; nothing where the build had none.
			.addColumn("base_hash", "text")
			.addColumn("edition", "integer", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("content_revisions")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("edition", "integer", (column) => column.notNull())
			.addColumn("path", "text", (column) => column.notNull())
			.addColumn("action", "text", (column) => column.notNull())
			// Nothing where it was deleted.
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
			// Nothing where it will be deleted.
			.addColumn("text", "text")
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("base_hash", "text")
			// The other end of a change of address: the path that it had, or will have.
			.addColumn("renamed_from", "text")
			.addColumn("renamed_to", "text")
			// Where the address of a deleted document leads.
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
			// JSON: what will be published, as it stood when that was decided.
			.addColumn("drafts", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("content_schedule_by_time").on("content_schedule").column("at").execute();
	},
};
