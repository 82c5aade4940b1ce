import { sql } from "kysely";
import { intervalOf, toInterval, withBuffers } from "../../core/appointments/appointment.ts";
import {
	chooseFreeHost,
	chooseNextHost,
	findHosts,
	replaceReservations,
	reserveHosts,
	restoreHosts,
	type HostDeps,
} from "../../core/appointments/find-free-hosts.server.ts";
import {
	countReservations,
	insertReservations,
	listReservations,
	lockHosts,
} from "../../core/appointments/reservation-store.server.ts";
import { createVideoUrl } from "../../core/appointments/video-url.ts";
import { setRecordStage } from "../../core/records/record-store.server.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import type { CallType } from "../../shared/call-type.ts";
import { maxBufferMinutes, maxCallMinutes, type Company } from "../../shared/company.ts";
import { callOutcomes } from "../../shared/desk.ts";
import type { Interval } from "../../shared/interval.ts";
import { addDays } from "../../shared/slot-times.ts";
import { findDate, findEndOfDay, findStartOfDay } from "../../shared/zoned-time.ts";
import { createCapacityCheck } from "./availability.ts";
import { callTypeOf } from "./booked-type.ts";
import {
	availabilityChangeKey,
	demoCallPurpose,
	toReservation,
	toText,
	type BookingRecord,
} from "./booking-record.server.ts";

/** Inputs of the check whether a call fits: the company with its types of calls, hosts, and the time. */
export type AllocationOptions = { company: Company; now: Temporal.Instant; hosts: HostDeps };

/**
 * Lists live bookings that overlap an interval, with the time kept free around them, each with its type, its own start and whether a host
 * is reserved; without those whose confirmation has expired.
 * @param options `except` leaves out one reference
 */
export async function listTaken(
	db: Connection,
	interval: Interval,
	{ now, except }: { now: Temporal.Instant; except?: string | undefined },
): Promise<(Interval & { startsMs: number; callType: string; hasHost: boolean })[]> {
	return (await listOverlapping(db, interval, now))
		.filter(({ reference, hasLapsed }) => !hasLapsed && reference !== except)
		.map(({ startMs, endMs, startsMs, callType, hasHost }) => ({ startMs, endMs, startsMs, callType, hasHost }));
}

/** Overlapping live bookings. Expired ones still count for the index that gives each slot to one. */
async function listOverlapping(
	db: Connection,
	{ startMs, endMs }: Interval,
	now: Temporal.Instant,
): Promise<
	(Interval & {
		startsMs: number;
		callType: string;
		reference: string;
		lane: number | null;
		hasLapsed: boolean;
		hasHost: boolean;
	})[]
> {
	const nowText = toInstantText(now);
	const rows = await db
		.selectFrom("bookings")
		// A release without hosts may have moved a call since its host was reserved.
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
			"bookings.bufferBeforeMinutes",
			"bookings.bufferAfterMinutes",
			"bookings.callType",
			"bookings.lane",
			"bookings.confirmBy",
			"hostReservations.hostId as reservedHost",
		])
		.where("bookings.state", "=", "booked")
		.where("bookings.startsAt", ">", toText(startMs - (maxCallMinutes + maxBufferMinutes) * 60_000))
		.where("bookings.startsAt", "<", toText(endMs + maxBufferMinutes * 60_000))
		.execute();
	// A call of several hosts has as many rows.
	return [...new Map(rows.map((row) => [row.reference, row])).values()]
		.map(({ startsAt, durationMinutes, confirmBy, reservedHost, ...row }) => ({
			...row,
			...withBuffers(toInterval(Date.parse(startsAt), durationMinutes), row),
			startsMs: Date.parse(startsAt),
			hasLapsed: confirmBy !== null && confirmBy <= nowText,
			hasHost: reservedHost !== null,
		}))
		.filter((other) => other.endMs > startMs && other.startMs < endMs);
}

/** A live booking's lane among simultaneous calls, and its hosts. */
export type Allocation = { lane: number; hostIds: string[]; videoUrl: string | undefined };

/** For a booking that is not live. */
export const noAllocation: Omit<Allocation, "lane"> & { lane: null } = { lane: null, hostIds: [], videoUrl: undefined };

/**
 * Keeps the free hosts that count for a type: each is one more call; for hosts who take calls together, the first stands for all of them,
 * and nobody counts unless all are free.
 */
export function keepTakers(
	free: readonly string[],
	hosts: readonly { id: string }[],
	{ assignment, hosts: named }: CallType,
): string[] {
	if (assignment !== "collective") return [...free];
	const addresses = new Set(named.map((email) => email.toLowerCase()));
	return free.length > 0 && free.length === Math.max(hosts.length, addresses.size) ? free.slice(0, 1) : [];
}

/** Keeps the free hosts to whom a topic goes first; all of them where none of these is free. */
function keepTopicHosts(
	free: readonly string[],
	hosts: readonly { id: string; email: string }[],
	{ topicHosts }: CallType,
	topic: string,
): readonly string[] {
	const named = topicHosts.flatMap((one) => (one.topic === topic ? one.hosts : [])).map((email) => email.toLowerCase());
	const first = free.filter((id) => hosts.some((host) => host.id === id && named.includes(host.email.toLowerCase())));
	return first.length > 0 ? first : free;
}

/**
 * Reserves hosts for a live booking: the first free lane, and its own host if free, else the one that its type
 * assigns, or all together. Undefined when nothing is free, or a limit of its type is reached.
 * Overlapping requests wait here until the transaction ends: two overlapping intervals share a day. So do all requests for calls of one
 * day in the company's zone.
 */
export async function allocateHosts(
	transaction: WriteTransaction,
	booking: Omit<BookingRecord, "bookedAt">,
	{ company, now, hosts: deps }: AllocationOptions,
): Promise<Allocation | undefined> {
	const wanted = toReservation(booking);
	const kept = withBuffers(wanted, wanted);
	const callType = callTypeOf(booking, company);
	const taken = await takeLane(transaction, booking, { company, now });
	if (!taken) return undefined;
	const { day, lane, overlapping } = taken;

	const { hosts, listFree } = await findHosts(
		transaction,
		kept,
		{ purpose: demoCallPurpose, except: wanted, among: callType.hosts, now },
		deps,
	);
	if (hosts.length === 0 && callType.hosts.length === 0) {
		if (!createCapacityCheck(overlapping, () => company.demo.callsPerSlot)(kept)) return undefined;
		// Its host may have stopped being one.
		if (booking.hostIds.length > 0) await replaceReservations(transaction, [], wanted, now);
		return { lane, hostIds: [], videoUrl: booking.hostIds.length === 0 ? booking.videoUrl : undefined };
	}
	const isBelowLimit = await listHostsBelowLimit(transaction, callType, { day, except: booking.reference, now });
	const free = listFree(wanted, kept).filter(isBelowLimit);
	const withoutHost = overlapping.filter(({ hasHost }) => !hasHost);
	const takers = keepTakers(free, hosts, callType);
	if (!createCapacityCheck(withoutHost, () => takers.length)(kept)) return undefined;
	const own = takers.find((id) => booking.hostIds.includes(id));
	const question = { ...wanted, except: booking.reference, now };
	const asked = keepTopicHosts(takers, hosts, callType, booking.domain);
	const hostId =
		own ??
		(callType.assignment === "round-robin"
			? await chooseNextHost(transaction, asked, question)
			: await chooseFreeHost(transaction, asked, question, deps.company));
	const host = hosts.find(({ id }) => id === hostId);
	if (!host) return undefined;
	const coHosts = callType.assignment === "collective" ? free.filter((id) => id !== host.id) : [];
	const hostIds = [host.id, ...coHosts];
	await replaceReservations(transaction, hostIds, wanted, now);
	const created = booking.place === "" ? createVideoUrl(host.video, deps) : undefined;
	// The link is that of the first host.
	return { lane, hostIds, videoUrl: host.id === booking.hostIds[0] ? booking.videoUrl : created };
}

/**
 * Reserves the hosts that a booking had again; only other appointments and the limits of its type are in the way.
 * @returns its lane; undefined when something is in the way
 */
export async function restoreAllocation(
	transaction: WriteTransaction,
	booking: Omit<BookingRecord, "bookedAt">,
	options: Pick<AllocationOptions, "company" | "now">,
): Promise<number | undefined> {
	return retakeLane(transaction, booking, options, (wanted) =>
		restoreHosts(transaction, booking.hostIds, wanted, options.now),
	);
}

/**
 * Reserves the hosts that a booking names, also others than those of its type, with its link.
 * @returns undefined when it names no host, or one of them is not free
 */
export async function allocateNamedHosts(
	transaction: WriteTransaction,
	booking: Omit<BookingRecord, "bookedAt">,
	{ hosts: deps, ...options }: AllocationOptions,
): Promise<Allocation | undefined> {
	const { hostIds, videoUrl } = booking;
	if (hostIds.length === 0) return undefined;
	const lane = await retakeLane(transaction, booking, options, (wanted) =>
		reserveHosts(transaction, hostIds, wanted, { now: options.now, ...deps }),
	);
	return lane === undefined ? undefined : { lane, hostIds, videoUrl };
}

/** Finds a lane for a booking whose hosts are below their limits and can be reserved; undefined when something is in the way. */
async function retakeLane(
	transaction: WriteTransaction,
	booking: Omit<BookingRecord, "bookedAt">,
	options: Pick<AllocationOptions, "company" | "now">,
	reserve: (wanted: Parameters<typeof restoreHosts>[2]) => Promise<boolean>,
): Promise<number | undefined> {
	const taken = await takeLane(transaction, booking, options);
	if (!taken) return undefined;
	const limits = { day: taken.day, except: booking.reference, now: options.now };
	const isBelowLimit = await listHostsBelowLimit(transaction, callTypeOf(booking, options.company), limits);
	return booking.hostIds.every(isBelowLimit) && (await reserve(toReservation(booking))) ? taken.lane : undefined;
}

/**
 * Reserves the hosts of a call that was agreed upon elsewhere; nothing is in its way. A host who has another appointment from
 * the same moment on is not reserved twice.
 */
export async function allocateAgreedHosts(
	transaction: WriteTransaction,
	booking: Omit<BookingRecord, "bookedAt">,
	{ company, now }: Pick<AllocationOptions, "company" | "now">,
): Promise<Allocation> {
	const { startsAt, hostIds, videoUrl } = booking;
	const wanted = toReservation(booking);
	if (wanted.endMs <= now.epochMilliseconds)
		return { lane: await findPastLane(transaction, startsAt), hostIds, videoUrl };
	const { lane } = await findLane(transaction, booking, { company, now });
	const reserved = await listReservations(transaction, wanted, { now });
	const free = hostIds.filter((id) => !reserved.some((one) => one.hostId === id && one.startMs === wanted.startMs));
	await insertReservations(transaction, free, wanted, now);
	return { lane, hostIds, videoUrl };
}

/** Finds a lane for a call that is over, where nothing counts but the index. */
async function findPastLane(db: Connection, startsAt: Temporal.Instant): Promise<number> {
	const { last } = await db
		.selectFrom("bookings")
		.select((of) => of.fn.max<number | null>("lane").as("last"))
		.where("state", "=", "booked")
		.where("startsAt", "=", toInstantText(startsAt))
		.executeTakeFirstOrThrow();
	return (last ?? 0) + 1;
}

/**
 * Takes the locks of a booking's time, and finds its lane and the calls that overlap it; undefined on a day that has all the calls of its
 * type.
 */
async function takeLane(
	transaction: WriteTransaction,
	booking: Omit<BookingRecord, "bookedAt">,
	options: Pick<AllocationOptions, "company" | "now">,
) {
	const found = await findLane(transaction, booking, options);
	const limits = { day: found.day, except: booking.reference, now: options.now };
	return (await isDayFull(transaction, callTypeOf(booking, options.company), limits)) ? undefined : found;
}

/** Takes the locks of a booking's time, and finds its lane and the calls that overlap it. */
async function findLane(
	transaction: WriteTransaction,
	booking: Omit<BookingRecord, "bookedAt">,
	{ company, now }: Pick<AllocationOptions, "company" | "now">,
) {
	const interval = intervalOf(booking);
	const kept = withBuffers(interval, booking);
	const day = await lockDay(transaction, interval.startMs, company);
	const lastDay = toText(kept.endMs).slice(0, 10);
	// In the order of time, to avoid deadlocks.
	for (let date = toText(kept.startMs).slice(0, 10); date <= lastDay; date = addDays(date, 1))
		await takeLock(transaction, `demo calls on ${date}`);
	await lockHosts(transaction, kept);
	const found = await listOverlapping(transaction, kept, now);
	if (found.some(({ hasLapsed }) => hasLapsed)) await lapseUnconfirmed(transaction, now, kept);
	const overlapping = found.filter(({ reference, hasLapsed }) => !hasLapsed && reference !== booking.reference);
	const lanes = new Set(overlapping.map(({ lane }) => lane));
	const lane = Array.from({ length: lanes.size + 1 }, (_, index) => index + 1).find((one) => !lanes.has(one)) as number;
	return { day, lane, overlapping };
}

/** Serialises requests for calls of the day of an instant in the company's zone, before any other lock, and returns the day. */
export async function lockDay(
	transaction: WriteTransaction,
	startMs: number,
	company: Pick<Company, "timeZone">,
): Promise<Interval> {
	await takeLock(transaction, `calls of ${findDate(startMs, company.timeZone)}`);
	return dayOf(startMs, company);
}

/** Returns the day of an instant in the company's zone. */
export function dayOf(ms: number, { timeZone }: Pick<Company, "timeZone">): Interval {
	const date = findDate(ms, timeZone);
	return { startMs: findStartOfDay(date, timeZone), endMs: findEndOfDay(date, timeZone) };
}

type OfDay = { day: Interval; except: string; now: Temporal.Instant };

/** Tells whether a day has as many calls of a type as it may have. */
async function isDayFull(
	db: Connection,
	{ slug, callsPerDay }: CallType,
	{ day, except, now }: OfDay,
): Promise<boolean> {
	if (callsPerDay === undefined) return false;
	const { count } = await db
		.selectFrom("bookings")
		.select(sql<number | string>`count(*)`.as("count"))
		.where("state", "=", "booked")
		.where("callType", "=", slug)
		.where("startsAt", ">=", toText(day.startMs))
		.where("startsAt", "<", toText(day.endMs))
		.where("reference", "!=", except)
		.where((where) => where.or([where("confirmBy", "is", null), where("confirmBy", ">", toInstantText(now))]))
		.executeTakeFirstOrThrow();
	return Number(count) >= callsPerDay;
}

/** Finds which hosts have fewer calls on a day than a type allows them. */
export async function listHostsBelowLimit(
	db: Connection,
	{ callsPerHostPerDay }: CallType,
	{ day, except, now }: OfDay,
): Promise<(hostId: string) => boolean> {
	if (callsPerHostPerDay === undefined) return () => true;
	const counts = await countReservations(db, day, { purpose: demoCallPurpose, except, now });
	return (hostId) => (counts.get(hostId) ?? 0) < callsPerHostPerDay;
}

/**
 * Cancels unconfirmed calls whose time is over, which frees their slots. Returns their number.
 * @param overlapping only calls that may overlap it; the unique index would still count them
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
				.where(
					"startsAt",
					">",
					toText((overlapping as Interval).startMs - (maxCallMinutes + maxBufferMinutes) * 60_000),
				)
				.where("startsAt", "<", toText((overlapping as Interval).endMs + maxBufferMinutes * 60_000)),
		)
		.returning("reference")
		.execute();
	if (lapsed.length === 0) return 0;
	await recordChange(transaction, [availabilityChangeKey]);
	for (const { reference } of lapsed) await setRecordStage(transaction, reference, callOutcomes.cancelled, now);
	return lapsed.length;
}

/** Deletes reservations of calls that a release without hosts has moved or cancelled. */
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
		if (numDeletedRows > 0n) await recordChange(transaction, [availabilityChangeKey]);
	});
}
