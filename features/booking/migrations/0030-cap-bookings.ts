import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What keeps one sender from booking out the calendar: until when a call has to be confirmed from its mailbox, the hash of the code that
 * confirms it, how often it was moved, and the bucket of networks that it was booked from, while it is to come.
 *
 * A release that does not know these takes a call that waits to be confirmed for a booked one.
 */
export const capBookings: Migration = {
	async up(db) {
		await db.schema.alterTable("bookings").addColumn("confirm_by", "text").execute();
		await db.schema.alterTable("bookings").addColumn("confirm_hash", "text").execute();
		await db.schema
			.alterTable("bookings")
			.addColumn("moves", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		await db.schema.alterTable("bookings").addColumn("network_bucket", "integer").execute();
		await sql`create index bookings_unconfirmed on bookings (confirm_by) where state = 'booked' and confirm_by is not null`.execute(
			db,
		);
		await sql`create index bookings_by_network on bookings (network_bucket) where network_bucket is not null`.execute(
			db,
		);
		await sql`create index bookings_by_address on bookings (lower(email))`.execute(db);
		await db.schema.createIndex("bookings_by_time_made").on("bookings").column("booked_at").execute();
	},
};
