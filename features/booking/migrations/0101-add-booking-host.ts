import type { Migration } from "kysely/migration";

/** The host of a call, and where it takes place. Calls of the release before have neither, and hold their slots. */
export const addBookingHost: Migration = {
	async up(db) {
		await db.schema.alterTable("bookings").addColumn("host_id", "text").execute();
		await db.schema.alterTable("bookings").addColumn("video_url", "text").execute();
	},
};
