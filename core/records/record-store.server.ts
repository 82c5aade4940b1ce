import { createHash } from "node:crypto";
import { sql, type Generated, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { deleteRecordLinks } from "./record-links.server.ts";
import { listSearchWords, listWantedWords } from "./search-words.ts";

/** As many as one transaction registers. */
const missingAtOnce = 100;

type RecordsTable = {
	/** Sorts as the records came: seconds since 1970 times 2^22, and bits of the reference. */
	id: number | string;
	reference: string;
	/** What visitors sent, such as "enquiry". */
	kind: string;
	receivedAt: string;
	/** Who sent it; the address in lower case. */
	senderName: string;
	senderEmail: string;
	/** 1 while it is in quarantine. */
	spam: number;
	/** Empty while nobody has changed it: the first of its kind. */
	stage: string;
	ownerId: string | null;
	/** A day in the company's zone. */
	followUpOn: string | null;
	/** Counts the changes of stage, owner, follow-up and spam. */
	version: number;
	/** When the first reply was sent off. */
	answeredAt: string | null;
	/** When anything about it changed, notes and replies too. */
	changedAt: string;
	/** Empty where it has none. */
	topic: Generated<string>;
	source: Generated<string>;
};

/** What is searched, in words as listSearchWords gives them. `id` is the record's. */
type RecordWordsTable = {
	id: number | string;
	/** Of what the visitor sent. */
	words: string;
	/** Of what staff wrote about it. */
	staffWords: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		records: RecordsTable;
		recordWords: RecordWordsTable;
	}
}

/** What is known of anything that a visitor sends, whatever it is. */
export type NewRecord = {
	reference: string;
	kind: string;
	receivedAt: Temporal.Instant;
	senderName: string;
	senderEmail: string;
	spam: boolean;
	/** What search finds it by, beside reference, name and address. */
	texts: readonly string[];
	/** What it is about and by which way it came, as its feature names them; a list can be of one alone. */
	topic?: string;
	source?: string;
};

/** Where a record stands with staff. */
export type StoredRecord = {
	id: number;
	reference: string;
	kind: string;
	receivedAt: Temporal.Instant;
	senderName: string;
	senderEmail: string;
	spam: boolean;
	/** Undefined while nobody has changed it: the first of its kind. */
	stage: string | undefined;
	ownerId: string | undefined;
	followUpOn: Temporal.PlainDate | undefined;
	version: number;
	answeredAt: Temporal.Instant | undefined;
	changedAt: Temporal.Instant;
	/** What it is about and by which way it came, as its feature names them; empty where it has none. */
	topic: string;
	source: string;
};

/** Facts that change with one record, for recordChange. */
export function factsOfRecord({ reference, kind }: Pick<StoredRecord, "reference" | "kind">): string[] {
	return [`record:${reference}`, `records:${kind}`];
}

/** Makes staff's side of something that a visitor sends, as part of the transaction that stores it. */
export async function registerRecord(transaction: WriteTransaction, record: NewRecord): Promise<void> {
	const receivedAt = toInstantText(record.receivedAt);
	let id = createRecordId(record);
	while (!(await insert(id))) id += 1;
	await transaction
		.insertInto("recordWords")
		.values({ id, words: writeRecordWords(record), staffWords: "" })
		.execute();
	await recordChange(transaction, factsOfRecord(record));

	/** Tells whether the number was free. */
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
				spam: record.spam ? 1 : 0,
				stage: "",
				ownerId: null,
				followUpOn: null,
				version: 1,
				answeredAt: null,
				changedAt: receivedAt,
				topic: record.topic ?? "",
				source: record.source ?? "",
			})
			.onConflict((conflict) => conflict.column("id").doNothing())
			.returning("id")
			.executeTakeFirst();
		return inserted !== undefined;
	}
}

/**
 * Gives a record's number, which sorts by the second it came in. Two references of one second have the same one once in four million
 * times; the second of them then takes the next that is free.
 */
export function createRecordId({ reference, receivedAt }: Pick<NewRecord, "reference" | "receivedAt">): number {
	const bits = createHash("sha256").update(reference).digest().readUInt32BE() >>> 10;
	return toFirstRecordId(receivedAt) + bits;
}

/** The smallest number that a record can have which came at an instant or later. */
export function toFirstRecordId(instant: Temporal.Instant): number {
	return Math.floor(instant.epochMilliseconds / 1_000) * 2 ** 22;
}

/** The words that a record is found by, before staff have written about it. */
export function writeRecordWords({
	reference,
	senderName,
	senderEmail,
	texts,
}: Pick<NewRecord, "reference" | "senderName" | "senderEmail" | "texts">): string {
	return listSearchWords(reference, senderName, senderEmail, ...texts).join(" ");
}

/** Sets what search finds a record by of what staff wrote about it. */
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

/** As many records as a search finds: those that came last. Whoever finds so many does better with one more word. */
const foundAtMost = 3_000;

/**
 * Finds records by words that they hold, in any order; the last may be the beginning of one. Of more than `foundAtMost`, those that came
 * last are found, so that a word which stands everywhere costs no more than any other.
 *
 * @returns their numbers, for isAmongRecords
 */
export async function searchRecords(database: Pick<Database, "db" | "kind">, search: string): Promise<number[]> {
	const words = listWantedWords(search);
	if (words.length === 0) return [];
	// Most searches end in a whole word. What begins with a common one is gathered from all that do, which takes SQLite ten times as long.
	const whole = await findRecordsWith(database, words, { lastIsWhole: true });
	return whole.length === foundAtMost ? whole : findRecordsWith(database, words, { lastIsWhole: false });
}

async function findRecordsWith(
	{ db, kind }: Pick<Database, "db" | "kind">,
	words: readonly string[],
	{ lastIsWhole }: { lastIsWhole: boolean },
): Promise<number[]> {
	const write = (quote: string, prefix: string) =>
		words.map((word, index) => `${quote}${word}${quote}${index === words.length - 1 && !lastIsWhole ? prefix : ""}`);
	if (kind === "postgres") return findInPostgres(db, write("'", ":*").join(" & "));
	const { rows } = await sql<{ id: number }>`select rowid as id from record_search
		where record_search match ${write('"', "*").join(" ")}
		order by rowid desc limit ${foundAtMost}`.execute(db);
	return rows.map(({ id }) => id);
}

/** Of more rows than these, enough are soon met on the way from the last record back. */
const manyRows = 50_000;

/**
 * PostgreSQL takes the vector of a row for as cheap as any other function, and so goes back from the last record where reading the index
 * costs a tenth: where what is looked for is neither rare nor everywhere. How much that is, it knows well.
 */
async function findInPostgres(db: Database["db"], query: string): Promise<number[]> {
	const isFound = sql`${sql.raw(postgresVector)} @@ ${query}::tsquery`;
	return db.transaction().execute(async (transaction) => {
		const { rows: plans } = await sql<{
			"QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
		}>`explain (format json) select from record_words where ${isFound}`.execute(transaction);
		if ((plans[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0) < manyRows)
			await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
				transaction,
			);
		const { rows } = await sql<{ id: string }>`select id from record_words
			where ${isFound} order by id desc limit ${foundAtMost}`.execute(transaction);
		return rows.map(({ id }) => Number(id));
	});
}

/** The condition that a record is one of those that a search has found. */
export function isAmongRecords(kind: Database["kind"], ids: readonly number[]): RawBuilder<SqlBool> {
	return kind === "sqlite"
		? sql<SqlBool>`records.id in (select value from json_each(${JSON.stringify(ids)}))`
		: sql<SqlBool>`records.id = any(${[...ids]}::bigint[])`;
}

/** The vector of a record's words, as the index of migration 0070 has it. */
const postgresVector = "array_to_tsvector(string_to_array(btrim(words || ' ' || staff_words), ' '))";

export async function findRecord(db: Connection, reference: string): Promise<StoredRecord | undefined> {
	// No reference has this, and PostgreSQL refuses to look for it.
	if (reference.includes("\0")) return undefined;
	const row = await db.selectFrom("records").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toStoredRecord(row);
}

/** Finds records by their references, in no order; those that are gone are left out. */
export async function listRecordsOf(db: Connection, references: readonly string[]): Promise<StoredRecord[]> {
	if (references.length === 0) return [];
	const rows = await db.selectFrom("records").selectAll().where("reference", "in", references).execute();
	return rows.map(toStoredRecord);
}

/** Notes whether a record is in quarantine; whatever else that means is its feature's business. */
export async function setRecordSpam(transaction: WriteTransaction, reference: string, spam: boolean): Promise<void> {
	const changed = await transaction
		.updateTable("records")
		.set((set) => ({ spam: spam ? 1 : 0, version: set("version", "+", 1) }))
		.where("reference", "=", reference)
		.where("spam", "=", spam ? 0 : 1)
		.returning(["reference", "kind"])
		.executeTakeFirst();
	if (changed) await recordChange(transaction, factsOfRecord(changed));
}

/** Moves a record to a stage for what its sender did; what staff change is their feature's business. */
export async function setRecordStage(
	transaction: WriteTransaction,
	reference: string,
	stage: string,
	now: Temporal.Instant,
): Promise<void> {
	const changed = await transaction
		.updateTable("records")
		.set((set) => ({ stage, version: set("version", "+", 1), changedAt: toInstantText(now) }))
		.where("reference", "=", reference)
		.where("stage", "<>", stage)
		.returning(["reference", "kind"])
		.executeTakeFirst();
	if (changed) await recordChange(transaction, factsOfRecord(changed));
}

/**
 * Makes staff's side of what has none: what a server of the release before stored beside this one.
 *
 * @param listMissing lists some of them; none when there are no more
 * @returns how many there were
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
			for (const record of missing)
				// Another server may have been faster.
				if (!(await findRecord(transaction, record.reference))) await registerRecord(transaction, record);
		});
		count += missing.length;
	}
}

/** Gives a record, which has just been registered, to somebody who has answered it already. */
export async function takeRecord(
	transaction: WriteTransaction,
	reference: string,
	{
		ownerId,
		followUpOn,
		answeredAt,
	}: { ownerId: string; followUpOn: Temporal.PlainDate | undefined; answeredAt: Temporal.Instant },
): Promise<void> {
	await transaction
		.updateTable("records")
		.set({ ownerId, followUpOn: followUpOn?.toString() ?? null, answeredAt: toInstantText(answeredAt) })
		.where("reference", "=", reference)
		.execute();
}

/** Deletes staff's side of records, with what search knows of them. */
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
	// What tells of changes names the record too.
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
		version: row.version,
		answeredAt: row.answeredAt === null ? undefined : Temporal.Instant.from(row.answeredAt),
		changedAt: Temporal.Instant.from(row.changedAt),
		topic: row.topic,
		source: row.source,
	};
}
