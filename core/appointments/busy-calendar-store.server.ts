import type { Interval } from "../../shared/interval.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { hostsFact } from "./host-store.server.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";

type BusyCalendarsTable = {
	id: string;
	hostId: string;
	/** A secret: whoever has it can read the calendar. */
	address: string;
	createdAt: string;
	/** When it is to be read next; while somebody reads it, when they will have given up. */
	dueAt: string;
	triedAt: string | null;
	/** When it was read with success. */
	readAt: string | null;
	failingSince: string | null;
	error: string | null;
	etag: string | null;
	lastModified: string | null;
	/** Of what was read last. */
	contentHash: string | null;
	/** Until when its events are known. */
	expandedUntil: string | null;
};

/** When a host is busy elsewhere, and nothing else about it. */
type BusyTimesTable = { calendarId: string; hostId: string; startsAt: string; endsAt: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		busyCalendars: BusyCalendarsTable;
		busyTimes: BusyTimesTable;
	}
}

/** A calendar as its host sees it again: of its address only where it lies. */
export type BusyCalendar = {
	id: string;
	hostId: string;
	/** The host's name in the address, such as calendar.google.com. */
	site: string;
	createdAt: Temporal.Instant;
	/** When it was read last; undefined while that has never been possible. */
	readAt: Temporal.Instant | undefined;
	/** What stands in the way since when; what was read before still counts. */
	failure: { error: string; since: Temporal.Instant } | undefined;
};

/** As many as anybody needs. */
const maxBusyCalendars = 10;

/**
 * Adds a calendar of a host, which is read soon; gives its id.
 *
 * @param address as readCalendarAddress gives it
 * @returns undefined, with nothing stored, when the host has it already or has as many as can be
 */
export async function addBusyCalendar(
	transaction: WriteTransaction,
	{ hostId, address }: { hostId: string; address: string },
	now: Temporal.Instant,
): Promise<string | undefined> {
	const others = await transaction.selectFrom("busyCalendars").select("address").where("hostId", "=", hostId).execute();
	if (others.length >= maxBusyCalendars || others.some((other) => other.address === address)) return undefined;
	const id = createOrderedId();
	await transaction
		.insertInto("busyCalendars")
		.values({
			id,
			hostId,
			address,
			createdAt: toInstantText(now),
			dueAt: toInstantText(now),
			triedAt: null,
			readAt: null,
			failingSince: null,
			error: null,
			etag: null,
			lastModified: null,
			contentHash: null,
			expandedUntil: null,
		})
		.execute();
	await recordChange(transaction, [hostsFact]);
	return id;
}

/** Lists the calendars of a host, the first first; without one, of all. */
export async function listBusyCalendars(db: Connection, { hostId }: { hostId?: string } = {}): Promise<BusyCalendar[]> {
	const rows = await db
		.selectFrom("busyCalendars")
		.select(["id", "hostId", "address", "createdAt", "readAt", "failingSince", "error"])
		.$if(hostId !== undefined, (query) => query.where("hostId", "=", hostId as string))
		.orderBy("createdAt")
		.orderBy("id")
		.execute();
	return rows.map(({ address, createdAt, readAt, failingSince, error, ...row }) => ({
		...row,
		site: new URL(address).host,
		createdAt: Temporal.Instant.from(createdAt),
		readAt: readAt === null ? undefined : Temporal.Instant.from(readAt),
		failure:
			error === null || failingSince === null ? undefined : { error, since: Temporal.Instant.from(failingSince) },
	}));
}

/** Counts when hosts are busy by their calendars from an instant on, by the calendar's id. */
export async function countBusyTimes(
	db: Connection,
	hostId: string,
	from: Temporal.Instant,
): Promise<Map<string, number>> {
	const rows = await db
		.selectFrom("busyTimes")
		.select((expression) => ["calendarId", expression.fn.countAll<number | string>().as("count")])
		.where("hostId", "=", hostId)
		.where("endsAt", ">", toInstantText(from))
		.groupBy("calendarId")
		.execute();
	return new Map(rows.map(({ calendarId, count }) => [calendarId, Number(count)]));
}

/** Has a calendar of a host read at once, whenever it is due; tells whether there is one. */
export async function askForCalendar(
	transaction: WriteTransaction,
	{ hostId, id }: { hostId: string; id: string },
	now: Temporal.Instant,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("busyCalendars")
		.set({ dueAt: toInstantText(now) })
		.where("id", "=", id)
		.where("hostId", "=", hostId)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Forgets a calendar of a host, and that it kept them busy; tells whether there was one. */
export async function deleteBusyCalendar(
	transaction: WriteTransaction,
	{ hostId, id }: { hostId: string; id: string },
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("busyCalendars")
		.where("id", "=", id)
		.where("hostId", "=", hostId)
		.executeTakeFirst();
	if (numDeletedRows === 0n) return false;
	await transaction.deleteFrom("busyTimes").where("calendarId", "=", id).execute();
	await recordChange(transaction, [hostsFact]);
	return true;
}

/** Forgets every calendar of a host. */
export async function deleteBusyCalendarsOf(transaction: WriteTransaction, hostId: string): Promise<void> {
	await transaction.deleteFrom("busyCalendars").where("hostId", "=", hostId).execute();
	await transaction.deleteFrom("busyTimes").where("hostId", "=", hostId).execute();
}

/** Lists when hosts are busy elsewhere during an interval, in the order of time; without a host, all. */
export async function listBusyTimes(
	db: Connection,
	{ startMs, endMs }: Interval,
	{ hostId }: { hostId?: string } = {},
): Promise<({ hostId: string } & Interval)[]> {
	const rows = await db
		.selectFrom("busyTimes")
		.select(["hostId", "startsAt", "endsAt"])
		.where("endsAt", ">", new Date(startMs).toISOString())
		.where("startsAt", "<", new Date(endMs).toISOString())
		.$if(hostId !== undefined, (query) => query.where("hostId", "=", hostId as string))
		.orderBy("startsAt")
		.execute();
	return rows.map(({ startsAt, endsAt, ...row }) => ({
		...row,
		startMs: Date.parse(startsAt),
		endMs: Date.parse(endsAt),
	}));
}

/** How often a calendar is read, and how long whoever reads it may take until somebody else does. */
const readEvery = Temporal.Duration.from({ minutes: 5 });
const leaseFor = Temporal.Duration.from({ minutes: 3 });
const rowsAtOnce = 500;

/** A calendar that this process reads now. */
export type ClaimedCalendar = {
	id: string;
	hostId: string;
	address: string;
	etag: string | undefined;
	lastModified: string | undefined;
	contentHash: string | undefined;
	expandedUntil: Temporal.Instant | undefined;
};

/** Takes a calendar that is due, which nobody else does for some minutes; undefined when none is. */
export async function claimDueCalendar(
	database: Pick<Database, "db" | "write">,
	now: Temporal.Instant,
): Promise<ClaimedCalendar | undefined> {
	for (;;) {
		const due = await database.db
			.selectFrom("busyCalendars")
			.selectAll()
			.where("dueAt", "<=", toInstantText(now))
			.orderBy("dueAt")
			.limit(1)
			.executeTakeFirst();
		if (!due) return undefined;
		const { numUpdatedRows } = await database.write((transaction) =>
			transaction
				.updateTable("busyCalendars")
				.set({ dueAt: toInstantText(now.add(leaseFor)), triedAt: toInstantText(now) })
				.where("id", "=", due.id)
				.where("dueAt", "=", due.dueAt)
				.executeTakeFirst(),
		);
		// Somebody else was faster: there may be another.
		if (numUpdatedRows === 0n) continue;
		const { id, hostId, address, etag, lastModified, contentHash, expandedUntil } = due;
		return {
			id,
			hostId,
			address,
			etag: etag ?? undefined,
			lastModified: lastModified ?? undefined,
			contentHash: contentHash ?? undefined,
			expandedUntil: expandedUntil === null ? undefined : Temporal.Instant.from(expandedUntil),
		};
	}
}

/** Notes that a calendar was read and is as it was. */
export async function noteUnchangedCalendar(
	database: Pick<Database, "write">,
	id: string,
	now: Temporal.Instant,
): Promise<void> {
	await database.write((transaction) =>
		transaction.updateTable("busyCalendars").set(readNow(now)).where("id", "=", id).execute(),
	);
}

function readNow(now: Temporal.Instant) {
	return { dueAt: toInstantText(now.add(readEvery)), readAt: toInstantText(now), failingSince: null, error: null };
}

/** Notes why a calendar could not be read; what was read before stays. Tells whether it could be read, or was not for another reason, until now. */
export async function noteUnreadCalendar(
	database: Pick<Database, "write">,
	id: string,
	error: string,
	now: Temporal.Instant,
): Promise<boolean> {
	return database.write(async (transaction) => {
		const before = await transaction
			.selectFrom("busyCalendars")
			.select(["error", "failingSince"])
			.where("id", "=", id)
			.executeTakeFirst();
		if (!before) return false;
		await transaction
			.updateTable("busyCalendars")
			.set({
				dueAt: toInstantText(now.add(readEvery)),
				failingSince: before.failingSince ?? toInstantText(now),
				error,
			})
			.where("id", "=", id)
			.execute();
		return before.error !== error;
	});
}

/** Stores when a calendar says that its host is busy, in place of what it said before. */
export async function storeBusyTimes(
	database: Pick<Database, "write">,
	{ id, hostId }: Pick<ClaimedCalendar, "id" | "hostId">,
	times: readonly Interval[],
	read: {
		etag: string | undefined;
		lastModified: string | undefined;
		hash: string;
		until: Temporal.Instant;
		now: Temporal.Instant;
	},
): Promise<void> {
	const rows = times.map(({ startMs, endMs }) => ({
		calendarId: id,
		hostId,
		startsAt: new Date(startMs).toISOString(),
		endsAt: new Date(endMs).toISOString(),
	}));
	await database.write(async (transaction) => {
		const { numUpdatedRows } = await transaction
			.updateTable("busyCalendars")
			.set({
				...readNow(read.now),
				etag: read.etag ?? null,
				lastModified: read.lastModified ?? null,
				contentHash: read.hash,
				expandedUntil: toInstantText(read.until),
			})
			.where("id", "=", id)
			.executeTakeFirst();
		// Its host has taken it away meanwhile.
		if (numUpdatedRows === 0n) return;
		const before = await transaction
			.selectFrom("busyTimes")
			.select(["startsAt", "endsAt"])
			.where("calendarId", "=", id)
			.execute();
		const known = new Set(before.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`));
		if (known.size === rows.length && rows.every(({ startsAt, endsAt }) => known.has(`${startsAt} ${endsAt}`))) return;
		await transaction.deleteFrom("busyTimes").where("calendarId", "=", id).execute();
		for (let from = 0; from < rows.length; from += rowsAtOnce)
			await transaction
				.insertInto("busyTimes")
				.values(rows.slice(from, from + rowsAtOnce))
				.execute();
		await recordChange(transaction, [hostsFact]);
	});
}

/** Deletes when hosts were busy until an instant. */
export async function deletePastBusyTimes(db: Connection, until: Temporal.Instant): Promise<void> {
	await db.deleteFrom("busyTimes").where("endsAt", "<", toInstantText(until)).execute();
}
