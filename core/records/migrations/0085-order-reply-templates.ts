import type { Migration } from "kysely/migration";

/** Templates stand in the order that people gave them. A release before adds its own without a place: they stand first, by name. */
export const orderReplyTemplates: Migration = {
	async up(db) {
		await db.schema
			.alterTable("reply_templates")
			.addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
	},
};
