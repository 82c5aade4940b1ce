import type { Migration } from "kysely/migration";

/** Further private links of a booking: staff who move a call do not know the first one, which keeps working. */
export const createBookingLinks: Migration = {
	async up(db) {
		await db.schema
			.createTable("booking_links")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("booking_id", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("booking_links_by_booking").on("booking_links").column("booking_id").execute();
	},
};
