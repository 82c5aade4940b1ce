import type { Clock } from "../../platform/clock.ts";
import { splitIntoBatches } from "../../platform/database/batches.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import type { Logger } from "../../platform/log.ts";
import { createReferenceSearch } from "./find-references.ts";
import { addReadEntries, findSlot, type ReadEntry } from "./read-log-store.server.ts";

/** How long an entry waits for others, so that they share a commit. */
const writeAfterMs = 200;
const retryAfterMs = 2_000;
/** References that may wait while writing fails. Beyond it nothing is shown: a full disk must not let anybody read unnoticed. */
const mostWaiting = 20_000;
/** References remembered within an interval; a forgotten one is written again. */
const mostRemembered = 200_000;

/** Somebody who is shown records, where, and what of them. */
export type Reading = Pick<ReadEntry, "actor" | "sessionId" | "place" | "manner" | "data">;

/** References of other things that stand for records, such as interviews for the applications that they belong to. */
export type ReferenceAlias = {
	prefix: string;
	/** Finds the reference of the record; undefined when there is no such thing. */
	findRecord(db: Connection, reference: string): Promise<string | undefined>;
};

export type ReadLog = {
	/** Notes references that somebody is shown; of texts that name no record nothing remains. */
	note(reading: Reading, references: Iterable<string>): void;
	/**
	 * Watches a response on its way: notes every reference in it before its bytes leave.
	 * @param except references that were noted already
	 */
	watch(body: ReadableStream<Uint8Array>, reading: Reading, except?: readonly string[]): ReadableStream<Uint8Array>;
	/** Finds references of records in a text. */
	find(text: string): string[];
	/** @throws StorageUnavailableError when writing fails and too much waits: nothing may be shown then */
	assertWritable(): void;
	/** Resolves when everything that was noted is stored. @throws StorageUnavailableError */
	flush(): Promise<void>;
	/** Stores what was noted and ends. */
	close(): Promise<void>;
};

export type ReadLogDeps = {
	database: Database;
	clock: Clock;
	log: Logger;
	/** Of references of records. */
	prefixes: readonly string[];
	aliases?: readonly ReferenceAlias[];
};

type Waiting = { entry: Omit<ReadEntry, "subjects">; references: Set<string> };

/**
 * Creates the log of what members and programs are shown of whom.
 *
 * A response is not kept waiting: its references are noted in memory before its bytes leave, and stored within a fraction of a second. A
 * read by the same session of the same record at the same kind of place adds one entry in ten minutes. A process that is killed loses what
 * it noted in that fraction.
 */
export function createReadLog({ database, clock, log, prefixes, aliases = [] }: ReadLogDeps): ReadLog {
	const allPrefixes = [...prefixes, ...aliases.map(({ prefix }) => prefix)];
	const find = (text: string) => createReferenceSearch(allPrefixes)(text);
	let waiting = new Map<string, Waiting>();
	let waitingCount = 0;
	let isFailing = false;
	let remembered = new Set<string>();
	let slot = Temporal.Instant.fromEpochMilliseconds(0);
	let timer: NodeJS.Timeout | undefined;
	let writing: Promise<void> = Promise.resolve();

	function note(reading: Reading, references: Iterable<string>): void {
		const now = clock.now();
		const current = findSlot(now);
		if (!current.equals(slot) || remembered.size > mostRemembered) {
			slot = current;
			remembered = new Set();
		}
		const { actor, sessionId, place, manner, data } = reading;
		const key = [actor, sessionId, place, manner, data.join(), slot.epochMilliseconds].join(" ");
		for (const reference of references) {
			const rememberedAs = `${actor} ${sessionId} ${manner} ${data.join()} ${reference}`;
			if (remembered.has(rememberedAs)) continue;
			remembered.add(rememberedAs);
			const entry = waiting.get(key) ?? { entry: { ...reading, at: now }, references: new Set() };
			waiting.set(key, entry);
			entry.references.add(reference);
			waitingCount += 1;
		}
		if (waiting.size > 0) writeSoon(writeAfterMs);
	}

	function writeSoon(ms: number): void {
		timer ??= setTimeout(() => {
			timer = undefined;
			flush().catch((error: unknown) => {
				log.error({ err: error }, "the log of reads could not be written; retrying");
				writeSoon(retryAfterMs);
			});
		}, ms);
	}

	function flush(): Promise<void> {
		writing = writing.catch(() => undefined).then(write);
		return writing;
	}

	async function write(): Promise<void> {
		if (waiting.size === 0) return;
		const batch = waiting;
		waiting = new Map();
		waitingCount = 0;
		try {
			const known = await findRecords(new Set([...batch.values()].flatMap(({ references }) => [...references])));
			const entries = [...batch.values()].map(({ entry, references }) => ({
				...entry,
				subjects: [...new Set([...references].flatMap((reference) => known.get(reference) ?? []))],
			}));
			await database.write((transaction) => addReadEntries(transaction, entries));
			isFailing = false;
		} catch (error) {
			isFailing = true;
			for (const [key, { entry, references }] of batch) {
				const later = waiting.get(key);
				const all = new Set([...references, ...(later?.references ?? [])]);
				waitingCount += all.size - (later?.references.size ?? 0);
				waiting.set(key, { entry, references: all });
			}
			throw error;
		}
	}

	/** Finds the records of references: visitors can make up references in their texts. */
	async function findRecords(references: ReadonlySet<string>): Promise<Map<string, string>> {
		const found = new Map<string, string>();
		const all = [...references];
		for (const batch of splitIntoBatches(all)) {
			const rows = await database.db
				.selectFrom("records")
				.select("reference")
				.where("reference", "in", batch)
				.execute();
			for (const { reference } of rows) found.set(reference, reference);
		}
		for (const { prefix, findRecord } of aliases)
			for (const alias of all.filter((reference) => reference.startsWith(`${prefix}-`))) {
				const record = await findRecord(database.db, alias);
				if (record !== undefined) found.set(alias, record);
			}
		return found;
	}

	return {
		note,
		watch(body, reading, except = []) {
			const search = createReferenceSearch(allPrefixes);
			// One character a byte: references are ASCII, and a letter of several bytes can be cut in two.
			const decoder = new TextDecoder("latin1");
			return body.pipeThrough(
				new TransformStream<Uint8Array, Uint8Array>({
					transform(piece, controller) {
						const found = search(decoder.decode(piece));
						note(
							reading,
							found.filter((reference) => !except.includes(reference)),
						);
						controller.enqueue(piece);
					},
				}),
			);
		},
		find,
		assertWritable() {
			if (isFailing && waitingCount > mostWaiting)
				throw new StorageUnavailableError(undefined, "The log of reads cannot be written");
		},
		flush,
		async close() {
			clearTimeout(timer);
			await flush();
		},
	};
}
