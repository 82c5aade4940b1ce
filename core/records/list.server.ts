import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { Connection, Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { isAmongRecords, toFirstRecordId, toStoredRecord, type StoredRecord } from "./record-store.server.ts";
import { countedAtMost } from "./counted-at-most.ts";
import { listDoneKeys, listStageKeys, type RecordKind } from "./record-kind.ts";

export const sortings = ["received", "changed", "follow-up", "name", "moment"] as const;
export type Sorting = (typeof sortings)[number];

/** Which records are meant; the given conditions together. */
export type RecordsFilter = {
	/** Of one kind; without it, of every kind in `kinds`. */
	kind?: RecordKind | undefined;
	/** The kinds that whoever asks may see. */
	kinds: readonly RecordKind[];
	/** Keys of stages; needs a kind. */
	stages?: readonly string[] | undefined;
	/** Id of an account, or "nobody". */
	owner?: string | undefined;
	/** Those that an account works on, and those that nobody does. */
	ownerOrNobody?: string | undefined;
	/** Those in stages in which something is left to be done. */
	open?: boolean | undefined;
	/** Those to be followed up on a day or before. */
	followUpBy?: Temporal.PlainDate | undefined;
	/** Those that came before this second. */
	before?: Temporal.Instant | undefined;
	/** Those that came in this second or later. */
	since?: Temporal.Instant | undefined;
	/** Those that take place at an instant or later, and before one; needs a kind whose records have a moment of their own. */
	momentFrom?: Temporal.Instant | undefined;
	momentBefore?: Temporal.Instant | undefined;
	/** Those in quarantine alone, or all; without it, those that are not. */
	spam?: "only" | "too" | undefined;
	/** Those that wait for a first answer. */
	unanswered?: boolean | undefined;
	/** Those that a search has found (searchRecords). */
	found?: readonly number[] | undefined;
	senderEmail?: string | undefined;
	/** What they are about and by which way they came, as their feature names it. */
	topic?: string | undefined;
	source?: string | undefined;
};

/** A record of a list. */
type ListedRecord = StoredRecord & {
	/** When it takes place, where its kind has such a moment. */
	moment: Temporal.Instant | undefined;
};

export type RecordsPage = {
	records: ListedRecord[];
	/** Asks for the records that follow; undefined when there are none. */
	next: string | undefined;
};

export type ListOptions = {
	limit: number;
	sort?: Sorting;
	/** Names rise, days of follow-up and moments come nearest first, and what came or changed last is first, unless this turns it round. */
	turned?: boolean;
	/** `next` of the page before. */
	after?: string | undefined;
};

const columns = { received: "id", changed: "changedAt", "follow-up": "followUpOn", name: "senderName" } as const;

/** Counts the records of a kind that should have had an answer by now, whichever it is. */
export async function countForgotten(
	database: Pick<Database, "db" | "kind">,
	kind: RecordKind,
	now: Temporal.Instant,
): Promise<number> {
	if (kind.answerWithinDays === undefined) return 0;
	const before = now.subtract({ hours: 24 * kind.answerWithinDays });
	return countRecords(database, { kinds: [kind], kind, unanswered: true, before });
}

/** Lists records a page at a time; a page costs the same, however many records there are. */
export async function listRecords(
	{ db, kind }: Pick<Database, "db" | "kind">,
	filter: RecordsFilter,
	{ limit, sort = "received", turned = false, after }: ListOptions,
): Promise<RecordsPage> {
	const isByMoment = readsByMoment(filter, sort);
	const moment = writeMoment(filter.kind, isByMoment);
	const column = sort === "moment" ? moment : sql.ref<string | number>(columns[sort]);
	const isById = sort === "received";
	const falls = (sort === "received" || sort === "changed") !== turned;
	const direction = falls ? "desc" : "asc";
	const start = readCursor(after);
	const beyond = sql.raw(falls ? "<" : ">");
	const rows = await select(db, kind, filter, isByMoment)
		.selectAll("records")
		.select(moment.as("moment"))
		.$if(sort === "follow-up", (query) => query.where("followUpOn", "is not", null))
		.$if(start !== undefined && isById, (query) => query.where("id", falls ? "<" : ">", start?.id as number))
		.$if(start !== undefined && !isById, (query) =>
			// The first condition is for the index, where the two columns stand in two tables.
			query
				.where(sql<boolean>`${column} ${beyond}= ${start?.value}`)
				.where(sql<boolean>`(${column}, id) ${beyond} (${start?.value}, ${start?.id})`),
		)
		.$if(!isById, (query) => query.orderBy(column, direction))
		.orderBy("id", direction)
		.limit(limit + 1)
		.execute();
	const records = rows.slice(0, limit).map((row) => ({
		...toStoredRecord(row),
		moment: filter.kind?.moment && row.moment !== null ? Temporal.Instant.from(row.moment) : undefined,
	}));
	const last = rows.length > limit ? rows[limit - 1] : undefined;
	const value = last && (sort === "moment" ? last.moment : last[columns[sort]]);
	return { records, next: last && writeCursor({ id: Number(last.id), value: String(value ?? "") }) };
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

/**
 * Tells whether records are found soonest in the order of their moments: unless few are left by something else, or most are wanted in
 * another order.
 *
 * @param sort undefined where they are counted
 */
function readsByMoment(filter: RecordsFilter, sort?: Sorting): boolean {
	const { kind, momentFrom, momentBefore, owner, followUpBy, senderEmail, found } = filter;
	const isOfFew =
		(owner !== undefined && owner !== "nobody") ||
		followUpBy !== undefined ||
		senderEmail !== undefined ||
		found !== undefined;
	if (kind?.moment === undefined || isOfFew) return false;
	return sort === "moment" || momentFrom !== undefined || (momentBefore !== undefined && sort === undefined);
}

/** A kind without moments has only the time at which its records came. */
function writeMoment(kind: RecordKind | undefined, isByMoment: boolean): RawBuilder<string | null> {
	if (!kind?.moment) return sql`received_at`;
	const { table, column } = kind.moment;
	return isByMoment
		? sql`moment`
		: sql`(select of_moment.${column} from ${table} as of_moment where of_moment.reference = records.reference)`;
}

/** Reads records alone, or by way of their moments, in the order of those: what is found is then found without looking at all others. */
function selectFrom(
	db: Connection,
	kind: RecordKind | undefined,
	isByMoment: boolean,
): SelectQueryBuilder<Tables, "records", object> {
	if (!isByMoment || !kind?.moment) return db.selectFrom("records");
	const { table, column } = kind.moment;
	// SQLite reads what stands first in a cross join first.
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
	const { senderEmail, before, topic, source, momentFrom, momentBefore } = filter;
	let query = selectFrom(db, kind, isByMoment);
	// Few records have a day of follow-up. SQLite, which does not know, would go through all of a kind; the plus keeps other indexes from it.
	const isByDay = databaseKind === "sqlite" && followUpBy !== undefined;
	const name = <Value>(column: "kind" | "spam" | "ownerId") =>
		isByDay ? sql<Value>`+${sql.ref(column)}` : sql.ref<Value>(column);
	query = query.where(
		name<string>("kind"),
		"in",
		(kind ? [kind] : kinds).map((one) => one.name),
	);
	if (spam !== "too") query = query.where(name<number>("spam"), "=", spam === "only" ? 1 : 0);
	if (kind && stages) query = query.where("stage", "in", listStageKeys(kind, stages));
	if (owner !== undefined)
		query = owner === "nobody" ? query.where("ownerId", "is", null) : query.where("ownerId", "=", owner);
	if (ownerOrNobody !== undefined)
		query = query.where((where) =>
			where.or([where(name("ownerId"), "is", null), where(name("ownerId"), "=", ownerOrNobody)]),
		);
	if (followUpBy) query = query.where("followUpOn", "<=", followUpBy.toString());
	if (since) query = query.where("id", ">=", toFirstRecordId(since));
	if (before) query = query.where("id", "<", toFirstRecordId(before));
	if (senderEmail !== undefined) query = query.where("senderEmail", "=", senderEmail.toLowerCase());
	if (topic !== undefined) query = query.where("topic", "=", topic);
	if (source !== undefined) query = query.where("source", "=", source);
	if (unanswered) query = query.where("answeredAt", "is", null);
	if (unanswered || open)
		query = query.where((where) =>
			where.or(
				kinds.map((one) =>
					where.and([where(name("kind"), "=", one.name), where("stage", "not in", listDoneKeys(one))]),
				),
			),
		);
	const moment = writeMoment(kind, isByMoment);
	if (kind?.moment && momentFrom) query = query.where(moment, ">=", toInstantText(momentFrom));
	if (kind?.moment && momentBefore) query = query.where(moment, "<", toInstantText(momentBefore));
	if (found) query = query.where(isAmongRecords(databaseKind, found));
	return query;
}

/** Where a page ends. It stands in addresses, so it may be anything when it comes back. */
function writeCursor({ id, value }: { id: number; value: string }): string {
	return `${id.toString(36)}.${Buffer.from(value).toString("base64url")}`;
}

function readCursor(text: string | undefined): { id: number; value: string } | undefined {
	const [, id, value] = /^([\da-z]{1,11})\.([\w-]*)$/.exec(text ?? "") ?? [];
	if (id === undefined || value === undefined) return undefined;
	const number = Number.parseInt(id, 36);
	return Number.isSafeInteger(number) ? { id: number, value: Buffer.from(value, "base64url").toString() } : undefined;
}
