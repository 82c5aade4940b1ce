import { hash } from "node:crypto";
import { sql, type Generated, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant, toOptionalInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { deleteEventsOf } from "../webhooks/delivery-store.server.ts";
import { joinFacets } from "./facets.ts";
import { toNameKey } from "./name-key.ts";
import { writeArrival, writeChange, type EventRecord } from "./record-events.server.ts";
import { deleteRecordLinks } from "./record-links.server.ts";
import { findWantedNumber, listSearchWords, listWantedWords } from "./search-words.ts";
import { toDomainKey } from "./sender-domain.ts";

/** Per transaction. */
const missingAtOnce = 100;

type RecordsTable = {
	/** Sorts by receipt: seconds since 1970 times 2^22, plus bits of the reference. */
	id: number | string;
	reference: string;
	/** Such as "enquiry". */
	kind: string;
	receivedAt: string;
	/** The sender; the address in lower case. */
	senderName: string;
	senderEmail: string;
	/** 1 while it is in quarantine. */
	spam: number;
	/** Empty until it changes: the first of its kind. */
	stage: string;
	ownerId: string | null;
	/** A day in the company's zone. */
	followUpOn: string | null;
	/** Until when it is snoozed, or when it came back; null if it never was, and in records of the release before. */
	snoozedUntil: Generated<string | null>;
	/** In whole units of the company's currency; null for none. */
	value: Generated<number | string | null>;
	/** Key of a reason of the stage; null for none. */
	reason: Generated<string | null>;
	/** The import that it came with; null for others. */
	importNumber: Generated<number | null>;
	/** Counts changes of the fields that members set, and the sender's messages. */
	version: number;
	/** When the first reply left. */
	answeredAt: string | null;
	/** When the sender wrote again after the last reply; null while nothing has to be answered again. */
	awaitingSince: Generated<string | null>;
	/** Last change, including notes and replies. */
	changedAt: string;
	/** Empty for none. */
	topic: Generated<string>;
	source: Generated<string>;
	/** Between line feeds, as joinFacets writes them; null for none. */
	facets: Generated<string | null>;
	/** When its sender agreed to be kept for later, and until when. */
	poolSince: Generated<string | null>;
	poolUntil: Generated<string | null>;
	/** The words that they agreed to; null in consents of earlier releases. */
	poolText: Generated<string | null>;
	/** Of the address, as toDomainKey writes it; null in records of the release before. */
	senderDomain: Generated<string | null>;
	/** The name as lists sort it, as toNameKey writes it; null in records of the release before. */
	nameKey: Generated<string | null>;
};

/** Search words as listSearchWords returns them. `id` is the record's. */
type RecordWordsTable = {
	id: number | string;
	/** From the visitor. */
	words: string;
	/** From staff. */
	staffWords: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		records: RecordsTable;
		recordWords: RecordWordsTable;
	}
}

/** Core's view of anything that a visitor sends. */
export type NewRecord = Omit<EventRecord, "ownerId"> & {
	/** Searchable texts besides reference, name and address. */
	texts: readonly string[];
	/** Properties besides topic and source by which lists can be filtered, from writeFacet and listAnswerFacets. */
	facets?: readonly string[];
};

/** Staff's side of a record. */
export type StoredRecord = {
	id: number;
	reference: string;
	kind: string;
	receivedAt: Temporal.Instant;
	senderName: string;
	senderEmail: string;
	spam: boolean;
	/** Undefined until it changes: the first of its kind. */
	stage: string | undefined;
	ownerId: string | undefined;
	followUpOn: Temporal.PlainDate | undefined;
	/** Until when it is snoozed, or when it came back (isSnoozed). */
	snoozedUntil: Temporal.Instant | undefined;
	/** In whole units of the company's currency. */
	value: number | undefined;
	/** Key of a reason of the stage; a key that the stage lacks belongs to an earlier stage. */
	reason: string | undefined;
	version: number;
	answeredAt: Temporal.Instant | undefined;
	/** When the sender wrote again after the last reply. */
	awaitingSince: Temporal.Instant | undefined;
	changedAt: Temporal.Instant;
	/** Its topic or source; empty for none. */
	topic: string;
	source: string;
};

/** Change keys of a record. */
export function changeKeysOfRecord({ reference, kind }: Pick<StoredRecord, "reference" | "kind">): string[] {
	return [`record:${reference}`, `records:${kind}`];
}

/** How staff's side of a record begins, as far as anything is known of it. */
export type RecordStart = {
	/** The words of its first note, to find it by. */
	note?: string | undefined;
	ownerId?: string | undefined;
	followUpOn?: Temporal.PlainDate | undefined;
	/** When its owner answered it, if they already have. */
	answeredAt?: Temporal.Instant | undefined;
};

/** Creates staff's side of a record within the transaction that stores it. */
export async function registerRecord(
	transaction: WriteTransaction,
	record: NewRecord,
	{ note = "", ownerId, followUpOn, answeredAt }: RecordStart = {},
): Promise<void> {
	const receivedAt = toInstantText(record.receivedAt);
	let id = createRecordId(record);
	while (!(await insert(id))) id += 1;
	await transaction
		.insertInto("recordWords")
		.values({ id, words: writeRecordWords(record), staffWords: listSearchWords(note).join(" ") })
		.execute();
	await recordChange(transaction, changeKeysOfRecord(record));
	await writeArrival(transaction, { ...record, ownerId }, record.receivedAt);

	/** Returns false when the number was in use. */
	async function insert(free: number): Promise<boolean> {
		const inserted = await transaction
			.insertInto("records")
			.values({
				id: free,
				reference: record.reference,
				kind: record.kind,
				receivedAt,
				senderName: record.senderName,
				senderEmail: record.senderEmail.toLowerCase(),
				senderDomain: toDomainKey(record.senderEmail),
				nameKey: toNameKey(record.senderName),
				spam: record.spam ? 1 : 0,
				stage: record.stage ?? "",
				ownerId: ownerId ?? null,
				followUpOn: followUpOn?.toString() ?? null,
				version: 1,
				answeredAt: toOptionalInstantText(answeredAt),
				changedAt: receivedAt,
				topic: record.topic ?? "",
				source: record.source ?? "",
				facets: joinFacets(record.facets),
			})
			.onConflict((conflict) => conflict.column("id").doNothing())
			.executeTakeFirst();
		return inserted.numInsertedOrUpdatedRows === 1n;
	}
}

/**
 * Returns a record's number, which sorts by the second of its receipt. Two references of one second collide once in four million; the
 * second then takes the next free number.
 */
export function createRecordId({ reference, receivedAt }: Pick<NewRecord, "reference" | "receivedAt">): number {
	const bits = hash("sha256", reference, "buffer").readUInt32BE() >>> 10;
	return toFirstRecordId(receivedAt) + bits;
}

/** Returns the smallest number of a record received at an instant or later. */
export function toFirstRecordId(instant: Temporal.Instant): number {
	return Math.floor(instant.epochMilliseconds / 1_000) * 2 ** 22;
}

/** Returns a record's search words from the visitor. */
export function writeRecordWords({
	reference,
	senderName,
	senderEmail,
	texts,
}: Pick<NewRecord, "reference" | "senderName" | "senderEmail" | "texts">): string {
	return listSearchWords(reference, senderName, senderEmail, ...texts).join(" ");
}

/** Copies a record as it is now sent into staff's side: its sender, topic, source and search words. */
export async function updateRecord(
	transaction: WriteTransaction,
	record: NewRecord,
	now: Temporal.Instant,
): Promise<void> {
	const { id } = await transaction
		.updateTable("records")
		.set((set) => ({
			senderName: record.senderName,
			senderEmail: record.senderEmail.toLowerCase(),
			senderDomain: toDomainKey(record.senderEmail),
			nameKey: toNameKey(record.senderName),
			topic: record.topic ?? "",
			source: record.source ?? "",
			facets: joinFacets(record.facets),
			version: set("version", "+", 1),
			changedAt: toInstantText(now),
		}))
		.where("reference", "=", record.reference)
		.returning("id")
		.executeTakeFirstOrThrow();
	await transaction
		.updateTable("recordWords")
		.set({ words: writeRecordWords(record) })
		.where("id", "=", id)
		.execute();
	await recordChange(transaction, changeKeysOfRecord(record));
	await noteOwnChange(transaction, record.reference, { field: "details", from: "", to: "" }, now);
}

/** Tells webhooks what a record's sender, or a rule, has changed. */
async function noteOwnChange(
	transaction: WriteTransaction,
	reference: string,
	change: { field: string; from: string; to: string },
	now: Temporal.Instant,
): Promise<void> {
	const record = await findRecord(transaction, reference);
	if (record && !record.spam) await writeChange(transaction, record, { ...change, by: undefined }, now);
}

/** Replaces a record's search words from staff. */
export async function setStaffWords(
	transaction: WriteTransaction,
	{ id }: Pick<StoredRecord, "id">,
	texts: readonly string[],
): Promise<void> {
	await transaction
		.updateTable("recordWords")
		.set({ staffWords: listSearchWords(...texts).join(" ") })
		.where("id", "=", id)
		.execute();
}

/** Most results of a search, latest first. */
const foundAtMost = 3_000;

/**
 * Finds records that hold all the words, in any order; the last may be a beginning. Of more than `atMost`, the latest are found, so that a
 * word that is everywhere costs no more than another.
 * @returns their numbers, for isAmongRecords
 */
export async function searchRecords(
	database: Pick<Database, "db" | "kind">,
	search: string,
	atMost: number = foundAtMost,
): Promise<number[]> {
	const number = findWantedNumber(search);
	const byNumber = number === undefined ? [] : await findRecordsWith(database, [number], { lastIsWhole: true, atMost });
	const byWords = await findByWords(database, listWantedWords(search), atMost);
	return [...new Set([...byNumber, ...byWords])].slice(0, atMost);
}

async function findByWords(
	database: Pick<Database, "db" | "kind">,
	words: readonly string[],
	atMost: number,
): Promise<number[]> {
	if (words.length === 0) return [];
	// A beginning that is everywhere, such as the end of an address, costs more than reading what the other words find.
	if (words.length > 1) {
		const found = await findRecordsWith(database, words.slice(0, -1), { lastIsWhole: true, atMost });
		if (found.length < atMost) return listWithWord(database.db, found, words.at(-1) ?? "");
	}
	// Most searches end in a whole word. A common beginning takes SQLite ten times as long.
	const whole = await findRecordsWith(database, words, { lastIsWhole: true, atMost });
	return whole.length === atMost ? whole : findRecordsWith(database, words, { lastIsWhole: false, atMost });
}

/** Lists those of the records that hold a word with a beginning, the latest first. */
async function listWithWord(db: Database["db"], ids: readonly number[], beginning: string): Promise<number[]> {
	if (ids.length === 0) return [];
	const rows = await db
		.selectFrom("recordWords")
		.select("id")
		.where("id", "in", [...ids])
		// Words are letters, digits and marks.
		.where(sql<SqlBool>`' ' || words || ' ' || staff_words like ${`% ${beginning}%`}`)
		.orderBy("id", "desc")
		.execute();
	return rows.map(({ id }) => Number(id));
}

async function findRecordsWith(
	{ db, kind }: Pick<Database, "db" | "kind">,
	words: readonly string[],
	{ lastIsWhole, atMost }: { lastIsWhole: boolean; atMost: number },
): Promise<number[]> {
	const write = (quote: string, prefix: string) =>
		words.map((word, index) => `${quote}${word}${quote}${index === words.length - 1 && !lastIsWhole ? prefix : ""}`);
	if (kind === "postgres") return findInPostgres(db, write("'", ":*").join(" & "), atMost);
	const { rows } = await sql<{ id: number }>`select rowid as id from record_search
		where record_search match ${write('"', "*").join(" ")}
		order by rowid desc limit ${atMost}`.execute(db);
	return rows.map(({ id }) => id);
}

/** Above this number of matches, reading back from the last record finds enough of them sooner than the index. */
const countMany = (atMost: number) => 900 * Math.sqrt(atMost);

/**
 * PostgreSQL takes a row's vector for cheap and reads back from the last record where the index costs a tenth: for words that are neither
 * rare nor everywhere. Its estimate of their number is good.
 */
async function findInPostgres(db: Database["db"], query: string, atMost: number): Promise<number[]> {
	const isFound = sql`${sql.raw(postgresVector)} @@ ${query}::tsquery`;
	return db.transaction().execute(async (transaction) => {
		const { rows: plans } = await sql<{
			"QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
		}>`explain (format json) select from record_words where ${isFound}`.execute(transaction);
		if ((plans[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0) < countMany(atMost))
			await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
				transaction,
			);
		const { rows } = await sql<{ id: string }>`select id from record_words
			where ${isFound} order by id desc limit ${atMost}`.execute(transaction);
		return rows.map(({ id }) => Number(id));
	});
}

/** The condition that a record is among a search's results. */
export function isAmongRecords(kind: Database["kind"], ids: readonly number[]): RawBuilder<SqlBool> {
	return kind === "sqlite"
		? sql<SqlBool>`records.id in (select value from json_each(${JSON.stringify(ids)}))`
		: sql<SqlBool>`records.id = any(${[...ids]}::bigint[])`;
}

/** The vector of a record's words, as the index of migration 0070 has it. */
const postgresVector = "array_to_tsvector(string_to_array(btrim(words || ' ' || staff_words), ' '))";

export async function findRecord(db: Connection, reference: string): Promise<StoredRecord | undefined> {
	// No reference has this, and PostgreSQL refuses to compare it.
	if (reference.includes("\0")) return undefined;
	const row = await db.selectFrom("records").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toStoredRecord(row);
}

/** Finds a record as it is now, which nobody else can change before the transaction ends. */
export async function lockRecord(transaction: WriteTransaction, reference: string): Promise<StoredRecord | undefined> {
	const row = await transaction
		.updateTable("records")
		// PostgreSQL locks a row that is written, even as it was.
		.set((set) => ({ version: set.ref("version") }))
		.where("reference", "=", reference)
		.returningAll()
		.executeTakeFirst();
	return row && toStoredRecord(row);
}

/** Sorts records for a transaction that writes to several, so that two people who change the same ones do not deadlock. */
export function sortForLocks<Of extends { reference: string }>(records: readonly Of[]): Of[] {
	return records.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
}

/** Finds records by reference, unordered; unknown ones are left out. */
export async function listRecordsOf(db: Connection, references: readonly string[]): Promise<StoredRecord[]> {
	if (references.length === 0) return [];
	const rows = await db.selectFrom("records").selectAll().where("reference", "in", references).execute();
	return rows.map(toStoredRecord);
}

/** Sets only the quarantine mark; the feature does the rest. @param by the account that does, if any */
export async function setRecordSpam(
	transaction: WriteTransaction,
	reference: string,
	spam: boolean,
	now: Temporal.Instant,
	by?: string,
): Promise<void> {
	const changed = await transaction
		.updateTable("records")
		.set((set) => ({ spam: spam ? 1 : 0, version: set("version", "+", 1), changedAt: toInstantText(now) }))
		.where("reference", "=", reference)
		.where("spam", "=", spam ? 0 : 1)
		.returningAll()
		.executeTakeFirst();
	if (!changed) return;
	await recordChange(transaction, changeKeysOfRecord(changed));
	const record = toStoredRecord(changed);
	const [from, to] = spam ? (["no", "yes"] as const) : (["yes", "no"] as const);
	// Its arrival is told once.
	if (spam || (await wasMarkedByMember(transaction, reference)))
		await writeChange(transaction, record, { field: "spam", from, to, by }, now);
	else await writeArrival(transaction, record, now);
}

/** Tells whether a member has taken a record for spam, which was outside of quarantine until then. */
async function wasMarkedByMember(db: Connection, reference: string): Promise<boolean> {
	const mark = await db
		.selectFrom("recordChanges")
		.select("id")
		.where("reference", "=", reference)
		.where("field", "=", "spam")
		.where("after", "=", "yes")
		.limit(1)
		.executeTakeFirst();
	return mark !== undefined;
}

/** Moves a record to a stage because of its sender's action; staff's changes go through RecordChanges. */
export async function setRecordStage(
	transaction: WriteTransaction,
	reference: string,
	stage: string,
	now: Temporal.Instant,
): Promise<void> {
	const before = await findRecord(transaction, reference);
	const changed = await transaction
		.updateTable("records")
		.set((set) => ({ stage, version: set("version", "+", 1), changedAt: toInstantText(now) }))
		.where("reference", "=", reference)
		.where("stage", "<>", stage)
		.returning(["reference", "kind"])
		.executeTakeFirst();
	if (!changed) return;
	await recordChange(transaction, changeKeysOfRecord(changed));
	await noteOwnChange(transaction, reference, { field: "stage", from: before?.stage ?? "", to: stage }, now);
}

/** Sets why a record ended, as its sender says it: a key of its stage's reasons, or none. */
export async function setRecordReason(
	transaction: WriteTransaction,
	reference: string,
	reason: string | undefined,
): Promise<void> {
	await transaction
		.updateTable("records")
		.set({ reason: reason ?? null })
		.where("reference", "=", reference)
		.execute();
}

/**
 * Creates staff's side of records that a server of the release before stored beside this one.
 * @param listMissing lists some of them; empty when there are none left
 * @returns their number
 */
export async function registerMissingRecords(
	database: Database,
	listMissing: (db: Connection, limit: number) => Promise<NewRecord[]>,
): Promise<number> {
	let count = 0;
	for (;;) {
		const missing = await listMissing(database.db, missingAtOnce);
		if (missing.length === 0) return count;
		await database.write(async (transaction) => {
			// Another server may be registering the same ones, or may have been faster.
			await takeLock(transaction, "missing records");
			for (const record of missing)
				if (!(await findRecord(transaction, record.reference))) await registerRecord(transaction, record);
		});
		count += missing.length;
	}
}

/** How staff left an imported record in another tool. */
export type ImportedWork = {
	importNumber: number;
	/** "" for the first. */
	stage: string;
	ownerId: string | undefined;
	followUpOn: Temporal.PlainDate | undefined;
	value: number | undefined;
	/** Of the first note; "" for none. */
	note: string;
	/** Account that imports. */
	by: string;
};

/**
 * Takes over staff's side from another tool for a record that was registered with the note, and notifies nobody. The record counts as
 * replied to, because replies were written there. The note's words come with the registration, because SQLite takes milliseconds to
 * replace words, and an import has many.
 */
export async function importRecordWork(
	transaction: WriteTransaction,
	{ reference, receivedAt }: Pick<NewRecord, "reference" | "receivedAt">,
	{ note, by, followUpOn, value, ownerId, ...work }: ImportedWork,
): Promise<void> {
	// It arrived long ago, so nobody is told.
	await deleteEventsOf(transaction, [reference]);
	const at = toInstantText(receivedAt);
	await transaction
		.updateTable("records")
		.set({
			...work,
			ownerId: ownerId ?? null,
			value: value ?? null,
			followUpOn: followUpOn?.toString() ?? null,
			answeredAt: at,
		})
		.where("reference", "=", reference)
		.execute();
	if (note === "") return;
	const id = createOrderedId();
	await transaction
		.insertInto("recordNotes")
		.values({ id, reference, accountId: by, text: note, createdAt: at, editedAt: null, version: 1 })
		.execute();
}

/** Deletes staff's side of records, with their search words. */
export async function deleteRecords(transaction: WriteTransaction, references: readonly string[]): Promise<void> {
	const deleted = await transaction
		.deleteFrom("records")
		.where("reference", "in", references)
		.returning(["id", "reference", "kind"])
		.execute();
	if (deleted.length === 0) return;
	await transaction
		.deleteFrom("recordWords")
		.where(
			"id",
			"in",
			deleted.map(({ id }) => id),
		)
		.execute();
	await deleteRecordLinks(
		transaction,
		deleted.map(({ reference }) => reference),
	);
	// Change keys name the record too.
	await transaction
		.deleteFrom("changes")
		.where(
			"fact",
			"in",
			deleted.map(({ reference }) => `record:${reference}`),
		)
		.execute();
	await recordChange(transaction, ["record:*", ...deleted.map(({ kind }) => `records:${kind}`)]);
}

export function toStoredRecord(row: Selectable<RecordsTable>): StoredRecord {
	return {
		id: Number(row.id),
		reference: row.reference,
		kind: row.kind,
		receivedAt: Temporal.Instant.from(row.receivedAt),
		senderName: row.senderName,
		senderEmail: row.senderEmail,
		spam: row.spam === 1,
		stage: row.stage === "" ? undefined : row.stage,
		ownerId: row.ownerId ?? undefined,
		followUpOn: row.followUpOn === null ? undefined : Temporal.PlainDate.from(row.followUpOn),
		snoozedUntil: toOptionalInstant(row.snoozedUntil),
		value: row.value === null ? undefined : Number(row.value),
		reason: row.reason ?? undefined,
		version: row.version,
		answeredAt: toOptionalInstant(row.answeredAt),
		awaitingSince: toOptionalInstant(row.awaitingSince),
		changedAt: Temporal.Instant.from(row.changedAt),
		topic: row.topic,
		source: row.source,
	};
}
