import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readConfig } from "../../platform/config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { startBalancer } from "../support/balancer.ts";
import {
	createServerEnvironment,
	readResidentBytes,
	startBuiltServer,
	type BuiltServer,
	type LogEntry,
} from "../support/built-server.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { findFreePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startPostgresPair } from "../support/postgres-cluster.ts";
import { copyRelease, findPreviousRelease } from "../support/release-copy.ts";
import { startS3Server } from "../support/s3-server.ts";
import { countFailed, examineCluster, printTable, type TableRow } from "./cluster-examination.ts";
import { runClusterLoad, type ClusterLedger, type FailedRequest } from "./cluster-load.ts";
import { announceJob, prepareApplications, prepareScheduledWork, remindSoon } from "./cluster-scheduled-work.ts";

const usage = "Usage: npm run test:cluster [-- [--minutes 15] [--files swift|s3rver|folder] [--previous COMMIT|none]]";
const serverCount = 3;
const killEveryMs = 20_000;
/** How long monitoring takes until the standby is promoted. */
const promotionMs = 3_000;
/** How long everything runs undisturbed before and after each phase. */
const calmMs = 5_000;
/** A supervisor restarts a server that ends while no database accepts writes. */
const startAttempts = 20;
const bytesOfMb = 1_024 * 1_024;

/**
 * Tests that several machines lose nothing: three servers behind HAProxy (docs/deploy/haproxy.cfg), two PostgreSQL servers with synchronous
 * replication, and one file store, under mixed load from visitors.
 *
 * First the servers run the release before this one and are replaced one at a time. Then a random one is killed with SIGKILL every 20
 * seconds and restarted, and half-way the primary PostgreSQL server is killed and the standby promoted. Finally the servers are restarted
 * one at a time. The responses are then compared with stored and delivered data, and printed as a table. Exits with 1 when anything is
 * wrong.
 *
 * Options: --minutes of killing, --files for the file store (OpenStack Swift, an S3 server from npm, a folder), --previous for the release
 * before, or none. Linux only, with HAProxy and Swift from Debian's packages.
 */
async function runCluster(): Promise<void> {
	const { values: options } = parseArgs({
		options: {
			minutes: { type: "string", default: "15" },
			files: { type: "string", default: "swift" },
			previous: { type: "string" },
		},
	});
	const minutes = Number(options.minutes);
	if (!(minutes > 0 && minutes <= 24 * 60) || !["swift", "s3rver", "folder"].includes(options.files)) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	await endAllAfter(async (start) => {
		const dataDirectory = await start(
			() => mkdtemp(join(tmpdir(), "front-office-cluster-")),
			(directory) => rm(directory, { recursive: true, force: true }),
		);
		const ports = await Promise.all(Array.from({ length: serverCount }, findFreePort));
		const balancer = await start(
			() => startBalancer(ports),
			({ stop }) => stop(),
		);
		const postgres = await start(startPostgresPair, ({ stop }) => stop());
		const mailServer = await start(startMailServer, ({ stop }) => stop());
		const s3Server =
			options.files === "folder"
				? undefined
				: await start(
						() => startS3Server(options.files),
						({ stop }) => stop(),
					);
		const previous = options.previous === "none" ? undefined : (options.previous ?? (await findPreviousRelease()));
		if (previous !== undefined) report(`building ${previous}, the release before`);
		const release =
			previous === undefined
				? undefined
				: await start(
						() => copyRelease(previous),
						({ remove }) => remove(),
					);

		const environment = {
			...(await createServerEnvironment({ dataDirectory, databaseUrl: postgres.url, smtpUrl: mailServer.url })),
			FILES_URL: (await s3Server?.createBucket("front-office")) ?? "",
			TRUSTED_PROXIES: "127.0.0.1",
			// The default values.
			RATE_LIMIT_PER_MINUTE: "",
			UPLOAD_MB_PER_NETWORK_PER_DAY: "",
			DRAIN_SECONDS: "",
			// More visitors come in a minute than these allow in an hour.
			BOOKINGS_PER_HOUR_UNCONFIRMED: "0",
			EMAILS_PER_HOUR: "0",
			EMAILS_PER_DAY: "0",
		};
		const entries: LogEntry[] = [];
		const onLogEntry = (entry: LogEntry) => {
			if (entry.msg !== "request" && entry.msg !== "e-mail sent") entries.push(entry);
		};
		const servers: BuiltServer[] = [];
		let startsThatFailed = 0;

		async function startServer(
			index: number,
			{ directory, attempts = 1 }: { directory?: string | undefined; attempts?: number } = {},
		): Promise<void> {
			const own = { ...environment, PORT: String(ports[index]) };
			const from =
				directory === undefined ? {} : { BUILD_DIR: join(directory, "build"), CONTENT_DIR: join(directory, "content") };
			for (let attempt = 1; ; attempt++) {
				try {
					servers[index] = await start(
						() => startBuiltServer({ ...own, ...from }, { ...(directory !== undefined && { directory }), onLogEntry }),
						({ end }) => end("SIGTERM"),
					);
					break;
				} catch (error) {
					startsThatFailed++;
					if (attempt >= attempts) throw error;
					await sleep(500);
				}
			}
			await balancer.waitUntil(index, "UP");
		}

		/** Replaces the servers one at a time, and returns the failures meanwhile. */
		async function replaceAll(): Promise<FailedRequest[]> {
			await sleep(calmMs);
			const begun = performance.now();
			for (const [index, server] of servers.entries()) {
				await server.end("SIGTERM");
				await startServer(index);
			}
			await sleep(calmMs);
			return ledger.failed.filter(({ ended }) => ended >= begun);
		}

		let mostBytes = 0;
		async function measureMemory(): Promise<number> {
			const largest = Math.max(...(await Promise.all(servers.map(readResidentBytes))));
			mostBytes = Math.max(mostBytes, largest);
			return largest;
		}

		async function killAgainAndAgain(): Promise<number> {
			const endsAt = performance.now() + minutes * 60_000;
			let kills = 0;
			for (;;) {
				const next = performance.now() + killEveryMs;
				if (next > endsAt) return kills;
				const index = Math.floor(Math.random() * serverCount);
				await servers[index]?.end("SIGKILL");
				kills++;
				await startServer(index, { attempts: startAttempts });
				await measureMemory();
				report(`${kills} kills, ${describe(ledger)}`);
				await sleep(Math.max(0, next - performance.now()));
			}
		}

		/** Returns how long it took until the first form post was acknowledged that the second server stored. */
		async function failOver(): Promise<number> {
			await sleep((minutes * 60_000) / 2);
			const begun = performance.now();
			await postgres.killPrimary();
			report("the primary is killed");
			await sleep(promotionMs);
			await postgres.promoteStandby();
			const promoted = performance.now();
			for (;;) {
				const first = ledger.acknowledgedAt.find((time) => time > promoted);
				if (first !== undefined) {
					report("the standby is promoted, and forms are taken again");
					return first - begun;
				}
				await sleep(50);
			}
		}

		const ledger: ClusterLedger = {
			enquiries: [],
			bookings: [],
			applications: [],
			moved: 0,
			toldTaken: 0,
			requests: 0,
			failed: [],
			acknowledgedAt: [],
		};
		const rows: TableRow[] = [];
		await Promise.all(ports.map((_, index) => startServer(index, { directory: release?.directory })));
		const log = createLog({ logLevel: "silent" });
		const open = (known = migrations) =>
			openDatabase({ dataDirectory, databaseUrl: postgres.url }, { migrations: known, log });
		// Opened without migrations, it leaves the database as the release before made it.
		await prepareApplications(await open({}));
		const idleBytes = await measureMemory();

		const working = new AbortController();
		const load = runClusterLoad(balancer.url, ledger, working.signal);
		const begun = performance.now();
		if (release) {
			const failed = await replaceAll();
			report(`upgraded from ${release.commit}, ${describe(ledger)}`);
			rows.push({
				name: `requests failed during the rolling upgrade from ${release.commit}`,
				figure: failed.length,
				atMost: 0,
				failed,
			});
		} else rows.push({ name: "rolling upgrade: not tried, no release before this one is known", figure: "" });
		const database = await open();
		await prepareScheduledWork(database);

		const announcing = sleep((minutes * 60_000) / 3).then(() => announceJob(database));
		const [kills, failOverMs] = await Promise.all([killAgainAndAgain(), failOver(), announcing]);
		const beforeRestart = ledger.failed.length;
		const reminders = await remindSoon(database);
		const failedAtRestart = await replaceAll();
		report(`restarted one after the other, ${describe(ledger)}`);
		rows.push({
			name: "requests failed during the rolling restart",
			figure: failedAtRestart.length,
			atMost: 0,
			failed: failedAtRestart,
		});
		await measureMemory();
		working.abort();
		await load;
		const seconds = (performance.now() - begun) / 1_000;

		const config = readConfig(environment);
		const files = await openFileStore(config);
		rows.push(...(await examineCluster({ database, files, mailServer, ledger, reminders, entries })));
		printTable([
			{ name: `seconds of load on ${serverCount} servers`, figure: Math.round(seconds) },
			{ name: "kills of a server", figure: kills },
			{ name: "starts that failed while no PostgreSQL took writes", figure: startsThatFailed },
			{
				name: "seconds until forms were taken again after the primary was killed",
				figure: (failOverMs / 1_000).toFixed(1),
			},
			{ name: "requests", figure: ledger.requests },
			{ name: "requests that failed while servers were killed, and were sent again", figure: beforeRestart },
			...countFailed(ledger.failed.slice(0, beforeRestart)),
			...rows,
			{ name: "memory of a server idle, MB", figure: Math.round(idleBytes / bytesOfMb) },
			{ name: "memory of a server under load, the most that was seen, MB", figure: Math.round(mostBytes / bytesOfMb) },
		]);
		await database.close();
	});
}

function describe({ enquiries, bookings, applications, failed }: ClusterLedger): string {
	return `${enquiries.length} enquiries, ${bookings.length} bookings, ${applications.length} applications acknowledged, ${failed.length} requests failed`;
}

function report(line: string): void {
	console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

await runCluster();
