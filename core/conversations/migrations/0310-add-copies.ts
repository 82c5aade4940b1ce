import type { Migration } from "kysely/migration";

/** Copies of replies, the messages that replies quote, and members' signatures. */
export const addCopies: Migration = {
	async up(db) {
		await db.schema
			.createTable("reply_copies")
			.addColumn("reply_id", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("recipient", "text", (column) => column.notNull())
			.addColumn("message_id", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("reply_copies_once", ["reply_id", "recipient"])
			.execute();
		await db.schema.createIndex("reply_copies_by_reference").on("reply_copies").column("reference").execute();
		await db.schema.alterTable("record_replies").addColumn("quoted_id", "text").execute();
		for (const column of ["cc", "quoted_id"])
			await db.schema
				.alterTable("record_drafts")
				.addColumn(column, "text", (added) => added.notNull().defaultTo(""))
				.execute();
		await db.schema.alterTable("accounts").addColumn("signature", "text").execute();
	},
};
