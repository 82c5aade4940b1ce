import type { Migration } from "kysely/migration";

/** The guests of a call, besides its visitor; null without. */
export const addBookingGuests: Migration = {
	async up(db) {
		await db.schema.alterTable("bookings").addColumn("guests", "text").execute();
	},
};
