import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Keeps one sender from filling the calendar: the deadline of the confirmation by e-mail, its code's hash, the number of moves, and the
 * network's bucket while the call is to come.
 * A release that does not know these columns takes an unconfirmed call for a booked one.
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
