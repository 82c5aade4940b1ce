import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { setRecordStage } from "../../core/records/record-store.server.ts";
import {
	chooseFreeHost,
	findHosts,
	replaceReservations,
	type HostDeps,
} from "../../core/appointments/find-free-hosts.server.ts";
import { lockHosts } from "../../core/appointments/reservation-store.server.ts";
import { createVideoUrl } from "../../core/appointments/video-url.ts";
import { maxCallMinutes, type Company } from "../../shared/company.ts";
import type { Interval } from "../../shared/interval.ts";
import { createRoomCheck } from "./availability.ts";
import { addDays } from "../../shared/slot-times.ts";
import { intervalOf, toInterval } from "../../core/appointments/appointment.ts";
import { availabilityChangeKey, demoCallPurpose, toText, type BookingRecord } from "./booking-record.server.ts";

/** Inputs of the check whether a call fits: hosts, the limit without hosts, and the time. */
export type RoomOptions = { callsPerSlot: number; now: Temporal.Instant; hosts: HostDeps };

export function roomOptionsOf({
	company,
	now,
	hosts,
}: {
	company: Pick<Company, "demo">;
	now: Temporal.Instant;
	hosts: HostDeps;
}): RoomOptions {
	return { callsPerSlot: company.demo.callsPerSlot, now, hosts };
}

/**
 * Lists live bookings that overlap an interval, each with whether a host is reserved, without those whose confirmation has expired.
 * @param options `except` leaves out one reference
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

/** Overlapping live bookings. Expired ones still count for the index that gives each slot to one. */
async function listOverlapping(
	db: Connection,
	{ startMs, endMs }: Interval,
	now: Temporal.Instant,
): Promise<(Interval & { reference: string; lane: number | null; hasLapsed: boolean; hasHost: boolean })[]> {
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

/** A live booking's lane among simultaneous calls, and its host. */
export type Place = { lane: number; hostId: string | null; videoUrl: string | null };

/** For a booking that is not live. */
export const noPlace = { lane: null, hostId: null, videoUrl: null };

/**
 * Finds a live booking's place and reserves its host: the first free lane, and its own host if free, else the free host with the fewest
 * calls. Undefined when nothing is free.
 * Overlapping requests wait here until the transaction ends: two overlapping intervals share a day.
 */
export async function takePlace(
	transaction: WriteTransaction,
	booking: Pick<BookingRecord, "reference" | "startsAt" | "durationMinutes" | "hostIds" | "videoUrl" | "confirmBy">,
	{ callsPerSlot, now, hosts: deps }: RoomOptions,
): Promise<Place | undefined> {
	const interval = intervalOf(booking);
	const lastDay = toText(interval.endMs).slice(0, 10);
	// In the order of time, to avoid deadlocks.
	for (let day = toText(interval.startMs).slice(0, 10); day <= lastDay; day = addDays(day, 1))
		await takeLock(transaction, `demo calls on ${day}`);
	await lockHosts(transaction, interval);
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
		// Its host may have stopped being one.
		if (booking.hostIds.length > 0) await replaceReservations(transaction, [], { ...reserved, ...interval }, now);
		return { lane, hostId: null, videoUrl: null };
	}
	const free = listFree(interval);
	const withoutHost = overlapping.filter(({ hasHost }) => !hasHost);
	if (!createRoomCheck(withoutHost, () => free.length)(interval)) return undefined;
	const own = free.find((id) => booking.hostIds.includes(id));
	const hostId = own ?? (await chooseFreeHost(transaction, free, { ...reserved, ...interval, now }, deps.company));
	const host = hosts.find(({ id }) => id === hostId);
	if (!host) return undefined;
	await replaceReservations(transaction, [host.id], { ...reserved, ...interval, heldUntil: booking.confirmBy }, now);
	const videoUrl = own === undefined ? createVideoUrl(host.video, deps) : booking.videoUrl;
	return { lane, hostId: host.id, videoUrl: videoUrl ?? null };
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
				.where("startsAt", ">", toText((overlapping as Interval).startMs - maxCallMinutes * 60_000))
				.where("startsAt", "<", toText((overlapping as Interval).endMs)),
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
