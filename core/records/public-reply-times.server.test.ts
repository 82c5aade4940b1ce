import { describe, expect, test } from "vitest";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { storeApplication } from "../../tests/support/applications.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { storeReply } from "../../tests/support/person-events.ts";
import { createTestKinds } from "../../tests/support/records.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { replyEmailKind } from "../conversations/email-kinds.ts";
import { findPublicReplyTimes, keepPublicReplyTimes, publicReplyTimesChangeKey } from "./public-reply-times.server.ts";
import { setRecordSpam, setRecordStage } from "./record-store.server.ts";

/**
 * A Monday noon in India. The company works Monday to Saturday, 10:00 to 18:00; a reply within 8 business hours is one by the same time of
 * the next working day.
 */
const now = "2026-11-23T06:30:00Z";
const company = { ...testCompany, replyWithinBusinessHours: 8 };
const { timeZone } = company;
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant();

type Change = { answered?: string; email?: string; importNumber?: number; source?: string };

async function setUp(kind: DatabaseKind, settings = company) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock(now);
	const kinds = createTestKinds(settings);
	let stored = 0;
	const name = (prefix: string) => `${prefix}-${String((stored += 1)).padStart(8, "0")}`;
	const change = async (reference: string, { answered, email, importNumber, source }: Change) => {
		const values = {
			...(answered !== undefined && { answeredAt: toInstantText(at(answered)) }),
			...(email !== undefined && { senderEmail: email }),
			...(importNumber !== undefined && { importNumber }),
			...(source !== undefined && { source }),
		};
		if (Object.keys(values).length > 0)
			await database.db.updateTable("records").set(values).where("reference", "=", reference).execute();
		return reference;
	};
	return {
		database,
		clock,
		enquire: async (received: string, changes: Change = {}) =>
			change(await storeEnquiry(database, { reference: name("ENQ"), receivedAt: at(received) }), changes),
		apply: async (received: string, changes: Change = {}) =>
			change(await storeApplication(database, { reference: name("APP"), receivedAt: at(received) }), changes),
		async read(of = "enquiry", measuredWith = settings) {
			await keepPublicReplyTimes({ database, clock, kinds, company: measuredWith });
			return findPublicReplyTimes(database.db, of, { now: clock.now(), timeZone });
		},
	};
}

describe.each(databaseKinds)("reply times for the site, on %s", (kind) => {
	test("count late replies and missing ones, and bad weeks with good ones", async () => {
		const { enquire, read } = await setUp(kind);
		// In time; late; after three weeks; never.
		await enquire("2026-11-02T10:00", { answered: "2026-11-02T12:00" });
		await enquire("2026-11-03T10:00", { answered: "2026-11-04T11:00" });
		await enquire("2026-10-05T10:00", { answered: "2026-10-26T10:00" });
		await enquire("2026-10-06T10:00");
		expect(await read()).toEqual({ due: 4, kept: 1, median: 9, within: 8, unit: "business hours" });
	});

	test("have no median once fewer than half have a reply", async () => {
		const { enquire, read } = await setUp(kind);
		await enquire("2026-11-02T10:00", { answered: "2026-11-02T12:00" });
		await enquire("2026-11-02T11:00");
		expect(await read()).toMatchObject({ due: 2, kept: 1, median: 2 });
		const other = await setUp(kind);
		await other.enquire("2026-11-02T10:00", { answered: "2026-11-02T12:00" });
		await other.enquire("2026-11-02T11:00");
		await other.enquire("2026-11-02T12:00");
		expect(await other.read()).toEqual({ due: 3, kept: 1, median: undefined, within: 8, unit: "business hours" });
	});

	test("begin with the first moment of the day 90 days ago", async () => {
		const { enquire, read } = await setUp(kind);
		await enquire("2026-08-24T23:59:59");
		expect(await read()).toMatchObject({ due: 0, kept: 0, median: undefined });
		const other = await setUp(kind);
		await other.enquire("2026-08-25T00:00");
		expect(await other.read()).toMatchObject({ due: 1, kept: 0 });
	});

	test("count business hours alone: nights, Sundays and closed days take none", async () => {
		const closures = [{ date: "2026-11-14", reason: "Holiday" }];
		const { enquire, read } = await setUp(kind, { ...company, demo: { ...company.demo, closures } });
		// Friday afternoon to Monday: Saturday is closed, Sunday free.
		await enquire("2026-11-13T17:00", { answered: "2026-11-16T17:00" });
		await enquire("2026-11-13T17:00", { answered: "2026-11-16T17:01" });
		expect(await read()).toMatchObject({ due: 2, kept: 1, median: 8 });
	});

	test("count the hours of each day, and are measured again once a day has others", async () => {
		const { enquire, read } = await setUp(kind);
		// Friday afternoon to Monday: without a short Saturday, there are nine business hours in between.
		await enquire("2026-11-13T17:00", { answered: "2026-11-16T10:00" });
		expect(await read()).toMatchObject({ due: 1, kept: 0, median: 9 });
		const exceptions = [{ day: "Saturday" as const, opens: "10:00", closes: "14:00" }];
		expect(await read("enquiry", { ...company, hours: { ...company.hours, exceptions } })).toMatchObject({
			due: 1,
			kept: 1,
			median: 5,
		});
	});

	test("leave out records whose time had not passed by midnight, and take no notice of today's replies", async () => {
		const { enquire, read } = await setUp(kind);
		// Saturday at 10:00 is due at 18:00, and at 10:01 on Monday.
		await enquire("2026-11-21T10:00", { answered: "2026-11-23T11:00" });
		await enquire("2026-11-21T10:01", { answered: "2026-11-21T10:02" });
		await enquire("2026-11-21T10:01");
		await enquire("2026-11-23T10:00");
		expect(await read()).toMatchObject({ due: 1, kept: 0, median: undefined });
	});

	test("count a delayed reply when it leaves, and none that was undone or went to somebody else", async () => {
		const { database, enquire, read } = await setUp(kind);
		const reply = async (reference: string, id: string, written: string, sends: string) => {
			await storeReply(database.db, { id, reference, at: at(written), text: "Hello" });
			const sendsAt = toInstantText(at(sends));
			await database.db.updateTable("recordReplies").set({ sendsAt }).where("id", "=", id).execute();
		};
		const delayed = await enquire("2026-11-02T10:00", { answered: "2026-11-02T11:00" });
		await reply(delayed, "r1", "2026-11-02T11:00", "2026-11-06T11:00");
		const prompt = await enquire("2026-11-02T10:00", { answered: "2026-11-02T11:00" });
		await reply(prompt, "r2", "2026-11-02T11:00", "2026-11-02T11:01");
		const toLeave = await enquire("2026-11-02T10:00", { answered: "2026-11-20T11:00" });
		await reply(toLeave, "r3", "2026-11-20T11:00", "2026-11-30T11:00");
		const undone = await enquire("2026-11-02T10:00");
		const text = "Hello";
		await storeReply(database.db, { id: "r4", reference: undone, at: at("2026-11-02T11:00"), text, isWithdrawn: true });
		await storeReply(database.db, { id: "r5", reference: undone, at: at("2026-11-02T11:00"), text, isForward: true });
		expect(await read()).toMatchObject({ due: 4, kept: 1, median: 33 });
	});

	test("count the reply that left, and none before it that was not sent", async () => {
		const { database, clock, enquire, read } = await setUp(kind);
		const reference = await enquire("2026-11-02T10:00", { answered: "2026-11-02T11:30" });
		const reply = async (id: string, written: string, sends: string) => {
			await storeReply(database.db, { id, reference, at: at(written), text: "Hello" });
			const email = { kind: replyEmailKind, reference, recipient: "asha@visitor.example" };
			const options = { now: clock.now(), messageIdDomain: "narangi.example" };
			const [messageId = ""] = await database.write((transaction) => enqueueEmails(transaction, [email], options));
			const sendsAt = toInstantText(at(sends));
			await database.db.updateTable("recordReplies").set({ sendsAt, messageId }).where("id", "=", id).execute();
			return messageId;
		};
		const unsent = await reply("r1", "2026-11-02T11:00", "2026-11-02T11:01");
		const notSentAt = toInstantText(at("2026-11-02T11:01"));
		const failed = { state: "failed", notSentAt } as const;
		await database.db.updateTable("emails").set(failed).where("messageId", "=", unsent).execute();
		await reply("r2", "2026-11-02T11:30", "2026-11-06T11:00");
		expect(await read()).toMatchObject({ due: 1, kept: 0 });
	});

	test("leave out spam, erased and imported records, contacts, and those without an address or a wait", async () => {
		const { database, clock, enquire, read } = await setUp(kind);
		await enquire("2026-11-02T10:00", { answered: "2026-11-02T12:00" });
		const spam = await enquire("2026-11-02T10:00");
		await database.write((transaction) => setRecordSpam(transaction, spam, true, clock.now()));
		await enquire("2026-11-02T10:00", { importNumber: 1, answered: "2026-11-02T10:30" });
		await enquire("2026-11-02T10:00", { source: "contact" });
		await enquire("2026-11-02T10:00", { email: "" });
		await enquire("2026-11-02T10:00", { answered: "2026-11-02T10:00" });
		expect(await read()).toMatchObject({ due: 1, kept: 1, median: 2 });
	});

	test("count a record that was closed without a reply", async () => {
		const { database, clock, enquire, read } = await setUp(kind);
		const reference = await enquire("2026-11-02T10:00");
		await database.write((transaction) => setRecordStage(transaction, reference, "lost", clock.now()));
		expect(await read()).toMatchObject({ due: 1, kept: 0 });
	});

	test("of applications are in days; who withdrew before the last day is left out, and who gave up later counts", async () => {
		const { database, apply, read } = await setUp(kind);
		const withdraw = (reference: string, when: string) =>
			database.write((transaction) => setRecordStage(transaction, reference, "withdrawn", at(when)));
		await apply("2026-11-02T10:00", { answered: "2026-11-04T11:00" });
		await apply("2026-11-02T10:00", { answered: "2026-11-16T10:00" });
		await apply("2026-11-02T10:00", { answered: "2026-11-16T10:01" });
		await apply("2026-11-09T10:00");
		await withdraw(await apply("2026-11-02T10:00"), "2026-11-05T10:00");
		await withdraw(await apply("2026-11-02T10:00"), "2026-11-20T10:00");
		await withdraw(await apply("2026-11-02T10:00", { answered: "2026-11-03T09:00" }), "2026-11-05T10:00");
		expect(await read("application")).toEqual({ due: 5, kept: 3, median: 14, within: 14, unit: "days" });
		expect(await read("booking")).toBeUndefined();
	});

	test("read any number of records", async () => {
		const { database, enquire, read } = await setUp(kind);
		await enquire("2026-11-02T10:00", { answered: "2026-11-02T12:00" });
		const row = await database.db.selectFrom("records").selectAll().executeTakeFirstOrThrow();
		const more = Array.from({ length: 2_500 }, (_, index) => ({
			...row,
			id: Number(row.id) + index + 1,
			reference: `ENQ-M${index}`,
			answeredAt: null,
		}));
		for (let start = 0; start < more.length; start += 250)
			await database.db
				.insertInto("records")
				.values(more.slice(start, start + 250))
				.execute();
		expect(await read()).toMatchObject({ due: 2_501, kept: 1 });
	});

	test("are measured once a day and again after changed hours, announced, and forgotten when nobody measures", async () => {
		const { database, clock, enquire, read } = await setUp(kind);
		const announced: string[] = [];
		database.changes.listen((keys) => announced.push(...keys.filter((key) => key === publicReplyTimesChangeKey)));
		await enquire("2026-11-02T10:00", { answered: "2026-11-03T11:00" });
		expect(await read()).toMatchObject({ due: 1, kept: 0, median: 9 });
		const first = announced.length;
		expect(first).toBeGreaterThan(0);
		await enquire("2026-11-02T10:00");
		clock.advance({ hours: 11 });
		expect(await read()).toMatchObject({ due: 1 });
		expect(announced).toHaveLength(first);

		const slower = { ...company, replyWithinBusinessHours: 16 };
		expect(await read("enquiry", slower)).toMatchObject({ due: 2, kept: 1, within: 16 });
		expect(announced.length).toBeGreaterThan(first);

		clock.advance({ hours: 24 });
		const find = () => findPublicReplyTimes(database.db, "enquiry", { now: clock.now(), timeZone });
		expect(await find()).toMatchObject({ within: 16 });
		clock.advance({ hours: 24 });
		expect(await find()).toBeUndefined();
		expect(await read()).toMatchObject({ due: 2, kept: 0, within: 8 });
	});

	test("are the same whichever of two servers measures, or both at once", async () => {
		const { database, clock, enquire } = await setUp(kind);
		await enquire("2026-11-02T10:00", { answered: "2026-11-02T12:00" });
		const second = await openTestDatabase(kind, database);
		const kinds = createTestKinds(company);
		await Promise.all(
			[database, second].map((each) => keepPublicReplyTimes({ database: each, clock, kinds, company })),
		);
		expect(await findPublicReplyTimes(second.db, "enquiry", { now: clock.now(), timeZone })).toMatchObject({
			due: 1,
			kept: 1,
		});
	});
});
