import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMailboxReader } from "../core/conversations/incoming/mailbox-reader.server.ts";
import { createReceiveMail } from "../core/conversations/incoming/receive-mail.server.ts";
import { listTrialProblems } from "../core/self-trial/list-trial-problems.server.ts";
import { writeTrialMark } from "../core/self-trial/trial-mark.server.ts";
import { askForTrial, claimTrial, findLastTrial, listTrials } from "../core/self-trial/trial-store.server.ts";
import { replaceJobQuestions } from "../features/careers/jobs/job-questions-store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { readConfig } from "../platform/config.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createSmtpTransport } from "../platform/email/transport.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { getNetworkSecret } from "../platform/http/network-buckets.ts";
import { createLog } from "../platform/log.ts";
import { checkAddress } from "../platform/operations/address-check.ts";
import { listCareersChoices } from "../shared/careers.ts";
import { testCareers } from "../tests/support/careers.ts";
import { createCertificate } from "../tests/support/certificate.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createPdf } from "../tests/support/documents.ts";
import { eventually } from "../tests/support/eventually.ts";
import { createFakeFolder } from "../tests/support/fake-folder.ts";
import { hearEvents } from "../tests/support/hear-events.ts";
import { connectMailbox, createImapSettings } from "../tests/support/imap-mailbox.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { listen } from "../tests/support/listen.ts";
import { lookForAlarms } from "../tests/support/look-for-alarms.ts";
import { startMailServer, type ReceivedEmail } from "../tests/support/mail-server.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";
import { withoutDns } from "../tests/support/without-dns.ts";
import { listPersonalRecords } from "./personal-data.ts";
import { createSelfTrial, type SelfTrialDeps } from "./self-trial.ts";
import { createTrialRecords } from "./trial-records.ts";

const log = createLog({ logLevel: "silent" });
const trialEmail = "sales+trial@narangi.example";
const allForms = { takesCalls: true, careers: listCareersChoices(testCareers) };
const mailFrom = { name: "Narangi", address: "hello@narangi.example" };
/** Changes announced to other processes, and the trials' own results. */
const ownTables = new Set(["changes", "self_trials"]);

/** A site with a webhook that hears of everything, and an outbox that sends to a real mail server. */
async function openSite(
	kind: DatabaseKind,
	{
		sendsEmail = true,
		forms = { takesCalls: false, careers: undefined },
		company = testCompany,
		environment = {},
	}: {
		sendsEmail?: boolean;
		/** By default the form of enquiries alone is tried. */
		forms?: ReturnType<SelfTrialDeps["getForms"]>;
		company?: typeof testCompany;
		environment?: Record<string, string>;
	} = {},
) {
	const server = await startTestServer(kind, {
		company,
		environment: { RATE_LIMIT_PER_MINUTE: "1", ...environment, ...(sendsEmail && { SELF_TRIAL_EMAIL: trialEmail }) },
	});
	const { database, clock } = server;
	const mail = await startMailServer();
	onTestFinished(() => mail.stop());
	const { listEvents } = await hearEvents(server);
	const outbox = createOutbox({
		database,
		clock,
		log,
		transport: createSmtpTransport(mail.url, mailFrom),
		getRenderers: () => server.renderers,
	});
	const secret = await getNetworkSecret(database.db);
	const stopping = new AbortController();
	const ended = new AbortController();
	// As the server's outbox would, which is woken by its form.
	const sending = (async () => {
		while (!ended.signal.aborted) {
			await outbox.runOnce();
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	})();
	onTestFinished(async () => {
		ended.abort();
		await sending;
		await outbox.stop();
	});
	const files = await openFileStore({ ...readConfig({}), dataDirectory: database.dataDirectory });
	const records = createTrialRecords({
		database,
		clock,
		files,
		getPersonalRecords: () => listPersonalRecords(readConfig({}), testCompany),
	});
	const patience = { responseMs: 60_000, sendingMs: 60_000, returnMs: 60_000, lookMs: 20 };
	const deps: SelfTrialDeps = {
		database,
		clock,
		log,
		publicUrl: server.url,
		secret,
		email: sendsEmail ? trialEmail : undefined,
		isHourly: true,
		getForms: () => forms,
		...records,
		stopping: stopping.signal,
		patience,
	};
	/** Tries the site now, and returns how each part went. */
	const trySite = async (changes: Partial<SelfTrialDeps> = {}) => {
		await database.write((transaction) => askForTrial(transaction, clock.now()));
		await createSelfTrial({ ...deps, ...changes })();
		const steps = (await findLastTrial(database.db))?.steps ?? [];
		return steps.map(({ name, isWell, text }) => ({ name, isWell, text }));
	};
	return {
		...server,
		mail,
		deps,
		patience,
		secret,
		trySite,
		listProblems: (isHourly = false) => listTrialProblems(database.db, { isHourly, now: clock.now() }),
		listEvents,
		readTables: () => readTables(server.database.db),
	};
}

/** Reads every row of every table but those of trials, and how SQLite lays out its index of words. */
async function readTables(db: Awaited<ReturnType<typeof startTestServer>>["database"]["db"]) {
	const tables = await db.introspection.getTables();
	const contents: Record<string, unknown[]> = {};
	for (const { name } of tables)
		if (!ownTables.has(name) && !name.startsWith("record_search_")) {
			const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
			contents[name] = rows.map((row) => JSON.stringify(row)).toSorted();
		}
	return contents;
}

/** A confirmation as a relay delivers it, with the words of the mailbox's server. */
function deliver(email: ReceivedEmail, results: string): string {
	return [
		`Authentication-Results: mx.narangi.example; ${results}`,
		`From: Narangi <${mailFrom.address}>`,
		`To: ${trialEmail}`,
		`Subject: ${email.subject ?? ""}`,
		"Message-ID: <given-by-a-relay@relay.example>",
		`References: ${email.references ?? ""}`,
		"Auto-Submitted: auto-generated",
		"",
		email.text ?? "",
		"",
	].join("\r\n");
}

describe.each(serverDatabaseKinds)("the site tries itself on %s", (kind) => {
	test("with an enquiry that is stored, confirmed and removed without a trace", async () => {
		const { trySite, readTables: read, mail, metrics, listProblems } = await openSite(kind);
		const before = await read();
		for (const round of [1, 2]) {
			expect(await trySite()).toMatchObject([
				{ name: "enquiry", isWell: true, text: expect.stringMatching(/^An enquiry was stored in \d/) },
				{ name: "e-mail", isWell: true, text: expect.stringContaining("left by e-mail in") },
			]);
			expect(mail.emails).toHaveLength(round);
		}
		expect(mail.emails.flatMap(({ envelopeRecipients }) => envelopeRecipients)).toEqual([trialEmail, trialEmail]);
		expect(await read()).toEqual(before);
		expect(await metrics.render()).not.toMatch(/enquiries_total\{[^}]*\} [1-9]/);
		expect(await listProblems()).toEqual([]);
	});

	test("without e-mail where no address is set, which no visitor can make use of", async () => {
		const { trySite, url, mail, database, secret, clock } = await openSite(kind, { sendsEmail: false });
		expect(await trySite()).toMatchObject([{ name: "enquiry", isWell: true }]);
		expect(mail.attempts).toEqual([]);
		// The trial is over, and marks of others are not believed.
		const [trial] = await listTrials(database.db, 1);
		const id = trial?.id ?? "";
		await database.write((transaction) => askForTrial(transaction, clock.now()));
		const { trial: underWay } = await database.write((transaction) =>
			claimTrial(transaction, { isHourly: false, now: clock.now() }),
		);
		const running = underWay?.id ?? "";
		const marks = [
			writeTrialMark({ id, form: "enquiry" }, secret, clock.now()),
			writeTrialMark({ id: running, form: "enquiry" }, "another secret", clock.now()),
			writeTrialMark({ id: running, form: "call" }, secret, clock.now()),
			writeTrialMark({ id: running, form: "enquiry" }, secret, clock.now().subtract({ minutes: 6 })),
			writeTrialMark({ id: running, form: "enquiry" }, secret, clock.now().add({ minutes: 6 })),
			`${running}.9999999999.`,
		];
		const statuses: number[] = [];
		for (const mark of marks) {
			const response = await fetch(`${url}/contactus/submit`, {
				method: "POST",
				headers: { "content-type": "application/json", "front-office-trial": mark },
				body: JSON.stringify({ firstName: "A", lastName: "B", email: "a@visitor.example", message: "Hello there" }),
			});
			statuses.push(response.status);
		}
		// They count for the limit, and the one that is taken is an enquiry like any other.
		expect(statuses).toEqual([200, 429, 429, 429, 429, 429]);
		const stored = await database.db.selectFrom("records").select(["spam", "senderEmail"]).execute();
		expect(stored).toEqual([{ spam: 0, senderEmail: "a@visitor.example" }]);
	});

	test("and notices a form that answers 200 and stores nothing", async () => {
		const { trySite, listProblems } = await openSite(kind);
		const server = await listen(
			createServer((_request, response) =>
				response
					.writeHead(200, { "content-type": "application/json" })
					.end(JSON.stringify({ data: { reference: "ENQ-7K3F9QXM", receivedAt: "2026-11-29T00:00:00Z" } })),
			),
		);
		const { port } = server.address() as AddressInfo;
		expect(await trySite({ publicUrl: `http://127.0.0.1:${port}`, findAddress: () => Promise.resolve([]) })).toEqual([
			{ name: "enquiry", isWell: false, text: "the form took an enquiry (ENQ-7K3F9QXM) but did not store it." },
		]);
		expect(await listProblems()).toMatchObject([{ key: "self-trial:enquiry" }]);
	});

	test("and notices that another server responds at its address, or none", async () => {
		const { trySite } = await openSite(kind);
		const server = await listen(createServer((_request, response) => response.writeHead(200).end("Welcome")));
		const { port } = server.address() as AddressInfo;
		expect(await trySite({ publicUrl: `http://127.0.0.1:${port}` })).toMatchObject([
			{ name: "address", isWell: false },
			{ name: "enquiry", isWell: false },
		]);
		server.close();
		expect(await trySite({ publicUrl: `http://127.0.0.1:${port}` })).toMatchObject([
			{ name: "address", isWell: false },
			{ name: "enquiry", isWell: false },
		]);
	});

	test("and notices a mail server that takes nothing, and removes the enquiry all the same", async () => {
		const { trySite, readTables: read, mail, patience } = await openSite(kind);
		const before = await read();
		mail.behave({ kind: "fail-after-data", code: 451, words: "Try again later" });
		const steps = await trySite({ patience: { ...patience, sendingMs: 1 } });
		expect(steps.at(-1)).toMatchObject({ name: "e-mail", isWell: false });
		expect(await read()).toEqual(before);
	});

	describe("with a connected mailbox", () => {
		/** @param results of the mailbox's server; undefined for a mail server that drops what it has taken */
		async function openWithMailbox(results: string | undefined) {
			const site = await openSite(kind);
			const { database, clock, mail } = site;
			const settings = createImapSettings({ trustedAuthserv: "mx.narangi.example" });
			await connectMailbox(database, settings, { address: "sales@narangi.example", now: clock.now() });
			const folder = createFakeFolder();
			const reader = createMailboxReader({
				database,
				clock,
				log,
				receiveMail: createReceiveMail({
					database,
					clock,
					files: {
						receive: () => Promise.reject(new Error("There are no files")),
						keep: async () => undefined,
						discard: async () => undefined,
						remove: async () => undefined,
					},
					resolver: withoutDns,
					getTakeDeps: () => {
						throw new Error("A message of a trial was taken for somebody's");
					},
					onEmails: () => undefined,
				}),
				openFolder: folder.open,
			});
			reader.start();
			onTestFinished(() => reader.stop());
			let delivered = 0;
			const relay = setInterval(() => {
				const email = mail.emails[delivered];
				if (!email || results === undefined) return;
				delivered += 1;
				folder.deliver(deliver(email, results), clock.now());
			}, 20);
			onTestFinished(() => clearInterval(relay));
			return site;
		}

		test("follows the confirmation back, with the results of SPF, DKIM and DMARC", async () => {
			const passed = "spf=pass smtp.mailfrom=narangi.example; dkim=pass header.d=narangi.example; dmarc=pass";
			const { trySite, database } = await openWithMailbox(passed);
			expect((await trySite()).at(-1)).toMatchObject({
				name: "return",
				isWell: true,
				text: expect.stringMatching(/^It arrived in .+ s; SPF, DKIM, DMARC passed\.$/),
			});
			expect(await database.db.selectFrom("records").select("reference").execute()).toEqual([]);
			expect(await database.db.selectFrom("incomingMessages").select("id").execute()).toEqual([]);
		});

		test("notices DKIM that fails", async () => {
			const { trySite } = await openWithMailbox("spf=pass; dkim=fail (body hash did not verify); dmarc=fail");
			expect((await trySite()).at(-1)).toMatchObject({
				name: "return",
				isWell: false,
				text: "the confirmation of an enquiry arrived, but DKIM, DMARC failed.",
			});
		});

		test("notices a mail server that accepts and drops, within its wait", async () => {
			const { trySite, patience, mail } = await openWithMailbox(undefined);
			expect((await trySite({ patience: { ...patience, returnMs: 1 } })).slice(-2)).toMatchObject([
				{ name: "e-mail", isWell: true },
				{ name: "return", isWell: false, text: expect.stringContaining("did not arrive within") },
			]);
			expect(mail.emails).toHaveLength(1);
		});

		test("notices an IMAP server that stalls, within its wait", async () => {
			const { trySite, patience, database, clock, mailboxReader, listProblems } = await openSite(kind);
			const sockets: Socket[] = [];
			const stalling = createTcpServer((socket) => {
				sockets.push(socket.on("error", () => undefined));
				// A greeting, and never a response.
				socket.write("* OK ready\r\n");
			});
			await new Promise<void>((resolve) => stalling.listen(0, "127.0.0.1", resolve));
			onTestFinished(() => {
				for (const socket of sockets) socket.destroy();
				stalling.close();
			});
			const { port } = stalling.address() as AddressInfo;
			const settings = createImapSettings({ port, trustedAuthserv: "mx.narangi.example" });
			await connectMailbox(database, settings, { address: "sales@narangi.example", now: clock.now() });
			mailboxReader.start();
			onTestFinished(() => mailboxReader.stop());
			await eventually(() => expect(sockets).not.toEqual([]));
			expect((await trySite({ patience: { ...patience, returnMs: 1 } })).slice(-2)).toMatchObject([
				{ name: "e-mail", isWell: true },
				{ name: "return", isWell: false, text: expect.stringContaining("did not arrive within") },
			]);
			expect(await listProblems()).toMatchObject([{ key: "self-trial:return" }]);
		});
	});

	describe("with a call and an application", () => {
		const listStoredFiles = async (directory: string) => {
			const entries = await readdir(join(directory, "files"), { recursive: true, withFileTypes: true });
			return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
		};

		const question = {
			key: "looms",
			kind: "short-text" as const,
			label: "How many looms?",
			required: true,
			options: [],
		};

		/** A company with questions of its own, where a sender may book one call. */
		async function openAll() {
			const site = await openSite(kind, {
				sendsEmail: false,
				forms: allForms,
				company: { ...testCompany, demoForm: { questions: [question], owners: [], mostGuests: 0 } },
				environment: {
					LIVE_BOOKINGS_PER_ADDRESS: "1",
					LIVE_BOOKINGS_PER_NETWORK: "1",
					UPLOAD_MB_PER_NETWORK_PER_DAY: "1",
				},
			});
			await site.database.write(async (transaction) => {
				await insertJobs(transaction, [testJob], site.clock.now());
				await replaceJobQuestions(transaction, testJob.id, [question]);
			});
			return site;
		}

		test("which are stored and removed without a trace", async () => {
			const { trySite, readTables: read, metrics, mail, database, url } = await openAll();
			const listFree = async () => (await fetch(`${url}/demo/availability`)).text();
			const [before, free] = [await read(), await listFree()];
			for (const _ of [1, 2])
				expect(await trySite()).toMatchObject([
					{ name: "call", isWell: true, text: expect.stringMatching(/^A call was booked in \d/) },
					{ name: "application", isWell: true, text: expect.stringMatching(/^An application was stored in \d/) },
					{ name: "enquiry", isWell: true },
				]);
			expect(await read()).toEqual(before);
			expect(await listFree()).toBe(free);
			expect(await listStoredFiles(database.dataDirectory)).toEqual([]);
			expect(await metrics.render()).not.toMatch(/(?:bookings|applications|enquiries)_total\{[^}]*\} [1-9]/);
			expect(mail.attempts).toEqual([]);
		});

		test("and holds no time, tells nobody, and erases what a server that died has left", async () => {
			const { database, clock, deps, readTables: read, mail } = await openAll();
			const before = await read();
			const { trial } = await database.write((transaction) =>
				claimTrial(transaction, { isHourly: true, now: clock.now() }),
			);
			const id = trial?.id ?? "";
			const markOf = (form: "call" | "application") => ({
				"front-office-trial": writeTrialMark({ id, form }, deps.secret, clock.now()),
			});
			const { data } = (await (await fetch(`${deps.publicUrl}/demo/availability`)).json()) as {
				data: { slots: string[]; days: Record<string, string> };
			};
			const [date = "", marks = ""] = Object.entries(data.days).findLast(([, day]) => day.includes("1")) ?? [];
			const time = data.slots[marks.indexOf("1")];
			const book = (headers: Record<string, string>, email: string) =>
				fetch(`${deps.publicUrl}/demo/book`, {
					method: "POST",
					headers: { "content-type": "application/json", ...headers },
					body: JSON.stringify({ firstName: "A", email, phone: "+91 98100 00000", date, time }),
				});
			expect((await book(markOf("call"), "trial@visitor.example")).status).toBe(200);
			const applied = await fetch(`${deps.publicUrl}/api/applications`, {
				method: "POST",
				headers: markOf("application"),
				body: createApplicationForm(createApplicationFields(testJob), { name: "a.pdf", content: createPdf() }),
			});
			expect(applied.status).toBe(200);
			expect(await listStoredFiles(database.dataDirectory)).toHaveLength(1);
			const spam = await database.db.selectFrom("records").select("spam").execute();
			expect(spam).toEqual([{ spam: 1 }, { spam: 1 }]);
			for (const table of ["emails", "webhookDeliveries", "hostReservations"] as const)
				expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
			clock.advance({ minutes: 16 });
			await createSelfTrial({ ...deps, isHourly: false })();
			expect(await read()).toEqual(before);
			expect(await listStoredFiles(database.dataDirectory)).toEqual([]);
			expect(mail.attempts).toEqual([]);
		});

		test("and notices forms that answer 200 and store nothing", async () => {
			const { trySite, listProblems, url } = await openAll();
			const server = await listen(
				createServer((request, response) => {
					response.setHeader("content-type", "application/json");
					if (request.method === "GET")
						void fetch(`${url}${request.url}`).then(async (real) => response.end(await real.text()));
					else response.end(JSON.stringify({ data: { reference: "BKG-7K3F9QXM" } }));
				}),
			);
			const { port } = server.address() as AddressInfo;
			const changes = { publicUrl: `http://127.0.0.1:${port}`, findAddress: () => Promise.resolve([]) };
			expect((await trySite(changes)).slice(0, 2)).toEqual([
				{
					name: "call",
					isWell: false,
					text: "the form took the booking of a call (BKG-7K3F9QXM) but did not store it.",
				},
				{
					name: "application",
					isWell: false,
					text: "the form took an application (BKG-7K3F9QXM) but did not store it.",
				},
			]);
			expect(await listProblems()).toMatchObject([
				{ key: "self-trial:call" },
				{ key: "self-trial:application" },
				{ key: "self-trial:enquiry" },
			]);
		});

		test("and takes a full calendar, no position and modules that are off for no failure", async () => {
			const closed = { ...testCompany, demo: { ...testCompany.demo, noticeMinutes: 200 * 24 * 60 } };
			const { trySite } = await openSite(kind, { sendsEmail: false, forms: allForms, company: closed });
			expect(await trySite()).toMatchObject([
				{ name: "call", isWell: true, text: "No slot is free, so no call was booked." },
				{ name: "application", isWell: true, text: "No position is open, so nobody applied." },
				{ name: "enquiry", isWell: true },
			]);
			const getForms = () => ({ takesCalls: false, careers: undefined });
			expect(await trySite({ getForms })).toMatchObject([{ name: "enquiry", isWell: true }]);
		});
	});

	test("over TLS, and notices a certificate that ends soon, of which the receiver of a webhook hears once", async () => {
		const site = await openSite(kind);
		const { port } = new URL(site.url);
		const now = Temporal.Now.instant();
		const [lasting, ending] = [60, 5].map((days) => createCertificate(now.add({ hours: 24 * days + 1 })));
		if (!lasting || !ending) throw new Error("There are no certificates");
		const trusted = getCACertificates("default");
		setDefaultCACertificates([...trusted, lasting.cert, ending.cert]);
		onTestFinished(() => setDefaultCACertificates(trusted));
		const tryWith = async ({ cert, key }: typeof lasting) => {
			const proxy = createTlsServer({ cert, key }, (socket) => {
				const upstream = connect(Number(port), "127.0.0.1");
				socket.on("error", () => upstream.destroy());
				upstream.on("error", () => socket.destroy());
				socket.pipe(upstream).pipe(socket);
			});
			await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
			onTestFinished(() => void proxy.close());
			const publicUrl = `https://localhost:${(proxy.address() as AddressInfo).port}`;
			return site.trySite({
				publicUrl,
				findAddress: () => checkAddress({ publicUrl, secret: site.secret }, now),
			});
		};
		expect(await tryWith(lasting)).toMatchObject([
			{ name: "certificate", isWell: true, text: "The certificate is valid for 60 more days." },
			{ name: "enquiry", isWell: true },
			{ name: "e-mail", isWell: true },
		]);
		expect(await tryWith(ending)).toMatchObject([
			{ name: "certificate", isWell: false, text: expect.stringContaining("ends soon. Valid for 5 more days.") },
			{ name: "enquiry", isWell: true },
			{ name: "e-mail", isWell: true },
		]);
		await lookForAlarms(site);
		await lookForAlarms(site);
		expect(await site.listEvents()).toMatchObject([
			{
				type: "alarm.raised",
				data: {
					alarm: "self-trial:certificate",
					text: expect.stringMatching(/^Self-test: .*certificate.*Valid for 5 more days\./) as string,
				},
			},
		]);
	});

	test("and notices DNS records of the sending domain that are wrong", async () => {
		const { trySite } = await openSite(kind);
		const finding = { published: [], texts: ["Two records are published."] };
		const checkDomain = async () => ({
			domain: "narangi.example",
			findings: [
				{ ...finding, subject: "SPF" as const, state: "wrong" as const },
				{ ...finding, subject: "DKIM" as const, state: "unknown" as const },
			],
		});
		expect((await trySite({ checkDomain }))[0]).toEqual({
			name: "domain",
			isWell: false,
			text: "the DNS records of narangi.example are wrong. SPF: Two records are published.",
		});
	});

	test("every hour by one of its servers, and erases what a server that died has left", async () => {
		const { database, clock, deps, mail } = await openSite(kind);
		const run = createSelfTrial(deps);
		await Promise.all([run(), run(), run()]);
		await run();
		expect(await listTrials(database.db, 10)).toHaveLength(1);
		expect(mail.emails).toHaveLength(1);
		clock.advance({ minutes: 61 });
		const { trial } = await database.write((transaction) =>
			claimTrial(transaction, { isHourly: true, now: clock.now() }),
		);
		const response = await fetch(`${deps.publicUrl}/contactus/submit`, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				"front-office-trial": writeTrialMark({ id: trial?.id ?? "", form: "enquiry" }, deps.secret, clock.now()),
			},
			body: JSON.stringify({ firstName: "A", lastName: "B", email: "a@visitor.example", message: "Hello there" }),
		});
		expect(response.status).toBe(200);
		const count = async () => (await database.db.selectFrom("records").select("id").execute()).length;
		expect(await count()).toBe(1);
		await run();
		expect(await count()).toBe(1);
		clock.advance({ minutes: 16 });
		await createSelfTrial({ ...deps, isHourly: false })();
		expect(await count()).toBe(0);
		expect((await findLastTrial(database.db))?.id).not.toBe(trial?.id);
	});

	test("and takes a failure for a problem until the next trial, or for two hours where none follows", async () => {
		const { trySite, listProblems, clock } = await openSite(kind, { sendsEmail: false });
		await trySite({ publicUrl: "http://127.0.0.1:9", findAddress: () => Promise.resolve([]) });
		const hasProblem = async (isHourly: boolean) => (await listProblems(isHourly)).length > 0;
		clock.advance({ minutes: 119 });
		expect([await hasProblem(false), await hasProblem(true)]).toEqual([true, true]);
		clock.advance({ minutes: 1 });
		expect([await hasProblem(false), await hasProblem(true)]).toEqual([false, true]);
		await trySite();
		expect(await hasProblem(true)).toBe(false);
	});

	test("and keeps thirty days of results, also when no trial follows", async () => {
		const { trySite, deps, database, clock } = await openSite(kind, { sendsEmail: false });
		await trySite();
		const look = createSelfTrial({ ...deps, isHourly: false });
		clock.advance({ hours: 29 * 24 });
		await look();
		expect(await listTrials(database.db, 10)).toHaveLength(1);
		clock.advance({ hours: 2 * 24 });
		await look();
		expect(await listTrials(database.db, 10)).toEqual([]);
	});
});

test("members see the trials in System status, and ask for one", async () => {
	const { openDesk, database, trySite } = await openSite("sqlite", { sendsEmail: false, forms: allForms });
	await trySite();
	await trySite({ publicUrl: "http://127.0.0.1:9", findAddress: () => Promise.resolve([]) });
	const { inject } = await openDesk();
	const read = async (url: string) => (await inject({ method: "GET", url })).body.replaceAll("<!-- -->", "");
	for (const url of ["/operations", "/"])
		expect(await read(url)).toContain("Self-test: an enquiry got no response over http://127.0.0.1:9");
	const page = await read("/operations");
	for (const text of [
		"A call was booked in",
		"No position is open, so nobody applied.",
		"An enquiry was stored in",
		"the positions could not be read over http://127.0.0.1:9",
	])
		expect(page).toContain(text);
	const asked = await inject({
		method: "POST",
		url: "/operations",
		headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
		payload: "do=try-site",
	});
	expect([asked.statusCode, asked.headers.location]).toEqual([303, "/operations#self-trial"]);
	expect(await read("/operations")).toContain("Begins in a few seconds.");
	expect(await read("/audit-log")).toContain("Started self-test");
	expect(await listTrials(database.db, 10)).toHaveLength(3);
});
