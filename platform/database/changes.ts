import { randomUUID, randomUUIDv7 } from "node:crypto";
import { sql, type RawBuilder, type Transaction } from "kysely";
import { LRUCache } from "lru-cache";
import type { Tables } from "./tables.ts";

type ChangesTable = { id: string; fact: string; at: string };

declare module "./tables.ts" {
	interface Tables {
		/** The changes of the last hour; `at` is the database's clock. */
		changes: ChangesTable;
	}
}

/** Stands for every change key, when the changed ones are unknown. As a suffix it stands for every key with that prefix: "job:*". */
export const everyChangeKey = "*";

/** The channel on which PostgreSQL notifies followers. */
export const changesChannel = "changes";

/** Number of announced changes to remember. */
const maxKnown = 20_000;
/** Announcements kept for listSince: many seconds' worth. */
const maxRecent = 1_000;

/** Announces changes to listeners in this process. */
export type Changes = {
	/** @returns a function that stops listening */
	listen(listener: (changeKeys: readonly string[]) => void): () => void;
	/** Announces committed changes; returns when every listener has been called. */
	announce(changeKeys: readonly string[], ids?: readonly string[]): void;
	/** Tells whether a recorded change has already been announced here. */
	isKnown(id: string): boolean;
	/** Names the present moment for listSince. A reader that then starts to listen asks for the announcements in between. */
	nameMoment(): string;
	/** Lists the change keys announced since a moment; everyChangeKey if another process named it or it was too long ago. */
	listSince(moment: string): readonly string[];
};

export function createChanges(): Changes {
	const listeners = new Set<(changeKeys: readonly string[]) => void>();
	const known = new LRUCache<string, true>({ max: maxKnown });
	const process = randomUUID();
	const recent = new LRUCache<number, readonly string[]>({ max: maxRecent });
	let announced = 0;
	return {
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		announce(changeKeys, ids = []) {
			for (const id of ids) known.set(id, true);
			if (changeKeys.length === 0) return;
			recent.set((announced += 1), changeKeys);
			for (const listener of listeners) listener(changeKeys);
		},
		isKnown: (id) => known.has(id),
		nameMoment: () => `${process}.${announced}`,
		listSince(moment) {
			const [namedBy, position] = moment.split(".");
			const missed = announced - Number(position);
			if (namedBy !== process || !(missed >= 0 && missed <= maxRecent)) return [everyChangeKey];
			const all = Array.from({ length: missed }, (_, index) => recent.get(announced - index) ?? [everyChangeKey]);
			return [...new Set(all.flat())];
		},
	};
}

/** Tells whether a change key is among the changed ones. */
export function isAmong(changeKey: string, changed: readonly string[]): boolean {
	return changed.some((one) =>
		one.endsWith(everyChangeKey) ? changeKey.startsWith(one.slice(0, -everyChangeKey.length)) : one === changeKey,
	);
}

/** The changes recorded by one transaction. */
type Recording = { kind: "sqlite" | "postgres"; changeKeys: Set<string>; ids: string[] };

const recordings = new WeakMap<Transaction<Tables>, Recording>();

/** Starts noting the changes that a transaction records, to be announced after the commit. */
export function beginRecording(transaction: Transaction<Tables>, kind: Recording["kind"]): Recording {
	const recording: Recording = { kind, changeKeys: new Set(), ids: [] };
	recordings.set(transaction, recording);
	return recording;
}

/**
 * Records the change keys of a write, in its transaction. Listeners are notified after the commit: in this process before the write
 * resolves, in others within a second.
 *
 * @param transaction of Database.write
 * @param changeKeys keys that features define, such as "jobs" or "job:data-analyst"
 */
export async function recordChange(transaction: Transaction<Tables>, changeKeys: readonly string[]): Promise<void> {
	const recording = recordings.get(transaction);
	if (!recording) throw new Error("A change is recorded in a transaction of Database.write");
	const fresh = changeKeys.filter((changeKey) => !recording.changeKeys.has(changeKey));
	if (fresh.length === 0) return;
	const at = nowText(recording.kind);
	const rows = fresh.map((changeKey) => ({ id: randomUUIDv7(), fact: changeKey, at }));
	await transaction
		.insertInto("changes")
		.values(rows)
		// PostgreSQL sends equal notifications of one transaction once.
		.$if(recording.kind === "postgres", (query) =>
			query.returning(sql`pg_notify(${changesChannel}, '')`.as("notified")),
		)
		.execute();
	for (const { id, fact } of rows) {
		recording.ids.push(id);
		recording.changeKeys.add(fact);
	}
}

/** The database's clock some seconds ago, in the format of stored instants. */
export function nowText(kind: Recording["kind"], secondsAgo = 0): RawBuilder<string> {
	return kind === "postgres"
		? sql<string>`to_char((clock_timestamp() - ${secondsAgo} * interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
		: sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${secondsAgo} seconds`})`;
}
