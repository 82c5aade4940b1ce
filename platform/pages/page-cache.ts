import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import { isAmong, type Changes } from "../database/changes.ts";
import { isStorageUnavailable, StorageUnavailableError } from "../database/storage-errors.ts";
import type { ReadyResponse } from "../http/ready-response.ts";
import { ServerBusyError } from "../http/server-busy-error.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { storeMadeResponse, type MadeResponse, type MakeOptions, type UnchangedResponse } from "./made-response.ts";
import { createPageSourceFinder, type PageSource, type CachedAddress } from "./page-source.ts";
import { createPageStore, type StoredPage } from "./page-store.ts";
import { createRenderLimit } from "./render-limit.ts";
import { pickVariant, writeStoredResponse, type StoredResponse } from "./stored-response.ts";

/** The priority of a response: a visitor waits for it, it is a search, or nobody has asked for it yet. */
export type Urgency = "awaited" | "search" | "warm";

/** Makes responses outside the thread that sends them. */
export type RenderingThreads = {
	/** @throws ServerBusyError if it cannot be made now; otherwise the error that stopped it */
	make(url: string, options: MakeOptions & { urgency: Urgency }): Promise<MadeResponse | UnchangedResponse>;
	/** Gives a warm response that has not been started the urgency of a visitor's request. */
	hasten(url: string, urgency: Exclude<Urgency, "warm">): void;
	/** Announces change keys; responses made afterwards reflect the changes. */
	announce(changeKeys: readonly string[]): void;
	close(): Promise<void>;
};

export type PageCache = {
	/** Answers from memory if a good response is kept, and returns whether it did. */
	serve(request: IncomingMessage, response: ServerResponse, url?: string): boolean;
	/** Finds the whole response to a plain GET, if a good one is kept. */
	findReady(url: string, acceptEncoding: string): ReadyResponse | undefined;
	/**
	 * Finds the published response for a path and query, rendered again after a change; undefined if none is published.
	 *
	 * @param client the sender: one client's searches do not delay another's
	 * @throws ServerBusyError if it cannot be made and there is no earlier one; any error of the page's `exists`
	 */
	find(url: string, client?: string): Promise<StoredResponse | undefined>;
	/** Whether a path and query can have a page of its own. */
	isPublished(url: string): boolean;
	/** Makes a response for one visitor and does not keep it. */
	makeOnce(url: string, asking: { client: string; signal: AbortSignal }): Promise<StoredResponse>;
	/** Makes the warm responses that are missing or stale. Never rejects. */
	warm(): Promise<void>;
	close(): Promise<void>;
};

export type PageCacheDeps = {
	/** Lists everything published, by the present content; the same list while the content is the same. */
	listPageSources(): readonly PageSource[];
	workers: RenderingThreads;
	changes: Pick<Changes, "listen">;
	clock: Clock;
	metrics: Pick<Metrics, "createCounter">;
	log: Logger;
	maxBytes?: { pages: number; searches: number };
	/** Age at which a warm response is compressed as far as possible; five minutes by default. */
	thoroughAfterMs?: number;
};

const megabyte = 1_000_000;
const defaultMaxBytes = { pages: 24 * megabyte, searches: 6 * megabyte };
/** Searches made at the same time, and further ones that wait: about a second for the last of them. */
const searchesAtOnce = 2;
const maxSearchesWaiting = 60;
const firstPauseMs = 500;
const maxPauseMs = 60_000;
/** Failures of made-up paths displace each other. */
const maxFailures = 1_000;
/** Changes often come in groups; responses that somebody waits for are not delayed. */
const warmDelayMs = 100;
/** Thorough compression takes ten times as long as making the page, which does not pay for a page about to change again. */
const defaultThoroughAfterMs = 5 * 60_000;
/** Limits how often warm responses that expire are made again. */
const minWarmMs = 1_000;
const maxWarmMs = 60_000;

/** A response being made. */
type Flight = {
	changeKeys: readonly string[];
	goodFromMs: number;
	goodUntilMs: number;
	isStale: boolean;
	promise: Promise<StoredResponse>;
	/** Resolves when it has ended, with either outcome. */
	settled: Promise<void>;
};

/**
 * Keeps public responses ready, each until one of its change keys is announced.
 *
 * A request for a stale response waits until it has been rendered again. If that fails, the last good one is served, log and metrics record
 * it, and it is tried again after growing pauses. (docs/decisions/0050-pages-rendered-when-data-changes.md)
 */
export function createPageCache({
	listPageSources,
	workers,
	changes,
	clock,
	metrics,
	log,
	maxBytes = defaultMaxBytes,
	thoroughAfterMs = defaultThoroughAfterMs,
}: PageCacheDeps): PageCache {
	const store = createPageStore(maxBytes);
	let finder: { pageSources: readonly PageSource[]; find: ReturnType<typeof createPageSourceFinder> } | undefined;
	const findAddress = (url: string) => {
		const pageSources = listPageSources();
		if (finder?.pageSources !== pageSources) finder = { pageSources, find: createPageSourceFinder(pageSources) };
		return finder.find(url);
	};
	const limitSearches = createRenderLimit({ atOnce: searchesAtOnce, mostWaiting: maxSearchesWaiting });
	const countMade = metrics.createCounter({
		name: "pages_made_total",
		help: "Public pages rendered again after a change; if rendering fails, the previous version is served",
		label: "outcome",
	});
	const flights = new Map<string, Flight>();
	const failures = new Map<string, { count: number; retryAt: number }>();
	let warmTimer: NodeJS.Timeout | undefined;
	let warmAt = Number.POSITIVE_INFINITY;
	let warming: Promise<void> | undefined;
	let isClosed = false;

	const nowMs = () => clock.now().epochMilliseconds;
	const endListening = changes.listen((changeKeys) => {
		workers.announce(changeKeys);
		store.markStale(changeKeys);
		for (const flight of flights.values())
			flight.isStale ||= flight.changeKeys.some((changeKey) => isAmong(changeKey, changeKeys));
		warmIn(warmDelayMs);
	});

	/** A page made at a time to come, by a wrong clock, is not good. */
	function isGood({ isStale, goodFromMs, goodUntilMs }: Pick<StoredPage, "isStale" | "goodFromMs" | "goodUntilMs">) {
		if (isStale) return false;
		if (goodUntilMs === Number.POSITIVE_INFINITY) return true;
		const now = nowMs();
		return goodFromMs <= now && now < goodUntilMs;
	}

	function isPausing(key: string): boolean {
		const failure = failures.get(key);
		return failure !== undefined && performance.now() < failure.retryAt;
	}

	/** Finds a response that can be sent at once. */
	function findNow(url: string): StoredResponse | undefined {
		const page = store.find(url) ?? (url.includes("?") ? findByAddress(url) : undefined);
		return page && (isGood(page) || (failures.size > 0 && isPausing(page.address.key))) ? page.response : undefined;
	}

	function findByAddress(url: string): StoredPage | undefined {
		const address = findAddress(url);
		return address && store.find(address.key);
	}

	/** While the database cannot tell, the page itself says what it cannot show. */
	async function hasContent({ exists }: CachedAddress): Promise<boolean> {
		try {
			return !exists || (await exists());
		} catch (error) {
			if (!isStorageUnavailable(error)) throw error;
			return true;
		}
	}

	type Asking = { urgency: Urgency; client: string; isThorough?: boolean };

	async function get(address: CachedAddress, asking: Asking): Promise<StoredResponse> {
		const { key } = address;
		for (;;) {
			const page = store.find(key);
			if (page && (isGood(page) || isPausing(key))) return page.response;
			const flight = flights.get(key);
			if (!flight) {
				if (!page && address.missing && !(await hasContent(address))) return get(address.missing, asking);
				if (flights.has(key)) continue;
				return begin(address, asking).promise;
			}
			const urgency = findUrgency(address, asking);
			if (urgency !== "warm") workers.hasten(key, urgency);
			if (isGood(flight)) return flight.promise;
			await flight.settled;
		}
	}

	function findUrgency({ kind }: CachedAddress, { urgency }: Asking): Urgency {
		return urgency !== "warm" && kind === "search" ? "search" : urgency;
	}

	function begin(address: CachedAddress, asking: Asking): Flight {
		const { key, changeKeys, findGoodUntil } = address;
		const goodFromMs = nowMs();
		const goodUntilMs = findGoodUntil?.(goodFromMs) ?? Number.POSITIVE_INFINITY;
		const { promise, resolve, reject } = Promise.withResolvers<StoredResponse>();
		const flight: Flight = {
			changeKeys,
			goodFromMs,
			goodUntilMs,
			isStale: false,
			promise,
			settled: promise.then(noop, noop),
		};
		flights.set(key, flight);
		makeAndKeep(address, flight, asking)
			.finally(() => flights.delete(key))
			.then(resolve, reject);
		return flight;
	}

	async function makeAndKeep(address: CachedAddress, flight: Flight, asking: Asking): Promise<StoredResponse> {
		const { key, kind, data, revalidated = false } = address;
		const { isThorough = false } = asking;
		const kept = store.find(key);
		const make = () =>
			workers.make(key, {
				urgency: findUrgency(address, asking),
				compression: kind === "search" ? "passing" : isThorough ? "lasting" : "changing",
				revalidated,
				data: data === undefined ? undefined : { path: data, keptHash: isThorough ? undefined : kept?.dataHash },
			});
		let made: MadeResponse | UnchangedResponse;
		try {
			// Requests for the same search share its turn; it continues when the first of them has left.
			made = kind === "search" ? await limitSearches({ client: asking.client, signal: never }, make) : await make();
		} catch (error) {
			if (error instanceof ServerBusyError && kind === "search") throw error;
			return keepLastGood(address, error);
		}
		if (made === "unchanged") {
			if (!kept) throw new Error(`Nothing is kept of ${key} that could be unchanged`);
			failures.delete(key);
			const { goodFromMs, goodUntilMs, isStale } = flight;
			store.put({ ...kept, address, goodFromMs, goodUntilMs, isStale });
			return kept.response;
		}
		if (made.status >= 500)
			return keepLastGood(address, new Error(`The page answered with status ${made.status}`), made);
		countMade("made");
		if (failures.delete(key)) log.info({ page: key }, "a page can be rendered again");
		const response = storeMadeResponse(made);
		if (made.status !== (kind === "missing" ? 404 : 200)) store.drop(key);
		// A response made stale by a change meanwhile is the last good one until the next is made.
		else
			store.put({
				response,
				address,
				// A change in between may show in the response and not in the data, or be reverted later.
				dataHash: flight.isStale ? undefined : made.dataHash,
				goodFromMs: flight.goodFromMs,
				goodUntilMs: flight.goodUntilMs,
				madeAtMs: performance.now(),
				isThorough,
				isStale: flight.isStale,
			});
		return response;
	}

	/** Compresses a page as far as possible once it has been kept for long enough. */
	async function finish(address: CachedAddress): Promise<void> {
		const page = store.find(address.key);
		if (!address.lasting || !page || page.isThorough || !isGood(page) || isPausing(address.key)) return;
		if (flights.has(address.key) || performance.now() - page.madeAtMs < thoroughAfterMs) return;
		await begin(address, { urgency: "warm", client: "", isThorough: true }).promise;
	}

	function keepLastGood({ key }: CachedAddress, error: unknown, made?: MadeResponse): StoredResponse {
		const count = (failures.get(key)?.count ?? 0) + 1;
		const pauseMs = Math.min(firstPauseMs * 2 ** (count - 1), maxPauseMs);
		failures.delete(key);
		failures.set(key, { count, retryAt: performance.now() + pauseMs });
		const [oldest] = failures.keys();
		if (failures.size > maxFailures && oldest !== undefined) failures.delete(oldest);
		const page = store.find(key);
		countMade("failed");
		log.error(
			{ page: key, err: error, failures: count, pauseMs },
			page ? "a page could not be rendered again; its previous version is served" : "a page could not be rendered",
		);
		warmIn(pauseMs);
		if (page) return page.response;
		// A page may say itself what it cannot show. The thread that makes pages has no error page.
		if (made && !made.headers["content-type"]?.startsWith("text/plain")) return storeMadeResponse(made);
		if (made?.status === 503) throw new StorageUnavailableError(error);
		throw error instanceof ServerBusyError ? error : new ServerBusyError();
	}

	function warmIn(delayMs: number): void {
		const at = performance.now() + delayMs;
		if (isClosed || at >= warmAt) return;
		warmAt = at;
		clearTimeout(warmTimer);
		warmTimer = setTimeout(() => void warm(), delayMs);
		warmTimer.unref();
	}

	function warm(): Promise<void> {
		warmAt = Number.POSITIVE_INFINITY;
		warming = (warming ?? Promise.resolve()).then(warmAll);
		return warming;
	}

	async function warmAll(): Promise<void> {
		const asking: Asking = { urgency: "warm", client: "" };
		let nextMs = maxWarmMs;
		for (const { listWarm } of listPageSources()) {
			let urls: string[] = [];
			try {
				urls = (await listWarm?.()) ?? [];
			} catch (error) {
				log.warn({ err: error }, "pages could not be rendered ahead of requests");
			}
			for (const url of urls) {
				const address = findAddress(url);
				if (isClosed || !address) continue;
				// One after the other, so that visitors' requests get their turn in between.
				await get(address, asking)
					.then(() => finish(address))
					.catch(noop);
				const page = store.find(address.key);
				if (page) nextMs = Math.min(nextMs, page.goodUntilMs - nowMs());
			}
		}
		warmIn(Math.max(nextMs, minWarmMs));
	}

	async function makeWhole(url: string): Promise<MadeResponse> {
		const made = await workers.make(url, { urgency: "search", compression: "passing", revalidated: false });
		if (made === "unchanged") throw new Error("Nothing was kept to compare with");
		return made;
	}

	return {
		serve(request, response, url = request.url ?? "/") {
			if (request.method !== "GET" && request.method !== "HEAD") return false;
			const stored = findNow(url);
			if (stored) writeStoredResponse(stored, request, response);
			return stored !== undefined;
		},
		findReady(url, acceptEncoding) {
			const stored = findNow(url);
			return stored?.status === 200 ? pickVariant(stored, acceptEncoding).ready : undefined;
		},
		async find(url, client = "") {
			const address = findAddress(url);
			return address && get(address, { urgency: "awaited", client });
		},
		isPublished: (url) => (findAddress(url)?.kind ?? "missing") !== "missing",
		makeOnce: async (url, asking) => storeMadeResponse(await limitSearches(asking, () => makeWhole(url))),
		warm,
		async close() {
			isClosed = true;
			endListening();
			clearTimeout(warmTimer);
			await workers.close();
		},
	};
}

const never = new AbortController().signal;

function noop(): void {}
