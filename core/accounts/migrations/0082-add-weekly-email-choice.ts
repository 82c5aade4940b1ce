import type { Migration } from "kysely/migration";

/** When an account turned the weekly e-mail off. */
export const addWeeklyEmailChoice: Migration = {
	async up(db) {
		await db.schema.alterTable("accounts").addColumn("weekly_email_off_at", "text").execute();
	},
};
