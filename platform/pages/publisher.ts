import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import { isAmong, type Changes } from "../database/changes.ts";
import { isStorageUnavailable, StorageUnavailableError } from "../database/storage-errors.ts";
import type { ReadyAnswer } from "../http/ready-answer.ts";
import { ServerBusyError } from "../http/server-busy-error.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { storeMadeAnswer, type MadeAnswer, type MakeOptions, type UnchangedAnswer } from "./made-answer.ts";
import { createPageStore, type StoredPage } from "./page-store.ts";
import { createPublicationFinder, type Publication, type PublishedAddress } from "./publication.ts";
import { createRenderLimit } from "./render-limit.ts";
import { pickVariant, writeStoredAnswer, type StoredAnswer } from "./stored-answer.ts";

/** In which order answers are made: what a visitor waits for, what somebody searches, what nobody has asked for yet. */
export type Urgency = "awaited" | "search" | "warm";

/** Makes answers away from the thread that sends them. */
export type AnswerWorkers = {
	/**
	 * @throws ServerBusyError when nobody can make it now; whatever else stopped it
	 */
	make(url: string, options: MakeOptions & { urgency: Urgency }): Promise<MadeAnswer | UnchangedAnswer>;
	/** Says which facts have changed, before anything is made after it. */
	announce(facts: readonly string[]): void;
	close(): Promise<void>;
};

export type Publisher = {
	/** Answers from memory when that is good now, and tells whether it did. */
	answer(request: IncomingMessage, response: ServerResponse, url?: string): boolean;
	/** The whole answer to a plain GET, when it is good now. */
	findReady(url: string, acceptEncoding: string): ReadyAnswer | undefined;
	/**
	 * Gives what is published at an address, made anew when a fact has changed; undefined when nothing is.
	 *
	 * @param client who asks: one client's searches do not keep another's waiting
	 * @throws ServerBusyError when it cannot be made and there is none from before; what `exists` of the address throws
	 */
	find(url: string, client?: string): Promise<StoredAnswer | undefined>;
	/** Makes the answer to a GET that is nobody else's, and keeps nothing of it. */
	makeOnce(url: string, asking: { client: string; signal: AbortSignal }): Promise<StoredAnswer>;
	/** Makes what is kept ready and is not good any more. Never rejects. */
	warm(): Promise<void>;
	close(): Promise<void>;
};

export type PublisherDeps = {
	/** Everything that is published, by the facts as they are now; the same list while they are. */
	listPublications(): readonly Publication[];
	workers: AnswerWorkers;
	changes: Pick<Changes, "listen">;
	clock: Clock;
	metrics: Pick<Metrics, "createCounter">;
	log: Logger;
	maxBytes?: { pages: number; searches: number };
	/** How long what is kept ready has stood when it is compressed as far as it goes; by default five minutes. */
	thoroughAfterMs?: number;
};

const megabyte = 1_000_000;
const defaultMaxBytes = { pages: 24 * megabyte, searches: 6 * megabyte };
/** Searches that are made at the same time, and further ones that wait: about a second for the last of them. */
const searchesAtOnce = 2;
const mostSearchesWaiting = 60;
const firstPauseMs = 500;
const longestPauseMs = 60_000;
/** Failures of made-up addresses push each other out. */
const mostFailures = 1_000;
/** Changes often come in rows; what somebody waits for does not wait for this. */
const warmDelayMs = 100;
/** To compress a page as far as it goes takes ten times as long as to make it: what is about to change again is not worth it. */
const defaultThoroughAfterMs = 5 * 60_000;
/** What goes with the time is kept ready too, no more often than this. */
const shortestWarmMs = 1_000;
const longestWarmMs = 60_000;

/** An answer that is being made. */
type Flight = {
	facts: readonly string[];
	goodUntilMs: number;
	isStale: boolean;
	promise: Promise<StoredAnswer>;
	/** Resolves when it has ended, however. */
	settled: Promise<void>;
};

/**
 * Keeps public answers ready, each for as long as the facts that it shows are the same.
 *
 * Who asks for one that is not good any more waits until it has been made anew. When that fails, the last good one is answered, the log
 * and the figures say so, and it is tried again after growing pauses. (docs/decisions/0050-pages-made-when-facts-change.md)
 */
export function createPublisher({
	listPublications,
	workers,
	changes,
	clock,
	metrics,
	log,
	maxBytes = defaultMaxBytes,
	thoroughAfterMs = defaultThoroughAfterMs,
}: PublisherDeps): Publisher {
	const store = createPageStore(maxBytes);
	let finder: { publications: readonly Publication[]; find: ReturnType<typeof createPublicationFinder> } | undefined;
	const findAddress = (url: string) => {
		const publications = listPublications();
		if (finder?.publications !== publications) finder = { publications, find: createPublicationFinder(publications) };
		return finder.find(url);
	};
	const limitSearches = createRenderLimit({ atOnce: searchesAtOnce, mostWaiting: mostSearchesWaiting });
	const countMade = metrics.createCounter({
		name: "pages_made_total",
		help: "Public answers made anew because a fact had changed; what failed is shown as it was before",
		label: "outcome",
	});
	const flights = new Map<string, Flight>();
	const failures = new Map<string, { count: number; retryAt: number }>();
	let warmTimer: NodeJS.Timeout | undefined;
	let warmAt = Number.POSITIVE_INFINITY;
	let warming: Promise<void> | undefined;
	let isClosed = false;

	const nowMs = () => clock.now().epochMilliseconds;
	const endListening = changes.listen((facts) => {
		workers.announce(facts);
		store.markStale(facts);
		for (const flight of flights.values()) flight.isStale ||= flight.facts.some((fact) => isAmong(fact, facts));
		warmIn(warmDelayMs);
	});

	function isGood({ isStale, goodUntilMs }: Pick<StoredPage, "isStale" | "goodUntilMs">): boolean {
		return !isStale && (goodUntilMs === Number.POSITIVE_INFINITY || nowMs() < goodUntilMs);
	}

	function isPausing(key: string): boolean {
		const failure = failures.get(key);
		return failure !== undefined && performance.now() < failure.retryAt;
	}

	/** What can be sent at once. */
	function findNow(url: string): StoredAnswer | undefined {
		const page = store.find(url) ?? (url.includes("?") ? findByAddress(url) : undefined);
		return page && (isGood(page) || (failures.size > 0 && isPausing(page.address.key))) ? page.answer : undefined;
	}

	function findByAddress(url: string): StoredPage | undefined {
		const address = findAddress(url);
		return address && store.find(address.key);
	}

	/** While nobody can tell, the page itself says what it cannot show. */
	async function isThere({ exists }: PublishedAddress): Promise<boolean> {
		try {
			return !exists || (await exists());
		} catch (error) {
			if (!isStorageUnavailable(error)) throw error;
			return true;
		}
	}

	type Asking = { urgency: Urgency; client: string; isThorough?: boolean };

	async function get(address: PublishedAddress, asking: Asking): Promise<StoredAnswer> {
		const { key } = address;
		for (;;) {
			const page = store.find(key);
			if (page && (isGood(page) || isPausing(key))) return page.answer;
			const flight = flights.get(key);
			if (!flight) {
				if (!page && address.missing && !(await isThere(address))) return get(address.missing, asking);
				if (flights.has(key)) continue;
				return begin(address, asking).promise;
			}
			if (isGood(flight)) return flight.promise;
			await flight.settled;
		}
	}

	function begin(address: PublishedAddress, asking: Asking): Flight {
		const { key, facts, findGoodUntil } = address;
		const goodUntilMs = findGoodUntil?.(nowMs()) ?? Number.POSITIVE_INFINITY;
		const { promise, resolve, reject } = Promise.withResolvers<StoredAnswer>();
		const flight: Flight = { facts, goodUntilMs, isStale: false, promise, settled: promise.then(noop, noop) };
		flights.set(key, flight);
		makeAndKeep(address, flight, asking)
			.finally(() => flights.delete(key))
			.then(resolve, reject);
		return flight;
	}

	async function makeAndKeep(address: PublishedAddress, flight: Flight, asking: Asking): Promise<StoredAnswer> {
		const { key, kind, data, revalidated = false } = address;
		const { isThorough = false } = asking;
		const kept = store.find(key);
		const make = () =>
			workers.make(key, {
				urgency: asking.urgency === "warm" ? "warm" : kind === "search" ? "search" : "awaited",
				compression: kind === "search" ? "passing" : isThorough ? "lasting" : "changing",
				revalidated,
				data: data === undefined ? undefined : { path: data, keptHash: isThorough ? undefined : kept?.dataHash },
			});
		let made: MadeAnswer | UnchangedAnswer;
		try {
			// Those who share a search share its turn: it goes on when the first of them has left.
			made = kind === "search" ? await limitSearches({ client: asking.client, signal: never }, make) : await make();
		} catch (error) {
			if (error instanceof ServerBusyError && kind === "search") throw error;
			return keepLastGood(address, error);
		}
		if (made === "unchanged") {
			if (!kept) throw new Error(`Nothing is kept of ${key} that could be unchanged`);
			failures.delete(key);
			store.put({ ...kept, address, goodUntilMs: flight.goodUntilMs, isStale: flight.isStale });
			return kept.answer;
		}
		if (made.status >= 500)
			return keepLastGood(address, new Error(`The page answered with status ${made.status}`), made);
		countMade("made");
		if (failures.delete(key)) log.info({ page: key }, "a page can be made again");
		const answer = storeMadeAnswer(made);
		if (made.status !== (kind === "missing" ? 404 : 200)) store.drop(key);
		// One that a change has overtaken is the last good one until the next is made.
		else
			store.put({
				answer,
				address,
				// What changed in between may stand in the answer and not in the data, or come back later.
				dataHash: flight.isStale ? undefined : made.dataHash,
				goodUntilMs: flight.goodUntilMs,
				madeAtMs: performance.now(),
				isThorough,
				isStale: flight.isStale,
			});
		return answer;
	}

	/** Compresses a page as far as it goes that has stood for long enough. */
	async function finish(address: PublishedAddress): Promise<void> {
		const page = store.find(address.key);
		if (!address.lasting || !page || page.isThorough || !isGood(page) || isPausing(address.key)) return;
		if (flights.has(address.key) || performance.now() - page.madeAtMs < thoroughAfterMs) return;
		await begin(address, { urgency: "warm", client: "", isThorough: true }).promise;
	}

	function keepLastGood({ key }: PublishedAddress, error: unknown, made?: MadeAnswer): StoredAnswer {
		const count = (failures.get(key)?.count ?? 0) + 1;
		const pauseMs = Math.min(firstPauseMs * 2 ** (count - 1), longestPauseMs);
		failures.delete(key);
		failures.set(key, { count, retryAt: performance.now() + pauseMs });
		const [oldest] = failures.keys();
		if (failures.size > mostFailures && oldest !== undefined) failures.delete(oldest);
		const page = store.find(key);
		countMade("failed");
		log.error(
			{ page: key, err: error, failures: count, pauseMs },
			page ? "a page could not be made anew; it is shown as it was" : "a page could not be made",
		);
		warmIn(pauseMs);
		if (page) return page.answer;
		// A page may say itself what it cannot show. The thread that makes pages has no error page.
		if (made && !made.headers["content-type"]?.startsWith("text/plain")) return storeMadeAnswer(made);
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
		let nextMs = longestWarmMs;
		for (const { listWarm } of listPublications()) {
			let urls: string[] = [];
			try {
				urls = (await listWarm?.()) ?? [];
			} catch (error) {
				log.warn({ err: error }, "pages could not be made before somebody asks for them");
			}
			for (const url of urls) {
				const address = findAddress(url);
				if (isClosed || !address) continue;
				// One after the other, so that those who wait have their turn in between.
				await get(address, asking)
					.then(() => finish(address))
					.catch(noop);
				const page = store.find(address.key);
				if (page) nextMs = Math.min(nextMs, page.goodUntilMs - nowMs());
			}
		}
		warmIn(Math.max(nextMs, shortestWarmMs));
	}

	async function makeWhole(url: string): Promise<MadeAnswer> {
		const made = await workers.make(url, { urgency: "search", compression: "passing", revalidated: false });
		if (made === "unchanged") throw new Error("Nothing was kept to compare with");
		return made;
	}

	return {
		answer(request, response, url = request.url ?? "/") {
			if (request.method !== "GET" && request.method !== "HEAD") return false;
			const answer = findNow(url);
			if (answer) writeStoredAnswer(answer, request, response);
			return answer !== undefined;
		},
		findReady(url, acceptEncoding) {
			const answer = findNow(url);
			return answer?.status === 200 ? pickVariant(answer, acceptEncoding).ready : undefined;
		},
		async find(url, client = "") {
			const address = findAddress(url);
			return address && get(address, { urgency: "awaited", client });
		},
		makeOnce: async (url, asking) => storeMadeAnswer(await limitSearches(asking, () => makeWhole(url))),
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
