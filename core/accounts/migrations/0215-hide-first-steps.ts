import type { Migration } from "kysely/migration";

/** Whether somebody wants to be told no more of the first steps of the site, and since when; everybody is told at first. */
export const hideFirstSteps: Migration = {
	async up(db) {
		await db.schema.alterTable("accounts").addColumn("first_steps_hidden_at", "text").execute();
	},
};
