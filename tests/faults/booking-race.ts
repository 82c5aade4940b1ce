import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { unpackAvailability, type AvailabilityAnswer } from "../../features/booking/availability.ts";
import { insertAccount } from "../../features/accounts/store.server.ts";
import { saveHost } from "../../platform/hosts/host-store.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { createLog } from "../../platform/log.ts";
import { createServerEnvironment, startBuiltServer } from "../support/built-server.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { startPostgresCluster } from "../support/postgres-cluster.ts";
import { migrations } from "../../server/migrations.ts";

/**
 * Shows that a slot is sold once, or with hosts once for each of them: in every round many clients want the same slot at the same moment,
 * half of them from each of two server processes on one database.
 *
 * Exits with 1 unless in every round exactly as many are told that the slot is theirs, all others that it is taken, and as many rows are
 * there, each with a host of its own.
 */
const { values: options } = parseArgs({
	options: {
		rounds: { type: "string", default: "50" },
		clients: { type: "string", default: "200" },
		database: { type: "string", default: "sqlite" },
		hosts: { type: "string", default: "0" },
	},
});
const rounds = Number(options.rounds);
const clients = Number(options.clients);
const hosts = Number(options.hosts);
if (![rounds, clients, hosts].every(Number.isInteger) || !["sqlite", "postgres"].includes(options.database)) {
	console.error(
		"Usage: node tests/faults/booking-race.ts [--rounds 50] [--clients 200] [--hosts 0] [--database sqlite|postgres]",
	);
	process.exit(2);
}

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

	await database.write(async (transaction) => {
		for (let host = 0; host < hosts; host++) {
			const now = Temporal.Now.instant();
			const account = { email: `host-${host}@staff.example`, name: `Host ${host}`, roles: ["sales" as const] };
			const id = await insertAccount(transaction, account, now);
			const settings = {
				purposes: ["demo-call"],
				timeZone: undefined,
				hours: undefined,
				video: { kind: "room" as const },
			};
			await saveHost(transaction, id, settings, { version: 0, now });
		}
	});
	const expected = Math.max(1, hosts);
	const { data } = (await (await fetch(`${first.url}/demo/availability`)).json()) as { data: AvailabilityAnswer };
	const slots = [...unpackAvailability(data).days].flatMap(([date, times]) => times.map((time) => ({ date, time })));
	const sums = { rounds, successes: 0, refusals: 0, otherAnswers: 0, badRounds: 0, longestAnswerMs: 0 };
	for (let round = 0; round < rounds; round++) {
		const slot = slots[round % slots.length] as { date: string; time: string };
		const answers = await Promise.all(
			Array.from({ length: clients }, (_, client) => book(client % 2 === 0 ? first.url : second.url, slot, client)),
		);
		const rows = await database.db
			.selectFrom("bookings")
			.select("hostId")
			.where("message", "=", messageOf(slot))
			.execute();
		const ownHosts = new Set(rows.map(({ hostId }) => hostId)).size;
		const successes = answers.filter(({ status }) => status >= 200 && status < 300).length;
		const refusals = answers.filter(({ status }) => status === 409).length;
		sums.successes += successes;
		sums.refusals += refusals;
		sums.otherAnswers += clients - successes - refusals;
		sums.longestAnswerMs = Math.max(sums.longestAnswerMs, ...answers.map(({ ms }) => Math.round(ms)));
		if (
			successes !== expected ||
			refusals !== clients - expected ||
			rows.length !== expected ||
			ownHosts !== expected ||
			rows.some(({ hostId }) => (hostId === null) !== (hosts === 0))
		)
			sums.badRounds++;
		if ((round + 1) % 10 === 0) console.log(`${round + 1} rounds, ${sums.badRounds} bad ones`);
	}
	console.log(
		`${options.database}, ${hosts} hosts: ${Object.entries(sums)
			.map(([name, sum]) => `${name} ${sum}`)
			.join(", ")}`,
	);
	process.exitCode = sums.badRounds === 0 ? 0 : 1;
});

/** Half of the clients are the site's own form, which sends an Idempotency-Key, and half bare requests. */
async function book(
	url: string,
	slot: { date: string; time: string },
	client: number,
): Promise<{ status: number; ms: number }> {
	const begun = performance.now();
	const response = await fetch(`${url}/demo/book`, {
		method: "POST",
		body: JSON.stringify({
			firstName: `Client ${client}`,
			email: "asha@visitor.example",
			phone: "1",
			message: messageOf(slot),
			...slot,
		}),
		headers: { "content-type": "application/json", ...(client % 4 < 2 && { "idempotency-key": randomUUID() }) },
	});
	await response.arrayBuffer();
	return { status: response.status, ms: performance.now() - begun };
}

function messageOf({ date, time }: { date: string; time: string }): string {
	return `the call on ${date} at ${time}`;
}
