import { sql, type Generated, type Selectable } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import { containsText } from "../../platform/database/contains-text.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { isUniqueViolation } from "../../platform/database/storage-errors.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { deleteCallChangesOf, type CallUndo } from "./call-changes-store.server.ts";
import {
	factsOfRecord,
	registerMissingRecords,
	registerRecord,
	setRecordSpam,
	setRecordStage,
	type NewRecord,
} from "../../platform/records/record-store.ts";
import {
	chooseFreeHost,
	findHosts,
	replaceReservations,
	reserveHosts,
	type HostDeps,
} from "../../platform/hosts/find-free-hosts.ts";
import { findHost } from "../../platform/hosts/host-store.ts";
import { deleteReservations, keepReservations, lockHosts } from "../../platform/hosts/reservation-store.ts";
import { createVideoUrl } from "../../platform/hosts/video-url.ts";
import { maxCallMinutes, type Company } from "../../shared/company.ts";
import type { Interval } from "../../shared/interval.ts";
import { createRoomCheck } from "./availability.ts";
import { addDays, parseClockTime, parseSlotLabel, toClockTime, toSlotLabel } from "../../shared/slot-times.ts";
import type { Booking, Slot } from "./rules.ts";

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
	timeZone: string;
	startsAt: string;
	durationMinutes: number;
	lane: number | null;
	sequence: number;
	tokenHash: string;
	state: BookingState;
	confirmBy: string | null;
	confirmHash: string | null;
	moves: Generated<number>;
	networkBucket: number | null;
	hostId: string | null;
	videoUrl: string | null;
};

/** Private links beside the first one. */
type BookingLinksTable = { tokenHash: string; bookingId: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		bookings: BookingsTable;
		bookingLinks: BookingLinksTable;
	}
}

/** What staff call the kind of record that a booking is. */
export const bookingKind = "booking";

/** The fact that changes with every slot that is taken or freed. */
export const availabilityFact = "availability";

/** What hosts' time is taken for by calls. */
export const demoCallPurpose = "demo-call";

/** A slot as somebody chose it, with what it meant then. */
export type BookedSlot = Slot & {
	/** The zone that date and time are in. */
	timeZone: string;
	startsAt: Temporal.Instant;
};

/** A booking as it is stored. */
export type BookingRecord = Booking &
	BookedSlot & {
		/** Also the UID of its calendar entry, which stays the same when the call moves. */
		id: string;
		reference: string;
		bookedAt: Temporal.Instant;
		/** How long the call is, whatever the length of others is by now. */
		durationMinutes: number;
		/** How often it was moved or cancelled; the SEQUENCE of its calendar entry. */
		sequence: number;
		/** How often the visitor moved it. */
		moves: number;
		state: BookingState;
		/**
		 * Until when it holds its slot without having been confirmed from its mailbox; left out for one that needs not be, or has been. A
		 * cancelled one that has it was not confirmed in time.
		 */
		confirmBy?: Temporal.Instant | undefined;
		/** Who holds it; left out where there were no hosts when it was booked. One that is cancelled keeps whose it was. */
		hostId?: string | undefined;
		/** Where it takes place, where that is known. */
		videoUrl?: string | undefined;
	};

/**
 * What decides whether a call still has room: its hosts, how many we take at once without any, the lock that lets one decide at a time, and
 * when that is.
 */
export type RoomOptions = { callsPerSlot: number; lock: Database["lock"]; now: Temporal.Instant; hosts: HostDeps };

export function roomOptionsOf({
	company,
	database,
	now,
	hosts,
}: {
	company: Company;
	database: Pick<Database, "lock">;
	now: Temporal.Instant;
	hosts: HostDeps;
}): RoomOptions {
	return {
		callsPerSlot: company.demo.callsPerSlot,
		lock: (transaction, name) => database.lock(transaction, name),
		now,
		hosts,
	};
}

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

/**
 * Lists when live bookings are that overlap an interval, without those whose time to be confirmed is over; `except` is the reference of
 * one to be left out.
 *
 * @returns with each whether a host's time is taken for it
 */
export async function listTaken(
	db: Connection,
	interval: Interval,
	{ now, except }: { now: Temporal.Instant; except?: string | undefined },
): Promise<(Interval & { hasHost: boolean })[]> {
	return (await listOverlapping(db, interval, now))
		.filter(({ reference, hasLapsed }) => !hasLapsed && reference !== except)
		.map(({ startMs, endMs, hasHost }) => ({ startMs, endMs, hasHost }));
}

/** Live bookings that overlap an interval; those that have lapsed are over, but still count for the index that gives each slot to one. */
async function listOverlapping(
	db: Connection,
	{ startMs, endMs }: Interval,
	now: Temporal.Instant,
): Promise<(Interval & { reference: string; lane: number | null; hasLapsed: boolean; hasHost: boolean })[]> {
	const nowText = toInstantText(now);
	const rows = await db
		.selectFrom("bookings")
		// A release that knows of no hosts may have moved one since its host's time was taken.
		.leftJoin("hostReservations", (join) =>
			join
				.onRef("hostReservations.reference", "=", "bookings.reference")
				.onRef("hostReservations.startsAt", "=", "bookings.startsAt")
				.on("hostReservations.purpose", "=", demoCallPurpose),
		)
		.select([
			"bookings.reference",
			"bookings.startsAt",
			"bookings.durationMinutes",
			"bookings.lane",
			"bookings.confirmBy",
			"hostReservations.hostId as reservedHost",
		])
		.where("bookings.state", "=", "booked")
		.where("bookings.startsAt", ">", toText(startMs - maxCallMinutes * 60_000))
		.where("bookings.startsAt", "<", toText(endMs))
		.execute();
	return rows
		.map(({ startsAt, durationMinutes, confirmBy, reservedHost, ...row }) => ({
			...row,
			...toInterval(Date.parse(startsAt), durationMinutes),
			hasLapsed: confirmBy !== null && confirmBy <= nowText,
			hasHost: reservedHost !== null,
		}))
		.filter((other) => other.endMs > startMs);
}

/** From the start of a call until its end. */
export function intervalOf({
	startsAt,
	durationMinutes,
}: Pick<BookingRecord, "startsAt" | "durationMinutes">): Interval {
	return toInterval(startsAt.epochMilliseconds, durationMinutes);
}

function toInterval(startMs: number, durationMinutes: number): Interval {
	return { startMs, endMs: startMs + durationMinutes * 60_000 };
}

function toText(ms: number): string {
	return toInstantText(Temporal.Instant.fromEpochMilliseconds(ms));
}

/** Where a live booking stands: its lane among those at the same time, and its host. */
type Place = { lane: number; hostId: string | null; videoUrl: string | null };

/** What is not live has neither. */
const noPlace = { lane: null, hostId: null, videoUrl: null };

/**
 * Finds the place of a live booking and takes its host's time: the first lane that no booking has which overlaps it, and its own host if
 * that one is free, else who has the fewest calls of those who are. Undefined when there is no room.
 *
 * Whoever wants a place that overlaps waits here until this transaction has ended: two intervals that overlap have a day in common.
 */
async function takePlace(
	transaction: WriteTransaction,
	booking: Pick<BookingRecord, "reference" | "startsAt" | "durationMinutes" | "hostId" | "videoUrl" | "confirmBy">,
	{ callsPerSlot, lock, now, hosts: deps }: RoomOptions,
): Promise<Place | undefined> {
	const interval = intervalOf(booking);
	const lastDay = toText(interval.endMs).slice(0, 10);
	// In the order of time, so that no two wait for each other.
	for (let day = toText(interval.startMs).slice(0, 10); day <= lastDay; day = addDays(day, 1))
		await lock(transaction, `demo calls on ${day}`);
	await lockHosts(transaction, lock, interval);
	const found = await listOverlapping(transaction, interval, now);
	if (found.some(({ hasLapsed }) => hasLapsed)) await lapseUnconfirmed(transaction, now, interval);
	const overlapping = found.filter(({ reference, hasLapsed }) => !hasLapsed && reference !== booking.reference);
	const lanes = new Set(overlapping.map(({ lane }) => lane));
	const lane = Array.from({ length: lanes.size + 1 }, (_, index) => index + 1).find((one) => !lanes.has(one)) as number;

	const reserved = { purpose: demoCallPurpose, reference: booking.reference };
	const { hosts, listFree } = await findHosts(
		transaction,
		interval,
		{ purpose: demoCallPurpose, except: reserved, now },
		deps,
	);
	if (hosts.length === 0) {
		if (!createRoomCheck(overlapping, () => callsPerSlot)(interval)) return undefined;
		// One that had a host before the last of them ended to be one.
		if (booking.hostId !== undefined) await replaceReservations(transaction, [], { ...reserved, ...interval }, now);
		return { lane, hostId: null, videoUrl: null };
	}
	const free = listFree(interval);
	const withoutHost = overlapping.filter(({ hasHost }) => !hasHost);
	if (!createRoomCheck(withoutHost, () => free.length)(interval)) return undefined;
	const own = free.find((id) => id === booking.hostId);
	const hostId = own ?? (await chooseFreeHost(transaction, free, { ...reserved, ...interval, now }, deps.company));
	const host = hosts.find(({ id }) => id === hostId);
	if (!host) return undefined;
	await replaceReservations(transaction, [host.id], { ...reserved, ...interval, heldUntil: booking.confirmBy }, now);
	const videoUrl = own === undefined ? createVideoUrl(host.video, deps) : booking.videoUrl;
	return { lane, hostId: host.id, videoUrl: videoUrl ?? null };
}

/**
 * Gives up what nobody has confirmed in time, which frees its slot, and tells how many that were.
 *
 * @param overlapping only calls that may overlap it; the index that gives each slot to one would still count them
 */
export async function lapseUnconfirmed(
	transaction: WriteTransaction,
	now: Temporal.Instant,
	overlapping?: Interval,
): Promise<number> {
	const lapsed = await transaction
		.updateTable("bookings")
		.set((set) => ({ state: "cancelled" as const, sequence: set("sequence", "+", 1), networkBucket: null }))
		.where("state", "=", "booked")
		.where("confirmBy", "<=", toInstantText(now))
		.$if(overlapping !== undefined, (query) =>
			query
				.where("startsAt", ">", toText((overlapping as Interval).startMs - maxCallMinutes * 60_000))
				.where("startsAt", "<", toText((overlapping as Interval).endMs)),
		)
		.returning("reference")
		.execute();
	if (lapsed.length === 0) return 0;
	await recordChange(transaction, [availabilityFact]);
	for (const { reference } of lapsed) await setRecordStage(transaction, reference, callOutcomes.cancelled, now);
	return lapsed.length;
}

/**
 * Gives the time of hosts back that is taken for calls which do not take place then: a release that knows of no hosts has moved or
 * cancelled them.
 */
export async function releaseForgottenHosts(database: Pick<Database, "write">): Promise<void> {
	await database.write(async (transaction) => {
		const { numDeletedRows } = await transaction
			.deleteFrom("hostReservations")
			.where("purpose", "=", demoCallPurpose)
			.where((where) =>
				where.not(
					where.exists((of) =>
						of
							.selectFrom("bookings")
							.select("bookings.id")
							.whereRef("bookings.reference", "=", "hostReservations.reference")
							.whereRef("bookings.startsAt", "=", "hostReservations.startsAt")
							.where("bookings.state", "=", "booked"),
					),
				),
			)
			.executeTakeFirst();
		if (numDeletedRows > 0n) await recordChange(transaction, [availabilityFact]);
	});
}

/** Forgets from which networks calls were booked that are over, or do not take place. */
export async function forgetNetworks(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.updateTable("bookings")
		.set({ networkBucket: null })
		.where("networkBucket", "is not", null)
		.where((where) => where.or([where("state", "<>", "booked"), where("startsAt", "<=", toInstantText(now))]))
		.execute();
}

/** Calls to come that hold a slot: how many there are, and when the first of them ends doing so. */
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
	return { count: rows.length, firstEndsAt: first === undefined ? undefined : Temporal.Instant.from(first) };
}

/** Counts the bookings that hold or held a slot and were made since an instant. */
export async function countBookedSince(db: Connection, since: Temporal.Instant): Promise<number> {
	const { count } = await db
		.selectFrom("bookings")
		.select(sql<number | string>`count(*)`.as("count"))
		.where("state", "<>", "quarantined")
		.where("bookedAt", ">", toInstantText(since))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Counts the bookings that were made from one instant on and before another, without those that look like spam or were never confirmed. */
export async function countBooked(
	db: Connection,
	{ from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<number> {
	const { count } = await db
		.selectFrom("bookings")
		.select(sql<number | string>`count(*)`.as("count"))
		.where("state", "<>", "quarantined")
		.where("confirmBy", "is", null)
		.where("bookedAt", ">=", toInstantText(from))
		.where("bookedAt", "<", toInstantText(until))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** What is stored of a booking beside what it says of itself. */
export type BookingSecrets = {
	/** Of the private link. */
	tokenHash: string;
	/** Of the code that confirms it, which its e-mail alone has. */
	confirmHash?: string | undefined;
	/** Of networks; see network-buckets.ts. */
	networkBucket?: number | undefined;
};

/**
 * Stores a new booking, which takes its slot and a host; a quarantined one takes none.
 *
 * @returns the booking as it is stored; undefined when there is no room for it: the transaction has to be left then
 */
export async function insertBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{ tokenHash, confirmHash, networkBucket, ...room }: RoomOptions & BookingSecrets,
): Promise<BookingRecord | undefined> {
	const place = booking.state === "quarantined" ? noPlace : await takePlace(transaction, booking, room);
	if (!place) return undefined;
	const inserted = await transaction
		.insertInto("bookings")
		.values({
			...booking,
			bookedAt: toInstantText(booking.bookedAt),
			startsAt: toInstantText(booking.startsAt),
			time: toStoredTime(booking.time),
			confirmBy: booking.confirmBy ? toInstantText(booking.confirmBy) : null,
			tokenHash,
			confirmHash: confirmHash ?? null,
			networkBucket: networkBucket ?? null,
			...place,
		})
		// The index has the last word. A parameter would hide from PostgreSQL that this is the one meant.
		.onConflict((conflict) =>
			conflict.columns(["startsAt", "lane"]).where(sql.ref("state"), "=", sql.lit("booked")).doNothing(),
		)
		.returning("id")
		.executeTakeFirst();
	if (!inserted) return undefined;
	await registerRecord(transaction, toNewRecord(booking));
	if (place.lane !== null) await recordChange(transaction, [availabilityFact]);
	return withPlace(booking, place);
}

function withPlace(booking: BookingRecord, { hostId, videoUrl }: Pick<Place, "hostId" | "videoUrl">): BookingRecord {
	const { hostId: _hostId, videoUrl: _videoUrl, ...rest } = booking;
	return { ...rest, ...(hostId !== null && { hostId }), ...(videoUrl !== null && { videoUrl }) };
}

/** What staff's side of a booking begins with. */
function toNewRecord(booking: BookingRecord): NewRecord {
	const { reference, bookedAt, email, phone, domain, message, state } = booking;
	return {
		kind: bookingKind,
		reference,
		receivedAt: bookedAt,
		senderName: fullNameOf(booking),
		senderEmail: email,
		spam: state === "quarantined",
		texts: [phone, phone.replaceAll(/\D/g, ""), domain, message],
	};
}

/** Makes staff's side of bookings that have none, and gives how many there were. */
export function registerMissingBookings(database: Database): Promise<number> {
	return registerMissingRecords(database, async (db, limit) => {
		const rows = await db
			.selectFrom("bookings")
			.selectAll()
			.where((where) =>
				where.not(
					where.exists((of) =>
						of.selectFrom("records").select("id").whereRef("records.reference", "=", "bookings.reference"),
					),
				),
			)
			.limit(limit)
			.execute();
		return rows.map((row) => toNewRecord(toBookingRecord(row)));
	});
}

/**
 * Moves a booking to another slot, which keeps its length, and its host if that one is free then, and raises its sequence and its moves; a
 * quarantined one takes none.
 *
 * @param booking as it was read
 * @returns the booking as it is now; undefined when there is no room for it: the transaction has to be left then
 * @throws BookingChangedError when the booking is not as it was read any more; the driver's unique violation when another
 * transaction takes the lane at the same time
 */
export async function moveBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	slot: BookedSlot,
	{
		countsAsMove = true,
		...room
	}: RoomOptions & { /** Whether it is one of the moves that a visitor has. */ countsAsMove?: boolean },
): Promise<BookingRecord | undefined> {
	const { date, time, timeZone, startsAt } = slot;
	const place =
		booking.state === "quarantined" ? noPlace : await takePlace(transaction, { ...booking, startsAt }, room);
	if (!place) return undefined;
	const moves = booking.moves + (countsAsMove ? 1 : 0);
	await updateUnchanged(transaction, booking, {
		date,
		time: toStoredTime(time),
		timeZone,
		startsAt: toInstantText(startsAt),
		moves,
		...place,
	});
	const moved = { ...booking, date, time, timeZone, startsAt, moves, sequence: booking.sequence + 1 };
	return withPlace(moved, place);
}

/**
 * Gives a live booking to another host, or to a first one, and raises its sequence; its video call moves to where the new one's are.
 *
 * @param booking as it was read
 * @returns the booking as it is now; undefined when the host cannot be booked or is not free: the transaction has to be left then
 * @throws BookingChangedError when the booking is not as it was read any more; the driver's unique violation when another
 * transaction takes the host's time at the same time
 */
export async function giveToHost(
	transaction: WriteTransaction,
	booking: BookingRecord,
	hostId: string,
	{ lock, now, hosts: deps }: Pick<RoomOptions, "lock" | "now" | "hosts">,
): Promise<BookingRecord | undefined> {
	const wanted = {
		purpose: demoCallPurpose,
		reference: booking.reference,
		heldUntil: booking.confirmBy,
		...intervalOf(booking),
	};
	if (!(await reserveHosts(transaction, [hostId], wanted, { lock, now, ...deps }))) return undefined;
	const host = await findHost(transaction, hostId);
	const place = { hostId, videoUrl: (host && createVideoUrl(host.video, deps)) ?? null };
	await updateUnchanged(transaction, booking, place);
	return withPlace({ ...booking, sequence: booking.sequence + 1 }, place);
}

/**
 * Finds what puts a booking back to how it is now, its stage with staff included.
 *
 * @param booking as it was read
 */
export async function findStanding(db: Connection, { reference }: Pick<BookingRecord, "reference">) {
	return db
		.selectFrom("bookings")
		.innerJoin("records", "records.reference", "bookings.reference")
		.select([
			"bookings.date",
			"bookings.time",
			"bookings.timeZone",
			"bookings.startsAt",
			"bookings.confirmBy",
			"bookings.networkBucket",
			"bookings.hostId",
			"bookings.videoUrl",
			"records.stage",
		])
		.where("bookings.reference", "=", reference)
		.executeTakeFirstOrThrow();
}

/**
 * Puts a booking that was moved, handed over or cancelled back to where it stood, with the host whom it had, and raises its sequence.
 *
 * @param booking as it was read
 * @returns false when its time has been taken meanwhile, or its host's: the transaction has to be left then
 * @throws as moveBooking does
 */
export async function putBackBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{ stage, ...before }: CallUndo["booking"],
	room: RoomOptions,
): Promise<boolean> {
	const { confirmBy: _confirmBy, hostId: _hostId, videoUrl: _videoUrl, ...rest } = booking;
	const wanted: BookingRecord = {
		...rest,
		...readSlot(before),
		...(before.confirmBy !== null && { confirmBy: Temporal.Instant.from(before.confirmBy) }),
		...(before.hostId !== null && { hostId: before.hostId }),
		...(before.videoUrl !== null && { videoUrl: before.videoUrl }),
	};
	const place = await takePlace(transaction, wanted, room);
	if (!place) return false;
	if (before.hostId === null) {
		const reserved = { purpose: demoCallPurpose, reference: booking.reference, ...intervalOf(wanted) };
		await replaceReservations(transaction, [], reserved, room.now);
	} else if (place.hostId !== before.hostId) return false;
	await updateUnchanged(transaction, booking, { ...before, state: "booked", lane: place.lane });
	await setRecordStage(transaction, booking.reference, stage, room.now);
	return true;
}

/**
 * Lets a quarantined booking take its slot.
 *
 * @param options until when it has to be confirmed and the hash of the code that does, where it has to be; and its network
 * @returns the booking as it is now; undefined when there is no room for it: the transaction has to be left then
 * @throws as moveBooking does
 */
export async function releaseBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{
		confirmBy,
		confirmHash = null,
		tokenHash,
		networkBucket = null,
		...room
	}: RoomOptions & {
		confirmBy?: Temporal.Instant | undefined;
		confirmHash?: string | null;
		/** Of a new private link, in place of the one that it had. */
		tokenHash?: string;
		networkBucket?: number | null | undefined;
	},
): Promise<BookingRecord | undefined> {
	const place = await takePlace(transaction, { ...booking, confirmBy }, room);
	if (!place) return undefined;
	await updateUnchanged(transaction, booking, {
		state: "booked",
		...place,
		confirmBy: confirmBy ? toInstantText(confirmBy) : null,
		confirmHash,
		networkBucket,
		...(tokenHash !== undefined && { tokenHash }),
	});
	await setRecordSpam(transaction, booking.reference, false);
	return withPlace({ ...booking, state: "booked", confirmBy, sequence: booking.sequence + 1 }, place);
}

/**
 * Confirms a booking that waits for it: it keeps its slot from then on.
 *
 * @param booking as it was read
 * @throws BookingChangedError when it is not as it was read any more
 */
export async function confirmBooking(transaction: WriteTransaction, booking: BookingRecord): Promise<void> {
	await updateUnchanged(transaction, booking, { confirmBy: null, confirmHash: null });
	await keepReservations(transaction, { purpose: demoCallPurpose, reference: booking.reference });
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

/**
 * Cancels a booking, which frees its slot, and raises its sequence.
 *
 * @param booking as it was read
 * @throws BookingChangedError when the booking is not as it was read any more
 */
export async function cancelBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	now: Temporal.Instant,
): Promise<void> {
	await updateUnchanged(transaction, booking, { state: "cancelled", confirmBy: null, networkBucket: null });
	await setRecordStage(transaction, booking.reference, callOutcomes.cancelled, now);
	await deleteReservations(transaction, demoCallPurpose, [booking.reference]);
}

async function updateUnchanged(
	transaction: WriteTransaction,
	booking: BookingRecord,
	change: Partial<
		Pick<
			BookingsTable,
			| "date"
			| "time"
			| "timeZone"
			| "startsAt"
			| "lane"
			| "state"
			| "confirmBy"
			| "confirmHash"
			| "networkBucket"
			| "tokenHash"
			| "hostId"
			| "videoUrl"
		> & { moves: number }
	>,
): Promise<void> {
	const result = await transaction
		.updateTable("bookings")
		.set({ ...change, sequence: booking.sequence + 1 })
		.where("id", "=", booking.id)
		.where("sequence", "=", booking.sequence)
		.where("state", "=", booking.state)
		.executeTakeFirst();
	if (result.numUpdatedRows === 0n) throw new BookingChangedError();
	await recordChange(transaction, [
		availabilityFact,
		...factsOfRecord({ reference: booking.reference, kind: bookingKind }),
	]);
}

/**
 * Puts a live booking into quarantine, which frees its slot.
 *
 * @throws BookingChangedError when the booking is not as it was read any more
 */
export async function quarantineBooking(transaction: WriteTransaction, booking: BookingRecord): Promise<void> {
	await updateUnchanged(transaction, booking, { state: "quarantined", networkBucket: null, ...noPlace });
	await deleteReservations(transaction, demoCallPurpose, [booking.reference]);
	await setRecordSpam(transaction, booking.reference, true);
}

/** Finds the booking with a reference. */
export async function findBooking(db: Connection, reference: string): Promise<BookingRecord | undefined> {
	const row = await db.selectFrom("bookings").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toBookingRecord(row);
}

/** Finds bookings by their references, in no order; those that are gone are left out. */
export async function listBookingsOf(db: Connection, references: readonly string[]): Promise<BookingRecord[]> {
	if (references.length === 0) return [];
	const rows = await db.selectFrom("bookings").selectAll().where("reference", "in", references).execute();
	return rows.map(toBookingRecord);
}

/** Finds the booking of which a private link holds the token with this hash. */
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

/** Gives a booking one more private link; those that it has go on working. */
export async function addBookingLink(
	transaction: WriteTransaction,
	{ id }: Pick<BookingRecord, "id">,
	tokenHash: string,
): Promise<void> {
	await transaction.insertInto("bookingLinks").values({ tokenHash, bookingId: id }).execute();
}

/** Makes a private link worthless that nobody was told. */
export async function deleteBookingLink(transaction: WriteTransaction, tokenHash: string): Promise<void> {
	await transaction.deleteFrom("bookingLinks").where("tokenHash", "=", tokenHash).execute();
}

/**
 * Bookings of calls that begin at an instant or later, of those that begin before one, those in some states, those made after an instant, those of whoever's name or
 * address contains a text; the given conditions together.
 */
export type BookingFilter = {
	from?: Temporal.Instant | undefined;
	before?: Temporal.Instant | undefined;
	states?: BookingState[];
	bookedAfter?: Temporal.Instant | undefined;
	search?: string | undefined;
};

/**
 * Lists bookings in the order in which their calls begin; without a limit, all.
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
		.orderBy("startsAt", direction)
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

/** Changes whenever a slot of today or later is taken or freed, by any process and any release. */
export async function readBookingsVersion(db: Connection, now: Temporal.Instant): Promise<string> {
	const yesterday = now.subtract({ hours: 24 }).toString().slice(0, 10);
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

function selectBookings(db: Connection, { from, before, states, bookedAfter, search }: BookingFilter) {
	return db
		.selectFrom("bookings")
		.$if(bookedAfter !== undefined, (query) =>
			query.where("bookedAt", ">", toInstantText(bookedAfter as Temporal.Instant)),
		)
		.$if(from !== undefined, (query) => query.where("startsAt", ">=", toInstantText(from as Temporal.Instant)))
		.$if(before !== undefined, (query) => query.where("startsAt", "<", toInstantText(before as Temporal.Instant)))
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
 * @param filter those of an address in any case, those whose call began before an instant, those that were made before one, those among some; the given
 * conditions together
 */
export async function listBookingReferences(
	db: Connection,
	{
		email,
		startedBefore,
		bookedBefore,
		among,
		limit,
	}: {
		email?: string;
		startedBefore?: Temporal.Instant;
		bookedBefore?: Temporal.Instant | undefined;
		among?: readonly string[];
		limit: number;
	},
): Promise<string[]> {
	const rows = await db
		.selectFrom("bookings")
		.select("reference")
		.$if(email !== undefined, (query) => query.where(sql`lower(email)`, "=", email?.toLowerCase()))
		.$if(startedBefore !== undefined, (query) =>
			query.where("startsAt", "<", toInstantText(startedBefore as Temporal.Instant)),
		)
		.$if(bookedBefore !== undefined, (query) =>
			query.where("bookedAt", "<", toInstantText(bookedBefore as Temporal.Instant)),
		)
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
): Promise<{ count: number; upcoming: BookedSlot[] }> {
	const rows = await transaction
		.deleteFrom("bookings")
		.where("reference", "in", references)
		.returning(["id", "date", "time", "timeZone", "startsAt", "state"])
		.execute();
	if (rows.length > 0)
		await transaction
			.deleteFrom("bookingLinks")
			.where(
				"bookingId",
				"in",
				rows.map(({ id }) => id),
			)
			.execute();
	await deleteCallChangesOf(transaction, references);
	const live = rows.filter(({ state }) => state === "booked").map(readSlot);
	if (live.length > 0) await recordChange(transaction, [availabilityFact]);
	await deleteReservations(transaction, demoCallPurpose, references);
	return { count: rows.length, upcoming: live.filter((slot) => !hasBegun(slot, now)) };
}

/** Tells whether a call has begun. */
export function hasBegun({ startsAt }: Pick<BookedSlot, "startsAt">, now: Temporal.Instant): boolean {
	return Temporal.Instant.compare(startsAt, now) <= 0;
}

/** The name of whoever booked; its last part may be missing. */
export function fullNameOf({ firstName, lastName }: Pick<BookingRecord, "firstName" | "lastName">): string {
	return `${firstName} ${lastName}`.trim();
}

function toBookingRecord({
	lane: _lane,
	tokenHash: _tokenHash,
	confirmHash: _confirmHash,
	networkBucket: _networkBucket,
	confirmBy,
	hostId,
	videoUrl,
	...row
}: Selectable<BookingsTable>): BookingRecord {
	return {
		...row,
		...readSlot(row),
		bookedAt: Temporal.Instant.from(row.bookedAt),
		...(confirmBy !== null && { confirmBy: Temporal.Instant.from(confirmBy) }),
		...(hostId !== null && { hostId }),
		...(videoUrl !== null && { videoUrl }),
	};
}

function readSlot({
	date,
	time,
	timeZone,
	startsAt,
}: Pick<BookingsTable, "date" | "time" | "timeZone" | "startsAt">): BookedSlot {
	return { date, time: toSlotLabel(parseClockTime(time)), timeZone, startsAt: Temporal.Instant.from(startsAt) };
}

/** Stored with 24 hours, as the office hours are written. */
function toStoredTime(label: string): string {
	const minutes = parseSlotLabel(label);
	if (minutes === undefined) throw new RangeError(`"${label}" is no time of a slot`);
	return toClockTime(minutes);
}
