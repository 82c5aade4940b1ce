import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import { findSweepHold } from "../../core/people/last-sweep.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { FinishedRequest } from "../../platform/http/finished-request.ts";
import type { Logger } from "../../platform/log.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { addPageViews, deletePageViewsBefore, findFirstKeptDay, type PageViewCount } from "./store.server.ts";

/** How often counts are written. */
const writeMs = 60_000;
/** Anybody can invent addresses and referring sites; beyond these daily limits, pages are not counted and sites are "other". */
const mostPagesPerDay = 1_000;
const mostSourcesPerDay = 200;
/** User agents whose kind, program or browser, is cached. */
const mostAgents = 1_000;
/** Paths whose names are cached. */
const mostPaths = 2_000;
const hostName = /^(?=.{4,100}$)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/;

export type PageViewCounter = {
	/** Starts counting. */
	start(): void;
	/** Counts a finished request if it opened a page. */
	note(request: FinishedRequest): void;
	/** Writes the counts; a failed write is repeated the next time. */
	flush(): Promise<void>;
	/** Writes the remaining counts and stops. */
	close(): Promise<void>;
};

export type PageViewCounterDeps = {
	database: Database;
	clock: Clock;
	getTimeZone(): string;
	/** Origin of the site; page views from there are "internal". */
	publicUrl: string;
	/** Returns the name under which a path is counted; undefined for a path that is not a page, or is personal. */
	namePage(path: string): string | undefined;
	log: Logger;
};

/**
 * Creates the counter of page views by day, page and referring site, and nothing else. No cookie, address or user agent is stored; the user
 * agent only tells programs from people.
 * Counts wait in memory for a minute, which a crash loses: these are statistics.
 */
export function createPageViewCounter({
	database,
	clock,
	getTimeZone,
	publicUrl,
	namePage,
	log,
}: PageViewCounterDeps): PageViewCounter {
	const ownHost = new URL(publicUrl).hostname;
	const agents = new LRUCache<string, boolean>({ max: mostAgents });
	/** Names by path; empty for those that are not counted. */
	const names = new LRUCache<string, string>({ max: mostPaths });
	let waiting = new Map<string, PageViewCount>();
	let today = { day: "", pages: new Set<string>(), sources: new Set<string>() };
	let writing: Promise<void> = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;

	function isProgram(agent: string | undefined): boolean {
		if (!agent) return true;
		const known = agents.get(agent);
		if (known !== undefined) return known;
		const answer = isbot(agent);
		agents.set(agent, answer);
		return answer;
	}

	function findName(path: string): string | undefined {
		const known = names.get(path);
		if (known !== undefined) return known || undefined;
		const name = namePage(path);
		names.set(path, name ?? "");
		return name;
	}

	function count(page: string, source: string): void {
		const day = findDate(clock.now().epochMilliseconds, getTimeZone());
		if (today.day !== day) today = { day, pages: new Set(), sources: new Set() };
		if (!admit(today.pages, page, mostPagesPerDay)) return;
		const counted = admit(today.sources, source, mostSourcesPerDay) ? source : "other";
		const key = `${day} ${page} ${counted}`;
		const sum = waiting.get(key);
		if (sum) sum.count += 1;
		else waiting.set(key, { day, page, source: counted, count: 1 });
	}

	async function write(): Promise<void> {
		if (waiting.size === 0) return;
		const counts = waiting;
		waiting = new Map();
		const now = clock.now();
		const oldest = findFirstKeptDay(now.toZonedDateTimeISO(getTimeZone()).toPlainDate());
		try {
			await database.write(async (transaction) => {
				await addPageViews(transaction, [...counts.values()]);
				if (!(await findSweepHold(transaction, now))) await deletePageViewsBefore(transaction, oldest.toString());
			});
		} catch (error) {
			log.warn({ err: error }, "page views could not be written; the next minute tries again");
			for (const [key, sum] of counts) {
				const later = waiting.get(key);
				if (later) later.count += sum.count;
				else waiting.set(key, sum);
			}
		}
	}

	function flush(): Promise<void> {
		writing = writing.then(write);
		return writing;
	}

	return {
		start() {
			timer = setInterval(() => void flush(), writeMs);
		},
		note({ method, path, status, header }) {
			if (!timer || method !== "GET" || (status !== 200 && status !== 304)) return;
			const page = findName(path.split("?", 1)[0] as string);
			if (page === undefined || header("sec-purpose") !== undefined || isProgram(header("user-agent"))) return;
			count(page, nameSource(header("referer"), ownHost));
		},
		flush,
		async close() {
			clearInterval(timer);
			timer = undefined;
			await flush();
		},
	};
}

/** Tells whether a value is among the first ones, up to a limit. */
function admit(values: Set<string>, value: string, most: number): boolean {
	if (values.has(value)) return true;
	if (values.size >= most) return false;
	values.add(value);
	return true;
}

/** Returns the source of a page view: only the hostname of the referring address. */
function nameSource(referrer: string | undefined, ownHost: string): string {
	const host = referrer && URL.parse(referrer)?.hostname;
	if (!host) return "direct";
	if (host === ownHost) return "internal";
	return hostName.test(host) ? host.replace(/^www\./, "") : "direct";
}
