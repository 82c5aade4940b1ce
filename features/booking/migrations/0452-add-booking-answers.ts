import type { Migration } from "kysely/migration";

/** The answers to the questions of a call's type; null without. */
export const addBookingAnswers: Migration = {
	async up(db) {
		await db.schema.alterTable("bookings").addColumn("answers", "text").execute();
	},
};
