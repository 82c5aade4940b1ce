import { randomUUID, randomUUIDv7 } from "node:crypto";
import { LRUCache } from "lru-cache";
import { sql, type RawBuilder, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

type ChangesTable = { id: string; fact: string; at: string };

declare module "./tables.ts" {
	interface Tables {
		/** The changes of the last hour; `at` is by the database's clock. */
		changes: ChangesTable;
	}
}

/**
 * Stands for every fact, where nobody knows which have changed. At the end of a text it stands for every fact that begins so: "job:*".
 */
export const everyFact = "*";

/** The channel on which PostgreSQL wakes those who follow. */
export const changesChannel = "changes";

/** Changes of which it is remembered that they are known already. */
const mostKnown = 20_000;
/** Announcements that are kept for whoever begins to listen a moment after they read: many seconds' worth. */
const mostRecent = 1_000;

/** Tells those in this process who show facts that some have changed. */
export type Changes = {
	/** @returns what ends it */
	listen(listener: (facts: readonly string[]) => void): () => void;
	/** Called with changes that are committed; returns when every listener knows. */
	announce(facts: readonly string[], ids?: readonly string[]): void;
	/** Whether a recorded change has been announced here already. */
	isKnown(id: string): boolean;
	/** Names the moment, for listSince. Whoever reads facts after it and then listens asks for what was announced in between. */
	nameMoment(): string;
	/** The facts announced since a moment; everyFact, where that was named by another process or too long ago. */
	listSince(moment: string): readonly string[];
};

export function createChanges(): Changes {
	const listeners = new Set<(facts: readonly string[]) => void>();
	const known = new LRUCache<string, true>({ max: mostKnown });
	const process = randomUUID();
	const recent = new LRUCache<number, readonly string[]>({ max: mostRecent });
	let announced = 0;
	return {
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		announce(facts, ids = []) {
			for (const id of ids) known.set(id, true);
			if (facts.length === 0) return;
			recent.set((announced += 1), facts);
			for (const listener of listeners) listener(facts);
		},
		isKnown: (id) => known.has(id),
		nameMoment: () => `${process}.${announced}`,
		listSince(moment) {
			const [namedBy, position] = moment.split(".");
			const missed = announced - Number(position);
			if (namedBy !== process || !(missed >= 0 && missed <= mostRecent)) return [everyFact];
			const all = Array.from({ length: missed }, (_, index) => recent.get(announced - index) ?? [everyFact]);
			return [...new Set(all.flat())];
		},
	};
}

/** Tells whether a fact is among those that have changed. */
export function isAmong(fact: string, changed: readonly string[]): boolean {
	return changed.some((one) =>
		one.endsWith(everyFact) ? fact.startsWith(one.slice(0, -everyFact.length)) : one === fact,
	);
}

/** What one transaction has recorded. */
type Recording = { kind: "sqlite" | "postgres"; facts: Set<string>; ids: string[] };

const recordings = new WeakMap<Transaction<Tables>, Recording>();

/** Begins to note what a transaction records, for whoever announces it after the commit. */
export function beginRecording(transaction: Transaction<Tables>, kind: Recording["kind"]): Recording {
	const recording: Recording = { kind, facts: new Set(), ids: [] };
	recordings.set(transaction, recording);
	return recording;
}

/**
 * Records, as part of a write, which facts it changes. Whoever shows one of them is told after the commit: in this process before the
 * write resolves, in others within a second.
 *
 * @param transaction of Database.write
 * @param facts texts that features name, such as "jobs" or "job:data-analyst"
 */
export async function recordChange(transaction: Transaction<Tables>, facts: readonly string[]): Promise<void> {
	const recording = recordings.get(transaction);
	if (!recording) throw new Error("A change is recorded in a transaction of Database.write");
	const fresh = facts.filter((fact) => !recording.facts.has(fact));
	if (fresh.length === 0) return;
	const at = nowText(recording.kind);
	const rows = fresh.map((fact) => ({ id: randomUUIDv7(), fact, at }));
	await transaction
		.insertInto("changes")
		.values(rows)
		// Of equal notifications in one transaction PostgreSQL sends one.
		.$if(recording.kind === "postgres", (query) =>
			query.returning(sql`pg_notify(${changesChannel}, '')`.as("notified")),
		)
		.execute();
	for (const { id, fact } of rows) {
		recording.ids.push(id);
		recording.facts.add(fact);
	}
}

/** The database's clock, as an instant is stored, some seconds ago. */
export function nowText(kind: Recording["kind"], secondsAgo = 0): RawBuilder<string> {
	return kind === "postgres"
		? sql<string>`to_char((clock_timestamp() - ${secondsAgo} * interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
		: sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${secondsAgo} seconds`})`;
}
