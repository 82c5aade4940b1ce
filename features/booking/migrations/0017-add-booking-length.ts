import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What every call was until it was stored with each: its length, its zone, and how far that is from UTC the year round. */
const durationMinutes = 30;
const timeZone = "Asia/Kolkata";
const offset = "+05:30";
/** A statement of SQLite takes some 30,000 parameters. */
const rowsAtOnce = 500;

/**
 * A booking says itself how long it is, in which zone its date and time are, and at which instant it begins.
 *
 * The unique index goes over the instant: a date and a time mean another moment in another zone. SQLite can add no column without a
 * default, so another table takes the old one's place. Answers that an Idempotency-Key gets again say the same as they did.
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
