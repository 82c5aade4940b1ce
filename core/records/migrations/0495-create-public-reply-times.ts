import type { Migration } from "kysely/migration";

/** How soon records of each kind had a reply, as the site may show it. No column is about a single record. */
export const createPublicReplyTimes: Migration = {
	async up(db) {
		await db.schema
			.createTable("public_reply_times")
			.addColumn("kind", "text", (column) => column.primaryKey())
			// YYYY-MM-DD in the company's zone: the figures are those of its first moment.
			.addColumn("day", "text", (column) => column.notNull())
			// The settings that they were measured with.
			.addColumn("basis", "text", (column) => column.notNull())
			.addColumn("due", "integer", (column) => column.notNull())
			.addColumn("kept", "integer", (column) => column.notNull())
			.addColumn("median", "integer")
			.addColumn("within", "integer", (column) => column.notNull())
			.addColumn("unit", "text", (column) => column.notNull())
			.execute();
	},
};
