import type { Migration } from "kysely/migration";

/** Templates keep the order that people gave them. The release before adds its own without a place: they come first, by name. */
export const orderReplyTemplates: Migration = {
	async up(db) {
		await db.schema
			.alterTable("reply_templates")
			.addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
	},
};
