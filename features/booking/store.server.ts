import { sql, type Updateable } from "kysely";
import { z } from "zod";
import { hasBegun } from "../../core/appointments/appointment.ts";
import { AppointmentChangedError } from "../../core/appointments/conflicts.server.ts";
import { replaceReservations, reserveHosts } from "../../core/appointments/find-free-hosts.server.ts";
import { findHost } from "../../core/appointments/host-store.server.ts";
import {
	deleteReservations,
	keepReservations,
	listReservations,
} from "../../core/appointments/reservation-store.server.ts";
import { createVideoUrl } from "../../core/appointments/video-url.ts";
import { listAnswerFacets } from "../../core/records/facets.ts";
import {
	changeKeysOfRecord,
	registerRecord,
	setRecordStage,
	updateRecord,
	type NewRecord,
	type RecordStart,
} from "../../core/records/record-store.server.ts";
import { createSentStore } from "../../core/records/sent-store.server.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant, toOptionalInstantText } from "../../platform/database/instant-text.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { listDigits } from "../../shared/latin-digits.ts";
import {
	listHostsBelowLimit,
	lockDay,
	noAllocation,
	restoreAllocation,
	allocateAgreedHosts,
	allocateNamedHosts,
	allocateHosts,
	type Allocation,
	type AllocationOptions,
} from "./allocate-hosts.server.ts";
import { callTypeOf } from "./booked-type.ts";
import { findConfirmBy } from "./booking-limits.server.ts";
import { bookingNames } from "./booking-names.ts";
import {
	availabilityChangeKey,
	demoCallPurpose,
	fullNameOf,
	readGuests,
	readHostIds,
	toHostColumns,
	toReservation,
	toBookingRecord,
	toTimeColumns,
	writeGuests,
	type BookingRecord,
	type BookingsTable,
} from "./booking-record.server.ts";

/** Deletes the network buckets of calls that are over or cancelled. */
export async function forgetNetworks(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.updateTable("bookings")
		.set({ networkBucket: null })
		.where("networkBucket", "is not", null)
		.where((where) => where.or([where("state", "<>", "booked"), where("startsAt", "<=", toInstantText(now))]))
		.execute();
}

/** Stored data besides the booking itself. */
export type BookingSecrets = {
	/** Of the private link. */
	tokenHash: string;
	/** Of the confirmation code, which only its e-mail holds. */
	confirmHash?: string | undefined;
	/** See network-buckets.ts. */
	networkBucket?: number | undefined;
};

/**
 * Stores a new booking with its slot and host; a quarantined one takes neither.
 * @returns the booking as stored; undefined when nothing is free: the transaction has to be rolled back
 */
export async function insertBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{
		tokenHash,
		confirmHash,
		networkBucket,
		ownerId,
		...options
	}: AllocationOptions & BookingSecrets & Pick<RecordStart, "ownerId">,
): Promise<BookingRecord | undefined> {
	const allocation =
		booking.state === "quarantined" ? noAllocation : await allocateHosts(transaction, booking, options);
	if (!allocation) return undefined;
	const secrets = { tokenHash, confirmHash, networkBucket };
	const isInserted = await insertAllocated(transaction, booking, allocation, secrets, { ownerId });
	return isInserted ? withAllocation(booking, allocation) : undefined;
}

/** Stores a call that was agreed upon elsewhere, with its time, its hosts and its state, whatever is in the way. */
export async function insertAgreedBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{
		tokenHash,
		note,
		...options
	}: Pick<BookingSecrets, "tokenHash"> &
		Pick<AllocationOptions, "company" | "now"> & { /** The words of its first note. */ note: string },
): Promise<void> {
	const allocation =
		booking.state === "booked"
			? await allocateAgreedHosts(transaction, booking, options)
			: { lane: null, hostIds: booking.hostIds, videoUrl: booking.videoUrl };
	if (!(await insertAllocated(transaction, booking, allocation, { tokenHash }, { note })))
		throw new Error(`The time of ${booking.reference} was taken meanwhile`);
}

/** Stores a booking with its allocation; false when its lane is taken. */
async function insertAllocated(
	transaction: WriteTransaction,
	booking: BookingRecord,
	allocation: Omit<Allocation, "lane"> & { lane: number | null },
	{ tokenHash, confirmHash, networkBucket }: BookingSecrets,
	start: RecordStart,
): Promise<boolean> {
	const { hostIds: _hostIds, confirmBy, bookedAt, answers, guests, ...row } = booking;
	const inserted = await transaction
		.insertInto("bookings")
		.values({
			...row,
			...toTimeColumns(booking),
			bookedAt: toInstantText(bookedAt),
			confirmBy: toOptionalInstantText(confirmBy),
			tokenHash,
			confirmHash: confirmHash ?? null,
			networkBucket: networkBucket ?? null,
			answers: answers ? JSON.stringify(answers) : null,
			guests: writeGuests(guests),
			...toAllocationColumns(allocation),
		})
		// The unique index prevents double booking. The state must be a literal: PostgreSQL does not match a partial index against a parameter.
		.onConflict((conflict) =>
			conflict.columns(["startsAt", "lane"]).where(sql.ref("state"), "=", sql.lit("booked")).doNothing(),
		)
		.returning("id")
		.executeTakeFirst();
	if (!inserted) return false;
	await registerRecord(transaction, toNewRecord(booking), start);
	if (allocation.lane !== null) await recordChange(transaction, [availabilityChangeKey]);
	return true;
}

function withAllocation(
	booking: BookingRecord,
	{ hostIds, videoUrl }: Pick<Allocation, "hostIds" | "videoUrl">,
): BookingRecord {
	return { ...booking, hostIds, videoUrl };
}

function toAllocationColumns<Lane extends { lane?: number | null }>({
	hostIds,
	videoUrl,
	...lane
}: Lane & Pick<Allocation, "hostIds" | "videoUrl">) {
	return { ...lane, ...toHostColumns(hostIds), videoUrl: videoUrl ?? null };
}

export function toNewRecord(booking: BookingRecord): NewRecord {
	const { reference, bookedAt, email, phone, callTitle, domain, message, state, answers = [], guests = [] } = booking;
	return {
		kind: bookingNames.name,
		reference,
		receivedAt: bookedAt,
		senderName: fullNameOf(booking),
		senderEmail: email,
		spam: state === "quarantined",
		stage: state === "cancelled" ? callOutcomes.cancelled : "",
		texts: [
			phone,
			listDigits(phone),
			callTitle,
			domain,
			message,
			...answers.map(({ answer }) => answer),
			...guests.map((guest) => guest.email),
		],
		facets: listAnswerFacets(answers),
	};
}

/**
 * Moves a booking to another time, shown in a zone. It keeps its length, and its host if free; an unconfirmed one has a new
 * deadline. A quarantined one gets no host.
 * @param booking as it was read
 * @param options `hostIds` are the hosts who take it then, also others than those of its type; absent, its type decides
 * @returns the changed booking; undefined when nothing is free: the transaction has to be rolled back
 * @throws AppointmentChangedError when it has changed since; the driver's unique violation when another transaction takes the lane
 */
export async function moveBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{ startsAt, timeZone }: Pick<BookingRecord, "startsAt" | "timeZone">,
	{
		countsAsMove = true,
		hostIds,
		...options
	}: AllocationOptions & {
		/** Whether it is one of the moves that a visitor has. */
		countsAsMove?: boolean;
		hostIds?: readonly string[] | undefined;
	},
): Promise<BookingRecord | undefined> {
	const moves = booking.moves + (countsAsMove ? 1 : 0);
	const confirmBy = booking.confirmBy && findConfirmBy({ startsAt }, options.now);
	const moved: BookingRecord = { ...booking, timeZone, startsAt, moves, confirmBy, sequence: booking.sequence + 1 };
	const allocation = booking.state === "quarantined" ? noAllocation : await allocate();
	if (!allocation) return undefined;
	await updateUnchanged(transaction, booking, {
		...toTimeColumns(moved),
		moves,
		...(confirmBy && { confirmBy: toInstantText(confirmBy) }),
		...toAllocationColumns(allocation),
	});
	return withAllocation(moved, allocation);

	async function allocate(): Promise<Allocation | undefined> {
		if (!hostIds) return allocateHosts(transaction, moved, options);
		const videoUrl = await findVideoUrl(transaction, booking, hostIds, options.hosts);
		return allocateNamedHosts(transaction, { ...moved, hostIds: [...hostIds], videoUrl }, options);
	}
}

/** Returns the link of a booking that others take: its own while its first host stays, else a link of the new first one. */
async function findVideoUrl(
	db: Connection,
	booking: Pick<BookingRecord, "hostIds" | "place" | "videoUrl">,
	[hostId]: readonly string[],
	deps: AllocationOptions["hosts"],
): Promise<string | undefined> {
	if (hostId === booking.hostIds[0]) return booking.videoUrl;
	const host = hostId === undefined || booking.place !== "" ? undefined : await findHost(db, hostId);
	return host && createVideoUrl(host.video, deps);
}

/**
 * Gives a live booking to other hosts; its video call moves with the first one. Hosts who keep it need not still be free.
 * @param booking as it was read
 * @returns the changed booking; undefined when a new host is not bookable or not free: the transaction has to be rolled back
 * @throws as moveBooking does
 */
export async function giveToHosts(
	transaction: WriteTransaction,
	booking: BookingRecord,
	hostIds: readonly string[],
	{ company, now, hosts: deps }: AllocationOptions,
): Promise<BookingRecord | undefined> {
	const { reference } = booking;
	const wanted = toReservation(booking);
	const day = await lockDay(transaction, wanted.startMs, company);
	const isBelowLimit = await listHostsBelowLimit(transaction, callTypeOf(booking, company), {
		day,
		except: reference,
		now,
	});
	const known = (await listReservations(transaction, wanted, { now, purpose: demoCallPurpose })).flatMap((one) =>
		one.reference === reference && one.startMs === wanted.startMs ? one.hostId : [],
	);
	if (!hostIds.every((id) => known.includes(id) || isBelowLimit(id))) return undefined;
	if (!(await reserveHosts(transaction, hostIds, wanted, { now, known, ...deps }))) return undefined;
	const allocation = {
		hostIds: [...hostIds],
		videoUrl: await findVideoUrl(transaction, booking, hostIds, deps),
	};
	await updateUnchanged(transaction, booking, toAllocationColumns(allocation));
	return withAllocation({ ...booking, sequence: booking.sequence + 1 }, allocation);
}

const standingSchema = z.object({
	timeZone: z.string(),
	startsAt: z.string(),
	confirmBy: z.string().nullable(),
	confirmHash: z.string().nullable().optional(),
	networkBucket: z.number().nullable(),
	hostId: z.string().nullable(),
	coHostIds: z.string().default("[]"),
	videoUrl: z.string().nullable(),
	guests: z.string().nullable().optional(),
	stage: z.string(),
});

/** Reads what putBackBooking needs to restore a booking, its stage included. */
export async function findStanding(
	db: Connection,
	{ reference }: Pick<BookingRecord, "reference">,
): Promise<z.infer<typeof standingSchema>> {
	return db
		.selectFrom("bookings")
		.innerJoin("records", "records.reference", "bookings.reference")
		.select([
			"timeZone",
			"startsAt",
			"confirmBy",
			"confirmHash",
			"networkBucket",
			"hostId",
			"coHostIds",
			"videoUrl",
			"guests",
			"records.stage",
		])
		.where("bookings.reference", "=", reference)
		.executeTakeFirstOrThrow();
}

/**
 * Restores a booking that was moved, reassigned or cancelled, with its hosts, even if they are away then.
 * @param booking as it was read
 * @param standing from findStanding
 * @returns false when another appointment or a limit of its type is in the way: the transaction has to be rolled back
 * @throws as moveBooking does
 */
export async function putBackBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	standing: unknown,
	options: AllocationOptions,
): Promise<boolean> {
	const { stage, ...before } = standingSchema.parse(standing);
	const wanted: BookingRecord = {
		...booking,
		timeZone: before.timeZone,
		startsAt: Temporal.Instant.from(before.startsAt),
		hostIds: readHostIds(before),
		confirmBy: toOptionalInstant(before.confirmBy),
		videoUrl: before.videoUrl ?? undefined,
	};
	const lane = await restoreLane();
	if (lane === undefined) return false;
	await updateUnchanged(transaction, booking, { ...before, ...toTimeColumns(wanted), state: "booked", lane });
	await setRecordStage(transaction, booking.reference, stage, options.now);
	if (before.guests !== undefined && before.guests !== writeGuests(booking.guests))
		await updateRecord(transaction, toNewRecord({ ...wanted, guests: readGuests(before.guests) }), options.now);
	return true;

	async function restoreLane(): Promise<number | undefined> {
		if (wanted.hostIds.length > 0) return restoreAllocation(transaction, wanted, options);
		const allocation = await allocateHosts(transaction, wanted, options);
		await replaceReservations(transaction, [], toReservation(wanted), options.now);
		return allocation?.lane ?? undefined;
	}
}

/**
 * Releases a quarantined booking, which takes its slot, with the hosts that it had if they are free.
 * @param options confirmation deadline and code hash, if it has to be confirmed; and its network
 * @returns the changed booking; undefined when nothing is free: the transaction has to be rolled back
 * @throws as moveBooking does
 */
export async function releaseBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{
		confirmBy,
		confirmHash = null,
		networkBucket = null,
		...options
	}: AllocationOptions & {
		confirmBy?: Temporal.Instant | undefined;
		confirmHash?: string | null;
		networkBucket?: number | null | undefined;
	},
): Promise<BookingRecord | undefined> {
	const wanted = { ...booking, confirmBy };
	const allocation =
		(await allocateNamedHosts(transaction, wanted, options)) ?? (await allocateHosts(transaction, wanted, options));
	if (!allocation) return undefined;
	await updateUnchanged(transaction, booking, {
		state: "booked",
		...toAllocationColumns(allocation),
		confirmBy: toOptionalInstantText(confirmBy),
		confirmHash,
		networkBucket,
	});
	return withAllocation({ ...booking, state: "booked", confirmBy, sequence: booking.sequence + 1 }, allocation);
}

/** Replaces the code that confirms a booking. */
export async function replaceConfirmHash(
	transaction: WriteTransaction,
	{ id }: Pick<BookingRecord, "id">,
	confirmHash: string,
): Promise<void> {
	await transaction.updateTable("bookings").set({ confirmHash }).where("id", "=", id).execute();
}

/** Confirms a booking, which then keeps its slot. Returns and throws as moveBooking does. */
export async function confirmBooking(transaction: WriteTransaction, booking: BookingRecord): Promise<BookingRecord> {
	await updateUnchanged(transaction, booking, { confirmBy: null, confirmHash: null });
	await keepReservations(transaction, { purpose: demoCallPurpose, reference: booking.reference });
	return { ...booking, confirmBy: undefined, sequence: booking.sequence + 1 };
}

/** Cancels a booking, which frees its slot. Returns and throws as moveBooking does. */
export async function cancelBooking(
	transaction: WriteTransaction,
	booking: BookingRecord,
	now: Temporal.Instant,
): Promise<BookingRecord> {
	await updateUnchanged(transaction, booking, { state: "cancelled", confirmBy: null, networkBucket: null });
	await setRecordStage(transaction, booking.reference, callOutcomes.cancelled, now);
	await deleteReservations(transaction, demoCallPurpose, [booking.reference]);
	return { ...booking, state: "cancelled", confirmBy: undefined, sequence: booking.sequence + 1 };
}

/** Changes a booking as it was read. @throws AppointmentChangedError when it has changed since */
export async function updateUnchanged(
	transaction: WriteTransaction,
	booking: BookingRecord,
	change: Updateable<Omit<BookingsTable, "id" | "reference" | "sequence">>,
): Promise<void> {
	const result = await transaction
		.updateTable("bookings")
		.set({ ...change, sequence: booking.sequence + 1 })
		.where("id", "=", booking.id)
		.where("sequence", "=", booking.sequence)
		.where("state", "=", booking.state)
		.executeTakeFirst();
	if (result.numUpdatedRows === 0n) throw new AppointmentChangedError();
	await recordChange(transaction, [
		availabilityChangeKey,
		...changeKeysOfRecord({ reference: booking.reference, kind: bookingNames.name }),
	]);
}

/**
 * Quarantines a live booking, which frees its slot. It keeps its hosts and its link for its release.
 * @throws AppointmentChangedError when it has changed since it was read
 */
export async function quarantineBooking(transaction: WriteTransaction, booking: BookingRecord): Promise<void> {
	await updateUnchanged(transaction, booking, { state: "quarantined", networkBucket: null, lane: null });
	await deleteReservations(transaction, demoCallPurpose, [booking.reference]);
}

/**
 * Deletes what belongs to bookings before they are deleted: links, history and reservations, which frees their slots.
 * @returns those of upcoming calls that a person is waiting for
 */
export async function deleteBelongings(
	transaction: WriteTransaction,
	references: readonly string[],
	now: Temporal.Instant,
): Promise<BookingRecord[]> {
	const bookings = await bookingStore.listOf(transaction, references);
	const ids = bookings.map(({ id }) => id);
	if (ids.length > 0) await transaction.deleteFrom("bookingLinks").where("bookingId", "in", ids).execute();
	await transaction.deleteFrom("callChanges").where("reference", "in", references).execute();
	await deleteReservations(transaction, demoCallPurpose, references);
	const live = bookings.filter(({ state }) => state === "booked");
	if (live.length > 0) await recordChange(transaction, [availabilityChangeKey]);
	return live.filter((slot) => !hasBegun(slot, now));
}

export const bookingStore = createSentStore("bookings", {
	receivedColumn: "bookedAt",
	toSent: toBookingRecord,
	toNewRecord,
});
