import type { Migration } from "kysely/migration";

/** Replies that forward a message to somebody else. */
export const addForwards: Migration = {
	async up(db) {
		await db.schema
			.alterTable("record_replies")
			.addColumn("is_forward", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
	},
};
