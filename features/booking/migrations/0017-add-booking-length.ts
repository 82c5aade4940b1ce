import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The length, zone and offset (all year) of calls from before they were stored. */
const durationMinutes = 30;
const timeZone = "Asia/Kolkata";
const offset = "+05:30";
/** A statement of SQLite takes about 30,000 parameters. */
const rowsAtOnce = 500;

/**
 * A booking stores its length, its zone and its start as an instant.
 *
 * The unique index covers the instant: the same date and time is another moment in another zone. SQLite can add no column without a
 * default, so a new table replaces the old one. Stored responses of an Idempotency-Key stay the same.
 */
export const addBookingLength: Migration = {
	async up(db) {
		await db.schema
			.createTable("next_bookings")
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
			.addColumn("time_zone", "text", (column) => column.notNull())
			.addColumn("starts_at", "text", (column) => column.notNull())
			.addColumn("duration_minutes", "integer", (column) => column.notNull())
			.addColumn("lane", "integer")
			.addColumn("sequence", "integer", (column) => column.notNull())
			.addColumn("token_hash", "text", (column) => column.notNull().unique())
			.addColumn("state", "text", (column) =>
				column.notNull().check(sql`state in ('booked', 'cancelled', 'quarantined')`),
			)
			.addCheckConstraint("bookings_lane_when_booked", sql`state <> 'booked' or lane is not null`)
			.execute();

		for (let last = ""; ;) {
			const rows = await db
				.selectFrom("bookings")
				.selectAll()
				.where("id", ">", last)
				.orderBy("id")
				.limit(rowsAtOnce)
				.execute();
			if (rows.length === 0) break;
			await db
				.insertInto("next_bookings")
				.values(
					rows.map((row) => ({
						...row,
						timeZone,
						durationMinutes,
						startsAt: new Date(`${row.date}T${row.time}:00${offset}`).toISOString(),
					})),
				)
				.execute();
			last = rows.at(-1)?.id;
		}
		await db.schema.dropTable("bookings").execute();
		await db.schema.alterTable("next_bookings").renameTo("bookings").execute();
		await db.schema
			.createIndex("bookings_live_slot")
			.unique()
			.on("bookings")
			.columns(["starts_at", "lane"])
			.where(sql.ref("state"), "=", sql.lit("booked"))
			.execute();
		await db.schema.createIndex("bookings_by_start").on("bookings").column("starts_at").execute();

		const keys = await db
			.selectFrom("idempotency_keys")
			.select(["key", "answer"])
			.where("route", "=", "bookings")
			.execute();
		for (const { key, answer } of keys)
			await db
				.updateTable("idempotency_keys")
				.set({ answer: JSON.stringify({ ...JSON.parse(answer), timeZone, durationMinutes }) })
				.where("route", "=", "bookings")
				.where("key", "=", key)
				.execute();
	},
};
