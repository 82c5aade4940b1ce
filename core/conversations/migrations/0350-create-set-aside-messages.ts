import type { Migration } from "kysely/migration";

/** Messages of a mailbox that could not be stored, so that those behind them are read. */
export const createSetAsideMessages: Migration = {
	async up(db) {
		await db.schema
			.createTable("set_aside_messages")
			.addColumn("mailbox_id", "text", (column) => column.notNull())
			.addColumn("uid", "bigint", (column) => column.notNull())
			.addColumn("due_at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("set_aside_messages_once", ["mailbox_id", "uid"])
			.execute();
	},
};
