import { describe, expect, test } from "vitest";
import type { Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { listPeriods } from "../../shared/periods.ts";
import { storeApplication } from "../../tests/support/applications.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { beforeNextCommit, settlesOrWaits } from "../../tests/support/interleaving.ts";
import { getTestKind, meera, ravi, storeColleagues, testKind } from "../../tests/support/records.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { createRecordChanges, type WantedChange } from "./changes.server.ts";
import { countWaiting } from "./count-waiting.server.ts";
import { fillSenderColumns } from "./fill-sender-columns.server.ts";
import { countEach, countRecords, listRecords, sortings, type ListOptions, type RecordsFilter } from "./list.server.ts";
import { createRecordNotes } from "./notes.server.ts";
import { createPromises } from "./promise.server.ts";
import type { Member } from "./record-kind.ts";
import { findRecord, searchRecords } from "./record-store.server.ts";

const start = Temporal.Instant.from("2026-11-23T06:00:00Z");
const names = ["Asha", "Bela", "Chand", "Dev", "Esha", "Farid"];

/** Six enquiries, an hour apart, in order. */
async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	await storeColleagues(database);
	const clock = createTestClock();
	const changes = createRecordChanges({
		database,
		clock,
		kinds: [testKind],
	});
	for (const [index, firstName] of names.entries())
		await storeEnquiry(database, {
			reference: `ENQ-0000000${index}`,
			firstName,
			email: `${firstName}@Visitor.example`,
			receivedAt: start.add({ hours: index }),
			state: firstName === "Farid" ? "quarantined" : "accepted",
			message: firstName === "Dev" ? "An elephant, please" : "An app, please",
		});
	const getReference = (firstName: string) => `ENQ-0000000${names.indexOf(firstName)}`;
	return {
		database,
		clock,
		getReference,
		async change(firstName: string, wanted: WantedChange) {
			const reference = getReference(firstName);
			const version = (await findRecord(database.db, reference))?.version as number;
			clock.advance({ minutes: 1 });
			expect(await changes.change(reference, { ...wanted, version, by: meera.id })).toMatchObject({ ok: true });
		},
		async list(
			{ search, ...filter }: Partial<RecordsFilter> & { search?: string } = {},
			options: Partial<ListOptions> = {},
		) {
			const found = search === undefined ? undefined : await searchRecords(database, search);
			const wanted = { kinds: [testKind], found, ...filter };
			const { records } = await listRecords(database, wanted, { limit: 10, ...options });
			expect(await countRecords(database, wanted)).toBeGreaterThanOrEqual(records.length);
			return records.map(({ senderName }) => senderName.split(" ")[0]);
		},
	};
}

describe.each(databaseKinds)("lists of records on %s", (kind) => {
	test("the latest is first, and quarantined records are listed on request", async () => {
		const { list } = await setUp(kind);
		expect(await list()).toEqual(["Esha", "Dev", "Chand", "Bela", "Asha"]);
		expect(await list({ spam: "only" })).toEqual(["Farid"]);
		expect(await list({ spam: "too" }, { turned: true })).toEqual(names);
	});

	test("what waits is unanswered where senders expect a reply, and otherwise what they wrote again", async () => {
		const { database, getReference, change } = await setUp(kind);
		const bookings = { ...testKind, isPromised: false };
		expect(await countWaiting(database, testKind, start)).toBe(5);
		expect(await countWaiting(database, bookings, start)).toBe(0);
		const set = (firstName: string, values: { awaitingSince?: string; answeredAt?: string }) =>
			database.db.updateTable("records").set(values).where("reference", "=", getReference(firstName)).execute();
		await set("Asha", { answeredAt: toInstantText(start) });
		await set("Bela", { answeredAt: toInstantText(start), awaitingSince: toInstantText(start.add({ hours: 1 })) });
		expect(await countWaiting(database, testKind, start)).toBe(4);
		expect(await countWaiting(database, bookings, start)).toBe(1);
		await change("Bela", { field: "stage", value: "won" });
		expect(await countWaiting(database, testKind, start)).toBe(3);
		expect(await countWaiting(database, bookings, start)).toBe(0);
	});

	test("filters are combined", async () => {
		const { list, change } = await setUp(kind);
		await change("Asha", { field: "owner", value: ravi.id });
		await change("Bela", { field: "owner", value: ravi.id });
		await change("Bela", { field: "stage", value: "won" });
		await change("Chand", { field: "follow-up", value: "2026-12-01" });
		await change("Dev", { field: "follow-up", value: "2026-12-03" });
		await change("Dev", { field: "stage", value: "in-conversation" });
		expect(await list({ owner: ravi.id })).toEqual(["Bela", "Asha"]);
		expect(await list({ owner: "nobody" })).toEqual(["Esha", "Dev", "Chand"]);
		expect(await list({ kind: testKind, stages: ["new"] })).toEqual(["Esha", "Chand", "Asha"]);
		expect(await list({ kind: testKind, stages: ["won", "in-conversation"] })).toEqual(["Dev", "Bela"]);
		expect(await list({ kind: testKind, stages: ["won"], owner: ravi.id })).toEqual(["Bela"]);
		expect(await list({ followUpBy: Temporal.PlainDate.from("2026-12-02") })).toEqual(["Chand"]);
		expect(await list({ since: start.add({ hours: 3 }) })).toEqual(["Esha", "Dev"]);
		expect(await list({ senderEmails: ["ASHA@visitor.example"] })).toEqual(["Asha"]);
		expect(await list({ search: "elephant" })).toEqual(["Dev"]);
		expect(await list({ search: "app" })).toEqual(["Esha", "Chand", "Bela", "Asha"]);
		expect(await list({ search: "app", owner: ravi.id })).toEqual(["Bela", "Asha"]);
		expect(await list({ search: "?!" })).toEqual([]);
		expect(await list({ unanswered: true })).toEqual(["Esha", "Dev", "Chand", "Asha"]);
		expect(await list({ open: true })).toEqual(["Esha", "Dev", "Chand", "Asha"]);
		expect(await list({ open: false })).toEqual(["Bela"]);
	});

	test("open and done are told apart by the stages of a position that has its own", async () => {
		const { list, database } = await setUp(kind);
		const application = getTestKind("application");
		const stages = [
			["Devi", "dyer", "rejected"],
			["Elif", "dyer", "declined"],
			["Fred", "weaver", "rejected"],
			["Gita", "weaver", "declined"],
			["Hari", "weaver", ""],
		] as const;
		for (const [index, [fullName, jobId, stage]] of stages.entries()) {
			const receivedAt = start.subtract({ hours: index });
			const reference = await storeApplication(database, {
				reference: `APP-0000000${index}`,
				jobId,
				receivedAt,
				answers: { fullName },
			});
			await database.db.updateTable("records").set({ stage }).where("reference", "=", reference).execute();
		}
		const own = { trial: 1, rejected: 1, declined: 0 };
		await database.db
			.insertInto("jobStages")
			.values(
				Object.entries(own).map(([key, open], position) => {
					return { jobId: "weaver", key, label: key, position, open, senderReads: null };
				}),
			)
			.execute();
		for (const filter of [{ kind: application, kinds: [application] }, { kinds: [application, testKind] }]) {
			const others = filter.kind ? [] : ["Esha", "Dev", "Chand", "Bela", "Asha"];
			expect(await list({ ...filter, open: true })).toEqual([...others, "Elif", "Fred", "Hari"]);
			expect(await list({ ...filter, unanswered: true })).toEqual([...others, "Elif", "Fred", "Hari"]);
			expect(await list({ ...filter, open: false })).toEqual(["Devi", "Gita"]);
		}
	});

	test("words of two notes at the same moment are both found", async () => {
		const { database, clock, list, getReference } = await setUp(kind);
		const add = (on: Database, text: string, by: Member) =>
			createRecordNotes({
				database: on,
				clock,
				kinds: [testKind],
				messageIdDomain: "narangi.example",
				onEmails() {},
			}).add(getReference("Asha"), { text, by: by.id });
		let second: Promise<unknown> | undefined;
		const meeting = beforeNextCommit(database, () => {
			second = add(database, "Likes papayas", ravi);
			return settlesOrWaits(database, second);
		});
		expect(await add(meeting, "Likes mangoes", meera)).toMatchObject({ ok: true });
		expect(await second).toMatchObject({ ok: true });
		for (const search of ["mangoes", "papayas"]) expect(await list({ search }), search).toEqual(["Asha"]);
	});

	test("several lists are counted at once, and large ones no further than they have to", async () => {
		const { database, change } = await setUp(kind);
		await change("Bela", { field: "stage", value: "won" });
		await change("Asha", { field: "owner", value: ravi.id });
		const base = { kinds: [testKind], kind: testKind };
		const filters = new Map<string, RecordsFilter>([
			["open", { ...base, open: true }],
			["ravi", { ...base, open: true, owner: ravi.id }],
			["spam", { ...base, spam: "only" }],
			["none", { ...base, stages: ["lost"] }],
		]);
		expect(await countEach(database, filters, 9)).toEqual(
			new Map([
				["open", 4],
				["ravi", 1],
				["spam", 1],
				["none", 0],
			]),
		);
		expect((await countEach(database, filters, 2)).get("open")).toBe(3);
		expect(await countEach(database, new Map(), 2)).toEqual(new Map());
	});

	test("every sorting goes both ways, page after page, and each record comes once", async () => {
		const { database, list, change } = await setUp(kind);
		for (const [index, firstName] of ["Chand", "Asha", "Dev", "Bela", "Esha"].entries())
			await change(firstName, { field: "follow-up", value: `2026-12-0${Math.ceil((index + 1) / 2)}` });
		expect(await list({}, { sort: "name" })).toEqual(["Asha", "Bela", "Chand", "Dev", "Esha"]);
		expect(await list({}, { sort: "changed" })).toEqual(["Esha", "Bela", "Dev", "Asha", "Chand"]);
		expect(await list({}, { sort: "follow-up" })).toEqual(["Asha", "Chand", "Bela", "Dev", "Esha"]);
		for (const sort of sortings)
			for (const turned of [false, true]) {
				const whole = await list({}, { sort, turned });
				expect(whole).toEqual(turned ? (await list({}, { sort })).toReversed() : whole);
				const paged: string[] = [];
				for (let after: string | undefined, more = true; more;) {
					const page = await listRecords(database, { kinds: [testKind] }, { limit: 2, sort, turned, after });
					paged.push(...page.records.map(({ senderName }) => senderName.split(" ")[0] as string));
					const cursor = Buffer.from(page.next?.split(".")[1] ?? "", "base64url").toString();
					expect(cursor, "no name stands in an address").not.toMatch(/[A-Z][a-z]/);
					after = page.next;
					more = page.next !== undefined;
				}
				expect(paged).toEqual(whole);
			}
	});

	test("names are sorted without case and accents, and earlier records once their names are filled in", async () => {
		const { database, list } = await setUp(kind);
		for (const [index, firstName] of ["zara", "Émile", "Łukasz", "boris", "asha"].entries())
			await storeEnquiry(database, {
				reference: `ENQ-1000000${index}`,
				firstName,
				lastName: "Nowak",
				receivedAt: start.subtract({ hours: index }),
			});
		const sorted = ["asha", "Asha", "Bela", "boris", "Chand", "Dev", "Émile", "Esha", "Łukasz", "zara"];
		expect(await list({}, { sort: "name" })).toEqual(sorted);
		await database.db.updateTable("records").set({ nameKey: null }).where("senderName", "like", "Émile%").execute();
		const listPaged = async () => {
			const paged: string[] = [];
			for (let after: string | undefined, more = true; more;) {
				const page = await listRecords(database, { kinds: [testKind] }, { limit: 3, sort: "name", after });
				paged.push(...page.records.map(({ senderName }) => senderName.split(" ")[0] as string));
				after = page.next;
				more = page.next !== undefined;
			}
			return paged;
		};
		expect((await listPaged()).toSorted()).toEqual(sorted.toSorted());
		await fillSenderColumns(database, new AbortController().signal);
		expect(await listPaged()).toEqual(sorted);
	});

	test("an invalid cursor returns the first page", async () => {
		const { list } = await setUp(kind);
		for (const after of ["", "x", "zzzzzzzzzzz.", "1.!", "' or 1=1"])
			expect.soft(await list({}, { after }), after).toEqual(["Esha", "Dev", "Chand", "Bela", "Asha"]);
	});

	test("unanswered records are listed by the time left of the promise", async () => {
		const { database, change } = await setUp(kind);
		const promises = createPromises(database.db, [testKind], { ...testCompany, replyWithinBusinessHours: 8 });
		await change("Bela", { field: "stage", value: "won" });
		// Asha wrote at 11:30 in India, when 6.5 of the day's 8 hours were left.
		const now = start.add({ hours: 2 });
		const list = await promises.listUnanswered({ now, limit: 2 });
		expect(list.map(({ senderName, minutesLeft }) => [senderName.split(" ")[0], minutesLeft])).toEqual([
			["Asha", 6 * 60],
			["Chand", 8 * 60],
		]);
		expect(list[0]?.dueAt).toEqual(Temporal.Instant.from("2026-11-24T06:00:00Z"));
		expect(await promises.countUnanswered()).toBe(4);
		const later = start.add({ hours: 48 });
		const late = await promises.listUnanswered({ now: later, limit: 1 });
		expect(late[0]?.minutesLeft).toBe(-8 * 60);
		// A promise that ends with the working day is late in the evening, though no working minute has passed since.
		const untilEvening = createPromises(database.db, [testKind], { ...testCompany, replyWithinBusinessHours: 6.5 });
		for (const [text, isLate] of [
			["2026-11-23T18:00:00+05:30", false],
			["2026-11-23T18:00:01+05:30", true],
			["2026-11-23T23:53:00+05:30", true],
			["2026-11-24T10:00:00+05:30", true],
		] as const) {
			const evening = Temporal.Instant.from(text);
			const [asha] = await untilEvening.listUnanswered({ now: evening, limit: 1 });
			expect([asha?.isLate, asha?.minutesLeft === 0]).toEqual([isLate, true]);
			expect(await untilEvening.countUnanswered({ lateAt: evening })).toBe(isLate ? 1 : 0);
		}
		// On the next day at 11:30 Asha's time is exactly up, and at 11:31 it is over.
		for (const [hours, minutes, count] of [
			[24, 0, 0],
			[24, 1, 1],
			[25, 1, 1],
			[48, 0, 4],
		] as const)
			expect(await promises.countUnanswered({ lateAt: start.add({ hours, minutes }) })).toBe(count);
	});

	test("members first see their own and unassigned unanswered records", async () => {
		const { database, change } = await setUp(kind);
		const promises = createPromises(database.db, [testKind], testCompany);
		await change("Asha", { field: "owner", value: ravi.id });
		await change("Bela", { field: "owner", value: meera.id });
		const list = async (ownerOrNobody: string) =>
			(await promises.listUnanswered({ now: start, limit: 9, ownerOrNobody })).map(
				({ senderName }) => senderName.split(" ")[0],
			);
		expect(await list(meera.id)).toEqual(["Bela", "Chand", "Dev", "Esha"]);
		expect(await list(ravi.id)).toEqual(["Asha", "Chand", "Dev", "Esha"]);
		expect(await promises.countUnanswered({ ownerOrNobody: meera.id })).toBe(4);
		expect(await promises.countUnanswered({ kinds: [] })).toBe(0);
	});

	test("the time to the first answer is summed up by week", async () => {
		const { database, getReference } = await setUp(kind);
		const promises = createPromises(database.db, [testKind], { ...testCompany, replyWithinBusinessHours: 1 });
		for (const [index, firstName] of ["Asha", "Bela", "Chand"].entries())
			await database.db
				.updateTable("records")
				.set({
					answeredAt: start
						.add({ hours: index, minutes: [30, 60, 90][index] as number })
						.toString({ smallestUnit: "millisecond" }),
				})
				.where("reference", "=", getReference(firstName))
				.execute();
		const weeks = listPeriods("week", 2, Temporal.PlainDate.from("2026-11-29"));
		const none = {
			answered: 0,
			waiting: 0,
			kept: 0,
			broken: 0,
			medianMinutes: undefined,
			percentile90Minutes: undefined,
		};
		const [before, week] = await promises.listReplyTimes(weeks, start.add({ hours: 5 }));
		expect(before).toEqual(none);
		// Dev and Esha wait; Dev's hour is over.
		expect(week).toEqual({
			answered: 3,
			waiting: 2,
			kept: 2,
			broken: 2,
			medianMinutes: 60,
			percentile90Minutes: 90,
		});
		expect(await promises.listReplyTimes([], start)).toEqual([]);

		// Cached sums are not used after an answer was added, undone, or deleted with its record.
		const read = async () => {
			const [, again] = await promises.listReplyTimes(weeks, start.add({ hours: 5 }));
			return [again?.answered, again?.waiting, again?.medianMinutes, again?.percentile90Minutes];
		};
		const answer = (firstName: string, answeredAt: string | null, changedAt: string) =>
			database.db
				.updateTable("records")
				.set({ answeredAt, changedAt })
				.where("reference", "=", getReference(firstName))
				.execute();
		expect(await read()).toEqual([3, 2, 60, 90]);
		await answer("Dev", "2026-11-23T09:30:00.000Z", "2026-11-23T09:30:00.000Z");
		expect(await read()).toEqual([4, 1, 30, 90]);
		await answer("Chand", null, "2026-11-23T10:00:00.000Z");
		expect(await read()).toEqual([3, 2, 30, 60]);
		// The second of two answers, after the first was undone: as many as before, none later.
		await answer("Asha", "2026-11-23T08:00:00.000Z", "2026-11-23T10:30:00.000Z");
		expect(await read()).toEqual([3, 2, 60, 120]);
		await database.db.deleteFrom("records").where("reference", "=", getReference("Asha")).execute();
		expect(await read()).toEqual([2, 2, 30, 60]);
	});
});
