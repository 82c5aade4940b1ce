import { Writable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { startMailServer, type MailServerBehaviour } from "../../tests/support/mail-server.ts";
import { createLog } from "../log.ts";
import {
	claimDueEmails,
	countEmails,
	enqueueEmail,
	listEmails,
	retryFailedEmails,
	type Email,
} from "./outbox-store.ts";
import { createOutbox, retryDelaySeconds } from "./outbox.ts";
import { createSmtpTransport } from "./transport.ts";

const sender = { name: "Narangi", address: "hello@narangi.example" };

function emailTo(recipient: string): Email {
	return { kind: "test", reference: "ENQ-00000000", recipient, subject: "Hello", html: "<p>Hello</p>", text: "Hello" };
}

async function setUp(kind: DatabaseKind, { withTransport = true } = {}) {
	const database = await openTestDatabase(kind);
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
	const createAnotherOutbox = () =>
		createOutbox({
			database,
			clock,
			log,
			transport: withTransport ? createSmtpTransport(mailServer.url, sender) : undefined,
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

	test("keeps neither the words nor the links of an e-mail that was sent, and all of one that was refused", async () => {
		const { database, outbox, mailServer, clock, count } = await setUp(kind);
		const email: Email = {
			...emailTo("asha@visitor.example"),
			attachments: [{ fileName: "call.ics", contentType: "text/calendar", contentBase64: "QQ==" }],
			headers: { "X-Test": "a" },
		};
		const enqueue = () =>
			database.write((transaction) =>
				enqueueEmail(transaction, email, { now: clock.now(), messageIdDomain: "narangi.example" }),
			);
		const read = (state: "sent" | "failed") =>
			database.db
				.selectFrom("emails")
				.select(["recipient", "html", "text", "attachments", "headers"])
				.where("state", "=", state)
				.execute();
		await enqueue();
		await outbox.start();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 1 }));
		expect(await read("sent")).toEqual([
			{ recipient: email.recipient, html: "", text: "", attachments: "[]", headers: null },
		]);
		mailServer.behave({ kind: "fail-after-data", code: 554, words: "5.6.0 Cannot be read" });
		await enqueue();
		outbox.wake();
		await eventually(async () => expect(await count()).toMatchObject({ failed: 1 }));
		expect(await read("failed")).toMatchObject([
			{
				html: email.html,
				text: email.text,
				headers: expect.stringContaining("X-Test"),
				attachments: expect.stringContaining("call.ics"),
			},
		]);
	});

	test("delivers later, with the same Message-ID, what the mail server refused for a while", async () => {
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

	test("delivers later what the mail server took before it broke the connection", async () => {
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

	test("gives an e-mail up that one recipient's server refuses for good, says so, and sends the others", async () => {
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

	test("gives up after five days what is refused for reasons that may pass, says so, and gives it five more when it is told to", async () => {
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

	test("raises the alarm once when an e-mail has waited for 15 minutes", async () => {
		const { outbox, clock, lines, enqueue, count } = await setUp(kind, { withTransport: false });
		await enqueue("asha@visitor.example");
		await outbox.start();
		clock.advance({ minutes: 14, seconds: 30 });
		outbox.wake();
		await new Promise((resolve) => setTimeout(resolve, 200));
		const alarms = () => lines.filter((line) => line.alarm === "emails-late");
		expect(alarms()).toEqual([]);
		clock.advance({ seconds: 30 });
		outbox.wake();
		await eventually(() =>
			expect(alarms()).toMatchObject([
				{ level: "error", count: 1, emails: [{ kind: "test", reference: "ENQ-00000000" }] },
			]),
		);
		clock.advance({ minutes: 30 });
		outbox.wake();
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(await count()).toMatchObject({ late: 1, waiting: 1 });
		expect(alarms()).toHaveLength(1);
	});

	test("says loudly at start that no mail server is configured", async () => {
		const { outbox, lines, enqueue } = await setUp(kind, { withTransport: false });
		await enqueue("asha@visitor.example");
		await outbox.start();
		expect(lines).toMatchObject([{ level: "warn", waiting: 1, msg: expect.stringContaining("SMTP_URL") }]);
	});

	test("sends the e-mail of a process that died once its lease has ended, and not before", async () => {
		const { outbox, database, mailServer, clock, enqueue } = await setUp(kind);
		await enqueue("asha@visitor.example");
		const now = clock.now();
		expect(await claimDueEmails(database.db, { now, leaseUntil: now.add({ seconds: 45 }), limit: 5 })).toHaveLength(1);
		await outbox.start();
		clock.advance({ seconds: 44 });
		outbox.wake();
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(mailServer.emails).toHaveLength(0);
		clock.advance({ seconds: 1 });
		outbox.wake();
		await eventually(() => expect(mailServer.emails).toHaveLength(1));
	});

	test("sends every e-mail once when several processes work on them", async () => {
		const { createAnotherOutbox, mailServer, enqueue, count } = await setUp(kind);
		await enqueue(...Array.from({ length: 40 }, (_, index) => `visitor-${index}@visitor.example`));
		const outboxes = Array.from({ length: 3 }, createAnotherOutbox);
		for (const outbox of outboxes) await outbox.start();
		await eventually(async () => expect(await count()).toMatchObject({ sent: 40 }));
		for (const outbox of outboxes) await outbox.stop();
		expect(new Set(mailServer.emails.map((email) => email.messageId)).size).toBe(40);
		expect(mailServer.emails).toHaveLength(40);
	});
});

test(
	"stopping breaks off an e-mail to a mail server that hangs and leaves it waiting",
	{ timeout: 30_000 },
	async () => {
		const { outbox, mailServer, enqueue, list } = await setUp("sqlite");
		mailServer.behave({ kind: "hang" });
		await enqueue("asha@visitor.example");
		await outbox.start();
		await new Promise((resolve) => setTimeout(resolve, 200));
		const begun = performance.now();
		await outbox.stop();
		expect(performance.now() - begun).toBeLessThan(8_000);
		expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]);
	},
);

test("a mail server that hangs costs an attempt half a minute at most", { timeout: 60_000 }, async () => {
	const { outbox, mailServer, clock, enqueue, list } = await setUp("sqlite");
	mailServer.behave({ kind: "hang" });
	await enqueue("asha@visitor.example");
	await outbox.start();
	await eventually(async () => expect(await list()).toMatchObject([{ state: "waiting", attempts: 1 }]), 45_000);
	mailServer.behave({ kind: "accept" });
	clock.advance({ seconds: 15 });
	outbox.wake();
	await eventually(() => expect(mailServer.emails).toHaveLength(1));
});

test("the delay doubles from 15 seconds to an hour and is up to half random", () => {
	expect([1, 2, 3, 8, 9, 10, 1_000].map((attempt) => retryDelaySeconds(attempt, 1))).toEqual([
		15, 30, 60, 1_920, 3_600, 3_600, 3_600,
	]);
	expect(retryDelaySeconds(1, 0)).toBe(7.5);
});
