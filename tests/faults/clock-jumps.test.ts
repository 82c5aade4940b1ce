// Everything that goes by the clock, when it jumps by ten years and comes back: docs/security.md, A clock that is wrong.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { addTimeOff, listTimeOff } from "../../core/appointments/absence-store.server.ts";
import {
	addBusyCalendar,
	claimDueCalendar,
	listBusyTimes,
} from "../../core/appointments/busy-calendar-store.server.ts";
import { createCalendarReader } from "../../core/appointments/calendar-reader.server.ts";
import {
	claimMailboxes,
	listMailboxes,
	isStalled,
	releaseMailbox,
} from "../../core/conversations/incoming/mailbox-store.server.ts";
import { rememberSweep } from "../../core/people/last-sweep.server.ts";
import { countBookedInHour } from "../../features/booking/find-bookings.server.ts";
import { claimDueEmails, deleteExpiredEmails, markEmailForRetry } from "../../platform/email/delivery-store.ts";
import { findEmailsLeft } from "../../platform/email/email-limit-store.ts";
import { noEmailLimits } from "../../platform/email/email-limits.ts";
import { countEmails } from "../../platform/email/email-list-store.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { claimTelling, findTelling } from "../../platform/email/told-things-store.ts";
import { createSmtpTransport } from "../../platform/email/transport.ts";
import { createPostCounts } from "../../platform/http/post-counts.ts";
import { createLog } from "../../platform/log.ts";
import { createPageCache } from "../../platform/pages/page-cache.ts";
import { listRecurringTasks } from "../../server/recurring-tasks.ts";
import { goodPassword, openTestAccounts } from "../support/accounts.ts";
import { createBookingRecord, storeBooking } from "../support/bookings.ts";
import { createTestClock } from "../support/clock.ts";
import { databaseKinds, openTestDatabase } from "../support/databases.ts";
import { connectMailbox, createImapSettings } from "../support/imap-mailbox.ts";
import { startMailServer } from "../support/mail-server.ts";
import { createTestStudio } from "../support/studios.ts";
import { testCompany } from "../support/test-server.ts";

const tenYears = { hours: 24 * 3_652 };
const tenYearsBack = { hours: -24 * 3_652 };
const december = { startMs: Date.parse("2026-12-20T18:30:00Z"), endMs: Date.parse("2026-12-31T18:30:00Z") };
const messageIdDomain = "narangi.example";
const log = createLog({ logLevel: "silent" });

describe.each(databaseKinds)("staff, when the clock jumps on %s", (kind) => {
	async function openDesk() {
		const desk = await openTestAccounts(kind);
		const { accounts, clock, codeOf } = desk;
		const admin = await desk.makeAdmin();
		const signIn = (browser = desk.openBrowser(), password = goodPassword) =>
			accounts.password.signIn(browser.request(), {
				email: "owner@company.example",
				password,
				code: codeOf(admin.secret),
			});
		return {
			...desk,
			admin,
			signIn,
			isIn: async (browser = admin.browser) => !!(await accounts.findSignedIn(browser.request())),
			clock,
		};
	}

	test("are signed out while it is ahead, and in again when it comes back", async () => {
		const { clock, isIn } = await openDesk();
		clock.advance(tenYears);
		expect(await isIn()).toBe(false);
		clock.advance(tenYearsBack);
		expect(await isIn()).toBe(true);
	});

	test("cannot use for ten years a session that began while it was ahead", async () => {
		const { clock, signIn, openBrowser, isIn } = await openDesk();
		clock.advance(tenYears);
		const browser = openBrowser();
		const signedIn = await signIn(browser);
		if (signedIn.kind !== "signed-in") throw new Error(signedIn.kind);
		browser.take(signedIn.cookies);
		expect(await isIn(browser)).toBe(true);
		clock.advance(tenYearsBack);
		expect(await isIn(browser)).toBe(false);
	});

	test("can sign in with a code after one was taken ten years ahead", async () => {
		const { clock, signIn } = await openDesk();
		clock.advance(tenYears);
		expect(await signIn()).toMatchObject({ kind: "signed-in" });
		clock.advance(tenYearsBack);
		clock.advance({ minutes: 1 });
		expect(await signIn()).toMatchObject({ kind: "signed-in" });
	});

	test.each([tenYears, tenYearsBack])("are not kept out by wrong answers counted at another time: %o", async (jump) => {
		const { clock, signIn, openBrowser } = await openDesk();
		clock.advance(jump);
		for (let tries = 0; tries < 7; tries++) await signIn(openBrowser(), "wrong");
		expect(await signIn()).toMatchObject({ kind: "wait" });
		clock.advance({ hours: -jump.hours });
		clock.advance({ minutes: 1 });
		expect(await signIn()).toMatchObject({ kind: "signed-in" });
	});
});

describe.each(databaseKinds)("e-mails, when the clock jumps on %s", (kind) => {
	async function openOutbox(limits = {}) {
		const database = await openTestDatabase(kind);
		const mailServer = await startMailServer();
		onTestFinished(() => mailServer.stop());
		const clock = createTestClock();
		const outbox = createOutbox({
			database,
			getRenderers: () => ({ test: async () => ({ subject: "Hello", html: "<p>Hello</p>", text: "Hello" }) }),
			clock,
			log,
			transport: createSmtpTransport(mailServer.url, { name: "Narangi", address: "hello@narangi.example" }),
			limits: { ...noEmailLimits, ...limits },
		});
		onTestFinished(() => outbox.stop());
		return {
			database,
			mailServer,
			clock,
			outbox,
			enqueue: (recipient: string, times: { notBefore?: Temporal.Instant; expiresAt?: Temporal.Instant } = {}) =>
				database.write((transaction) =>
					enqueueEmail(
						transaction,
						{ kind: "test", reference: "ENQ-00000000", recipient, ...times },
						{ now: clock.now(), messageIdDomain },
					),
				),
			claim: () =>
				claimDueEmails(database.db, {
					now: clock.now(),
					leaseUntil: clock.now().add({ seconds: 60 }),
					kinds: ["test"],
					limit: 10,
				}),
			recipients: () => mailServer.emails.map(({ envelopeRecipients }) => envelopeRecipients[0]),
		};
	}

	test.each([tenYears, tenYearsBack])("leave once, whenever they were written: %o", async (jump) => {
		const { clock, outbox, enqueue, recipients } = await openOutbox();
		await enqueue("before@visitor.example");
		clock.advance(jump);
		await enqueue("during@visitor.example");
		await outbox.runOnce();
		await enqueue("late@visitor.example");
		clock.advance({ hours: -jump.hours });
		await outbox.runOnce();
		await outbox.runOnce();
		expect(recipients().toSorted()).toEqual([
			"before@visitor.example",
			"during@visitor.example",
			"late@visitor.example",
		]);
	});

	test("leave after an attempt or a server's end while it was ahead", async () => {
		const { database, clock, outbox, enqueue, claim, recipients } = await openOutbox();
		await enqueue("tried@visitor.example");
		clock.advance(tenYears);
		const [tried] = await claim();
		if (!tried) throw new Error("It is not due");
		const nextAttemptAt = clock.now().add({ seconds: 15 });
		await markEmailForRetry(database.db, tried, { nextAttemptAt, error: "The connection was lost" });
		await enqueue("claimed@visitor.example");
		expect(await claim()).toHaveLength(1);
		clock.advance(tenYearsBack);
		await outbox.runOnce();
		expect(recipients().toSorted()).toEqual(["claimed@visitor.example", "tried@visitor.example"]);
	});

	test("that remind of a call leave neither early nor late", async () => {
		const { database, clock, outbox, enqueue, recipients } = await openOutbox();
		const startsAt = clock.now().add({ hours: 72 });
		const times = { notBefore: startsAt.subtract({ hours: 24 }), expiresAt: startsAt };
		await enqueue("asha@visitor.example", times);
		clock.advance(tenYearsBack);
		await outbox.runOnce();
		expect(recipients()).toEqual([]);
		clock.advance(tenYears);
		clock.advance({ hours: 49 });
		await outbox.runOnce();
		expect(recipients()).toEqual(["asha@visitor.example"]);
		await enqueue("ravi@visitor.example", times);
		clock.advance(tenYears);
		await outbox.runOnce();
		expect(recipients()).toHaveLength(1);
		expect(await deleteExpiredEmails(database.db, clock.now())).toEqual([]);
	});

	test("are not given up because a first attempt fails", async () => {
		const { database, clock, outbox, enqueue, mailServer } = await openOutbox();
		mailServer.behave({ kind: "fail-after-data", code: 451 });
		await enqueue("asha@visitor.example");
		clock.advance(tenYears);
		await outbox.runOnce();
		expect(await countEmails(database.db, clock.now())).toMatchObject({ waiting: 1, failed: 0 });
		clock.advance(tenYearsBack);
		mailServer.behave({ kind: "accept" });
		clock.advance({ minutes: 1 });
		await outbox.runOnce();
		expect(await countEmails(database.db, clock.now())).toMatchObject({ waiting: 0, sent: 1 });
	});

	test("sent while it was ahead do not use up the limits", async () => {
		const limits = { perHour: 2, perDay: 2, perRecipientPerDay: 2 };
		const { database, clock, outbox, enqueue, recipients } = await openOutbox(limits);
		clock.advance(tenYears);
		for (let count = 0; count < 2; count++) await enqueue("asha@visitor.example");
		await outbox.runOnce();
		expect(await findEmailsLeft(database.db, limits, clock.now())).toMatchObject({ left: 0 });
		clock.advance(tenYearsBack);
		await enqueue("asha@visitor.example");
		await outbox.runOnce();
		expect(recipients()).toHaveLength(3);
	});

	test("to staff that come once a week or a day come again", async () => {
		const database = await openTestDatabase(kind);
		const clock = createTestClock();
		const tell = () =>
			database.write((transaction) =>
				claimTelling(transaction, "notice", { now: clock.now(), notSince: clock.now().subtract({ hours: 24 }) }),
			);
		clock.advance(tenYears);
		expect([await tell(), await tell()]).toEqual([true, false]);
		clock.advance(tenYearsBack);
		expect(await findTelling(database.db, "notice", clock.now())).toBeUndefined();
		expect([await tell(), await tell()]).toEqual([true, false]);
	});
});

describe.each(databaseKinds)("what is read regularly, when the clock jumps on %s", (kind) => {
	async function openMailbox() {
		const database = await openTestDatabase(kind);
		const clock = createTestClock();
		await connectMailbox(database, createImapSettings(), { now: clock.now() });
		return { database, clock, claim: () => claimMailboxes(database, clock.now()) };
	}

	test("a mailbox is read on, though it was claimed or put off while the clock was ahead", async () => {
		const { database, clock, claim } = await openMailbox();
		clock.advance(tenYears);
		expect(await claim()).toHaveLength(1);
		clock.advance(tenYearsBack);
		const [claimed] = await claim();
		if (!claimed) throw new Error("Nobody may read it");
		expect(await claim()).toEqual([]);
		clock.advance(tenYears);
		await releaseMailbox(database, claimed, {
			error: "The connection was lost",
			dueAt: clock.now().add({ minutes: 1 }),
			now: clock.now(),
		});
		expect(await claim()).toEqual([]);
		clock.advance(tenYearsBack);
		expect(await claim()).toHaveLength(1);
	});

	test("a mailbox that was last read at a time to come is reported as stalled", async () => {
		const { database, clock } = await openMailbox();
		await database.db
			.updateTable("mailboxes")
			.set({ readAt: clock.now().add(tenYears).toString({ smallestUnit: "millisecond" }) })
			.execute();
		const [mailbox] = await listMailboxes(database.db);
		expect(mailbox && isStalled(mailbox, clock.now())).toBe(true);
	});

	test("a busy calendar is read on, and its times are those of now", async () => {
		const database = await openTestDatabase(kind);
		const clock = createTestClock();
		const event = ["BEGIN:VEVENT", "UID:1", "DTSTART:20261201T100000Z", "DURATION:PT1H", "END:VEVENT"];
		const server = createServer((_, response) =>
			response.end(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...event, "END:VCALENDAR"].join("\r\n")),
		);
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => void server.close());
		const { port } = server.address() as AddressInfo;
		const address = `http://127.0.0.1:${port}/busy.ics`;
		await database.write((transaction) => addBusyCalendar(transaction, { hostId: "priya", address }, clock.now()));
		const reader = createCalendarReader({
			database,
			clock,
			getTimeZone: () => testCompany.timeZone,
			log,
			findAddresses: async () => [],
			findOwnIds: async () => [],
			allowsPrivateNetworks: true,
		});
		const countTimes = async () =>
			(await listBusyTimes(database.db, { startMs: 0, endMs: Date.parse("2100-01-01") })).length;
		await reader.readDue();
		expect(await countTimes()).toBe(1);
		clock.advance(tenYears);
		await reader.readDue();
		expect(await countTimes()).toBe(0);
		clock.advance(tenYearsBack);
		await reader.readDue();
		expect(await countTimes()).toBe(1);
		expect(await claimDueCalendar(database, clock.now())).toBeUndefined();
	});
});

describe.each(databaseKinds)("work by the clock, when it jumps on %s", (kind) => {
	/** Runs every recurring task once, as a server does within the hour. */
	async function openTasks() {
		const opened = await openTestAccounts(kind);
		const { database, clock, accounts } = opened;
		let written = 0;
		const tasks = listRecurringTasks({
			database,
			clock,
			getKinds: () => [],
			accounts,
			app: { announceJobs: async () => undefined, callOffInterviews: async () => undefined },
			getCompany: () => testCompany,
			getRecords: () => {
				written += 1;
				throw new Error("No summary is written in this test");
			},
			issueSender: { write: async () => 0, settle: async () => undefined },
			getImports: () => ({ run: async () => undefined, removeLapsed: async () => undefined }),
			messageIdDomain,
			onEmails: () => undefined,
			publishDue: undefined,
			keepPageDates: undefined,
			trySite: async () => undefined,
			tellAlarms: async () => undefined,
			keepNotices: async () => undefined,
			tellSearchEngines: undefined,
			backUp: undefined,
			stopping: new AbortController().signal,
		});
		const runAll = async () => {
			for (const task of tasks) await task.run().catch(() => undefined);
		};
		return { ...opened, runAll, countSummaries: () => written };
	}

	test("no time off and no busy time of a host is deleted, and no summary is written, while it is ten years away", async () => {
		const { database, clock, runAll, countSummaries } = await openTasks();
		await database.write((transaction) => rememberSweep(transaction, clock.now(), 0));
		await database.write((transaction) => addTimeOff(transaction, { hostId: "priya", note: "", ...december }));
		for (const jump of [tenYears, tenYearsBack]) {
			clock.advance(jump);
			await runAll();
			expect(countSummaries()).toBe(0);
			clock.advance({ hours: -jump.hours });
		}
		expect(await listTimeOff(database.db, december)).toHaveLength(1);
		await runAll();
		expect(countSummaries()).toBeGreaterThan(0);
	});

	test("bookings made while it was ahead do not count as those of the last hour", async () => {
		const database = await openTestDatabase(kind);
		const clock = createTestClock();
		await storeBooking(database, createBookingRecord({ bookedAt: clock.now().add(tenYears) }));
		expect(await countBookedInHour(database.db, clock.now())).toBe(0);
		expect(await countBookedInHour(database.db, clock.now().add(tenYears))).toBe(1);
	});

	test("a scheduled release is published once", async () => {
		const { studio, clock } = await createTestStudio(await openTestDatabase(kind));
		const path = "blog/first-page-of-the-month.md";
		const text = (await studio.getDocument(path))?.current?.replace(/^title: .*$/m, "title: Due") ?? "";
		await studio.saveDraft(path, { text, version: 0 }, "editor");
		const at = clock.now().add({ hours: 1 });
		expect(await studio.publish({ paths: [path], at }, "editor")).toHaveProperty("scheduled");
		for (const jump of [tenYearsBack, tenYears, tenYears, tenYearsBack]) {
			clock.advance(jump);
			await studio.publishDue();
		}
		clock.advance({ hours: 2 });
		await studio.publishDue();
		expect(await studio.listScheduled()).toEqual([]);
		expect(await studio.listHistory()).toHaveLength(1);
	});
});

test("form posts that PostgreSQL counted while its clock was ahead do not count", async () => {
	const database = await openTestDatabase("postgres");
	const countPost = await createPostCounts(database, log, { patienceMs: 60_000 });
	for (let posts = 0; posts < 3; posts++) await countPost("198.51.100.7", 60_000);
	await sql`update form_post_counts set ends_at = ends_at + interval '10 years'`.execute(database.db);
	const another = await createPostCounts(database, log, { patienceMs: 60_000 });
	expect(await another("198.51.100.7", 60_000)).toMatchObject({ count: 1 });
	expect(await another("198.51.100.7", 60_000)).toMatchObject({ count: 2 });
});

test("a page made while the clock was ahead is made again when it comes back", async () => {
	const clock = createTestClock();
	let made = 0;
	const pageCache = createPageCache({
		listPageSources: () => [
			{
				pattern: "/page",
				describe: () => ({
					key: "/page",
					changeKeys: [],
					kind: "page" as const,
					findGoodUntil: (nowMs: number) => nowMs + 60_000,
				}),
			},
		],
		workers: {
			async make() {
				made += 1;
				const body = Buffer.from(`page ${made}`);
				return { status: 200, headers: {}, hash: String(made), dataHash: undefined, bodies: { identity: body } };
			},
			hasten: () => undefined,
			announce: () => undefined,
			close: async () => undefined,
		},
		changes: { listen: () => () => undefined },
		clock,
		metrics: { createCounter: () => () => undefined },
		log,
	});
	onTestFinished(() => pageCache.close());
	clock.advance(tenYears);
	for (let asked = 0; asked < 3; asked++) await pageCache.find("/page");
	expect(made).toBe(1);
	clock.advance(tenYearsBack);
	for (let asked = 0; asked < 3; asked++) await pageCache.find("/page");
	expect(made).toBe(2);
});
