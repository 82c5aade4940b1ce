import { sql } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { deleteCallChangesOf, type CallUndo } from "./call-changes-store.server.ts";
import {
	factsOfRecord,
	registerRecord,
	setRecordStage,
	type NewRecord,
} from "../../core/records/record-store.server.ts";
import { createSentStore } from "../../core/records/sent-store.server.ts";
import { replaceReservations, reserveHosts } from "../../core/appointments/find-free-hosts.server.ts";
import { findHost } from "../../core/appointments/host-store.server.ts";
import { deleteReservations, keepReservations } from "../../core/appointments/reservation-store.server.ts";
import { createVideoUrl } from "../../core/appointments/video-url.ts";
import {
	type BookingsTable,
	bookingKind,
	availabilityFact,
	demoCallPurpose,
	type BookedSlot,
	type BookingRecord,
	BookingChangedError,
	intervalOf,
	hasBegun,
	fullNameOf,
	toBookingRecord,
	readSlot,
	toStoredTime,
} from "./booking-record.server.ts";
import { type RoomOptions, type Place, noPlace, takePlace } from "./places.server.ts";

/** Forgets from which networks calls were booked that are over, or do not take place. */
export async function forgetNetworks(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.updateTable("bookings")
		.set({ networkBucket: null })
		.where("networkBucket", "is not", null)
		.where((where) => where.or([where("state", "<>", "booked"), where("startsAt", "<=", toInstantText(now))]))
		.execute();
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
	{ now, hosts: deps }: Pick<RoomOptions, "now" | "hosts">,
): Promise<BookingRecord | undefined> {
	const wanted = {
		purpose: demoCallPurpose,
		reference: booking.reference,
		heldUntil: booking.confirmBy,
		...intervalOf(booking),
	};
	if (!(await reserveHosts(transaction, [hostId], wanted, { now, ...deps }))) return undefined;
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
 * Deletes what goes with bookings that are to be deleted: their links, their history and their hosts' time, which frees their slots.
 *
 * @returns the slots of calls to come that somebody is waiting for
 */
export async function deleteBelongings(
	transaction: WriteTransaction,
	references: readonly string[],
	now: Temporal.Instant,
): Promise<BookedSlot[]> {
	const rows = await transaction
		.selectFrom("bookings")
		.select(["id", "date", "time", "timeZone", "startsAt", "state"])
		.where("reference", "in", references)
		.execute();
	const ids = rows.map(({ id }) => id);
	if (ids.length > 0) await transaction.deleteFrom("bookingLinks").where("bookingId", "in", ids).execute();
	await deleteCallChangesOf(transaction, references);
	await deleteReservations(transaction, demoCallPurpose, references);
	const live = rows.filter(({ state }) => state === "booked").map(readSlot);
	if (live.length > 0) await recordChange(transaction, [availabilityFact]);
	return live.filter((slot) => !hasBegun(slot, now));
}

/** Bookings as they were made. */
export const bookingStore = createSentStore("bookings", {
	receivedColumn: "bookedAt",
	toSent: toBookingRecord,
	toNewRecord,
});
