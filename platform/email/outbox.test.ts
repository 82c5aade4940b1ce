import { Writable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import {
	createEmptyDatabaseConfig,
	databaseKinds,
	openTestDatabase,
	type DatabaseConfig,
	type DatabaseKind,
} from "../../tests/support/databases.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { startMailServer, type MailServerBehaviour } from "../../tests/support/mail-server.ts";
import { createLog } from "../log.ts";
import { retryDelaySeconds, type Channel } from "./deliver-email.ts";
import { claimDueEmails } from "./delivery-store.ts";
import { findEmailsLeft } from "./email-limit-store.ts";
import { countEmails, groupOf, listEmails, type EmailGroup } from "./email-list-store.ts";
import type { EmailIntent, EmailRenderer, EmailRenderers, EmailToRender, RenderedEmail } from "./email.ts";
import { newsletterKind, webhookKind } from "./emails-table.ts";
import { enqueueEmail, enqueueEmails } from "./enqueue-email.ts";
import { createOutbox } from "./outbox.ts";
import { createSmtpTransport, needsStarttls } from "./transport.ts";
import { holdEmails, releaseEmails, retryFailedEmails } from "./unsent-emails-store.ts";

const sender = { name: "Narangi", address: "hello@narangi.example" };

function emailTo(recipient: string): EmailIntent {
	return { kind: "test", reference: "ENQ-00000000", recipient };
}

const hello: RenderedEmail = { subject: "Hello", html: "<p>Hello</p>", text: "Hello" };

async function setUp(
	kind: DatabaseKind,
	{
		withTransport = true,
		responseTimeoutMs = 20_000,
		render = async () => hello,
		databaseConfig,
	}: {
		withTransport?: boolean;
		responseTimeoutMs?: number;
		render?: EmailRenderer;
		databaseConfig?: DatabaseConfig;
	} = {},
) {
	const database = await openTestDatabase(kind, databaseConfig);
	const mailServer = await startMailServer();
	onTestFinished(() => mailServer.stop());
	const clock = createTestClock();
	const lines: Record<string, unknown>[] = [];
	const log = createLog(
		{ logLevel: "info" },
		new Writable({
			write(chunk: Buffer, _encoding, done) {
				lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
				done();
			},
		}),
	);
	const createAnotherOutbox = (renderers: EmailRenderers = { test: render }, channel: Channel = "e-mails") =>
		createOutbox({
			database,
			channel,
			getRenderers: () => renderers,
			clock,
			log,
			transport: withTransport
				? createSmtpTransport(mailServer.url, sender, { timeoutMs: responseTimeoutMs })
				: undefined,
			renewLeaseMs: 20,
		});
	const outbox = createAnotherOutbox();
	onTestFinished(() => outbox.stop());
	return {
		database,
		mailServer,
		clock,
		log,
		lines,
		outbox,
		createAnotherOutbox,
		enqueue: (...recipients: string[]) =>
			database.write(async (transaction) => {
				for (const recipient of recipients)
					await enqueueEmail(transaction, emailTo(recipient), {
						now: clock.now(),
						messageIdDomain: "narangi.example",
					});
			}),
		list: () => listEmails(database.db, { now: clock.now(), limit: 100 }),
		count: () => countEmails(database.db, clock.now()),
	};
}

describe.each(databaseKinds)("the outbox on %s", (kind) => {
	test("sends an e-mail once, with the sender, the recipient and both forms of its text", async () => {
		const { outbox, mailServer, enqueue, count } = await setUp(kind);
		await enqueue("asha@visitor.example");
		await outbox.start();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 1, waiting: 0 }));
		expect(mailServer.emails).toHaveLength(1);
		expect(mailServer.emails[0]).toMatchObject({
			from: sender,
			envelopeRecipients: ["asha@visitor.example"],
			subject: "Hello",
			text: "Hello\n",
			html: expect.stringContaining("<p>Hello</p>"),
		});
		expect(mailServer.emails[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@narangi\.example>$/);
	});

	test("leaves newsletters to their own lane, which sends nothing else", async () => {
		const { database, mailServer, clock, enqueue, createAnotherOutbox, count } = await setUp(kind);
		const renderers: EmailRenderers = { test: async () => hello, [newsletterKind]: async () => hello };
		const newsletters = ["b", "c", "d"].map((name) => ({
			...emailTo(`${name}@reader.example`),
			kind: newsletterKind,
		}));
		await database.write((transaction) =>
			enqueueEmails(transaction, newsletters, { now: clock.now(), messageIdDomain: "narangi.example" }),
		);
		await enqueue("asha@visitor.example");
		const main = createAnotherOutbox(renderers);
		const lane = createAnotherOutbox(renderers, "newsletters");
		onTestFinished(async () => void (await Promise.all([main.stop(), lane.stop()])));
		const listRecipients = () => mailServer.emails.flatMap(({ envelopeRecipients }) => envelopeRecipients);
		await main.runOnce();
		expect(listRecipients()).toEqual(["asha@visitor.example"]);
		expect(await findEmailsLeft(database.db, { perHour: 3, perDay: 0 }, clock.now())).toMatchObject({ left: 2 });
		await enqueue("ravi@visitor.example");
		while ((await count()).waiting > 1) await lane.runOnce();
		expect(listRecipients().toSorted().slice(1)).toEqual(newsletters.map(({ recipient }) => recipient));
		expect(await findEmailsLeft(database.db, { perHour: 3, perDay: 0 }, clock.now())).toMatchObject({ left: 2 });
	});

	test("keeps no secret of a sent e-mail, those of a refused one, and the text of none", async () => {
		const { database, outbox, mailServer, clock, count } = await setUp(kind);
		const email: EmailIntent = { ...emailTo("asha@visitor.example"), parameters: { token: "secret" } };
		const enqueue = () =>
			database.write((transaction) =>
				enqueueEmail(transaction, email, { now: clock.now(), messageIdDomain: "narangi.example" }),
			);
		const read = (state: "sent" | "failed") =>
			database.db
				.selectFrom("emails")
				.select(["recipient", "subject", "html", "text", "attachments", "headers", "parameters"])
				.where("state", "=", state)
				.execute();
		await enqueue();
		await outbox.start();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 1 }));
		const nothing = { subject: "", html: "", text: "", attachments: "[]", headers: null };
		expect(await read("sent")).toEqual([{ recipient: email.recipient, ...nothing, parameters: null }]);
		mailServer.behave({ kind: "fail-after-data", code: 554, words: "5.6.0 Cannot be read" });
		await enqueue();
		outbox.wake();
		await eventually(async () => expect(await count()).toMatchObject({ failed: 1 }));
		expect(await read("failed")).toEqual([
			{ recipient: email.recipient, ...nothing, parameters: JSON.stringify(email.parameters) },
		]);
	});

	test("renders an e-mail each time that it leaves, with its stored parameters and its Message-ID", async () => {
		const rendered: EmailToRender[] = [];
		const { outbox, mailServer, database, clock } = await setUp(kind, {
			render: async ({ kind: name, reference, recipient: to, parameters }) => {
				rendered.push({ kind: name, reference, recipient: to, parameters });
				return { ...hello, subject: `Version ${rendered.length}` };
			},
		});
		const email: EmailIntent = { ...emailTo("asha@visitor.example"), parameters: { token: "a", from: { time: "b" } } };
		await database.write((transaction) =>
			enqueueEmail(transaction, email, { now: clock.now(), messageIdDomain: "narangi.example" }),
		);
		mailServer.behave({ kind: "fail-after-data", code: 451 });
		await outbox.runOnce();
		mailServer.behave({ kind: "accept" });
		clock.advance({ seconds: 15 });
		await outbox.runOnce();
		expect(mailServer.emails).toMatchObject([{ subject: "Version 2", messageId: mailServer.attempts[0]?.messageId }]);
		expect(rendered).toEqual([email, email]);
	});

	test("does not send an obsolete e-mail, reports it in the log and the list, and never revives it", async () => {
		const { outbox, mailServer, database, clock, lines, list, count } = await setUp(kind, {
			render: async () => ({ notSent: "the call is cancelled" }),
		});
		const email: EmailIntent = { ...emailTo("asha@visitor.example"), parameters: { token: "secret" } };
		await database.write((transaction) =>
			enqueueEmail(transaction, email, { now: clock.now(), messageIdDomain: "narangi.example" }),
		);
		await outbox.runOnce();
		expect(await retryFailedEmails(database.db, undefined, clock.now())).toBe(0);
		expect(await retryFailedEmails(database.db, email.reference, clock.now())).toBe(0);
		expect(await holdEmails(database.db, email)).toBe(0);
		clock.advance({ hours: 1 });
		await outbox.runOnce();
		expect(mailServer.attempts).toEqual([]);
		expect(await count()).toMatchObject({ "not-sent": 1, failed: 0, waiting: 0, sent: 0 });
		const [listed] = await list();
		expect(listed).toMatchObject({ attempts: 0, lastError: "Not sent: the call is cancelled" });
		expect(listed && groupOf(listed, clock.now())).toBe("not-sent");
		const listAmong = async (among: EmailGroup) =>
			(await listEmails(database.db, { now: clock.now(), among, limit: 9 })).length;
		expect([await listAmong("not-sent"), await listAmong("failed")]).toEqual([1, 0]);
		expect(lines.filter(({ reason }) => reason !== undefined)).toMatchObject([
			{ level: "warn", kind: "test", reference: email.reference, reason: "the call is cancelled" },
		]);
		expect(await database.db.selectFrom("emails").select("parameters").execute()).toEqual([{ parameters: null }]);
	});

	test("retries failed rendering, and sends the others meanwhile", async () => {
		let isBroken = true;
		const { outbox, mailServer, clock, lines, enqueue, list, count } = await setUp(kind, {
			async render({ recipient: to }) {
				if (isBroken && to.startsWith("broken")) throw new Error("There is a bug");
				return hello;
			},
		});
		// More than the failures in a row that make the outbox send one at a time.
		await enqueue(...Array.from({ length: 8 }, (_, index) => `broken-${index}@visitor.example`));
		await enqueue("asha@visitor.example", "ravi@visitor.example");
		// Each run takes as many as leave at once, whichever those are.
		const runUntil = (isSo: () => Promise<void>) =>
			eventually(async () => {
				await outbox.runOnce();
				await isSo();
			});
		const listSaid = (text: string) => lines.filter(({ msg }) => String(msg).includes(text));
		await runUntil(async () => {
			expect(await count()).toMatchObject({ sent: 2, waiting: 8, failed: 0 });
			expect(listSaid("could not be rendered; retrying")).toHaveLength(8);
		});
		expect((await list()).find(({ state }) => state === "waiting")).toMatchObject({
			attempts: 1,
			lastError: "There is a bug",
		});
		expect(listSaid("takes no e-mails")).toEqual([]);
		isBroken = false;
		clock.advance({ seconds: 15 });
		await runUntil(async () => expect(await count()).toMatchObject({ sent: 10 }));
		expect(mailServer.attempts).toHaveLength(10);
	});

	test("leaves an unknown kind to a newer server, without end, and says so once", async () => {
		const { outbox, createAnotherOutbox, mailServer, database, clock, lines, enqueue, list } = await setUp(kind);
		await database.write((transaction) =>
			enqueueEmail(
				transaction,
				{ ...emailTo("asha@visitor.example"), kind: "newer" },
				{ now: clock.now(), messageIdDomain: "narangi.example" },
			),
		);
		await enqueue("ravi@visitor.example");
		for (let day = 0; day < 7; day++) {
			await outbox.runOnce();
			clock.advance({ hours: 24 });
		}
		expect(mailServer.emails.map(({ envelopeRecipients }) => envelopeRecipients)).toEqual([["ravi@visitor.example"]]);
		expect((await list()).find((email) => email.kind === "newer")).toMatchObject({ state: "waiting", attempts: 0 });
		expect(lines.filter(({ msg }) => String(msg).includes("of an unknown kind"))).toMatchObject([
			{ level: "warn", kind: "newer" },
		]);
		const newer = createAnotherOutbox({ test: async () => hello, newer: async () => hello });
		onTestFinished(() => newer.stop());
		await newer.runOnce();
		expect(mailServer.emails).toHaveLength(2);
	});

	test("delivers a temporarily refused e-mail later, with the same Message-ID", async () => {
		const { outbox, mailServer, clock, enqueue, list } = await setUp(kind);
		mailServer.behave({ kind: "fail-after-data", code: 451 });
		await enqueue("asha@visitor.example");
		await outbox.start();
		await eventually(async () =>
			expect(await list()).toMatchObject([
				{ state: "waiting", attempts: 1, lastError: expect.stringContaining("451") },
			]),
		);
		mailServer.behave({ kind: "accept" });
		clock.advance({ seconds: 15 });
		outbox.wake();
		await eventually(() => expect(mailServer.emails).toHaveLength(1));
		expect(mailServer.attempts).toHaveLength(2);
		expect(mailServer.attempts[0]).toEqual(mailServer.attempts[1]);
	});

	test("delivers later when the mail server broke the connection after accepting", async () => {
		const { outbox, mailServer, clock, enqueue, list } = await setUp(kind);
		mailServer.behave({ kind: "fail-after-data", code: "disconnect" });
		await enqueue("asha@visitor.example");
		await outbox.start();
		await eventually(async () => expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]));
		mailServer.behave({ kind: "accept" });
		clock.advance({ seconds: 15 });
		outbox.wake();
		await eventually(() => expect(mailServer.emails).toHaveLength(1));
		expect(mailServer.emails[0]?.messageId).toBe(mailServer.attempts[0]?.messageId);
	});

	test("delivers when a mail server that was down is back", async () => {
		const { outbox, mailServer, clock, enqueue, list, count } = await setUp(kind);
		await mailServer.stop();
		await enqueue("asha@visitor.example");
		await outbox.start();
		await eventually(async () => expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]));
		await mailServer.start();
		clock.advance({ seconds: 15 });
		outbox.wake();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 1 }));
	});

	test("gives up an e-mail that one recipient's server refuses permanently, reports it, and sends the others", async () => {
		const { outbox, mailServer, clock, lines, enqueue, list, count, database } = await setUp(kind);
		mailServer.behave({ kind: "reject-recipient", recipient: "gone@visitor.example", code: 550 });
		await enqueue("gone@visitor.example", "asha@visitor.example");
		await outbox.start();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 1, failed: 1 }));
		expect((await list()).find((email) => email.state === "failed")).toMatchObject({
			recipient: "gone@visitor.example",
			lastError: expect.stringContaining("550"),
		});
		expect(lines.filter((line) => line.alarm === "email-refused")).toHaveLength(1);
		expect(JSON.stringify(lines)).not.toContain("visitor.example");

		mailServer.behave({ kind: "accept" });
		await retryFailedEmails(database.db, "ENQ-00000000", clock.now());
		outbox.wake();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 2, failed: 0 }));
	});

	const recipient = "asha@visitor.example";
	test.each<[name: string, behaviour: MailServerBehaviour]>([
		["a mailbox that does not exist", { kind: "reject-recipient", recipient, code: 550, words: "5.1.1 No such user" }],
		["a domain that takes no mail", { kind: "reject-recipient", recipient, code: 556, words: "5.1.10 Null MX" }],
		["a mailbox that is full", { kind: "reject-recipient", recipient, code: 552, words: "5.2.2 Over quota" }],
		[
			"a mailbox that has moved, in the words of a server without enhanced codes",
			{ kind: "reject-recipient", recipient, code: 551 },
		],
		[
			"a mailbox that does not exist, said after the text",
			{ kind: "fail-after-data", code: 550, words: "5.1.1 No such user" },
		],
		["an e-mail that is too large", { kind: "fail-after-data", code: 552, words: "5.3.4 Message too big" }],
	])("gives up at once: %s", async (_, behaviour) => {
		const { outbox, mailServer, enqueue, list } = await setUp(kind);
		mailServer.behave(behaviour);
		await enqueue(recipient);
		await outbox.start();
		await eventually(async () => expect(await list()).toMatchObject([{ state: "failed", attempts: 1 }]));
	});

	test.each<[name: string, behaviour: MailServerBehaviour]>([
		["relaying denied", { kind: "reject-recipient", recipient, code: 554, words: "5.7.1 Relay access denied" }],
		[
			"a limit of our account",
			{ kind: "reject-recipient", recipient, code: 550, words: "5.4.5 Daily sending quota exceeded" },
		],
		["a sender that nobody has verified", { kind: "fail-after-data", code: 550, words: "5.7.60 Sender not verified" }],
		[
			"a sender that is not ours, in a provider's own code",
			{ kind: "fail-after-data", code: 554, words: "5.2.252 SendAsDenied" },
		],
		["no reason at all", { kind: "fail-after-data", code: 554, words: "Transaction failed" }],
	])("tries again what may be about us: %s", async (_, behaviour) => {
		const { outbox, mailServer, clock, lines, enqueue, list, count } = await setUp(kind);
		mailServer.behave(behaviour);
		await enqueue(recipient);
		await outbox.start();
		await eventually(async () => expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]));
		expect(lines.filter((line) => line.alarm === "email-refused")).toEqual([]);
		mailServer.behave({ kind: "accept" });
		clock.advance({ seconds: 15 });
		outbox.wake();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 1 }));
	});

	test("gives up temporary failures after five days, reports it, and allows five more on request", async () => {
		const { outbox, mailServer, clock, lines, enqueue, list, database } = await setUp(kind);
		mailServer.behave({ kind: "reject-recipient", recipient, code: 554, words: "5.7.1 Relay access denied" });
		await enqueue(recipient);
		await outbox.start();
		const passesTo = async (duration: Temporal.DurationLike, expected: object) => {
			clock.advance(duration);
			outbox.wake();
			await eventually(async () => expect(await list()).toMatchObject([expected]));
		};
		await passesTo({ seconds: 0 }, { state: "waiting", attempts: 1 });
		await passesTo({ hours: 119 }, { state: "waiting", attempts: 2 });
		expect(lines.filter((line) => line.alarm === "email-refused")).toEqual([]);
		await passesTo({ hours: 1 }, { state: "failed", attempts: 3 });
		expect(lines.filter((line) => line.alarm === "email-refused")).toHaveLength(1);
		expect(JSON.stringify(lines)).not.toContain("visitor.example");
		await retryFailedEmails(database.db, undefined, clock.now());
		await passesTo({ seconds: 0 }, { state: "waiting", attempts: 4 });
	});

	test("keeps trying when the mail server refuses us rather than the e-mail", async () => {
		const { outbox, mailServer, enqueue, list } = await setUp(kind);
		mailServer.behave({ kind: "reject-login" });
		await enqueue("asha@visitor.example");
		await outbox.start();
		await eventually(async () => expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]));
	});

	test("keeps trying a recipient that is refused for a while", async () => {
		const { outbox, mailServer, enqueue, list } = await setUp(kind);
		mailServer.behave({ kind: "reject-recipient", recipient: "busy@visitor.example", code: 450 });
		await enqueue("busy@visitor.example");
		await outbox.start();
		await eventually(async () => expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]));
	});

	test("counts an e-mail as late when it has waited for 15 minutes", async () => {
		const { outbox, clock, enqueue, count } = await setUp(kind, { withTransport: false });
		await enqueue("asha@visitor.example");
		await outbox.start();
		clock.advance({ minutes: 14, seconds: 30 });
		await outbox.runOnce();
		expect(await count()).toMatchObject({ late: 0, waiting: 1 });
		clock.advance({ seconds: 30 });
		await outbox.runOnce();
		expect(await count()).toMatchObject({ late: 1, waiting: 1 });
	});

	test("warns at start that no mail server is configured", async () => {
		const { outbox, lines, enqueue } = await setUp(kind, { withTransport: false });
		await enqueue("asha@visitor.example");
		await outbox.start();
		expect(lines).toMatchObject([{ level: "warn", waiting: 1, msg: expect.stringContaining("SMTP_URL") }]);
	});

	test("sends the e-mail of a process that died once its lease has ended, and not before", async () => {
		const { outbox, database, mailServer, clock, enqueue } = await setUp(kind);
		await enqueue("asha@visitor.example");
		const now = clock.now();
		expect(
			await claimDueEmails(database.db, { now, leaseUntil: now.add({ seconds: 45 }), limit: 5, kinds: ["test"] }),
		).toHaveLength(1);
		clock.advance({ seconds: 44 });
		await outbox.runOnce();
		expect(mailServer.emails).toHaveLength(0);
		clock.advance({ seconds: 1 });
		await outbox.runOnce();
		expect(mailServer.emails).toHaveLength(1);
	});

	test("sends one copy to a server that answers the final dot after 25 seconds, though other processes look for it", async () => {
		const { outbox, createAnotherOutbox, database, mailServer, clock, enqueue, count } = await setUp(kind);
		const answered = Promise.withResolvers<void>();
		mailServer.behave({ kind: "answer-late", until: answered.promise });
		await enqueue("asha@visitor.example");
		await outbox.start();
		await eventually(() => expect(mailServer.attempts).toHaveLength(1));
		const other = createAnotherOutbox();
		onTestFinished(() => other.stop());
		for (let passed = 0; passed < 10; passed++) {
			clock.advance({ seconds: 45 });
			await eventually(async () => {
				const { leaseExpiresAt } = await database.db
					.selectFrom("emails")
					.select("leaseExpiresAt")
					.executeTakeFirstOrThrow();
				expect(
					Temporal.Instant.from(leaseExpiresAt ?? "")
						.since(clock.now())
						.total("seconds"),
				).toBeGreaterThan(45);
			});
			await other.runOnce();
		}
		answered.resolve();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 1, waiting: 0 }));
		expect(mailServer.attempts).toHaveLength(1);
	});

	test("sends one copy when the clock jumps while an e-mail is being sent", async () => {
		const { outbox, mailServer, clock, enqueue, count } = await setUp(kind);
		const answered = Promise.withResolvers<void>();
		mailServer.behave({ kind: "answer-late", until: answered.promise });
		await enqueue("asha@visitor.example");
		await outbox.start();
		await eventually(() => expect(mailServer.attempts).toHaveLength(1));
		clock.advance({ hours: 8 });
		outbox.wake();
		await enqueue("ravi@visitor.example");
		outbox.wake();
		await eventually(() => expect(mailServer.attempts).toHaveLength(2));
		answered.resolve();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 2, waiting: 0 }));
		expect(mailServer.attempts).toHaveLength(2);
	});

	test("sends the others while a server is slow with one", async () => {
		const { outbox, mailServer, enqueue, count } = await setUp(kind);
		const answered = Promise.withResolvers<void>();
		mailServer.behave({ kind: "answer-late", until: answered.promise });
		await enqueue("slow@visitor.example");
		await outbox.start();
		await eventually(() => expect(mailServer.attempts).toHaveLength(1));
		mailServer.behave({ kind: "accept" });
		await enqueue(...Array.from({ length: 12 }, (_, index) => `visitor-${index}@visitor.example`));
		outbox.wake();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 12, waiting: 1 }));
		answered.resolve();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 13 }));
	});

	test("waits an hour at least after a time-out, for the server may have taken the e-mail", async () => {
		const { outbox, mailServer, clock, enqueue, list } = await setUp(kind, { responseTimeoutMs: 100 });
		mailServer.behave({ kind: "answer-late", until: new Promise(() => {}) });
		await enqueue("asha@visitor.example");
		await outbox.runOnce();
		const [email] = await list();
		expect(email).toMatchObject({ state: "waiting", attempts: 1, lastError: "The mail server did not answer in time" });
		expect(email?.nextAttemptAt.since(clock.now()).total("minutes")).toBeGreaterThanOrEqual(30);
	});

	test("gives up after five days without a server, keeps the e-mail, and reports it", async () => {
		const { outbox, mailServer, clock, lines, enqueue, list } = await setUp(kind);
		await mailServer.stop();
		await enqueue("asha@visitor.example");
		await outbox.runOnce();
		expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]);
		clock.advance({ hours: 5 * 24 });
		await outbox.runOnce();
		expect(await list()).toMatchObject([{ state: "failed", attempts: 2 }]);
		expect(lines.filter((line) => line.alarm === "email-given-up")).toHaveLength(1);
		await mailServer.start();
	});

	test("retries an e-mail that waited too long for its first attempt as long as any other", async () => {
		const { outbox, mailServer, clock, enqueue, list } = await setUp(kind);
		await enqueue("asha@visitor.example");
		clock.advance({ hours: 6 * 24 });
		await mailServer.stop();
		await outbox.runOnce();
		clock.advance({ hours: 5 * 24 - 1 });
		await outbox.runOnce();
		expect(await list()).toMatchObject([{ state: "waiting", attempts: 2 }]);
		clock.advance({ hours: 2 });
		await outbox.runOnce();
		expect(await list()).toMatchObject([{ state: "failed", attempts: 3 }]);
		await mailServer.start();
	});

	test("retries a webhook that waited too long for its first attempt for three days", async () => {
		const { database, mailServer, clock, createAnotherOutbox } = await setUp(kind);
		await database.write((transaction) =>
			enqueueEmail(
				transaction,
				{ ...emailTo("webhook"), kind: webhookKind },
				{ now: clock.now(), messageIdDomain: "narangi.example" },
			),
		);
		const countWebhooks = async () => (await database.db.selectFrom("emails").select("id").execute()).length;
		const webhooks = createAnotherOutbox({ [webhookKind]: async () => hello }, "webhooks");
		onTestFinished(() => webhooks.stop());
		clock.advance({ hours: 4 * 24 });
		await mailServer.stop();
		await webhooks.runOnce();
		clock.advance({ hours: 3 * 24 - 1 });
		await webhooks.runOnce();
		expect(await countWebhooks()).toBe(1);
		clock.advance({ hours: 7 });
		await webhooks.runOnce();
		expect(await countWebhooks()).toBe(0);
		await mailServer.start();
	});

	test("tries one e-mail at a time while the server takes nothing, with all counted as late and few lines written, and all when it does", async () => {
		const { outbox, database, mailServer, clock, lines, count } = await setUp(kind);
		await mailServer.stop();
		const backlog = 300;
		await database.write((transaction) =>
			enqueueEmails(
				transaction,
				Array.from({ length: backlog }, (_, index) => emailTo(`visitor-${index}@visitor.example`)),
				{ now: clock.now(), messageIdDomain: "narangi.example" },
			),
		);
		for (let minute = 0; minute < 20; minute++) {
			await outbox.runOnce();
			clock.advance({ minutes: 1 });
		}
		expect(await count()).toMatchObject({ late: backlog });
		expect(lines.filter((line) => line.level === "warn").length).toBeLessThan(40);
		await mailServer.start();
		clock.advance({ hours: 1 });
		for (let sent = 0; sent < backlog;) {
			const before = sent;
			await outbox.runOnce();
			({ sent } = await count());
			expect(sent).toBeGreaterThan(before);
		}
	}, 600_000);

	describe("beside a server of the release before, which stored texts", () => {
		const stored = {
			kind: "a kind of its own",
			reference: "ENQ-00000000",
			recipient: "asha@visitor.example",
			replyTo: "sales@narangi.example",
			subject: "As it was written",
			html: "<p>As it was written</p>",
			text: "As it was written",
			attachments: JSON.stringify([
				{
					fileName: "call.txt",
					contentType: "text/plain",
					contentBase64: Buffer.from("The file").toString("base64"),
				},
			]),
			headers: JSON.stringify({ "X-Test": "a" }),
			attempts: 0,
			queuedAt: "2026-11-23T06:00:00.000Z",
			nextAttemptAt: "2026-11-23T06:00:00.000Z",
		};
		const storedAs = (id: string, state: "waiting" | "held") => ({
			...stored,
			id,
			messageId: `<${id}@narangi.example>`,
			state,
		});

		test("sends its e-mails as it wrote them, tries them again, and lets them go", async () => {
			const databaseConfig = await createEmptyDatabaseConfig(kind);
			const before = await openTestDatabase(kind, databaseConfig, { until: "0050-create-changes" });
			await before.db
				.insertInto("emails")
				.values([storedAs("1", "waiting"), storedAs("2", "held")] as never)
				.execute();
			await before.close();
			const { outbox, mailServer, database, clock, lines, count } = await setUp(kind, { databaseConfig });
			mailServer.behave({ kind: "fail-after-data", code: 451 });
			await outbox.runOnce();
			expect(await count()).toMatchObject({ waiting: 1, held: 1 });
			await outbox.runOnce();
			expect(mailServer.attempts).toHaveLength(1);
			mailServer.behave({ kind: "accept" });
			clock.advance({ seconds: 15 });
			await outbox.runOnce();
			await releaseEmails(database.db, stored, clock.now());
			await outbox.runOnce();
			expect(mailServer.emails).toMatchObject(
				["1", "2"].map((id) => ({
					messageId: `<${id}@narangi.example>`,
					envelopeRecipients: [stored.recipient],
					replyTo: [{ address: stored.replyTo }],
					subject: stored.subject,
					text: expect.stringContaining(stored.text),
					html: expect.stringContaining(stored.html),
					headers: expect.arrayContaining([{ key: "x-test", originalKey: "X-Test", value: "a" }]),
				})),
			);
			for (const { attachments } of mailServer.emails)
				expect(
					attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString()]),
				).toEqual([["call.txt", "The file"]]);
			expect(await count()).toMatchObject({ sent: 2 });
			expect(lines.filter(({ msg }) => String(msg).includes("does not know"))).toEqual([]);
			expect(
				await database.db.selectFrom("emails").select(["subject", "replyTo", "text"]).distinct().execute(),
			).toEqual([{ subject: "", replyTo: null, text: "" }]);
		});

		test("sends e-mails that the earlier server writes after the migration", async () => {
			const { outbox, mailServer, database } = await setUp(kind);
			await database.db
				.insertInto("emails")
				.values(storedAs("1", "waiting") as never)
				.execute();
			await outbox.runOnce();
			expect(mailServer.emails).toMatchObject([{ subject: "As it was written" }]);
		});

		test("has nothing that is due for that server, which has no text to send, also when that server lets it go", async () => {
			const { outbox, mailServer, database, clock, enqueue, list } = await setUp(kind);
			await enqueue("asha@visitor.example");
			const now = clock.now().toString({ smallestUnit: "millisecond" });
			/** As the release before claims and requeues. */
			const claimAsBefore = () =>
				database.db
					.updateTable("emails")
					.set({ lease: "of the release before", leaseExpiresAt: "2026-11-23T06:01:00.000Z" })
					.where("id", "in", (query) =>
						query
							.selectFrom("emails")
							.select("id")
							.where("state", "=", "waiting")
							.where("nextAttemptAt", "<=", now)
							.where((where) => where.or([where("leaseExpiresAt", "is", null), where("leaseExpiresAt", "<=", now)])),
					)
					.returning("id")
					.execute();
			const requeueAsBefore = () =>
				database.db
					.updateTable("emails")
					.set((set) => {
						const dueAt = set.case().when("nextAttemptAt", ">", now).then(set.ref("nextAttemptAt")).else(now).end();
						return { state: "waiting", queuedAt: dueAt, nextAttemptAt: dueAt, alarmedAt: null, withheldAt: null };
					})
					.execute();
			expect(await claimAsBefore()).toEqual([]);
			await holdEmails(database.db, { reference: "ENQ-00000000" });
			await requeueAsBefore();
			expect(await claimAsBefore()).toEqual([]);
			mailServer.behave({ kind: "fail-after-data", code: 451 });
			await outbox.runOnce();
			expect(await claimAsBefore()).toEqual([]);
			mailServer.behave({ kind: "accept" });
			clock.advance({ seconds: 15 });
			await outbox.runOnce();
			expect(mailServer.emails).toMatchObject([{ subject: "Hello" }]);
			expect((await list()).map(({ state, queuedAt }) => [state, queuedAt.toString()])).toEqual([
				["sent", "2026-11-23T06:00:00Z"],
			]);
		});
	});

	test("sends every e-mail once when several processes work on them", async () => {
		const { createAnotherOutbox, mailServer, enqueue, count } = await setUp(kind);
		await enqueue(...Array.from({ length: 40 }, (_, index) => `visitor-${index}@visitor.example`));
		const outboxes = Array.from({ length: 3 }, () => createAnotherOutbox());
		for (const outbox of outboxes) await outbox.start();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 40 }));
		for (const outbox of outboxes) await outbox.stop();
		expect(new Set(mailServer.emails.map((email) => email.messageId)).size).toBe(40);
		expect(mailServer.emails).toHaveLength(40);
	});
});

test("stopping breaks off an e-mail to a mail server that hangs and leaves it waiting", async () => {
	const { outbox, mailServer, enqueue, list } = await setUp("sqlite");
	mailServer.behave({ kind: "hang" });
	await enqueue("asha@visitor.example");
	await outbox.start();
	await eventually(() => expect(mailServer.connections()).toBeGreaterThan(0));
	await outbox.stop();
	expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]);
});

test.each([
	["smtp://mail.company.example", true],
	["smtp://mail.company.example?requireTLS=false", false],
	["smtps://mail.company.example", false],
	["smtp://localhost:1025", false],
	["smtp://127.0.0.1:1025", false],
	["smtp://[::1]:1025", false],
	["smtp://127.0.0.1:1025?requireTLS=true", true],
])("%s needs STARTTLS: %s", (url, needed) => {
	expect(needsStarttls(url)).toBe(needed);
});

test("nothing is said to a server that must encrypt and does not", async () => {
	const mailServer = await startMailServer();
	onTestFinished(() => mailServer.stop());
	const transport = createSmtpTransport(`${mailServer.url}?requireTLS=true`, sender);
	onTestFinished(() => transport.close());
	const email = { ...emailTo("asha@visitor.example"), ...hello, messageId: "<1@narangi.example>" };
	await expect(transport.send(email, new AbortController().signal)).rejects.toThrow(/TLS/i);
	expect(mailServer.attempts).toEqual([]);
});

test("the delay doubles from 15 seconds to an hour and is up to half random", () => {
	expect([1, 2, 3, 8, 9, 10, 1_000].map((attempt) => retryDelaySeconds(attempt, 1))).toEqual([
		15, 30, 60, 1_920, 3_600, 3_600, 3_600,
	]);
	expect([1, 2, 6, 1_000].map((attempt) => retryDelaySeconds(attempt, 1, { afterTimeout: true }))).toEqual([
		3_600, 7_200, 86_400, 86_400,
	]);
	expect(retryDelaySeconds(1, 0)).toBe(7.5);
});
