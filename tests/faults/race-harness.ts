import { parseArgs } from "node:util";
import type { Database } from "../../platform/database/database.ts";
import { waitUntilPagesAreRendered } from "../support/built-server.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { createFaultInstallation, databaseKinds } from "../support/fault-installation.ts";

export type RaceResponse = { status: number; body: string; ms: number };

/** The start of a race. */
export type RaceStart = {
	/** Of two servers on one database. */
	urls: readonly [string, string];
	database: Database;
	clients: number;
	rounds: number;
	/** The value of the race's own option. */
	count: number;
};

export type Race = {
	/** How many of a round's clients can succeed. */
	room: number;
	/** Statuses of success; 409 means taken, and any other is a fault. */
	isSuccess(status: number): boolean;
	/** Runs all clients at once, and checks the stored result. Any number of `others` may succeed. */
	run(round: number): Promise<{ answers: RaceResponse[]; others?: RaceResponse[]; isStoredRight: boolean }>;
};

/**
 * Lets many clients request the same thing from two built servers at once, round after round.
 *
 * Options of the command line: --rounds, --clients, --database, and one of the race's own. Exits with 1 unless in every round exactly as
 * many succeed as possible, all others are told that it is taken, and the stored result agrees. A server with too much to do may say so
 * instead (503).
 * @param own name of the race's own option, and its default
 */
export async function runRace(
	program: string,
	own: { name: string; value: number; label: string },
	begin: (start: RaceStart) => Promise<Race>,
): Promise<void> {
	const { values: options } = parseArgs({
		options: {
			rounds: { type: "string", default: "50" },
			clients: { type: "string", default: "200" },
			database: { type: "string", default: "sqlite" },
			[own.name]: { type: "string", default: String(own.value) },
		},
	});
	const rounds = Number(options["rounds"]);
	const clients = Number(options["clients"]);
	const count = Number(options[own.name]);
	const kind = databaseKinds.find((one) => one === options["database"]);
	if (![rounds, clients, count].every(Number.isInteger) || !kind) {
		console.error(
			`Usage: node ${program} [--rounds 50] [--clients 200] [--${own.name} ${own.value}] [--database ${databaseKinds.join("|")}]`,
		);
		process.exitCode = 2;
		return;
	}
	await endAllAfter(async (start) => {
		const installation = await createFaultInstallation(start, kind);
		const first = await installation.startServer();
		const second = await installation.startServer();
		for (const { url } of [first, second]) await waitUntilPagesAreRendered(url);
		const database = await start(installation.openStored, ({ close }) => close());
		const race = await begin({ urls: [first.url, second.url], database, clients, rounds, count });
		const sums = { rounds, successes: 0, refusals: 0, late: 0, faults: 0, badRounds: 0, longestAnswerMs: 0 };
		for (let round = 0; round < rounds; round++) {
			const { answers, others = [], isStoredRight } = await race.run(round);
			const successes = answers.filter(({ status }) => race.isSuccess(status)).length;
			const refusals = answers.filter(({ status }) => status === 409).length;
			const unexpected = [...answers, ...others].filter(({ status }) => !race.isSuccess(status) && status !== 409);
			const faults = unexpected.filter(({ status }) => status !== 503);
			// A queue of requests may be longer than the server's deadline: these say that they may have been received.
			const late = answers.filter(({ status }) => status === 503).length;
			for (const [text, same] of Map.groupBy(unexpected, ({ status, body }) => `${status} ${body}`))
				console.log(`round ${round + 1}: ${same.length} responses after up to ${longestOf(same)} ms: ${text}`);
			sums.successes += successes;
			sums.refusals += refusals;
			sums.late += unexpected.length - faults.length;
			sums.faults += faults.length;
			sums.longestAnswerMs = Math.max(sums.longestAnswerMs, longestOf(answers));
			const isSoldOnce = successes <= race.room && race.room <= successes + late;
			const isRefusedRight = refusals <= clients - race.room && clients - race.room <= refusals + late;
			if (!isSoldOnce || !isRefusedRight || faults.length > 0 || !isStoredRight) sums.badRounds++;
			if ((round + 1) % 10 === 0) console.log(`${round + 1} rounds, ${sums.badRounds} bad ones`);
		}
		const texts = Object.entries(sums).map(([name, sum]) => `${name} ${sum}`);
		console.log(`${kind}, ${count} ${own.label}: ${texts.join(", ")}`);
		process.exitCode = sums.badRounds === 0 ? 0 : 1;
	});
}

function longestOf(responses: readonly RaceResponse[]): number {
	return Math.round(Math.max(...responses.map(({ ms }) => ms)));
}

/** Sends a request, reads its whole response, and measures the time. */
export async function askAndTime(url: string, init: RequestInit): Promise<RaceResponse> {
	const begun = performance.now();
	const response = await fetch(url, { redirect: "manual", ...init });
	const body = await response.text();
	return { status: response.status, body, ms: performance.now() - begun };
}
