import { z } from "zod";
import { clockTolerance } from "../../platform/clock.ts";
import { splitIntoBatches } from "../../platform/database/batches.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import type { Interval } from "../../shared/interval.ts";
import { hostsChangeKey } from "./host-store.server.ts";
import { readInterval, toIntervalColumns } from "./interval-columns.ts";
import type { BusyTimes } from "./read-busy-times.ts";

type BusyCalendarsTable = {
	id: string;
	hostId: string;
	/** Secret: it gives access to the calendar. */
	address: string;
	createdAt: string;
	/** When to read it next; while one server reads it, when that server's claim expires. */
	dueAt: string;
	triedAt: string | null;
	/** When it was last read successfully. */
	readAt: string | null;
	failingSince: string | null;
	error: string | null;
	etag: string | null;
	lastModified: string | null;
	/** Of the content read last, and of what was asked of it. */
	contentHash: string | null;
	/** Until when its events are expanded. */
	expandedUntil: string | null;
	/** JSON: what could not be read of it; null for nothing. */
	problems: string | null;
};

/** When a host is busy elsewhere, and nothing else about it. */
type BusyTimesTable = { calendarId: string; hostId: string; startsAt: string; endsAt: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		busyCalendars: BusyCalendarsTable;
		busyTimes: BusyTimesTable;
	}
}

/** A calendar as its host sees it: only the hostname of its address. */
export type BusyCalendar = {
	id: string;
	hostId: string;
	/** The hostname in the address, such as calendar.google.com. */
	site: string;
	createdAt: Temporal.Instant;
	/** Undefined until it was read once. */
	readAt: Temporal.Instant | undefined;
	/** The error since the last successful read; times read before still count. */
	failure: { error: string; since: Temporal.Instant } | undefined;
	/** The parts of it that could not be read, the first few in words; the rest counts. */
	problems: { count: number; first: string[] } | undefined;
};

const maxBusyCalendars = 10;
const problemsSchema = z.object({ count: z.number(), first: z.array(z.string()) });

/**
 * Adds a calendar of a host, to be read soon, and returns its id.
 * @param address as readCalendarAddress returns it
 * @returns undefined, with nothing stored, when the host has it already or has reached the limit
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
		.values({ id, hostId, address, createdAt: toInstantText(now), dueAt: toInstantText(now) })
		.execute();
	await recordChange(transaction, [hostsChangeKey]);
	return id;
}

/** Lists the calendars of a host, or of all, in the order in which they were added. */
export async function listBusyCalendars(db: Connection, { hostId }: { hostId?: string } = {}): Promise<BusyCalendar[]> {
	const rows = await db
		.selectFrom("busyCalendars")
		.select(["id", "hostId", "address", "createdAt", "readAt", "failingSince", "error", "problems"])
		.$if(hostId !== undefined, (query) => query.where("hostId", "=", hostId as string))
		.orderBy("createdAt")
		.orderBy("id")
		.execute();
	return rows.map(({ address, createdAt, readAt, failingSince, error, problems, ...row }) => ({
		...row,
		site: new URL(address).host,
		createdAt: Temporal.Instant.from(createdAt),
		readAt: toOptionalInstant(readAt),
		failure:
			error === null || failingSince === null ? undefined : { error, since: Temporal.Instant.from(failingSince) },
		problems: problems === null ? undefined : problemsSchema.parse(JSON.parse(problems)),
	}));
}

/** Counts a host's busy times from an instant on, by the calendar's id. */
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

/** Makes a calendar due now; false when the host does not have it. */
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

/** Deletes a calendar and its busy times; false when the host does not have it. */
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
	await recordChange(transaction, [hostsChangeKey]);
	return true;
}

/** Deletes all calendars of a host. */
export async function deleteBusyCalendarsOf(transaction: WriteTransaction, hostId: string): Promise<void> {
	await transaction.deleteFrom("busyCalendars").where("hostId", "=", hostId).execute();
	await transaction.deleteFrom("busyTimes").where("hostId", "=", hostId).execute();
}

/**
 * Lists busy times during an interval, earliest first, of one host or of all. A host with a calendar that was never read is busy
 * throughout: nobody knows when they are free.
 */
export async function listBusyTimes(
	db: Connection,
	interval: Interval,
	{ hostId }: { hostId?: string } = {},
): Promise<({ hostId: string } & Interval)[]> {
	const columns = toIntervalColumns(interval);
	const rows = await db
		.selectFrom("busyTimes")
		.select(["hostId", "startsAt", "endsAt"])
		.where("endsAt", ">", columns.startsAt)
		.where("startsAt", "<", columns.endsAt)
		.$if(hostId !== undefined, (query) => query.where("hostId", "=", hostId as string))
		.orderBy("startsAt")
		.execute();
	const unread = await db
		.selectFrom("busyCalendars")
		.select("hostId")
		.distinct()
		.where("readAt", "is", null)
		.$if(hostId !== undefined, (query) => query.where("hostId", "=", hostId as string))
		.execute();
	return [...unread.map((host) => ({ ...host, ...interval })), ...rows.map(readInterval)];
}

/** How often a calendar is read, and when a server's claim on it expires. */
const readEvery = Temporal.Duration.from({ minutes: 5 });
const leaseFor = Temporal.Duration.from({ minutes: 3 });

/** A calendar that this process is reading. */
export type ClaimedCalendar = {
	id: string;
	hostId: string;
	address: string;
	etag: string | undefined;
	lastModified: string | undefined;
	contentHash: string | undefined;
	expandedUntil: Temporal.Instant | undefined;
};

/** Claims a due calendar for some minutes; undefined when none is due. */
export async function claimDueCalendar(
	database: Pick<Database, "db" | "write">,
	now: Temporal.Instant,
): Promise<ClaimedCalendar | undefined> {
	for (;;) {
		const due = await database.db
			.selectFrom("busyCalendars")
			.selectAll()
			// None waits for longer than the tolerance, unless the clock was wrong.
			.where((where) =>
				where.or([
					where("dueAt", "<=", toInstantText(now)),
					where("dueAt", ">", toInstantText(now.add(clockTolerance))),
				]),
			)
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
		// Another server claimed it: there may be another.
		if (numUpdatedRows === 0n) continue;
		const { id, hostId, address, etag, lastModified, contentHash, expandedUntil } = due;
		return {
			id,
			hostId,
			address,
			etag: etag ?? undefined,
			lastModified: lastModified ?? undefined,
			contentHash: contentHash ?? undefined,
			expandedUntil: toOptionalInstant(expandedUntil),
		};
	}
}

/** Records that a calendar was read without changes. */
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

/** Records why a calendar could not be read; times read before stay. Returns whether the error is new. */
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

/** Replaces a calendar's busy times, and what could not be read of it. */
export async function storeBusyTimes(
	database: Pick<Database, "write">,
	{ id, hostId }: Pick<ClaimedCalendar, "id" | "hostId">,
	{ times, problems, problemCount }: BusyTimes,
	read: {
		etag: string | undefined;
		lastModified: string | undefined;
		hash: string;
		until: Temporal.Instant;
		now: Temporal.Instant;
	},
): Promise<void> {
	const rows = times.map((time) => ({ calendarId: id, hostId, ...toIntervalColumns(time) }));
	await database.write(async (transaction) => {
		const calendar = await transaction
			.selectFrom("busyCalendars")
			.select("readAt")
			.where("id", "=", id)
			.executeTakeFirst();
		// Its host removed it meanwhile.
		if (!calendar) return;
		await transaction
			.updateTable("busyCalendars")
			.set({
				...readNow(read.now),
				etag: read.etag ?? null,
				lastModified: read.lastModified ?? null,
				contentHash: read.hash,
				expandedUntil: toInstantText(read.until),
				problems: problemCount === 0 ? null : JSON.stringify({ count: problemCount, first: problems }),
			})
			.where("id", "=", id)
			.execute();
		// Until now its host was busy throughout.
		if (calendar.readAt === null) await recordChange(transaction, [hostsChangeKey]);
		const before = await transaction
			.selectFrom("busyTimes")
			.select(["startsAt", "endsAt"])
			.where("calendarId", "=", id)
			.execute();
		const known = new Set(before.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`));
		if (known.size === rows.length && rows.every(({ startsAt, endsAt }) => known.has(`${startsAt} ${endsAt}`))) return;
		await transaction.deleteFrom("busyTimes").where("calendarId", "=", id).execute();
		for (const batch of splitIntoBatches(rows)) await transaction.insertInto("busyTimes").values(batch).execute();
		await recordChange(transaction, [hostsChangeKey]);
	});
}

/** Deletes busy times that ended before an instant. */
export async function deletePastBusyTimes(db: Connection, until: Temporal.Instant): Promise<void> {
	await db.deleteFrom("busyTimes").where("endsAt", "<", toInstantText(until)).execute();
}
