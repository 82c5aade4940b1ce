import { LRUCache } from "lru-cache";
import { everyChangeKey } from "../database/changes.ts";
import type { CachedAddress } from "./page-source.ts";
import type { StoredResponse } from "./stored-response.ts";

/** A kept response. */
export type StoredPage = {
	response: StoredResponse;
	address: CachedAddress;
	/** Hash of its data; undefined if data is not compared. */
	dataHash: string | undefined;
	/** From when until when it holds, in milliseconds since 1970. */
	goodFromMs: number;
	goodUntilMs: number;
	/** By performance.now(). */
	madeAtMs: number;
	/** Compressed as far as possible. */
	isThorough: boolean;
	/** A change key of it has been announced since it was made. */
	isStale: boolean;
};

export type PageStore = {
	find(key: string): StoredPage | undefined;
	/** Keeps a response. The least recently requested ones make room; a response larger than half the room is not kept. */
	put(page: StoredPage): void;
	drop(key: string): void;
	/** Marks every page with one of the change keys as stale. */
	markStale(changeKeys: readonly string[]): void;
	/** All keys, most recently used first. */
	keys(): Iterable<string>;
};

/** @param maxBytes of all responses together, for pages and for searches */
export function createPageStore(maxBytes: { pages: number; searches: number }): PageStore {
	/** Keys of the pages that show a change key. */
	const pagesByChangeKey = new Map<string, Set<string>>();
	const createCache = (maxSize: number) =>
		new LRUCache<string, StoredPage>({
			maxSize,
			maxEntrySize: Math.floor(maxSize / 2),
			sizeCalculation: ({ response }, key) => response.byteLength + key.length,
			dispose: (page, key) => forget(page, key),
			noDisposeOnSet: false,
		});
	const pages = createCache(maxBytes.pages);
	const searches = createCache(maxBytes.searches);

	function forget({ address }: StoredPage, key: string): void {
		for (const changeKey of address.changeKeys) {
			const keys = pagesByChangeKey.get(changeKey);
			keys?.delete(key);
			if (keys?.size === 0) pagesByChangeKey.delete(changeKey);
		}
	}

	function markKey(key: string): void {
		// Peeked at, because a change is not a request.
		const page = pages.peek(key) ?? searches.peek(key);
		if (page) page.isStale = true;
	}

	return {
		find: (key) => pages.get(key) ?? searches.get(key),
		put(page) {
			const { key, kind, changeKeys } = page.address;
			(kind === "search" ? searches : pages).set(key, page);
			if ((kind === "search" ? searches : pages).peek(key) !== page) return;
			for (const changeKey of changeKeys) {
				const keys = pagesByChangeKey.get(changeKey) ?? new Set();
				pagesByChangeKey.set(changeKey, keys.add(key));
			}
		},
		drop(key) {
			pages.delete(key);
			searches.delete(key);
		},
		markStale(changeKeys) {
			for (const changed of changeKeys) {
				if (!changed.endsWith(everyChangeKey)) for (const key of pagesByChangeKey.get(changed) ?? []) markKey(key);
				else if (changed === everyChangeKey) for (const key of this.keys()) markKey(key);
				else
					for (const [changeKey, keys] of pagesByChangeKey)
						if (changeKey.startsWith(changed.slice(0, -everyChangeKey.length))) for (const key of keys) markKey(key);
			}
		},
		*keys() {
			yield* pages.keys();
			yield* searches.keys();
		},
	};
}
