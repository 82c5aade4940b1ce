import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { insertAccount } from "../../features/accounts/store.server.ts";
import { insertInterview, type InterviewRecord } from "../../features/careers/interviews/store.server.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { saveHost } from "../../platform/hosts/host-store.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import { createLog } from "../../platform/log.ts";
import { weekdays } from "../../shared/company.ts";
import { migrations } from "../../server/migrations.ts";
import { storeApplication } from "../support/applications.ts";
import { createServerEnvironment, startBuiltServer } from "../support/built-server.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { startPostgresCluster } from "../support/postgres-cluster.ts";

/**
 * Shows that the time of two interviewers is given away once: in every round many applicants, each with an offer of their own, choose the
 * last time that is left of one of some pairs of interviewers at the same moment, half of them at each of two server processes on one
 * database.
 *
 * Exits with 1 unless in every round exactly as many are told that the time is theirs as there are pairs, all others that it is taken,
 * and nobody stands in two places.
 */
const { values: options } = parseArgs({
	options: {
		rounds: { type: "string", default: "50" },
		clients: { type: "string", default: "200" },
		database: { type: "string", default: "sqlite" },
		pairs: { type: "string", default: "1" },
	},
});
const rounds = Number(options.rounds);
const clients = Number(options.clients);
const pairs = Number(options.pairs);
if (![rounds, clients, pairs].every(Number.isInteger) || !["sqlite", "postgres"].includes(options.database)) {
	console.error(
		"Usage: node tests/faults/interviews-race.ts [--rounds 50] [--clients 200] [--pairs 1] [--database sqlite|postgres]",
	);
	process.exit(2);
}

const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;
const retryMs = 200;

await endAllAfter(async (start) => {
	const dataDirectory = await start(
		() => mkdtemp(join(tmpdir(), "front-office-faults-")),
		(directory) => rm(directory, { recursive: true, force: true }),
	);
	const cluster =
		options.database === "postgres"
			? await start(
					() => startPostgresCluster({ durable: true }),
					({ stop }) => stop(),
				)
			: undefined;
	const environment = await createServerEnvironment({ dataDirectory, databaseUrl: cluster?.url });
	const startServer = () =>
		start(
			() => startBuiltServer(environment),
			({ end }) => end("SIGTERM"),
		);
	const first = await startServer();
	const second = await startServer();
	const database = await start(
		() =>
			openDatabase(
				{ dataDirectory, databaseUrl: cluster?.url },
				{ migrations, log: createLog({ logLevel: "silent" }) },
			),
		({ close }) => close(),
	);

	const now = Temporal.Now.instant();
	const hostIds: string[] = [];
	await database.write(async (transaction) => {
		for (let host = 0; host < pairs * 2; host++) {
			const account = { email: `host-${host}@staff.example`, name: `Host ${host}`, roles: ["recruiter" as const] };
			const id = await insertAccount(transaction, account, now);
			const settings = {
				purposes: ["interview"],
				timeZone: undefined,
				// Whatever the company's hours are, there is a time of its own for every round.
				hours: weekdays.map((weekday) => ({ weekday, from: "00:00", until: "24:00" })),
				video: { kind: "room" as const },
			};
			await saveHost(transaction, id, settings, { version: 0, now });
			hostIds.push(id);
		}
	});
	for (let client = 0; client < clients; client++) await storeApplication(database, { reference: nameOf(client) });

	const firstMs = findOpenDay(now, String(environment["CONTENT_DIR"]));
	const sums = { rounds, successes: 0, refusals: 0, otherAnswers: 0, badRounds: 0, longestAnswerMs: 0 };
	for (let round = 0; round < rounds; round++) {
		const startMs = firstMs + round * quarterMs;
		const tokens: string[] = [];
		await database.write(async (transaction) => {
			for (let client = 0; client < clients; client++) {
				const token = createToken();
				const pair = client % pairs;
				const interview = createOffer({ round, client, startMs, hostIds: hostIds.slice(pair * 2, pair * 2 + 2), now });
				await insertInterview(transaction, interview, { tokenHash: hashToken(token) });
				tokens.push(token);
			}
		});
		const answers = await Promise.all(
			tokens.map((token, client) =>
				choose(Math.floor(client / pairs) % 2 === 0 ? first.url : second.url, token, startMs),
			),
		);
		const booked = await database.db
			.selectFrom("interviews")
			.select("hostIds")
			.where("startsAt", "=", new Date(startMs).toISOString())
			.where("state", "=", "booked")
			.execute();
		const reserved = await database.db
			.selectFrom("hostReservations")
			.select("hostId")
			.where("startsAt", "=", new Date(startMs).toISOString())
			.execute();
		const successes = answers.filter(({ status }) => status === 303).length;
		const refusals = answers.filter(({ status }) => status === 409).length;
		sums.successes += successes;
		sums.refusals += refusals;
		sums.otherAnswers += clients - successes - refusals;
		sums.longestAnswerMs = Math.max(sums.longestAnswerMs, ...answers.map(({ ms }) => Math.round(ms)));
		const taken = new Set(reserved.map(({ hostId }) => hostId));
		if (
			successes !== pairs ||
			refusals !== clients - pairs ||
			booked.length !== pairs ||
			new Set(booked.map((row) => row.hostIds)).size !== pairs ||
			reserved.length !== pairs * 2 ||
			taken.size !== pairs * 2
		)
			sums.badRounds++;
		if ((round + 1) % 10 === 0) console.log(`${round + 1} rounds, ${sums.badRounds} bad ones`);
	}
	console.log(
		`${options.database}, ${pairs} pairs of interviewers: ${Object.entries(sums)
			.map(([name, sum]) => `${name} ${sum}`)
			.join(", ")}`,
	);
	process.exitCode = sums.badRounds === 0 ? 0 : 1;
});

/** Begins a day from tomorrow on that the company closes in no zone; a quarter of an hour of it goes to each round. */
function findOpenDay(now: Temporal.Instant, contentDirectory: string): number {
	const closed = new Set(readCompanyFile(contentDirectory).demo.closures.map(({ date }) => date));
	const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
	let startMs = Math.ceil(now.epochMilliseconds / dayMs) * dayMs + dayMs;
	while ([-1, 0, 1].some((days) => closed.has(dateOf(startMs + days * dayMs)))) startMs += dayMs;
	return startMs;
}

function nameOf(client: number): string {
	return `APP-${String(client).padStart(8, "0")}`;
}

/** An offer of one time alone. */
function createOffer({
	round,
	client,
	startMs,
	hostIds,
	now,
}: {
	round: number;
	client: number;
	startMs: number;
	hostIds: string[];
	now: Temporal.Instant;
}): InterviewRecord {
	return {
		id: `interview-${round}-${client}`,
		reference: `INT-${round}-${client}`,
		application: nameOf(client),
		state: "offered",
		outcome: undefined,
		hostIds,
		durationMinutes: 15,
		firstDate: new Date(startMs - dayMs).toISOString().slice(0, 10),
		lastDate: new Date(startMs + dayMs).toISOString().slice(0, 10),
		startsMs: [startMs],
		place: { kind: "video" },
		timeZone: "UTC",
		startsAt: undefined,
		videoUrl: undefined,
		sequence: 0,
		moves: 0,
		offeredBy: hostIds[0] ?? "",
		senderName: "Host",
		subject: "An interview",
		text: "When suits you?",
		messageId: "",
		offeredAt: now,
		sendsAt: now,
	};
}

/**
 * Sends the form of the private page, as a browser without scripts does. A server that renders as many pages at once as it may says so with
 * 503; the applicant tries again then, which is harmless even if the time was theirs already.
 */
async function choose(url: string, token: string, startMs: number): Promise<{ status: number; ms: number }> {
	const begun = performance.now();
	for (;;) {
		const response = await fetch(`${url}/career/interview/${token}`, {
			method: "POST",
			redirect: "manual",
			body: new URLSearchParams({ intent: "choose", start: String(startMs) }),
		});
		await response.arrayBuffer();
		if (response.status !== 503) return { status: response.status, ms: performance.now() - begun };
		await setTimeout(retryMs);
	}
}
