import type { Migration } from "kysely/migration";

/** When an account hid the first steps of the site. */
export const hideFirstSteps: Migration = {
	async up(db) {
		await db.schema.alterTable("accounts").addColumn("first_steps_hidden_at", "text").execute();
	},
};
