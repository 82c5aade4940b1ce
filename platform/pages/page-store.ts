import { LRUCache } from "lru-cache";
import { everyFact } from "../database/changes.ts";
import type { PublishedAddress } from "./publication.ts";
import type { StoredAnswer } from "./stored-answer.ts";

/** A kept answer. */
export type StoredPage = {
	answer: StoredAnswer;
	address: PublishedAddress;
	/** Stands for the data that it was made of; undefined where nobody compares them. */
	dataHash: string | undefined;
	/** In milliseconds since 1970. */
	goodUntilMs: number;
	/** By performance.now(). */
	madeAtMs: number;
	/** It is compressed as far as it goes. */
	isThorough: boolean;
	/** A fact that it shows has changed since it was made. */
	isStale: boolean;
};

export type PageStore = {
	find(key: string): StoredPage | undefined;
	/** Keeps an answer; those that were asked for least recently go when there is no room, and one that takes more than half of it is not kept. */
	put(page: StoredPage): void;
	drop(key: string): void;
	/** Marks every page that shows one of the facts as stale. */
	markStale(facts: readonly string[]): void;
	/** All keys, the most recently used first. */
	keys(): Iterable<string>;
};

/** @param maxBytes of all answers together, by whether they are pages or searches */
export function createPageStore(maxBytes: { pages: number; searches: number }): PageStore {
	/** The keys of the pages that show a fact. */
	const keysByFact = new Map<string, Set<string>>();
	const createCache = (maxSize: number) =>
		new LRUCache<string, StoredPage>({
			maxSize,
			maxEntrySize: Math.floor(maxSize / 2),
			sizeCalculation: ({ answer }, key) => answer.byteLength + key.length,
			dispose: (page, key) => forget(page, key),
			noDisposeOnSet: false,
		});
	const pages = createCache(maxBytes.pages);
	const searches = createCache(maxBytes.searches);

	function forget({ address }: StoredPage, key: string): void {
		for (const fact of address.facts) {
			const keys = keysByFact.get(fact);
			keys?.delete(key);
			if (keys?.size === 0) keysByFact.delete(fact);
		}
	}

	function markKey(key: string): void {
		// Peeked at: that a fact has changed does not mean that somebody asked.
		const page = pages.peek(key) ?? searches.peek(key);
		if (page) page.isStale = true;
	}

	return {
		find: (key) => pages.get(key) ?? searches.get(key),
		put(page) {
			const { key, kind, facts } = page.address;
			(kind === "search" ? searches : pages).set(key, page);
			if ((kind === "search" ? searches : pages).peek(key) !== page) return;
			for (const fact of facts) {
				const keys = keysByFact.get(fact) ?? new Set();
				keysByFact.set(fact, keys.add(key));
			}
		},
		drop(key) {
			pages.delete(key);
			searches.delete(key);
		},
		markStale(facts) {
			for (const changed of facts) {
				if (!changed.endsWith(everyFact)) for (const key of keysByFact.get(changed) ?? []) markKey(key);
				else if (changed === everyFact) for (const key of this.keys()) markKey(key);
				else
					for (const [fact, keys] of keysByFact)
						if (fact.startsWith(changed.slice(0, -everyFact.length))) for (const key of keys) markKey(key);
			}
		},
		*keys() {
			yield* pages.keys();
			yield* searches.keys();
		},
	};
}
