import { sql, type Selectable } from "kysely";
import { containsText } from "../../platform/database/contains-text.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { isUniqueViolation } from "../../platform/database/storage-errors.ts";
import { indiaTimeZone } from "../../shared/india-time.ts";
import {
	parseClockTime,
	parseSlotLabel,
	slotKey,
	startOfSlot,
	toClockTime,
	toSlotLabel,
	type TakenSlots,
} from "./availability.ts";
import type { Booking, Domain, Slot } from "./rules.ts";

/** quarantined: looks like spam; it holds no slot, and its e-mails are held until somebody releases them. */
export type BookingState = "booked" | "cancelled" | "quarantined";

type BookingsTable = {
	id: string;
	reference: string;
	bookedAt: string;
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	message: string;
	domain: string;
	date: string;
	time: string;
	lane: number | null;
	sequence: number;
	tokenHash: string;
	state: BookingState;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		bookings: BookingsTable;
	}
}

/** A booking as it is stored. */
export type BookingRecord = Booking & {
	/** Also the UID of its calendar entry, which stays the same when the call moves. */
	id: string;
	reference: string;
	bookedAt: Temporal.Instant;
	/** How often it was moved or cancelled; the SEQUENCE of its calendar entry. */
	sequence: number;
	state: BookingState;
};

/** A booking was changed by somebody else since it was read. */
export class BookingChangedError extends Error {
	constructor() {
		super("The booking was changed meanwhile");
		this.name = "BookingChangedError";
	}
}

/** Tells whether a change failed because somebody else was faster: with the booking itself, or with the lane that it was to have. */
export function wasOvertaken(error: unknown): boolean {
	return error instanceof BookingChangedError || isUniqueViolation(error);
}

/** Counts the live bookings of each slot from one date to another, both included. */
export async function countTakenSlots(db: Connection, from: string, to: string): Promise<TakenSlots> {
	const rows = await db
		.selectFrom("bookings")
		.select(["date", "time", sql<number | string>`count(*)`.as("count")])
		.where("date", ">=", from)
		.where("date", "<=", to)
		.where("state", "=", "booked")
		.groupBy(["date", "time"])
		.execute();
	return new Map(rows.map(({ date, time, count }) => [slotKey(date, toLabel(time)), Number(count)]));
}

/**
 * Stores a new booking in the first lane of its slot that is free; a quarantined one takes none.
 *
 * @returns false, with nothing stored, when every lane is taken
 */
export async function insertBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{ tokenHash, callsPerSlot }: { tokenHash: string; callsPerSlot: number },
): Promise<boolean> {
	const row = { ...booking, bookedAt: toInstantText(booking.bookedAt), time: toStoredTime(booking.time), tokenHash };
	if (booking.state === "quarantined") {
		await transaction
			.insertInto("bookings")
			.values({ ...row, lane: null })
			.execute();
		return true;
	}
	for (let lane = 1; lane <= callsPerSlot; lane++) {
		const inserted = await transaction
			.insertInto("bookings")
			.values({ ...row, lane })
			// Waits for another transaction that is taking the same lane. A parameter would hide from PostgreSQL that this is the index meant.
			.onConflict((conflict) =>
				conflict.columns(["date", "time", "lane"]).where(sql.ref("state"), "=", sql.lit("booked")).doNothing(),
			)
			.returning("id")
			.executeTakeFirst();
		if (inserted) return true;
	}
	return false;
}

/**
 * Moves a booking to the first free lane of another slot and raises its sequence; a quarantined one takes none.
 *
 * @param booking as it was read
 * @returns false, with nothing changed, when every lane is taken
 * @throws BookingChangedError when the booking is not as it was read any more; the driver's unique violation when another
 * transaction takes the lane at the same time
 */
export async function moveBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	slot: Slot,
	{ callsPerSlot }: { callsPerSlot: number },
): Promise<boolean> {
	const lane = booking.state === "quarantined" ? null : await findFreeLane(transaction, slot, callsPerSlot);
	if (lane === undefined) return false;
	await updateUnchanged(transaction, booking, { date: slot.date, time: toStoredTime(slot.time), lane });
	return true;
}

/**
 * Lets a quarantined booking take the first free lane of its slot.
 *
 * @returns false, with nothing changed, when every lane is taken
 * @throws as moveBooking does
 */
export async function releaseBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{ callsPerSlot }: { callsPerSlot: number },
): Promise<boolean> {
	const lane = await findFreeLane(transaction, booking, callsPerSlot);
	if (lane === undefined) return false;
	await updateUnchanged(transaction, booking, { state: "booked", lane });
	return true;
}

/**
 * Cancels a booking, which frees its slot, and raises its sequence.
 *
 * @param booking as it was read
 * @throws BookingChangedError when the booking is not as it was read any more
 */
export async function cancelBooking(transaction: WriteTransaction, booking: BookingRecord): Promise<void> {
	await updateUnchanged(transaction, booking, { state: "cancelled" });
}

async function updateUnchanged(
	transaction: WriteTransaction,
	booking: BookingRecord,
	change: Partial<Pick<BookingsTable, "date" | "time" | "lane" | "state">>,
): Promise<void> {
	const result = await transaction
		.updateTable("bookings")
		.set({ ...change, sequence: booking.sequence + 1 })
		.where("id", "=", booking.id)
		.where("sequence", "=", booking.sequence)
		.where("state", "=", booking.state)
		.executeTakeFirst();
	if (result.numUpdatedRows === 0n) throw new BookingChangedError();
}

/**
 * Puts a live booking into quarantine, which frees its slot.
 *
 * @throws BookingChangedError when the booking is not as it was read any more
 */
export async function quarantineBooking(transaction: WriteTransaction, booking: BookingRecord): Promise<void> {
	await updateUnchanged(transaction, booking, { state: "quarantined", lane: null });
}

async function findFreeLane(
	transaction: WriteTransaction,
	{ date, time }: Slot,
	callsPerSlot: number,
): Promise<number | undefined> {
	const rows = await transaction
		.selectFrom("bookings")
		.select("lane")
		.where("date", "=", date)
		.where("time", "=", toStoredTime(time))
		.where("state", "=", "booked")
		.execute();
	const taken = new Set(rows.map((row) => row.lane));
	return Array.from({ length: callsPerSlot }, (_, index) => index + 1).find((lane) => !taken.has(lane));
}

/** Finds the booking with a reference. */
export async function findBooking(db: Connection, reference: string): Promise<BookingRecord | undefined> {
	const row = await db.selectFrom("bookings").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toBookingRecord(row);
}

/** Finds the booking whose private link holds the token with this hash. */
export async function findBookingByToken(db: Connection, tokenHash: string): Promise<BookingRecord | undefined> {
	const row = await db.selectFrom("bookings").selectAll().where("tokenHash", "=", tokenHash).executeTakeFirst();
	return row && toBookingRecord(row);
}

/**
 * Bookings from a date on, those before a date, those in some states, those of whoever's name or address contains a text; the given
 * conditions together.
 */
export type BookingFilter = {
	from?: string | undefined;
	before?: string | undefined;
	states?: BookingState[];
	search?: string | undefined;
};

/**
 * Lists bookings in the order of their slots; without a limit, all.
 *
 * @param latestFirst turns the order round
 */
export async function listBookings(
	db: Connection,
	{
		limit,
		offset = 0,
		latestFirst = false,
		...filter
	}: BookingFilter & { limit?: number; offset?: number; latestFirst?: boolean } = {},
): Promise<BookingRecord[]> {
	const direction = latestFirst ? "desc" : "asc";
	const rows = await selectBookings(db, filter)
		.selectAll()
		.orderBy("date", direction)
		.orderBy("time", direction)
		.orderBy("id", direction)
		.$if(limit !== undefined, (query) => query.limit(limit as number).offset(offset))
		.execute();
	return rows.map(toBookingRecord);
}

/** Lists bookings by their ids, from the first after the given id on. */
export async function listBookingsAfter(
	db: Connection,
	id: string | undefined,
	limit: number,
): Promise<BookingRecord[]> {
	const rows = await db
		.selectFrom("bookings")
		.selectAll()
		.$if(id !== undefined, (query) => query.where("id", ">", id as string))
		.orderBy("id")
		.limit(limit)
		.execute();
	return rows.map(toBookingRecord);
}

/** Counts bookings. */
export async function countBookings(db: Connection, filter: BookingFilter): Promise<number> {
	const { count } = await selectBookings(db, filter)
		.select(sql<number | string>`count(*)`.as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

function selectBookings(db: Connection, { from, before, states, search }: BookingFilter) {
	return db
		.selectFrom("bookings")
		.$if(from !== undefined, (query) => query.where("date", ">=", from as string))
		.$if(before !== undefined, (query) => query.where("date", "<", before as string))
		.$if(states !== undefined, (query) => query.where("state", "in", states as BookingState[]))
		.$if(search !== undefined, (query) =>
			query.where((where) =>
				where.or([
					containsText(sql`first_name || ' ' || last_name`, search as string),
					containsText(where.ref("email"), search as string),
				]),
			),
		);
}

/**
 * Lists the references of bookings.
 *
 * @param filter those of an address in any case, those whose call began before an instant (to the minute), those among some; the given
 * conditions together
 */
export async function listBookingReferences(
	db: Connection,
	{
		email,
		startedBefore,
		among,
		limit,
	}: { email?: string; startedBefore?: Temporal.Instant; among?: readonly string[]; limit: number },
): Promise<string[]> {
	const before = startedBefore?.toZonedDateTimeISO(indiaTimeZone);
	const rows = await db
		.selectFrom("bookings")
		.select("reference")
		.$if(email !== undefined, (query) => query.where(sql`lower(email)`, "=", email?.toLowerCase()))
		.$if(before !== undefined, (query) => {
			const date = String(before?.toPlainDate());
			const time = String(before?.toPlainTime().toString({ smallestUnit: "minute" }));
			return query.where((where) =>
				where.or([where("date", "<", date), where.and([where("date", "=", date), where("time", "<", time)])]),
			);
		})
		.$if(among !== undefined, (query) => query.where("reference", "in", among as string[]))
		.limit(limit)
		.execute();
	return rows.map(({ reference }) => reference);
}

/**
 * Deletes bookings, which frees the slots of those that are to come; their e-mails are the outbox's business.
 *
 * @returns how many, and the slots that somebody was waiting for
 */
export async function deleteBookings(
	transaction: WriteTransaction,
	references: readonly string[],
	now: Temporal.Instant,
): Promise<{ count: number; upcoming: Slot[] }> {
	const rows = await transaction
		.deleteFrom("bookings")
		.where("reference", "in", references)
		.returning(["date", "time", "state"])
		.execute();
	const live = rows.filter(({ state }) => state === "booked").map(({ date, time }) => ({ date, time: toLabel(time) }));
	return { count: rows.length, upcoming: live.filter((slot) => !hasBegun(slot, now)) };
}

/** Tells whether the call of a slot has begun. */
export function hasBegun({ date, time }: Slot, now: Temporal.Instant): boolean {
	return startOfSlot(date, time) <= now.epochMilliseconds;
}

/** The name of whoever booked; its last part may be missing. */
export function fullNameOf({ firstName, lastName }: Pick<BookingRecord, "firstName" | "lastName">): string {
	return `${firstName} ${lastName}`.trim();
}

function toBookingRecord({ lane: _lane, tokenHash: _tokenHash, ...row }: Selectable<BookingsTable>): BookingRecord {
	return {
		...row,
		bookedAt: Temporal.Instant.from(row.bookedAt),
		time: toLabel(row.time),
		domain: row.domain as Domain,
	};
}

/** Stored with 24 hours, so that texts sort as the times do. */
function toStoredTime(label: string): string {
	const minutes = parseSlotLabel(label);
	if (minutes === undefined) throw new RangeError(`"${label}" is no time of a slot`);
	return toClockTime(minutes);
}

function toLabel(storedTime: string): string {
	return toSlotLabel(parseClockTime(storedTime));
}
