import { sql } from "kysely";
import { clockTolerance } from "../../platform/clock.ts";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant, toUtcDay } from "../../platform/database/instant-text.ts";
import { type BookingState, type BookingRecord, toBookingRecord } from "./booking-record.server.ts";

/** Upcoming calls that hold a slot: their number, and when the first of them ends. */
export type LiveCalls = { count: number; firstEndsAt: Temporal.Instant | undefined };

/** Counts the live calls of an address, in any case, or of a bucket of networks. */
export async function countLiveCalls(
	db: Connection,
	of: { email: string } | { networkBucket: number },
	now: Temporal.Instant,
): Promise<LiveCalls> {
	const rows = await db
		.selectFrom("bookings")
		.select(["startsAt", "confirmBy"])
		.where("state", "=", "booked")
		.where("startsAt", ">", toInstantText(now))
		.where((where) => where.or([where("confirmBy", "is", null), where("confirmBy", ">", toInstantText(now))]))
		.where((where) =>
			"email" in of
				? where(sql`lower(email)`, "=", of.email.toLowerCase())
				: where("networkBucket", "=", of.networkBucket),
		)
		.execute();
	const [first] = rows.map(({ startsAt, confirmBy }) => confirmBy ?? startsAt).toSorted();
	return { count: rows.length, firstEndsAt: toOptionalInstant(first) };
}

/** Counts bookings with a slot that were made within the last hour. */
export async function countBookedInHour(db: Connection, now: Temporal.Instant): Promise<number> {
	const { count } = await db
		.selectFrom("bookings")
		.select(sql<number | string>`count(*)`.as("count"))
		.where("state", "<>", "quarantined")
		.where("bookedAt", ">", toInstantText(now.subtract({ hours: 1 })))
		.where("bookedAt", "<=", toInstantText(now.add(clockTolerance)))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Counts bookings made in an interval, without those that are quarantined or were never confirmed. */
export async function countBooked(
	db: Connection,
	{ from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<number> {
	const { count } = await db
		.selectFrom("bookings")
		.select(sql<number | string>`count(*)`.as("count"))
		.where("state", "<>", "quarantined")
		.where("confirmBy", "is", null)
		// Its visitor gave the time back instead of confirming it.
		.where("confirmHash", "is", null)
		.where("bookedAt", ">=", toInstantText(from))
		.where("bookedAt", "<", toInstantText(until))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/**
 * Lists those of the ids that a booking has, in whatever state, and that keeps a host's time by a reservation if it takes place: not calls to
 * which the host is invited as a guest only.
 * @param addresses of the host, in lower case
 */
export async function listOwnBookings(
	db: Connection,
	ids: readonly string[],
	{ hostId, addresses }: { hostId: string; addresses: readonly string[] },
): Promise<string[]> {
	const rows = await db.selectFrom("bookings").selectAll().where("id", "in", ids).execute();
	return rows
		.map(toBookingRecord)
		.filter(
			({ hostIds, guests = [] }) =>
				hostIds.includes(hostId) || !guests.some(({ email }) => addresses.includes(email.toLowerCase())),
		)
		.map(({ id }) => id);
}

/** Finds the reference of a booking by its id. */
export async function findReferenceOfBooking(db: Connection, id: string): Promise<string | undefined> {
	return (await db.selectFrom("bookings").select("reference").where("id", "=", id).executeTakeFirst())?.reference;
}

/** Tells whether a booking's confirmation code has this hash. */
export async function hasConfirmHash(
	db: Connection,
	{ id }: Pick<BookingRecord, "id">,
	confirmHash: string,
): Promise<boolean> {
	const row = await db
		.selectFrom("bookings")
		.select("id")
		.where("id", "=", id)
		.where("confirmHash", "=", confirmHash)
		.executeTakeFirst();
	return row !== undefined;
}

/** Tells whether a booking still has a confirmation code, which its confirmation deletes and its cancellation leaves. */
export async function lacksConfirmation(db: Connection, { id }: Pick<BookingRecord, "id">): Promise<boolean> {
	const row = await db
		.selectFrom("bookings")
		.select("id")
		.where("id", "=", id)
		.where("confirmHash", "is not", null)
		.executeTakeFirst();
	return row !== undefined;
}

/** Finds a booking by reference. */
export async function findBooking(db: Connection, reference: string): Promise<BookingRecord | undefined> {
	const row = await db.selectFrom("bookings").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toBookingRecord(row);
}

/** Finds a booking by the hash of a private link's token. */
export async function findBookingByToken(db: Connection, tokenHash: string): Promise<BookingRecord | undefined> {
	const row = await db
		.selectFrom("bookings")
		.selectAll()
		.where((where) =>
			where.or([
				where("tokenHash", "=", tokenHash),
				where(
					"id",
					"in",
					where.selectFrom("bookingLinks").select("bookingId").where("bookingLinks.tokenHash", "=", tokenHash),
				),
			]),
		)
		.executeTakeFirst();
	return row && toBookingRecord(row);
}

/** Lists bookings by start; all given conditions have to hold. */
export async function listBookings(
	db: Connection,
	{
		from,
		before,
		states,
		limit,
	}: {
		from?: Temporal.Instant | undefined;
		before?: Temporal.Instant | undefined;
		states?: BookingState[];
		limit?: number;
	} = {},
): Promise<BookingRecord[]> {
	const rows = await db
		.selectFrom("bookings")
		.selectAll()
		.$if(from !== undefined, (query) => query.where("startsAt", ">=", toInstantText(from as Temporal.Instant)))
		.$if(before !== undefined, (query) => query.where("startsAt", "<", toInstantText(before as Temporal.Instant)))
		.$if(states !== undefined, (query) => query.where("state", "in", states as BookingState[]))
		.orderBy("startsAt")
		.orderBy("id")
		.$if(limit !== undefined, (query) => query.limit(limit as number))
		.execute();
	return rows.map(toBookingRecord);
}

/** Changes whenever a slot from today on is taken or freed, by any process of any release. */
export async function readBookingsVersion(db: Connection, now: Temporal.Instant): Promise<string> {
	const yesterday = toUtcDay(now.subtract({ hours: 24 }));
	const row = await db
		.selectFrom("bookings")
		.select([
			sql<string | null>`max(booked_at)`.as("lastBooking"),
			sql<number | string>`count(*)`.as("count"),
			sql<number | string | null>`sum(sequence)`.as("changes"),
		])
		.where("startsAt", ">=", yesterday)
		.executeTakeFirstOrThrow();
	return `${row.lastBooking ?? ""} ${row.count} ${row.changes ?? 0}`;
}
