import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Connection, Database } from "../../platform/database/database.ts";
import { isEmail } from "../../platform/email/emails-table.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { createFaultInstallation, databaseKinds } from "../support/fault-installation.ts";
import { findFreePort } from "../support/free-port.ts";
import { startMailServer, type MailServer } from "../support/mail-server.ts";

/** An e-mail whose sender was killed is due again when its lease has ended. */
const emailsTimeoutMs = 180_000;

export type KillTest = {
	/** Settings of its servers. */
	settings?: NodeJS.ProcessEnv;
	/** Stores what the clients need, before the server's first start. */
	prepare?(database: Database, dataDirectory: string): Promise<void>;
	/** Performs one client's action until it is acknowledged; called again and again until the signal. */
	act(url: string, client: number, deskUrl: string): Promise<void>;
	/** Describes the clients' progress in one line. */
	describeProgress(): string;
	/** Called before the last kill, to create the situation that it has to interrupt even in a short run. */
	beforeLastKill?(url: string, dataDirectory: string, db: Connection): Promise<void>;
	/** Called after each kill, to end claims that outlive a killed server. */
	afterKill?(database: Database): Promise<void>;
	/** Called between the last kill and the last start. */
	beforeLastStart?(dataDirectory: string, database: Database): Promise<void>;
	/**
	 * Compares what clients were told with what is stored and was delivered: `sums` are printed, and each of `faults` must be 0. The server
	 * runs meanwhile, so that writing needs `database`, which waits for its turn.
	 */
	examine(
		db: Connection,
		mailServer: MailServer,
		dataDirectory: string,
		database: Database,
	): Promise<{ sums: Record<string, number>; faults: Record<string, number> }>;
};

/**
 * Kills the built server with SIGKILL at random moments while clients work, restarts it on the same data, and finally waits for its e-mails
 * and examines the result.
 *
 * Options of the command line: --kills, --clients, --database, --size of what a test prepares, and --end-leases for a run that does not wait
 * until the leases of the killed servers' e-mails end. Exits with 1 when anything is wrong, also when a client's work rejects.
 * @param defaults number of clients, and the longest life of a server before a kill
 */
export async function runKillTest(
	program: string,
	createTest: (size: number | undefined) => Promise<KillTest> | KillTest,
	defaults: { clients: number; longestLifeMs: number } = { clients: 20, longestLifeMs: 600 },
): Promise<void> {
	const { values: options } = parseArgs({
		options: {
			kills: { type: "string", default: "100" },
			database: { type: "string", default: "sqlite" },
			clients: { type: "string", default: String(defaults.clients) },
			size: { type: "string" },
			"end-leases": { type: "boolean", default: false },
		},
	});
	const kills = Number(options.kills);
	const clientCount = Number(options.clients);
	const kind = databaseKinds.find((one) => one === options.database);
	if (!Number.isInteger(kills) || !Number.isInteger(clientCount) || !kind) {
		console.error(
			`Usage: node ${program} [--kills 100] [--clients ${defaults.clients}] [--database ${databaseKinds.join("|")}] [--end-leases]`,
		);
		process.exitCode = 2;
		return;
	}
	await endAllAfter(async (start) => {
		const { dataDirectory, openStored, ...installation } = await createFaultInstallation(start, kind);
		const mailServer = await start(startMailServer, ({ stop }) => stop());
		// The same after each start, the desk's too.
		const [port, deskPort] = [await findFreePort(), await findFreePort()];
		const test = await createTest(options.size === undefined ? undefined : Number(options.size));
		const startServer = () =>
			installation.startServer({
				PORT: String(port),
				DESK_PORT: String(deskPort),
				SMTP_URL: mailServer.url,
				...test.settings,
			});
		if (test.prepare) await withDatabase(openStored, (database) => test.prepare?.(database, dataDirectory));
		let server = await startServer();
		const { url, deskUrl } = server;
		const working = new AbortController();

		async function work(client: number): Promise<void> {
			while (!working.signal.aborted) await test.act(url, client, deskUrl);
		}

		async function killAgainAndAgain(): Promise<void> {
			for (let kill = 1; kill <= kills; kill++) {
				await sleep(Math.random() * defaults.longestLifeMs);
				if (kill === kills && test.beforeLastKill)
					await withDatabase(openStored, ({ db }) => test.beforeLastKill?.(url, dataDirectory, db));
				await server.end("SIGKILL");
				if (test.afterKill) await withDatabase(openStored, (database) => test.afterKill?.(database));
				if (kill === kills) {
					if (options["end-leases"]) await withDatabase(openStored, endLeases);
					await withDatabase(openStored, (database) => test.beforeLastStart?.(dataDirectory, database));
				}
				server = await startServer();
				if (kill % 10 === 0) console.log(`${kill} kills, ${test.describeProgress()}`);
			}
			working.abort();
		}

		await Promise.all([killAgainAndAgain(), ...Array.from({ length: clientCount }, (_, client) => work(client))]);
		await withDatabase(openStored, async (database) => {
			await waitForEmails(database.db);
			const { sums, faults } = await test.examine(database.db, mailServer, dataDirectory, database);
			console.log(
				Object.entries({ kills, ...sums, ...faults })
					.map(([name, sum]) => `${name} ${sum}`)
					.join(", "),
			);
			process.exitCode = Object.values(faults).every((sum) => sum === 0) ? 0 : 1;
		});
	});
}

async function withDatabase(open: () => Promise<Database>, work: (database: Database) => unknown): Promise<void> {
	const database = await open();
	try {
		await work(database);
	} finally {
		await database.close();
	}
}

/**
 * Sends a request until it gets an acceptable status; the server may be killed meanwhile.
 * @param request called for every attempt, because a stream can be sent only once
 * @param onUnexpected called for every other status except 503
 */
export async function sendUntilAccepted(
	url: string,
	request: () => RequestInit,
	expected: readonly number[],
	onUnexpected: (status: number) => void,
): Promise<Response> {
	for (;;) {
		try {
			const response = await fetch(url, { redirect: "manual", ...request() });
			const body = await response.arrayBuffer();
			if (expected.includes(response.status))
				return new Response(body, { status: response.status, headers: response.headers });
			if (response.status !== 503) onUnexpected(response.status);
		} catch {
			// The server was killed, or is not back yet.
		}
		await sleep(20);
	}
}

/** Sends an enquiry with a new idempotency key, which is its message too, until it is acknowledged. */
export async function sendEnquiry(
	url: string,
	onUnexpected: (status: number) => void,
): Promise<{ token: string; reference: string }> {
	const token = randomUUID();
	const person = { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", phone: "" };
	const request = () => ({
		method: "POST",
		body: JSON.stringify({ ...person, message: token }),
		headers: { "content-type": "application/json", "idempotency-key": token },
	});
	const response = await sendUntilAccepted(`${url}/contactus/submit`, request, [200], onUnexpected);
	const { data } = (await response.json()) as { data: { reference: string } };
	return { token, reference: data.reference };
}

/** Counts e-mails with a given Message-ID, and those that arrived more than once. */
export function countDeliveries(
	emails: { messageId: string }[],
	mailServer: MailServer,
): { emailsNotDelivered: number; emailsDeliveredAgain: number } {
	const deliveries = Map.groupBy(mailServer.emails, (email) => email.messageId ?? "");
	return {
		emailsNotDelivered: emails.filter((email) => !deliveries.has(email.messageId)).length,
		emailsDeliveredAgain: [...deliveries.values()].filter((same) => same.length > 1).length,
	};
}

/** Makes every e-mail that a killed server was sending due again, as the end of its lease does; no server may be running. */
async function endLeases(database: Database): Promise<void> {
	await database.write((transaction) =>
		transaction
			.updateTable("emails")
			.set({ leaseExpiresAt: new Date().toISOString() })
			.where("lease", "is not", null)
			.execute(),
	);
}

/** Waits until no due e-mail is left, three minutes at most. */
export async function waitForEmails(db: Connection): Promise<void> {
	const countDue = async () =>
		(
			await db
				.selectFrom("emails")
				.select("id")
				.where("state", "=", "waiting")
				.where("queuedAt", "<=", new Date().toISOString())
				.where(isEmail)
				.execute()
		).length;
	await waitUntil(async () => (await countDue()) === 0, emailsTimeoutMs);
}

/** Polls until the check succeeds or the time is over; the final examination then shows what is missing. */
export async function waitUntil(check: () => Promise<boolean>, timeoutMs: number): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await check()) && Date.now() < deadline) await sleep(50);
}
