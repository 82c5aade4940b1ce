import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { Connection, Database } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { countedAtMost } from "./counted-at-most.ts";
import { whereFacet } from "./facets.server.ts";
import { whereAtStage, whereDone, whereOpen } from "./final-stages.server.ts";
import { listSourceKeys, type RecordKind } from "./record-kind.ts";
import { isAmongRecords, toFirstRecordId, toStoredRecord, type StoredRecord } from "./record-store.server.ts";
import { whereAwake, whereSnoozed } from "./snooze.server.ts";

export const sortings = ["received", "changed", "follow-up", "name", "moment", "arrived"] as const;
export type Sorting = (typeof sortings)[number];

/** Conditions that all have to hold. */
export type RecordsFilter = {
	/** Without it, every kind in `kinds`. */
	kind?: RecordKind | undefined;
	/** The kinds that the person may see. */
	kinds: readonly RecordKind[];
	/** Keys of stages; needs a kind. */
	stages?: readonly string[] | undefined;
	/** Id of an account, or "nobody". */
	owner?: string | undefined;
	/** Records of this account and unassigned ones. */
	ownerOrNobody?: string | undefined;
	/** Records in open stages, or in final ones. */
	open?: boolean | undefined;
	/** Follow-up on this day or earlier. */
	followUpBy?: Temporal.PlainDate | undefined;
	/** Those with a day to follow up, which the order by that day needs. */
	hasFollowUp?: boolean;
	/** Received before this second. */
	before?: Temporal.Instant | undefined;
	/** Received in this second or later. */
	since?: Temporal.Instant | undefined;
	/** A moment in this interval; needs a kind with a moment. */
	momentFrom?: Temporal.Instant | undefined;
	momentBefore?: Temporal.Instant | undefined;
	/** Only quarantined records, or all; without it, those that are not quarantined. */
	spam?: "only" | "too" | undefined;
	/** Records without a first answer, whose senders can get one. */
	unanswered?: boolean | undefined;
	/** Records that have awaited a reply since before this instant: since the sender's later message, or their receipt. */
	awaitedBefore?: Temporal.Instant | undefined;
	/** Records that are not snoozed at this instant, or only those that are; without either, all. */
	awakeAt?: Temporal.Instant | undefined;
	snoozedAt?: Temporal.Instant | undefined;
	/** Records whose senders are in the talent pool at this instant. */
	pooledAt?: Temporal.Instant | undefined;
	/** Open records whose senders wrote after the last reply. */
	wroteAgain?: boolean | undefined;
	/** Results of searchRecords. */
	found?: readonly number[] | undefined;
	/** Addresses of a person, in any case. */
	senderEmails?: readonly string[] | undefined;
	/** A topic or a source, as the feature names it; a source needs a kind. */
	topic?: string | undefined;
	source?: string | undefined;
	/** Keys of properties (writeFacet), which all have to hold. */
	facets?: readonly string[] | undefined;
};

export type ListedRecord = StoredRecord & {
	/** Undefined where the kind has no moment. */
	moment: Temporal.Instant | undefined;
};

export type RecordsPage = {
	records: ListedRecord[];
	/** Cursor of the next page; undefined on the last. */
	next: string | undefined;
};

export type ListOptions = {
	limit: number;
	sort?: Sorting;
	/** Reverses the order: names ascending, follow-ups and moments nearest first, receipts, arrivals and changes latest first. */
	turned?: boolean;
	/** `next` of the previous page. */
	after?: string | undefined;
};

/** Since when a record awaits a reply: the sender's later message, or its receipt. */
export const awaitedSince = sql<string>`coalesce(records.awaiting_since, records.received_at)`;

const columns = { received: "id", changed: "changedAt", "follow-up": "followUpOn" } as const;

/** The name, as the index has it. */
const nameKey = sql<string>`coalesce(records.name_key, '')`;

/**
 * Lists records page by page; the cost of a page does not depend on the number of records. They have arrived when they were received, or
 * when they came back from a snooze.
 */
export async function listRecords(
	database: Pick<Database, "db" | "kind">,
	filter: RecordsFilter,
	{ sort = "received", ...options }: ListOptions,
): Promise<RecordsPage> {
	return sort === "arrived"
		? listArrived(database, filter, options)
		: listSorted(database, filter, { sort, ...options });
}

async function listSorted(
	{ db, kind }: Pick<Database, "db" | "kind">,
	filter: RecordsFilter,
	{ limit, sort, turned = false, after }: ListOptions & { sort: Exclude<Sorting, "arrived"> },
): Promise<RecordsPage> {
	const isByMoment = readsByMoment(filter, sort);
	const moment = writeMoment(filter.kind, isByMoment);
	const column = sort === "moment" ? moment : sort === "name" ? nameKey : sql.ref<string | number>(columns[sort]);
	const isById = sort === "received";
	const falls = (sort === "received" || sort === "changed") !== turned;
	const direction = falls ? "desc" : "asc";
	const cursor = readCursor(after);
	const start = cursor && sort === "name" ? await findName(db, cursor.id) : cursor;
	const beyond = sql.raw(falls ? "<" : ">");
	const rows = await select(db, kind, filter, isByMoment)
		.selectAll("records")
		.select(moment.as("moment"))
		.$if(start !== undefined && isById, (query) => query.where("id", falls ? "<" : ">", start?.id as number))
		.$if(start !== undefined && !isById, (query) =>
			// The first condition serves the index, where the two columns are in two tables.
			query
				.where(sql<boolean>`${column} ${beyond}= ${start?.value}`)
				.where(sql<boolean>`(${column}, id) ${beyond} (${start?.value}, ${start?.id})`),
		)
		.$if(!isById, (query) => query.orderBy(column, direction))
		.orderBy("id", direction)
		.limit(limit + 1)
		.execute();
	const records = rows.slice(0, limit).map((row) => toListedRecord(filter, row));
	const last = rows.length > limit ? rows[limit - 1] : undefined;
	// No address has a person's name.
	const value = last && sort !== "name" ? (sort === "moment" ? last.moment : last[columns[sort]]) : "";
	return { records, next: last && writeCursor({ id: Number(last.id), value: String(value ?? "") }) };
}

/** Finds the key of the name at a page's end by its record; undefined when that is gone. */
async function findName(db: Connection, id: number): Promise<{ id: number; value: string } | undefined> {
	const row = await db.selectFrom("records").select(nameKey.as("value")).where("id", "=", id).executeTakeFirst();
	return row && { id, value: row.value };
}

/** Merges the few records that were snoozed once, by their return, with all others, by their numbers. */
async function listArrived(
	{ db, kind }: Pick<Database, "db" | "kind">,
	filter: RecordsFilter,
	{ limit, turned = false, after }: Omit<ListOptions, "sort">,
): Promise<RecordsPage> {
	const isByMoment = readsByMoment(filter, "arrived");
	const direction = turned ? "asc" : "desc";
	const beyond = turned ? ">" : "<";
	const start = readCursor(after);
	const second = readSecond(start?.value);
	const selected = () =>
		select(db, kind, filter, isByMoment)
			.selectAll("records")
			.select(writeMoment(filter.kind, isByMoment).as("moment"))
			.orderBy("records.id", direction)
			.limit(limit + 1);
	const received = await selected()
		.where("snoozedUntil", "is", null)
		.$if(start !== undefined, (query) => {
			const first = toFirstRecordId(second);
			const next = toFirstRecordId(second.add({ seconds: 1 }));
			const id = start?.id as number;
			return query.where("id", beyond, turned ? Math.max(id, first - 1) : Math.min(Math.max(id, first), next));
		})
		.execute();
	const returned = await selected()
		.clearOrderBy()
		.orderBy("snoozedUntil", direction)
		.orderBy("records.id", direction)
		.where("snoozedUntil", "is not", null)
		.$if(start !== undefined, (query) =>
			query.where(sql<boolean>`(snoozed_until, id) ${sql.raw(beyond)} (${toInstantText(second)}, ${start?.id})`),
		)
		.execute();
	const merged = [...received, ...returned]
		.map((row) => toListedRecord(filter, row))
		.toSorted((a, b) => (secondOfArrival(a) - secondOfArrival(b) || a.id - b.id) * (turned ? 1 : -1));
	const records = merged.slice(0, limit);
	const last = merged.length > limit ? records.at(-1) : undefined;
	return { records, next: last && writeCursor({ id: last.id, value: String(secondOfArrival(last)) }) };
}

/** In seconds since 1970. A record's number begins with the second of its receipt. */
function secondOfArrival({ snoozedUntil, id }: StoredRecord): number {
	return Math.floor(snoozedUntil ? snoozedUntil.epochMilliseconds / 1_000 : id / 2 ** 22);
}

/** Of a cursor, which is untrusted. */
function readSecond(text = ""): Temporal.Instant {
	return Temporal.Instant.fromEpochMilliseconds(/^\d{1,11}$/.test(text) ? Number(text) * 1_000 : 0);
}

function toListedRecord(
	{ kind }: RecordsFilter,
	row: Parameters<typeof toStoredRecord>[0] & { moment: string | null },
): ListedRecord {
	return {
		...toStoredRecord(row),
		moment: kind?.moment && toOptionalInstant(row.moment),
	};
}

/** Counts records, up to one more than `countedAtMost`. */
export async function countRecords(
	{ db, kind }: Pick<Database, "db" | "kind">,
	filter: RecordsFilter,
): Promise<number> {
	const { count } = await db
		.selectFrom(
			select(db, kind, filter, readsByMoment(filter))
				.select("id")
				.limit(countedAtMost + 1)
				.as("some"),
		)
		.select((of) => of.fn.countAll<number | string>().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Counts the records of each filter with one query, up to one more than `atMost`. */
export async function countEach<Key extends string>(
	{ db, kind }: Pick<Database, "db" | "kind">,
	filters: ReadonlyMap<Key, RecordsFilter>,
	atMost: number,
): Promise<Map<Key, number>> {
	const asked = [...filters];
	if (asked.length === 0) return new Map();
	const counts = await db
		.selectNoFrom((of) =>
			asked.map(([, filter], index) =>
				of
					.selectFrom(
						select(db, kind, filter, readsByMoment(filter))
							.select("id")
							.limit(atMost + 1)
							.as("some"),
					)
					.select((some) => some.fn.countAll<number | string>().as("count"))
					.as(`count${index}`),
			),
		)
		.executeTakeFirstOrThrow();
	return new Map(asked.map(([key], index) => [key, Number(counts[`count${index}`])]));
}

/**
 * Tells whether reading in the order of moments is fastest: unless another condition leaves few records, or most are wanted in another
 * order.
 * @param sort undefined for counts
 */
function readsByMoment(filter: RecordsFilter, sort?: Sorting): boolean {
	const { kind, momentFrom, momentBefore, owner, followUpBy, senderEmails, found } = filter;
	const isOfFew =
		(owner !== undefined && owner !== "nobody") ||
		followUpBy !== undefined ||
		senderEmails !== undefined ||
		found !== undefined;
	if (kind?.moment === undefined || isOfFew) return false;
	return sort === "moment" || momentFrom !== undefined || (momentBefore !== undefined && sort === undefined);
}

/** A kind without moments only has the time of receipt. */
function writeMoment(kind: RecordKind | undefined, isByMoment: boolean): RawBuilder<string | null> {
	if (!kind?.moment) return sql`received_at`;
	const { table, column } = kind.moment;
	return isByMoment
		? sql`moment`
		: sql`(select of_moment.${column} from ${table} as of_moment where of_moment.reference = records.reference)`;
}

/** Reads records directly, or by their moments in their order, which avoids reading all others. */
function selectFrom(
	db: Connection,
	kind: RecordKind | undefined,
	isByMoment: boolean,
): SelectQueryBuilder<Tables, "records", object> {
	if (!isByMoment || !kind?.moment) return db.selectFrom("records");
	const { table, column } = kind.moment;
	// SQLite reads the first table of a cross join first.
	return db
		.selectFrom(sql`(select reference as moment_of, ${column} as moment from ${table})`.as("moments"))
		.crossJoin("records")
		.where(sql<boolean>`moment_of = records.reference`) as unknown as SelectQueryBuilder<Tables, "records", object>;
}

function select(
	db: Connection,
	databaseKind: Database["kind"],
	filter: RecordsFilter,
	isByMoment: boolean,
): SelectQueryBuilder<Tables, "records", object> {
	const { kind, kinds, stages, owner, ownerOrNobody, open, followUpBy, since, spam, unanswered, found } = filter;
	const { senderEmails, before, awaitedBefore, topic, source, momentFrom, momentBefore, awakeAt, snoozedAt } = filter;
	let query = selectFrom(db, kind, isByMoment);
	// Few records have a follow-up. SQLite does not know and would read all of a kind; the plus keeps it from other indexes.
	const isByDay = databaseKind === "sqlite" && followUpBy !== undefined;
	const name = <Value>(column: "kind" | "spam" | "ownerId") =>
		isByDay ? sql<Value>`+${sql.ref(column)}` : sql.ref<Value>(column);
	query = query.where(
		name<string>("kind"),
		"in",
		(kind ? [kind] : kinds).map((one) => one.name),
	);
	if (spam !== "too") query = query.where(name<number>("spam"), "=", spam === "only" ? 1 : 0);
	if (kind && stages) query = query.where(whereAtStage(kind, stages));
	if (owner !== undefined)
		query = owner === "nobody" ? query.where("ownerId", "is", null) : query.where("ownerId", "=", owner);
	if (ownerOrNobody !== undefined)
		query = query.where((where) =>
			where.or([where(name("ownerId"), "is", null), where(name("ownerId"), "=", ownerOrNobody)]),
		);
	if (followUpBy) query = query.where("followUpOn", "<=", followUpBy.toString());
	if (filter.hasFollowUp) query = query.where("followUpOn", "is not", null);
	if (since) query = query.where("id", ">=", toFirstRecordId(since));
	if (before) query = query.where("id", "<", toFirstRecordId(before));
	if (senderEmails !== undefined)
		query = query.where(
			"senderEmail",
			"in",
			senderEmails.map((address) => address.toLowerCase()),
		);
	if (topic !== undefined) query = query.where("topic", "=", topic);
	if (kind && source !== undefined) query = query.where("source", "in", listSourceKeys(kind, source));
	for (const facet of filter.facets ?? []) query = query.where(whereFacet(facet));
	// Nobody can answer a sender without an address.
	if (unanswered)
		query = query
			.where((where) => where.or([where("answeredAt", "is", null), where("awaitingSince", "is not", null)]))
			.where("senderEmail", "<>", "");
	if (awaitedBefore)
		query = query
			// For the index; the instant decides.
			.where("id", "<", toFirstRecordId(awaitedBefore.add({ seconds: 1 })))
			.where(awaitedSince, "<", toInstantText(awaitedBefore));
	if (filter.wroteAgain) query = query.where("awaitingSince", "is not", null);
	if (unanswered || filter.wroteAgain || open) query = query.where(whereOpen(kinds, name("kind")));
	if (open === false) query = query.where(whereDone(kinds, name("kind")));
	const moment = writeMoment(kind, isByMoment);
	if (kind?.moment && momentFrom) query = query.where(moment, ">=", toInstantText(momentFrom));
	if (kind?.moment && momentBefore) query = query.where(moment, "<", toInstantText(momentBefore));
	if (awakeAt) query = query.where(whereAwake(awakeAt));
	if (snoozedAt) query = query.where(whereSnoozed(snoozedAt));
	if (filter.pooledAt) query = query.where("poolUntil", ">", toInstantText(filter.pooledAt));
	if (found) query = query.where(isAmongRecords(databaseKind, found));
	return query;
}

/** A page's end. It comes back in addresses, so it is untrusted. */
function writeCursor({ id, value }: { id: number; value: string }): string {
	return `${id.toString(36)}.${Buffer.from(value).toString("base64url")}`;
}

function readCursor(text: string | undefined): { id: number; value: string } | undefined {
	const [, id, value] = /^([\da-z]{1,11})\.([\w-]*)$/.exec(text ?? "") ?? [];
	if (id === undefined || value === undefined) return undefined;
	const number = Number.parseInt(id, 36);
	return Number.isSafeInteger(number) ? { id: number, value: Buffer.from(value, "base64url").toString() } : undefined;
}
