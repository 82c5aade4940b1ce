import { describe, expect, onTestFinished, test } from "vitest";
import type { EmailLimits } from "../../platform/email/email-limits.ts";
import { countEmails } from "../../platform/email/email-list-store.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { createLimitAlarm } from "../../platform/email/limit-alarm.server.tsx";
import { createOutbox } from "../../platform/email/outbox.ts";
import type { Transport } from "../../platform/email/transport.ts";
import { retryFailedEmails } from "../../platform/email/unsent-emails-store.ts";
import { createLog } from "../../platform/log.ts";
import { createTestClock } from "../support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../support/databases.ts";
import { createTestRenderers } from "../support/rendered-emails.ts";
import { startTestServer, testCompany } from "../support/test-server.ts";

const owner = "owner@company.example";

/** Servers of one database whose mail server accepts everything. */
async function startOutboxes(
	kind: DatabaseKind,
	change: Partial<EmailLimits>,
	{ servers = 1, refuses = () => false }: { servers?: number; refuses?: (recipient: string) => boolean } = {},
) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock();
	const sent: string[] = [];
	const limitsReached: string[] = [];
	const lines: Record<string, unknown>[] = [];
	const transport: Transport = {
		async send({ recipient }) {
			if (refuses(recipient)) throw new Error("not now");
			sent.push(recipient);
		},
		close() {},
	};
	const limits: EmailLimits = {
		perRecipientPerDay: 0,
		perHour: 0,
		perDay: 0,
		staff: [testCompany.salesEmail],
		staffKinds: [],
		createAlarm: (ceiling) => createLimitAlarm(ceiling, owner),
		onLimitReached: (what) => limitsReached.push(what),
		...change,
	};
	const log = createLog(
		{ logLevel: "info" },
		{ write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
	);
	const renderers = {
		...createTestRenderers(),
		test: async () => ({ subject: "Hello", html: "<p>Hello</p>", text: "Hello" }),
	};
	const outboxes = Array.from({ length: servers }, () =>
		createOutbox({ database, transport, getRenderers: () => renderers, clock, log, limits }),
	);
	onTestFinished(async () => void (await Promise.all(outboxes.map((outbox) => outbox.stop()))));
	return {
		database,
		clock,
		sent,
		limitsReached,
		lines,
		async enqueue(recipient: string, count: number) {
			const emails = Array.from({ length: count }, () => ({
				kind: "test",
				reference: "ENQ-00000000",
				recipient,
			}));
			await database.write((transaction) =>
				enqueueEmails(transaction, emails, { now: clock.now(), messageIdDomain: "company.example" }),
			);
		},
		runOnce: () => Promise.all(outboxes.map((outbox) => outbox.runOnce())),
		/** Runs every server's outbox until there is nothing to do. */
		async runAll() {
			for (let before = -1; before !== sent.length + limitsReached.length;) {
				before = sent.length + limitsReached.length;
				await Promise.all(outboxes.map((outbox) => outbox.runOnce()));
			}
		},
		count: () => countEmails(database.db, clock.now()),
	};
}

describe.each(databaseKinds)("on %s", (kind) => {
	test("a stranger gets ten e-mails a day, whatever the case of the address and the number of servers; the rest is withheld and said", async () => {
		const { sent, limitsReached, lines, enqueue, runAll, count, database, clock } = await startOutboxes(
			kind,
			{ perRecipientPerDay: 10 },
			{ servers: 3 },
		);
		await enqueue("stranger@visitor.example", 20);
		await enqueue("Stranger@Visitor.Example", 20);
		await enqueue("somebody@visitor.example", 3);
		await enqueue(testCompany.salesEmail, 30);
		await runAll();
		const toStranger = () => sent.filter((recipient) => recipient.toLowerCase() === "stranger@visitor.example").length;
		expect(toStranger()).toBe(10);
		expect(sent.filter((recipient) => recipient === "somebody@visitor.example")).toHaveLength(3);
		expect(sent.filter((recipient) => recipient === testCompany.salesEmail)).toHaveLength(30);
		expect(await count()).toMatchObject({ withheld: 30, held: 0, waiting: 0, sent: 43 });
		expect(limitsReached).toHaveLength(30);
		expect(lines.filter(({ alarm }) => alarm === "email-withheld")).toHaveLength(30);
		expect(JSON.stringify(lines)).not.toContain("stranger");

		const retry = () => database.write((transaction) => retryFailedEmails(transaction, "ENQ-00000000", clock.now()));
		expect(await retry()).toBe(30);
		await runAll();
		expect(toStranger()).toBe(10);
		clock.advance({ hours: 24 });
		expect(await retry()).toBe(30);
		await runAll();
		expect(toStranger()).toBe(20);
	});

	test("a limit of e-mails an hour holds the rest back, loses none, and is reported in log, metrics and to the owner", async () => {
		const { sent, limitsReached, lines, enqueue, runAll, count, clock } = await startOutboxes(
			kind,
			{ perHour: 20, perDay: 50 },
			{ servers: 2 },
		);
		for (let index = 0; index < 70; index++) await enqueue(`visitor${index}@visitor.example`, 1);
		await runAll();
		const toVisitors = () => sent.filter((recipient) => recipient !== owner).length;
		expect(toVisitors()).toBe(20);
		expect(await count()).toMatchObject({ sent: 20, waiting: 50 });
		expect(sent.filter((recipient) => recipient === owner)).toHaveLength(1);
		expect(limitsReached).toEqual(["hour"]);
		expect(lines.filter(({ alarm }) => alarm === "email-ceiling")).toEqual([
			expect.objectContaining({ level: "error", window: "hour", cap: 20, waiting: expect.any(Number) }),
		]);
		// The other server's current e-mail still waits.
		const { waiting } = lines.find(({ alarm }) => alarm === "email-ceiling") ?? {};
		expect(waiting).toBeGreaterThanOrEqual(50);
		expect(waiting).toBeLessThanOrEqual(55);
		clock.advance({ hours: 1, seconds: 1 });
		await runAll();
		expect(toVisitors()).toBe(40);
		clock.advance({ hours: 1, seconds: 1 });
		await runAll();
		expect(toVisitors()).toBe(50);
		expect(limitsReached).toEqual(["hour", "day"]);
		clock.advance({ hours: 24 });
		await runAll();
		expect(toVisitors()).toBe(70);
		expect(await count()).toMatchObject({ sent: 70, waiting: 0 });
	});

	test("an owner who could not be notified is notified at the next check", async () => {
		let refuses = true;
		const { sent, enqueue, runOnce } = await startOutboxes(
			kind,
			{ perHour: 1 },
			{ refuses: (recipient) => recipient === owner && refuses },
		);
		await enqueue("one@visitor.example", 1);
		await enqueue("two@visitor.example", 1);
		await runOnce();
		expect(sent).toEqual(["one@visitor.example"]);
		refuses = false;
		await runOnce();
		expect(sent).toEqual(["one@visitor.example", owner]);
		await runOnce();
		expect(sent).toHaveLength(2);
	});

	test("the desk shows withheld e-mails and a reached limit", async () => {
		const server = await startTestServer(kind, { environment: { EMAILS_PER_HOUR: "1" } });
		const { database, clock } = server;
		const email = { kind: "test", reference: "ENQ-00000000", subject: "", html: "", text: "" };
		await database.write((transaction) =>
			enqueueEmails(
				transaction,
				["a", "b", "c"].map((name) => ({ ...email, recipient: `${name}@visitor.example` })),
				{ now: clock.now(), messageIdDomain: "company.example" },
			),
		);
		const now = clock.now().toString({ smallestUnit: "millisecond" });
		await database.db
			.updateTable("emails")
			.set({ state: "sent", sentAt: now })
			.where("recipient", "=", "a@visitor.example")
			.execute();
		await database.db
			.updateTable("emails")
			.set({ state: "held", withheldAt: now })
			.where("recipient", "=", "b@visitor.example")
			.execute();
		const desk = await server.openDesk();
		const headers = { host: "localhost" };
		const overview = (await desk.inject({ url: "/", headers })).body;
		expect(overview).toContain("EMAILS_PER_HOUR");
		expect(overview).toContain("1 e-mail was held back");
		expect((await desk.inject({ url: "/emails?show=withheld", headers })).body).toContain("b@visitor.example");
		expect((await desk.inject({ url: "/emails?show=held", headers })).body).not.toContain("b@visitor.example");
	});
});
