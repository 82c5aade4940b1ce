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
import { availabilityFact, demoCallPurpose, toText, type BookingRecord } from "./booking-record.server.ts";

/** What decides whether a call still has room: its hosts, how many we take at once without any, and when that is. */
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

/** Where a live booking stands: its lane among those at the same time, and its host. */
export type Place = { lane: number; hostId: string | null; videoUrl: string | null };

/** What is not live has neither. */
export const noPlace = { lane: null, hostId: null, videoUrl: null };

/**
 * Finds the place of a live booking and takes its host's time: the first lane that no booking has which overlaps it, and its own host if
 * that one is free, else who has the fewest calls of those who are. Undefined when there is no room.
 *
 * Whoever wants a place that overlaps waits here until this transaction has ended: two intervals that overlap have a day in common.
 */
export async function takePlace(
	transaction: WriteTransaction,
	booking: Pick<BookingRecord, "reference" | "startsAt" | "durationMinutes" | "hostIds" | "videoUrl" | "confirmBy">,
	{ callsPerSlot, now, hosts: deps }: RoomOptions,
): Promise<Place | undefined> {
	const interval = intervalOf(booking);
	const lastDay = toText(interval.endMs).slice(0, 10);
	// In the order of time, so that no two wait for each other.
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
		// One that had a host before the last of them ended to be one.
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
