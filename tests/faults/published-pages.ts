import { deepStrictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import pg from "pg";
import { listSelectableDates, listSlotLabels, policyOf } from "../../features/booking/availability.ts";
import { ofDemoType } from "../../features/booking/booking-record.server.ts";
import { findBooking } from "../../features/booking/find-bookings.server.ts";
import { cancelBooking, insertBooking } from "../../features/booking/store.server.ts";
import { insertJobs, setJobClosed } from "../../features/careers/jobs/jobs-store.server.ts";
import { createJobsReader } from "../../features/careers/jobs/jobs.server.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { systemClock } from "../../platform/clock.ts";
import { readConfig, readFolders } from "../../platform/config.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { followChanges } from "../../platform/database/follow-changes.ts";
import { createLog } from "../../platform/log.ts";
import { createPageCache, type PageCache } from "../../platform/pages/page-cache.ts";
import { createRenderingThreads } from "../../platform/pages/rendering-threads.ts";
import { pickVariant, type StoredResponse } from "../../platform/pages/stored-response.ts";
import { migrations } from "../../server/migrations.ts";
import { listPageSources, listWatched } from "../../server/page-sources.ts";
import { addDays, startOfSlot } from "../../shared/slot-times.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { builtCareers } from "../support/built-careers.ts";
import { createServerEnvironment } from "../support/built-server.ts";
import { testJob } from "../support/job-application.ts";
import { bePatient, startPostgresCluster } from "../support/postgres-cluster.ts";
import { withoutHosts } from "../support/without-hosts.ts";

/**
 * Tests that public pages always equal newly rendered ones: changes jobs and calls in any order, in this process and in another, requests
 * pages meanwhile, and kills the rendering thread at any moment. Finally every response is compared, byte for byte and header for header,
 * with one of a new thread. Needs a build; the thread is the one that `npm start` runs.
 */
const { values: options } = parseArgs({
	options: {
		runs: { type: "string", default: "100" },
		steps: { type: "string", default: "20" },
		seed: { type: "string" },
		database: { type: "string", default: "sqlite" },
	},
});
const runs = Number(options.runs);
const steps = Number(options.steps);
if (!(runs > 0) || !(steps > 0) || !["sqlite", "postgres"].includes(options.database)) {
	console.error(
		"Usage: node tests/faults/published-pages.ts [--runs 100] [--steps 20] [--seed NUMBER] [--database sqlite|postgres]",
	);
	process.exit(2);
}
/** How long another process's change may take to appear on a busy machine. */
const patienceMs = 120_000;
const retryMs = 100;

const decompress = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

const log = createLog({ logLevel: "silent" });
const company = readCompanyFile(readFolders().contentDirectory);
const careers = builtCareers;
const policy = policyOf(company);
const times = listSlotLabels(policy);
const now = () => systemClock.now();
const ids = ["weaver", "dyer", "spinner"];
const callDate = findCallDate();
const filter = careers.locationFilters[0]?.label ?? "";

const text = fc.string({ unit: "binary", maxLength: 6 }).map((drawn) => drawn.replaceAll("\0", ""));
const search = fc.oneof(
	fc.constantFrom("", "e", "weav", "no such job", "<&>\u2028\"'"),
	text.map((drawn) => drawn.toWellFormed()),
);
const path = fc.oneof(
	fc.constantFrom(
		"/career",
		"/career.data",
		"/api/jobs",
		"/sitemap-jobs.xml",
		"/demo/availability",
		`/demo/slots/${callDate}`,
		"/no/such/page",
		"/career/jobs/-",
	),
	fc
		.constantFrom(...ids)
		.chain((id) =>
			fc.constantFrom(`/career/jobs/${id}`, `/career/jobs/${id}.data`, `/career/apply/${id}`, `/api/jobs/${id}`),
		),
	search.map((q) => `/career?${new URLSearchParams({ q, location: filter })}`),
);
const id = fc.constantFrom(...ids);
const by = fc.constantFrom("us", "another");
const step = fc.oneof(
	fc.record({ change: fc.constant("close" as const), id, closed: fc.boolean(), by }),
	fc.record({ change: fc.constant("edit" as const), id, title: text, by }),
	fc.record({ change: fc.constant("lapse" as const), id, by }),
	fc.record({ change: fc.constant("book" as const), time: fc.constantFrom(0, 1, 2), by }),
	fc.record({ change: fc.constant("free" as const), by }),
	fc.record({ change: fc.constant("kill" as const) }),
	fc.record({ change: fc.constant("ask" as const), path }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let compared = 0;
const cluster = options.database === "postgres" ? await startPostgresCluster({ durable: false }) : undefined;
try {
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 1, maxLength: steps, size: "max" }),
			fc.uniqueArray(path, { minLength: 8, maxLength: 12 }),
			checkRun,
		),
		{
			numRuns: runs,
			// A run takes a second.
			endOnFailure: true,
			...(options.seed !== undefined && { seed: Number(options.seed) }),
		},
	);
} finally {
	await cluster?.stop();
}
console.log(`${runs} runs on ${options.database}: ${compared} answers are what would be made anew`);

async function checkRun(taken: readonly Step[], finalPaths: readonly string[]): Promise<void> {
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-published-"));
	const databaseUrl = cluster && (await createPostgresDatabase(cluster.url));
	const environment = { ...(await createServerEnvironment({ dataDirectory, databaseUrl })), LOG_LEVEL: "silent" };
	const config = readConfig(environment);
	const us = await openDatabase(config, { migrations, log });
	const another = await openDatabase(config, { migrations, log });
	const follower = await followChanges({ database: us, config, watched: listWatched(systemClock), log });
	const threads: Worker[] = [];
	const createWorker = () => {
		const thread = startThread(environment);
		threads.push(thread);
		return thread;
	};
	const jobs = createJobsReader({ database: us, clock: systemClock, getTimeZone: () => company.timeZone });
	const publications = listPageSources({ database: us, clock: systemClock, company, careers, jobs });
	const publisherDeps = {
		listPageSources: () => publications,
		changes: us.changes,
		clock: systemClock,
		metrics: { createCounter: () => () => undefined },
		log,
	};
	const pageCache = createPageCache({ ...publisherDeps, workers: createRenderingThreads({ createWorker, log }) });
	const fresh = createRenderingThreads({ createWorker: () => startThread(environment), log });
	const createOther = () => createPageCache({ ...publisherDeps, workers: { ...fresh, close: async () => undefined } });
	try {
		const today = findDate(now().epochMilliseconds, company.timeZone);
		await us.write((transaction) =>
			insertJobs(
				transaction,
				ids.map((one) => ({ ...testJob, id: one, title: one, postedOn: today, closesOn: "2099-12-31" })),
				now(),
			),
		);
		const asked = new Set(finalPaths);
		// Cached from now on, until what they show changes.
		for (const url of finalPaths) await pageCache.find(url);
		const answers: Promise<unknown>[] = [];
		for (const one of taken) {
			if (one.change === "kill") await threads.at(-1)?.terminate();
			else if (one.change === "ask") {
				asked.add(one.path);
				answers.push(pageCache.find(one.path).catch(() => undefined));
			} else await change(one.by === "us" ? us : another, one, today);
		}
		await Promise.all(answers);
		await follower.look();
		// In any order, so that different searches are a thread's first.
		for (const url of asked) await compare(pageCache, createOther, url);
	} finally {
		await pageCache.close();
		await fresh.close();
		await follower.close();
		await us.close();
		await another.close();
		await rm(dataDirectory, { recursive: true, force: true });
	}
}

function startThread(environment: NodeJS.ProcessEnv): Worker {
	return new Worker(join(readFolders().buildDirectory, "modules", "server", "page-worker.js"), { env: environment });
}

async function change(
	database: Database,
	one: Exclude<Step, { change: "kill" | "ask" }>,
	today: string,
): Promise<void> {
	await database.write(async (transaction) => {
		switch (one.change) {
			case "close":
				await setJobClosed(transaction, one.id, one.closed, now());
				break;
			case "edit":
				await transaction.updateTable("jobs").set({ title: one.title }).where("id", "=", one.id).execute();
				await setJobClosed(transaction, one.id, false, now());
				break;
			case "lapse":
				await transaction
					.updateTable("jobs")
					.set({ closesOn: addDays(today, -1) })
					.where("id", "=", one.id)
					.execute();
				await setJobClosed(transaction, one.id, false, now());
				break;
			case "book": {
				const time = times[one.time] ?? "";
				const reference = `BKG-${randomUUID().slice(0, 8).toUpperCase()}`;
				await insertBooking(
					transaction,
					{
						id: randomUUID(),
						reference,
						bookedAt: now(),
						sequence: 0,
						moves: 0,
						state: "booked",
						firstName: "Asha",
						lastName: "Rao",
						email: "asha@visitor.example",
						phone: "",
						message: "",
						domain: "",
						...ofDemoType,
						durationMinutes: company.demo.callMinutes,
						hostIds: [],
						timeZone: company.timeZone,
						startsAt: Temporal.Instant.fromEpochMilliseconds(startOfSlot(callDate, time, company.timeZone)),
					},
					{
						company: { ...company, demo: { ...company.demo, callsPerSlot: 1 } },
						now: now(),
						hosts: withoutHosts(company),
						tokenHash: reference,
					},
				);
				break;
			}
			case "free": {
				const booked = await transaction
					.selectFrom("bookings")
					.select("reference")
					.where("state", "=", "booked")
					.executeTakeFirst();
				const found = booked && (await findBooking(transaction, booked.reference));
				if (found) await cancelBooking(transaction, found, Temporal.Now.instant());
			}
		}
	});
}

/**
 * Compares cached responses with those of a new page cache and a new thread. Repeats for a while, because minutes end and a killed thread
 * takes a moment to return.
 */
async function compare(pageCache: PageCache, createOther: () => PageCache, url: string): Promise<void> {
	const end = performance.now() + patienceMs;
	for (;;) {
		const other = createOther();
		try {
			const [kept, anew] = [await pageCache.find(url), await other.find(url)];
			if (!kept || !anew) throw new Error(`Nothing is published at ${url}`);
			deepStrictEqual(show(kept), show(anew), `${url} is not what would be made anew`);
			for (const [encoding, { ready }] of kept.variants)
				deepStrictEqual(decompress[encoding](ready.body).toString(), show(kept).body, `${url} as ${encoding}`);
			compared++;
			return;
		} catch (error) {
			if (performance.now() > end) throw error;
			await sleep(retryMs);
		} finally {
			await other.close();
		}
	}
}

function show(answer: StoredResponse) {
	const { ready, headers } = pickVariant(answer, "identity");
	return { status: answer.status, headers, body: ready.body.toString() };
}

/** The middle day of those that can be booked. */
function findCallDate(): string {
	const dates = listSelectableDates(findDate(now().epochMilliseconds, company.timeZone), policy);
	const date = dates[Math.floor(dates.length / 2)];
	if (date === undefined) throw new Error("The company takes no calls");
	return date;
}

/** Creates an empty database on the running PostgreSQL and returns its address. */
async function createPostgresDatabase(url: string): Promise<string> {
	const name = `published_${randomUUID().replaceAll("-", "")}`;
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query(`create database ${name}`);
	await client.end();
	const address = new URL(url);
	address.pathname = name;
	return bePatient(address.href);
}
