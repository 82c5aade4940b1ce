import type { Migration } from "kysely/migration";

/** Mailboxes that are read, the messages that came, and the Message-IDs by which replies find their record. */
export const createMailboxes: Migration = {
	async up(db) {
		await db.schema
			.createTable("mailboxes")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("address", "text", (column) => column.notNull())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("settings", "text", (column) => column.notNull())
			.addColumn("plus_addresses", "integer", (column) => column.notNull())
			.addColumn("reads_earlier", "integer", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("uid_validity", "text")
			.addColumn("top_uid", "bigint", (column) => column.notNull())
			.addColumn("backlog_uid", "bigint", (column) => column.notNull())
			.addColumn("due_at", "text", (column) => column.notNull())
			.addColumn("lease", "text")
			.addColumn("lease_expires_at", "text")
			.addColumn("read_at", "text")
			.addColumn("failing_since", "text")
			.addColumn("error", "text")
			.addColumn("alarmed_at", "text")
			.addColumn("test_arrived_at", "text")
			.execute();
		await db.schema
			.createTable("incoming_messages")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("content_key", "text", (column) => column.notNull().unique())
			.addColumn("mailbox_id", "text", (column) => column.notNull())
			.addColumn("reference", "text")
			.addColumn("is_first", "integer", (column) => column.notNull())
			.addColumn("message_id", "text")
			.addColumn("sort", "text", (column) => column.notNull())
			.addColumn("from_name", "text", (column) => column.notNull())
			.addColumn("from_address", "text", (column) => column.notNull())
			.addColumn("account_id", "text")
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("received_at", "text", (column) => column.notNull())
			.addColumn("stored_at", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("quoted", "text", (column) => column.notNull())
			.addColumn("html", "text")
			.addColumn("details", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createIndex("incoming_messages_by_reference")
			.on("incoming_messages")
			.columns(["reference", "id"])
			.execute();
		await db.schema
			.createIndex("incoming_messages_by_sender")
			.on("incoming_messages")
			.columns(["from_address", "stored_at"])
			.execute();
		await db.schema
			.createTable("thread_ids")
			.addColumn("message_id", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("thread_ids_once", ["message_id", "reference"])
			.execute();
		await db.schema.createIndex("thread_ids_by_reference").on("thread_ids").column("reference").execute();
		await db.schema.alterTable("emails").addColumn("bounced_at", "text").execute();
		await db.schema.alterTable("records").addColumn("awaiting_since", "text").execute();
		await db.schema
			.createIndex("records_awaiting")
			.on("records")
			.columns(["awaiting_since"])
			.where("awaiting_since", "is not", null)
			.execute();
	},
};
