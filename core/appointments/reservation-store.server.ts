import { sql, type Generated } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import type { Interval } from "../../shared/interval.ts";
import { dayMs } from "../../shared/zoned-time.ts";
import type { Buffers } from "./appointment.ts";
import { hostsChangeKey } from "./host-store.server.ts";
import { readInterval, toIntervalColumns } from "./interval-columns.ts";

type HostReservationsTable = {
	id: string;
	hostId: string;
	startsAt: string;
	endsAt: string;
	purpose: string;
	reference: string;
	heldUntil: string | null;
	/** Kept free around it. */
	bufferBeforeMinutes: Generated<number>;
	bufferAfterMinutes: Generated<number>;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		hostReservations: HostReservationsTable;
	}
}

/** The use of a host's reserved time: the feature's purpose and the record's reference. */
export type ReservedFor = { purpose: string; reference: string };

/** The time of an appointment itself, and what is kept free around it. */
export type Reservation = ReservedFor & { id: string; hostId: string } & Interval & Buffers;

/** Serialises writes that reserve overlapping time: two overlapping intervals share a day. */
export async function lockHosts(transaction: WriteTransaction, { startMs, endMs }: Interval): Promise<void> {
	// In the order of time, to avoid deadlocks.
	for (let day = Math.floor(startMs / dayMs); day * dayMs < endMs; day++)
		await takeLock(transaction, `hosts on ${new Date(day * dayMs).toISOString().slice(0, 10)}`);
}

/** Lists reservations during an interval, earliest first, without those whose confirmation has expired. */
export async function listReservations(
	db: Connection,
	interval: Interval,
	{ now, hostId, purpose }: { now: Temporal.Instant; hostId?: string; purpose?: string },
): Promise<Reservation[]> {
	const columns = toIntervalColumns(interval);
	const rows = await db
		.selectFrom("hostReservations")
		.select(["id", "hostId", "startsAt", "endsAt", "purpose", "reference", "bufferBeforeMinutes", "bufferAfterMinutes"])
		.where("endsAt", ">", columns.startsAt)
		.where("startsAt", "<", columns.endsAt)
		.where((where) => where.or([where("heldUntil", "is", null), where("heldUntil", ">", toInstantText(now))]))
		.$if(hostId !== undefined, (query) => query.where("hostId", "=", hostId as string))
		.$if(purpose !== undefined, (query) => query.where("purpose", "=", purpose as string))
		.orderBy("startsAt")
		.orderBy("id")
		.execute();
	return rows.map(readInterval);
}

/**
 * Reserves free hosts: check after lockHosts, in the same transaction.
 * @param heldUntil the reservation expires then unless it is confirmed; absent for a permanent one
 * @throws the driver's unique violation when a host is reserved from the same moment on
 */
export async function insertReservations(
	transaction: WriteTransaction,
	hostIds: readonly string[],
	{
		heldUntil,
		purpose,
		reference,
		bufferBeforeMinutes = 0,
		bufferAfterMinutes = 0,
		...interval
	}: ReservedFor & Interval & Partial<Buffers> & { heldUntil?: Temporal.Instant | undefined },
	now: Temporal.Instant,
): Promise<void> {
	if (hostIds.length === 0) return;
	const columns = toIntervalColumns(interval);
	// Expired reservations are still in the index.
	await transaction
		.deleteFrom("hostReservations")
		.where("hostId", "in", hostIds)
		.where("startsAt", "=", columns.startsAt)
		.where("heldUntil", "<=", toInstantText(now))
		.execute();
	await transaction
		.insertInto("hostReservations")
		.values(
			hostIds.map((hostId) => ({
				id: createOrderedId(),
				hostId,
				...columns,
				purpose,
				reference,
				bufferBeforeMinutes,
				bufferAfterMinutes,
				heldUntil: toOptionalInstantText(heldUntil),
			})),
		)
		.execute();
	await recordChange(transaction, [hostsChangeKey]);
}

/** Confirms a reservation, so that it no longer expires. */
export async function keepReservations(
	transaction: WriteTransaction,
	{ purpose, reference }: ReservedFor,
): Promise<void> {
	await transaction
		.updateTable("hostReservations")
		.set({ heldUntil: null })
		.where("purpose", "=", purpose)
		.where("reference", "=", reference)
		.execute();
}

/** Deletes the reservations of some records. */
export async function deleteReservations(
	transaction: WriteTransaction,
	purpose: string,
	references: readonly string[],
): Promise<void> {
	if (references.length === 0) return;
	const { numDeletedRows } = await transaction
		.deleteFrom("hostReservations")
		.where("purpose", "=", purpose)
		.where("reference", "in", references)
		.executeTakeFirst();
	if (numDeletedRows > 0n) await recordChange(transaction, [hostsChangeKey]);
}

/** Counts reservations of a purpose that begin in an interval, by host. */
export async function countReservations(
	db: Connection,
	interval: Interval,
	{ purpose, except, now }: { purpose: string; except?: string | undefined; now: Temporal.Instant },
): Promise<Map<string, number>> {
	const columns = toIntervalColumns(interval);
	const rows = await db
		.selectFrom("hostReservations")
		.select(["hostId", sql<number | string>`count(*)`.as("count")])
		.where("purpose", "=", purpose)
		.where("startsAt", ">=", columns.startsAt)
		.where("startsAt", "<", columns.endsAt)
		.where((where) => where.or([where("heldUntil", "is", null), where("heldUntil", ">", toInstantText(now))]))
		.$if(except !== undefined, (query) => query.where("reference", "!=", except as string))
		.groupBy("hostId")
		.execute();
	return new Map(rows.map(({ hostId, count }) => [hostId, Number(count)]));
}

/** Reads how many appointments of a purpose each host has ahead, and the id of the last that was assigned; ids rise with time. */
export async function readTurns(
	db: Connection,
	{ purpose, except = "", now }: { purpose: string; except?: string | undefined; now: Temporal.Instant },
): Promise<Map<string, { upcoming: number; last: string }>> {
	const nowText = toInstantText(now);
	const rows = await db
		.selectFrom("hostReservations")
		.select([
			"hostId",
			sql<number | string>`sum(case when starts_at > ${nowText} then 1 else 0 end)`.as("upcoming"),
			sql<string>`max(id)`.as("last"),
		])
		.where("purpose", "=", purpose)
		.where("reference", "!=", except)
		.where((where) => where.or([where("heldUntil", "is", null), where("heldUntil", ">", nowText)]))
		.groupBy("hostId")
		.execute();
	return new Map(rows.map(({ hostId, upcoming, last }) => [hostId, { upcoming: Number(upcoming), last }]));
}

/** Deletes reservations that ended or expired before an instant. */
export async function deletePastReservations(db: Connection, until: Temporal.Instant): Promise<void> {
	const text = toInstantText(until);
	await db
		.deleteFrom("hostReservations")
		.where((where) => where.or([where("endsAt", "<", text), where("heldUntil", "<", text)]))
		.execute();
}
