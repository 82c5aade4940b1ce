import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, request, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { findAppliedAgain } from "../features/careers/applications/same-person.server.ts";
import { insertEnquiry } from "../features/enquiries/store.server.ts";
import { readConfig } from "../platform/config.ts";
import { openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { openTestAccounts, testDeskUrl } from "../tests/support/accounts.ts";
import { insertManyApplications } from "../tests/support/applications.ts";
import { createTestClock } from "../tests/support/clock.ts";
import {
	createTestDatabaseConfig,
	createTestDirectory,
	serverDatabaseKinds,
	type DatabaseConfig,
	type DatabaseKind,
} from "../tests/support/databases.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createEnquiryRecord } from "../tests/support/enquiries.ts";
import { eventually } from "../tests/support/eventually.ts";
import { findFreePort } from "../tests/support/free-port.ts";
import { startInstallation } from "../tests/support/installations.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { startMailServer } from "../tests/support/mail-server.ts";
import { openStaffSession } from "../tests/support/staff.ts";
import { loadTestDesk } from "../tests/support/test-desk.ts";
import { createTestPages, testSettings } from "../tests/support/test-server.ts";
import { migrations } from "./migrations.ts";
import { startServer, type RunningServer } from "./start.ts";

const enquiry = { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "We need an app." };

async function start(
	kind: DatabaseKind,
	environment: Record<string, string> = {},
	databaseConfig?: DatabaseConfig,
): Promise<RunningServer> {
	const config = {
		...readConfig({ PORT: "0", DESK_PORT: "0", RATE_LIMIT_PER_MINUTE: "0", ...environment }),
		...(databaseConfig ?? (await createTestDatabaseConfig(kind))),
	};
	const server = await startServer({
		config,
		getSettings: () => testSettings,
		jobs: [],
		pages: createTestPages(),
		desk: await loadTestDesk(),
		log: createLog({ logLevel: "silent" }),
	});
	onTestFinished(() => server.stop());
	return server;
}

/** Sends requests over kept connections until the server accepts no more; counts each outcome. */
async function sendUntilRefused(
	url: string,
	{
		method,
		path,
		body,
		headers = {},
	}: { method: string; path: string; body?: string; headers?: Record<string, string> },
	onAnswer: () => void,
): Promise<Record<string, number>> {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const outcomes: Record<string, number> = {};
	for (;;) {
		const outcome = await new Promise<string>((resolve) => {
			const sent = request(
				url + path,
				{
					method,
					agent,
					headers:
						body === undefined
							? headers
							: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
				},
				(response) => {
					response
						.resume()
						.on("end", () => resolve(String(response.statusCode)))
						.on("error", () => resolve("cut off"));
				},
			);
			sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
			sent.end(body);
		});
		outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
		if (outcome !== "200") {
			agent.destroy();
			return outcomes;
		}
		if (outcomes[outcome] === 1) onAnswer();
	}
}

describe.each(serverDatabaseKinds)("a server on %s", (kind) => {
	test("delivers an enquiry's e-mails", async () => {
		const mailServer = await startMailServer();
		onTestFinished(() => mailServer.stop());
		const { url } = await start(kind, {
			SMTP_URL: mailServer.url,
			MAIL_FROM: "hello@narangi.example",
			SALES_EMAIL: "sales@other.example",
		});
		const response = await fetch(`${url}/contactus/submit`, {
			method: "POST",
			body: JSON.stringify(enquiry),
			headers: { "content-type": "application/json" },
		});
		expect(response.status).toBe(200);
		await eventually(() =>
			expect(mailServer.emails.flatMap((email) => email.envelopeRecipients).toSorted()).toEqual([
				"asha@visitor.example",
				"sales@other.example",
			]),
		);
		expect(
			mailServer.emails.find((email) => email.envelopeRecipients[0] === "sales@other.example")?.replyTo,
		).toMatchObject([{ address: "asha@visitor.example" }]);
	});

	test(
		"listens before it has filled in earlier applications' phone keys, and finds duplicates soon after",
		{ tags: "all" },
		async () => {
			const config = await createTestDatabaseConfig(kind);
			await (await start(kind, {}, config)).stop();
			const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
			onTestFinished(() => database.close());
			const count = 4_096;
			await insertManyApplications(database, { count, isOfReleaseBefore: true });
			// They already have staff's side.
			await sql`insert into records (id, reference, kind, received_at, sender_name, sender_email, spam, stage, version, changed_at)
			select row_number() over (order by id), reference, 'application', received_at, full_name, email, 0, '', 1, received_at from applications`.execute(
				database.db,
			);
			const countMissing = async () =>
				(await database.db.selectFrom("applications").select("id").where("phoneKey", "is", null).execute()).length;
			const { url } = await start(kind, {}, config);
			expect(await countMissing()).toBeGreaterThan(0);
			expect((await fetch(`${url}/readyz`)).status).toBe(200);
			await eventually(async () => expect(await countMissing()).toBe(0));
			expect([...(await findAppliedAgain(database.db, ["X-1", "X-3"]))]).toEqual(["X-1"]);
		},
	);

	test("erases expired records at its start, and logs only their numbers", async () => {
		const config = await createTestDatabaseConfig(kind);
		const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
		onTestFinished(() => database.close());
		const receivedAt = Temporal.Now.instant().subtract({ hours: 24 * 63 });
		await database.write((transaction) => insertEnquiry(transaction, createEnquiryRecord({ receivedAt })));
		const lines: string[] = [];
		const log = createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) });
		const server = await startServer({
			config: { ...readConfig({ PORT: "0", DESK_PORT: "0", RETENTION_MONTHS_ENQUIRIES: "2" }), ...config },
			getSettings: () => testSettings,
			jobs: [],
			pages: createTestPages(),
			desk: await loadTestDesk(),
			log,
		});
		onTestFinished(() => server.stop());
		await eventually(() => expect(lines.join("")).toContain("whose retention has ended"));
		expect(JSON.parse(lines.find((line) => line.includes("whose retention has ended")) ?? "")).toMatchObject({
			enquiries: 1,
			bookings: 0,
			applications: 0,
			jobAlerts: 0,
			emails: 0,
			files: 0,
		});
		expect(lines.join("")).not.toMatch(/asha|ENQ-/i);
		expect(await database.db.selectFrom("enquiries").selectAll().execute()).toEqual([]);
	});

	test("logs at each start how to create the first admin, until there is one", async () => {
		const config = await createTestDatabaseConfig(kind);
		const startAndFindLink = async () => {
			const lines: string[] = [];
			const server = await startServer({
				config: { ...readConfig({ PORT: "0", DESK_PORT: "0", DESK_URL: testDeskUrl }), ...config },
				getSettings: () => testSettings,
				jobs: [],
				pages: createTestPages(),
				desk: await loadTestDesk(),
				log: createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) }),
			});
			onTestFinished(() => server.stop());
			await server.stop();
			const line = lines.find((one) => one.includes("first admin"));
			return line && (JSON.parse(line) as { open: string }).open;
		};
		const earlier = await startAndFindLink();
		const link = await startAndFindLink();
		const { accounts, openBrowser, joinByPassword } = await openTestAccounts(kind, {
			clock: createTestClock(Temporal.Now.instant().toString()),
			database: config,
		});
		expect(await accounts.joining.find(earlier?.split("/").at(-1) ?? "")).toBeUndefined();
		await joinByPassword(link ?? "", openBrowser(), { email: "owner@company.example" });
		expect(await startAndFindLink()).toBeUndefined();
	});

	test("takes an enquiry at once while the mail server hangs", async () => {
		const mailServer = await startMailServer();
		onTestFinished(() => mailServer.stop());
		mailServer.behave({ kind: "hang" });
		const { url } = await start(kind, { SMTP_URL: mailServer.url, MAIL_FROM: "hello@narangi.example" });
		for (let count = 0; count < 3; count++) {
			expect(
				(
					await fetch(`${url}/contactus/submit`, {
						method: "POST",
						body: JSON.stringify(enquiry),
						headers: { "content-type": "application/json" },
					})
				).status,
			).toBe(200);
		}
	});

	test("stops under load without failing a request", async () => {
		const server = await start(kind);
		let answeredClients = 0;
		const onAnswer = () => {
			answeredClients += 1;
		};
		const clients = [
			...Array.from({ length: 4 }, () => sendUntilRefused(server.url, { method: "GET", path: "/" }, onAnswer)),
			...Array.from({ length: 4 }, () => sendUntilRefused(server.url, { method: "GET", path: "/page" }, onAnswer)),
			...Array.from({ length: 4 }, () =>
				sendUntilRefused(
					server.url,
					{ method: "POST", path: "/contactus/submit", body: JSON.stringify(enquiry) },
					onAnswer,
				),
			),
		];
		// A client that was not accepted yet when the listener closes is refused by the system.
		await eventually(() => expect(answeredClients).toBe(clients.length));
		await server.stop();
		for (const outcomes of await Promise.all(clients)) {
			expect(Object.keys(outcomes).toSorted()).toEqual(["200", "ECONNREFUSED"]);
			expect(outcomes.ECONNREFUSED).toBe(1);
		}
	});
});

test("behind a balancer no request fails: not ready at once, everything served for a while, then closed", async () => {
	const leaving = await start("sqlite", { DRAIN_SECONDS: "4" });
	const staying = await start("sqlite");
	/** Checks each server four times a second as a balancer does, and sends each request over a new connection to a ready one. */
	let ready = [leaving.url, staying.url];
	const checking = setInterval(async () => {
		const answers = await Promise.all(
			[leaving.url, staying.url].map(async (url) => ((await ask(url, "/readyz")) === 200 ? [url] : [])),
		);
		ready = answers.flat();
	}, 250);
	onTestFinished(() => clearInterval(checking));
	const stopping = new AbortController();
	const outcomes: Record<string, number> = {};
	const visitors = Array.from({ length: 4 }, async (_, index) => {
		for (let turn = index; !stopping.signal.aborted; turn++) {
			const outcome = await ask(ready[turn % ready.length] as string, turn % 3 === 0 ? "/contactus/submit" : "/page");
			outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
		}
	});
	await eventually(() => expect(outcomes["200"]).toBeGreaterThan(20));

	const stopped = leaving.stop();
	expect(await ask(leaving.url, "/readyz")).toBe(503);
	expect(await ask(leaving.url, "/healthz")).toBe(200);
	expect(await ask(leaving.url, "/page")).toBe(200);
	await stopped;
	expect(await ask(leaving.url, "/healthz")).toBe("ECONNREFUSED");
	stopping.abort();
	await Promise.all(visitors);
	expect(Object.keys(outcomes)).toEqual(["200"]);
});

test("a draining server starts no e-mail, and finishes the one whose mail server responds after seconds", async () => {
	const mailServer = await startMailServer();
	onTestFinished(() => mailServer.stop());
	const server = await start("sqlite", {
		DRAIN_SECONDS: "3",
		SMTP_URL: mailServer.url,
		MAIL_FROM: "hello@narangi.example",
	});
	const answering = Promise.withResolvers<void>();
	mailServer.behave({ kind: "answer-late", until: answering.promise });
	expect(await ask(server.url, "/contactus/submit")).toBe(200);
	await eventually(() => expect(mailServer.attempts).toHaveLength(2));

	const stopped = server.stop();
	expect(await ask(server.url, "/contactus/submit")).toBe(200);
	expect(mailServer.attempts).toHaveLength(2);
	answering.resolve();
	await stopped;
	expect(mailServer.attempts).toHaveLength(2);
	expect(mailServer.emails).toHaveLength(2);
});

/** Sends one request over its own connection, an enquiry to the enquiries' path; returns its status, or why there was none. */
function ask(url: string, path: string): Promise<number | string> {
	const body = path === "/contactus/submit" ? JSON.stringify(enquiry) : undefined;
	return new Promise((resolve) => {
		request(
			url + path,
			{
				agent: false,
				method: body === undefined ? "GET" : "POST",
				headers: body === undefined ? {} : { "content-type": "application/json" },
			},
			(response) => response.resume().on("end", () => resolve(response.statusCode ?? 0)),
		)
			.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
			.end(body);
	});
}

test("a stop ends as soon as a running request has its response", async () => {
	const lines: string[] = [];
	const begun = Promise.withResolvers<void>();
	const mayAnswer = Promise.withResolvers<void>();
	const pages = createTestPages(async () => {
		begun.resolve();
		await mayAnswer.promise;
		return new Response("<h1>Late</h1>");
	});
	const config = { ...readConfig({ PORT: "0", DESK_PORT: "0" }), ...(await createTestDatabaseConfig("sqlite")) };
	const server = await startServer({
		config,
		getSettings: () => testSettings,
		jobs: [],
		pages,
		desk: await loadTestDesk(),
		log: createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) }),
	});
	onTestFinished(() => server.stop());
	const agent = new Agent({ keepAlive: true });
	onTestFinished(() => agent.destroy());
	const answered = new Promise((resolve, reject) => {
		request(`${server.url}/page`, { agent }, (response) =>
			response.resume().on("end", () => resolve([response.statusCode, response.headers.connection])),
		)
			.on("error", reject)
			.end();
	});
	await begun.promise;
	const stopped = server.stop();
	await eventually(async () => expect(await ask(server.url, "/healthz")).toBe("ECONNREFUSED"));
	mayAnswer.resolve();
	await stopped;
	expect(await answered).toEqual([200, "close"]);
	expect(lines.join("")).not.toContain("cut off");
});

test.each(serverDatabaseKinds)(
	"a stop on %s waits for a resume that is still coming in, and its sender gets the response",
	async (kind) => {
		const server = await startInstallation(await createTestDatabaseConfig(kind));
		const resume = { name: "resume.pdf", content: createPdf() };
		const form = new Response(createApplicationForm(createApplicationFields(testJob), resume));
		const body = Buffer.from(await form.arrayBuffer());
		const agent = new Agent({ keepAlive: true });
		onTestFinished(() => agent.destroy());
		const headers = {
			"content-type": form.headers.get("content-type") ?? "",
			"content-length": body.length,
			expect: "100-continue",
		};
		const upload = request(`${server.url}/api/applications`, { method: "POST", headers, agent });
		const answered = once(upload, "response") as Promise<[IncomingMessage]>;
		upload.flushHeaders();
		await once(upload, "continue");
		upload.write(body.subarray(0, body.length / 2));
		const stopped = server.stop();
		await eventually(async () => expect(await ask(server.url, "/healthz")).toBe("ECONNREFUSED"));
		upload.end(body.subarray(body.length / 2));
		const [response] = await answered;
		expect([response.statusCode, await json(response)]).toMatchObject([
			200,
			{ data: { reference: expect.stringMatching(/^APP-/) } },
		]);
		await stopped;
		expect(server.lines.join("")).not.toContain("cut off");
	},
);

test("a start that fails after the database was opened closes it again", async () => {
	const dataDirectory = await createTestDirectory();
	const taken = createServer().listen(0, "127.0.0.1");
	onTestFinished(() => void taken.close());
	await once(taken, "listening");
	const { port } = taken.address() as AddressInfo;
	const ports = { HOST: "127.0.0.1", PORT: String(port), DESK_PORT: "0" };
	const config = { ...readConfig(ports), dataDirectory, databaseUrl: undefined };
	await expect(
		startServer({
			config,
			getSettings: () => testSettings,
			jobs: [],
			pages: createTestPages(),
			desk: await loadTestDesk(),
			log: createLog({ logLevel: "silent" }),
		}),
	).rejects.toThrow("EADDRINUSE");
	// SQLite removes its write-ahead log with the last connection.
	const names = (await readdir(dataDirectory)).filter((name) => name.startsWith("front-office.sqlite"));
	expect(names).toEqual(["front-office.sqlite"]);
});

test("stopping twice is stopping once", async () => {
	const server = await start("sqlite");
	await Promise.all([server.stop(), server.stop()]);
});

test("a port that is taken is an error, and leaves nothing running", async () => {
	const { url } = await start("sqlite");
	await expect(start("sqlite", { PORT: new URL(url).port })).rejects.toThrow("EADDRINUSE");
});

/** Returns the headers of somebody who is signed in to the desk. */
async function startWithStaff() {
	const databaseConfig = await createTestDatabaseConfig("sqlite");
	const server = await start("sqlite", {}, databaseConfig);
	return { ...server, headers: { cookie: (await openStaffSession(databaseConfig)).cookie } };
}

describe("the desk", () => {
	test("listens on a port of its own, and the public one knows nothing of it", async () => {
		const { url, deskUrl = "", headers } = await startWithStaff();
		expect((await fetch(deskUrl)).headers.get("x-robots-tag")).toBe("noindex");
		expect(await (await fetch(`${deskUrl}/enquiries`, { headers })).text()).toContain(">Enquiries</h1>");
		for (const path of ["/enquiries", "/emails", "/self-identification", "/enquiries.csv"])
			expect(await (await fetch(url + path, { headers })).text()).toBe("<h1>Rendered</h1>");
	});

	test("whose port is taken is said in the log, and the public site runs without it", async () => {
		const { deskUrl = "" } = await start("sqlite");
		const lines: string[] = [];
		const config = {
			...readConfig({ PORT: "0", DESK_PORT: new URL(deskUrl).port }),
			...(await createTestDatabaseConfig("sqlite")),
		};
		const server = await startServer({
			config,
			getSettings: () => testSettings,
			jobs: [],
			pages: createTestPages(),
			desk: await loadTestDesk(),
			log: createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) }),
		});
		expect(server.deskUrl).toBeUndefined();
		expect(lines.find((line) => line.includes('"level":"error"'))).toContain("Change DESK_PORT");
		expect((await fetch(server.url)).status).toBe(200);
		await server.stop();
	});

	test("stops without failing a request", async () => {
		const server = await startWithStaff();
		let answered = false;
		const asked = { method: "GET", path: "/enquiries", headers: server.headers };
		const client = sendUntilRefused(server.deskUrl ?? "", asked, () => {
			answered = true;
		});
		await eventually(() => expect(answered).toBe(true));
		await server.stop();
		expect(Object.keys(await client).toSorted()).toEqual(["200", "ECONNREFUSED"]);
	});
});

test("figures are served on a port of their own, and not on the public one", async () => {
	const port = String(await findFreePort());
	const { url } = await start("sqlite", { METRICS_PORT: port });
	const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
	for (const name of [
		"http_request_duration_seconds",
		"http_pages_total",
		"emails{",
		"enquiries_total",
		"nodejs_eventloop_lag_seconds",
	])
		expect(metrics).toContain(name);
	expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
	expect(await (await fetch(`${url}/metrics`)).text()).toBe("<h1>Rendered</h1>");
});
