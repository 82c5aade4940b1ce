import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Demo calls. Date and 24-hour time are in India's zone; quarantined calls hold no slot.
 * The unique index decides who gets a slot: `lane` counts from 1 to the number of simultaneous calls.
 */
export const createBookings: Migration = {
	async up(db) {
		await db.schema
			.createTable("bookings")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull().unique())
			.addColumn("booked_at", "text", (column) => column.notNull())
			.addColumn("first_name", "text", (column) => column.notNull())
			.addColumn("last_name", "text", (column) => column.notNull())
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("phone", "text", (column) => column.notNull())
			.addColumn("message", "text", (column) => column.notNull())
			.addColumn("domain", "text", (column) => column.notNull())
			.addColumn("date", "text", (column) => column.notNull())
			.addColumn("time", "text", (column) => column.notNull())
			.addColumn("lane", "integer")
			.addColumn("sequence", "integer", (column) => column.notNull())
			.addColumn("token_hash", "text", (column) => column.notNull().unique())
			.addColumn("state", "text", (column) =>
				column.notNull().check(sql`state in ('booked', 'cancelled', 'quarantined')`),
			)
			.addCheckConstraint("bookings_lane_when_booked", sql`state <> 'booked' or lane is not null`)
			.execute();
		await db.schema
			.createIndex("bookings_live_slot")
			.unique()
			.on("bookings")
			.columns(["date", "time", "lane"])
			.where(sql.ref("state"), "=", sql.lit("booked"))
			.execute();
		await db.schema.createIndex("bookings_by_slot").on("bookings").columns(["date", "time"]).execute();
	},
};
