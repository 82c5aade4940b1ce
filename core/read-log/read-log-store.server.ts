import { sql } from "kysely";
import { splitIntoBatches } from "../../platform/database/batches.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { readDataKinds, type DataKind, type Manner } from "./shown-data.ts";

type ReadLogTable = {
	id: string;
	at: string;
	/** Id of the account or token. */
	actor: string;
	/** Empty for a token. */
	sessionId: string;
	/** Pattern of the address. */
	place: string;
	manner: Manner;
	/** Kinds of personal data, joined by commas. */
	data: string;
	/** References of records, joined by commas. */
	subjects: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		readLog: ReadLogTable;
	}
}

/** References in one entry. */
const subjectsAtMost = 100;
/** Entries read at once. */
const entriesAtOnce = 500;

/**
 * A second read by the same session within one of these intervals, which begin at full tens of minutes, adds no entry. A time range of reads
 * therefore begins with the interval that it begins in.
 */
const slotMs = 10 * 60_000;

/** Calendar months of a year and some days, in which a theft can still be looked into. */
const keptFor = Temporal.Duration.from({ hours: 24 * 400 });

/** The data that somebody was shown of some records. */
export type ReadEntry = {
	at: Temporal.Instant;
	actor: string;
	sessionId: string;
	place: string;
	manner: Manner;
	data: readonly DataKind[];
	subjects: readonly string[];
};

/** Returns the beginning of the interval within which a repeated read adds no entry. */
export function findSlot(instant: Temporal.Instant): Temporal.Instant {
	return Temporal.Instant.fromEpochMilliseconds(Math.floor(instant.epochMilliseconds / slotMs) * slotMs);
}

/** Adds entries, of long lists several. */
export async function addReadEntries(transaction: WriteTransaction, entries: readonly ReadEntry[]): Promise<void> {
	const rows = entries.flatMap(({ at, data, subjects, ...entry }) =>
		splitIntoBatches(subjects, subjectsAtMost).map((some) => ({
			...entry,
			id: createOrderedId(),
			at: toInstantText(at),
			data: data.join(","),
			subjects: some.join(","),
		})),
	);
	for (const batch of splitIntoBatches(rows)) await transaction.insertInto("readLog").values(batch).execute();
}

/** Reads the entries of some accounts and tokens, oldest first, in small batches. */
export async function* listReadEntries(
	db: Connection,
	{ actors, from, until }: { actors: readonly string[]; from: Temporal.Instant; until: Temporal.Instant },
): AsyncGenerator<ReadEntry> {
	if (actors.length === 0) return;
	let after = "";
	for (;;) {
		const rows = await db
			.selectFrom("readLog")
			.selectAll()
			.where("actor", "in", actors)
			.where("at", ">=", toInstantText(findSlot(from)))
			.where("at", "<=", toInstantText(until))
			.where("id", ">", after)
			.orderBy("id")
			.limit(entriesAtOnce)
			.execute();
		for (const { id, at, data, subjects, ...row } of rows) {
			after = id;
			yield { ...row, at: Temporal.Instant.from(at), data: readDataKinds(data), subjects: subjects.split(",") };
		}
		if (rows.length < entriesAtOnce) return;
	}
}

/** Deletes entries that are older than 400 days, except those of incidents. */
export async function deleteOldReadEntries(transaction: WriteTransaction, now: Temporal.Instant): Promise<void> {
	await transaction
		.deleteFrom("readLog")
		.where("at", "<", toInstantText(now.subtract(keptFor)))
		.where(
			sql<boolean>`not exists (select 1 from incidents where read_log.at >= incidents.reads_from
				and (incidents.until_at is null or read_log.at <= incidents.until_at)
				and incidents.actors like '%,' || read_log.actor || ',%')`,
		)
		.execute();
}
