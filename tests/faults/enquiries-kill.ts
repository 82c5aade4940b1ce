import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openDatabase } from "../../server/database/database.ts";
import { createLog } from "../../server/log.ts";
import { findFreePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startPostgresCluster } from "../support/postgres-cluster.ts";

/**
 * Shows that no acknowledged enquiry is lost: kills the built server with SIGKILL at random moments while clients post,
 * starts it again, and in the end counts what is in the database and in the mail server.
 *
 * Every client keeps sending an enquiry, with its Idempotency-Key, until it is acknowledged. Exits with 1 when one is
 * missing, or is there twice, or lacks one of its two letters.
 */
const { values: options } = parseArgs({
	options: { kills: { type: "string", default: "100" }, database: { type: "string", default: "sqlite" }, clients: { type: "string", default: "20" } },
});
const kills = Number(options.kills);
const clientCount = Number(options.clients);
if (!Number.isInteger(kills) || !Number.isInteger(clientCount) || !["sqlite", "postgres"].includes(options.database)) {
	console.error("Usage: npm run test:faults -- [--kills 100] [--clients 20] [--database sqlite|postgres]");
	process.exit(2);
}

const projectDirectory = fileURLToPath(new URL("../..", import.meta.url));
const longestLifeMs = 600;
const startTimeoutMs = 60_000;
/** A letter whose sender was killed is due again when its lease has ended. */
const lettersTimeoutMs = 120_000;

if (!existsSync(join(projectDirectory, "build/server/index.js"))) {
	console.error("There is no build yet. Run: npm run build");
	process.exit(2);
}

type Acknowledged = { token: string; reference: string };

const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-faults-"));
const cluster = options.database === "postgres" ? await startPostgresCluster({ durable: true }) : undefined;
const mailServer = await startMailServer();
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const acknowledged: Acknowledged[] = [];
let unexpected = 0;
const posting = new AbortController();
let server: ChildProcess | undefined;

try {
	server = await startServer();
	const clients = Array.from({ length: clientCount }, postUntilStopped);
	for (let kill = 1; kill <= kills; kill++) {
		await sleep(Math.random() * longestLifeMs);
		await end(server, "SIGKILL");
		server = await startServer();
		if (kill % 10 === 0) console.log(`${kill} kills, ${acknowledged.length} acknowledged`);
	}
	posting.abort();
	await Promise.all(clients);
	process.exitCode = (await examine()) ? 0 : 1;
} finally {
	posting.abort();
	if (server && server.exitCode === null && server.signalCode === null) await end(server, "SIGTERM");
	await mailServer.stop();
	await cluster?.stop();
	await rm(dataDirectory, { recursive: true, force: true });
}

/** Starts the server that the build holds and resolves when it answers. */
async function startServer(): Promise<ChildProcess> {
	const child = spawn(process.execPath, ["server/main.ts"], {
		cwd: projectDirectory,
		stdio: ["ignore", "ignore", "inherit"],
		env: {
			...process.env,
			PORT: String(port),
			// What the site is built for by default, so that its pages are ready.
			PUBLIC_URL: "http://localhost:3000",
			DATA_DIR: dataDirectory,
			DATABASE_URL: cluster?.url ?? "",
			SMTP_URL: mailServer.url,
			MAIL_FROM: "hello@office.example",
			SALES_EMAIL: "sales@office.example",
			RATE_LIMIT_PER_MINUTE: "0",
			LOG_LEVEL: "silent",
		},
	});
	const deadline = Date.now() + startTimeoutMs;
	while (!(await answers())) {
		if (child.exitCode !== null || Date.now() > deadline) throw new Error("The server did not start");
		await sleep(20);
	}
	return child;
}

async function answers(): Promise<boolean> {
	try {
		return (await fetch(`${url}/healthz`)).ok;
	} catch {
		return false;
	}
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
	const exited = new Promise((resolve) => child.once("exit", resolve));
	child.kill(signal);
	await exited;
}

/** One client: sends one enquiry after another, each until it is acknowledged. */
async function postUntilStopped(): Promise<void> {
	while (!posting.signal.aborted) {
		const token = randomUUID();
		const reference = await postUntilAcknowledged(token);
		acknowledged.push({ token, reference });
	}
}

async function postUntilAcknowledged(token: string): Promise<string> {
	const body = JSON.stringify({ firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", phone: "", message: token });
	for (;;) {
		try {
			const response = await fetch(`${url}/contactus/submit`, { method: "POST", body, headers: { "content-type": "application/json", "idempotency-key": token } });
			const answer = (await response.json()) as { data?: { reference: string } };
			if (response.ok && answer.data) return answer.data.reference;
			if (response.status !== 503) unexpected++;
		} catch {
			// The server was killed, or is not back yet.
		}
		await sleep(20);
	}
}

/** Compares what clients were told with what is stored and what was delivered, and prints the sums. */
async function examine(): Promise<boolean> {
	const database = await openDatabase({ dataDirectory, databaseUrl: cluster?.url }, createLog({ logLevel: "silent" }));
	try {
		const deadline = Date.now() + lettersTimeoutMs;
		const countWaiting = async () => (await database.db.selectFrom("letters").select("id").where("state", "=", "waiting").execute()).length;
		while ((await countWaiting()) > 0 && Date.now() < deadline) await sleep(500);

		const enquiries = await database.db.selectFrom("enquiries").select(["reference", "message"]).execute();
		const letters = await database.db.selectFrom("letters").select(["reference", "kind", "messageId", "state"]).execute();
		const referencesByToken = Map.groupBy(enquiries, (enquiry) => enquiry.message);
		const lettersByReference = Map.groupBy(letters, (letter) => letter.reference);
		const deliveries = Map.groupBy(mailServer.letters, (letter) => letter.messageId ?? "");
		const sums = {
			kills,
			acknowledged: acknowledged.length,
			lost: acknowledged.filter(({ token, reference }) => !referencesByToken.get(token)?.some((enquiry) => enquiry.reference === reference)).length,
			doubled: [...referencesByToken.values()].filter((same) => same.length > 1).length,
			withoutBothLetters: enquiries.filter(({ reference }) => {
				const kinds = (lettersByReference.get(reference) ?? []).map((letter) => letter.kind);
				return kinds.toSorted().join() !== "enquiry-confirmation,enquiry-notice";
			}).length,
			lettersWithoutEnquiry: letters.length - 2 * enquiries.length,
			lettersNotDelivered: letters.filter((letter) => !deliveries.has(letter.messageId)).length,
			lettersDeliveredAgain: [...deliveries.values()].filter((same) => same.length > 1).length,
			unexpectedAnswers: unexpected,
		};
		console.log(Object.entries(sums).map(([name, sum]) => `${name} ${sum}`).join(", "));
		return sums.acknowledged > 0 && [sums.lost, sums.doubled, sums.withoutBothLetters, sums.lettersWithoutEnquiry, sums.lettersNotDelivered, sums.unexpectedAnswers].every((sum) => sum === 0);
	} finally {
		await database.close();
	}
}
