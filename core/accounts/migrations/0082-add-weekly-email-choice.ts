import type { Migration } from "kysely/migration";

/** Whether somebody has turned the weekly e-mail off, and when; nobody has at first. */
export const addWeeklyEmailChoice: Migration = {
	async up(db) {
		await db.schema.alterTable("accounts").addColumn("weekly_email_off_at", "text").execute();
	},
};
