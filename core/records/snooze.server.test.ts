import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { getRecord, meera, ravi, storeColleagues, testKind } from "../../tests/support/records.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { createRecordChanges } from "./changes.server.ts";
import { countRecords, listRecords, type ListOptions, type RecordsFilter } from "./list.server.ts";
import { createPromises } from "./promise.server.ts";
import { announceWoken, isSnoozed, toSnoozeText, wakeRecord } from "./snooze.server.ts";

const names = ["Asha", "Bela", "Chand", "Dev", "Esha", "Farid"];
const getReference = (firstName: string) => `ENQ-0000000${names.indexOf(firstName)}`;

/** Six enquiries, an hour apart; the last of them came an hour ago. */
async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	await storeColleagues(database);
	const clock = createTestClock();
	const changes = createRecordChanges({ database, clock, kinds: [testKind] });
	for (const [index, firstName] of names.entries())
		await storeEnquiry(database, {
			reference: getReference(firstName),
			firstName,
			email: `${firstName}@visitor.example`,
			receivedAt: clock.now().subtract({ hours: names.length - index }),
		});
	const get = (firstName: string) => getRecord(database, getReference(firstName));
	return {
		database,
		clock,
		changes,
		get,
		async snooze(firstName: string, value: Temporal.Instant | "", { by = meera.id, version = 0 } = {}) {
			return changes.change(getReference(firstName), {
				field: "snooze",
				value: value === "" ? "" : toSnoozeText(value),
				version: version || (await get(firstName)).version,
				by,
			});
		},
		/** A visitor's message ends a snooze. */
		wake: (firstName: string) =>
			database.write((transaction) => wakeRecord(transaction, getReference(firstName), clock.now())),
		/** Lists page by page, as the inbox does. */
		async list(filter: Partial<RecordsFilter> = { awakeAt: clock.now() }, options: Partial<ListOptions> = {}) {
			const found: string[] = [];
			const wanted = { kinds: [testKind], ...filter };
			for (let after: string | undefined; ;) {
				const page = await listRecords(database, wanted, { limit: 2, sort: "arrived", ...options, after });
				found.push(...page.records.map(({ senderName }) => senderName.split(" ")[0] ?? ""));
				after = page.next;
				if (after === undefined) break;
			}
			expect(await countRecords(database, wanted)).toBe(found.length);
			return found;
		},
	};
}

describe.each(databaseKinds)("snoozed records on %s", (kind) => {
	test("leave every list but their own until their time, and come back on top of it", async () => {
		const { clock, snooze, list, get } = await setUp(kind);
		expect(await list()).toEqual(["Farid", "Esha", "Dev", "Chand", "Bela", "Asha"]);
		await snooze("Bela", clock.now().add({ hours: 3 }));
		await snooze("Dev", clock.now().add({ hours: 2 }));
		expect(await list()).toEqual(["Farid", "Esha", "Chand", "Asha"]);
		expect(await list({ snoozedAt: clock.now() }, { turned: true })).toEqual(["Dev", "Bela"]);
		expect(await list({})).toContain("Dev");
		clock.advance({ hours: 2 });
		expect(isSnoozed(await get("Dev"), clock.now())).toBe(false);
		expect(await list()).toEqual(["Dev", "Farid", "Esha", "Chand", "Asha"]);
		clock.advance({ hours: 1 });
		expect(await list()).toEqual(["Bela", "Dev", "Farid", "Esha", "Chand", "Asha"]);
		expect(await list(undefined, { turned: true })).toEqual(["Asha", "Chand", "Esha", "Farid", "Dev", "Bela"]);
		expect(await list(undefined, { sort: "received" })).toEqual(["Farid", "Esha", "Dev", "Chand", "Bela", "Asha"]);
		expect(await list({ snoozedAt: clock.now() })).toEqual([]);
	});

	test("are in the order of their arrival among those that came in the same second", async () => {
		const { database, clock, snooze, list } = await setUp(kind);
		const at = clock.now().add({ hours: 1 });
		for (const [index, firstName] of ["New", "Newer", "Newest"].entries())
			await storeEnquiry(database, { reference: `ENQ-0000001${index}`, firstName, receivedAt: at });
		for (const firstName of ["Asha", "Bela", "Chand"]) await snooze(firstName, at);
		clock.advance({ hours: 2 });
		const all = await list();
		expect(new Set(all.slice(0, 6))).toEqual(new Set(["New", "Newer", "Newest", "Asha", "Bela", "Chand"]));
		expect(all).toHaveLength(9);
		expect(await list(undefined, { turned: true })).toEqual(all.toReversed());
	});

	test("come back on top with their visitor's message, which refuses a change chosen without it", async () => {
		const { clock, snooze, list, wake, get } = await setUp(kind);
		await snooze("Asha", clock.now().add({ hours: 72 }));
		clock.advance({ hours: 1 });
		await wake("Asha");
		expect((await list())[0]).toBe("Asha");
		const { version } = await get("Bela");
		await wake("Bela");
		expect((await list()).at(-1)).toBe("Bela");
		expect(await snooze("Bela", clock.now().add({ hours: 1 }), { version })).toMatchObject({ why: "conflict" });
		expect((await get("Bela")).snoozedUntil).toBeUndefined();
	});

	test("whose time has come keep their place when a message follows", async () => {
		const { clock, snooze, list, wake, get } = await setUp(kind);
		await snooze("Asha", clock.now().add({ hours: 1 }));
		await snooze("Bela", clock.now().add({ hours: 2 }));
		clock.advance({ hours: 3 });
		await wake("Asha");
		expect((await list()).slice(0, 2)).toEqual(["Bela", "Asha"]);
		expect((await get("Asha")).snoozedUntil).toEqual(clock.now().subtract({ hours: 2 }));
	});

	test("end awake, whichever of a message and a snooze is first", async () => {
		for (let round = 0; round < 5; round += 1) {
			const { clock, snooze, wake, get } = await setUp(kind);
			const { version } = await get("Asha");
			const [result] = await Promise.all([snooze("Asha", clock.now().add({ hours: 5 }), { version }), wake("Asha")]);
			const record = await get("Asha");
			expect(isSnoozed(record, clock.now())).toBe(false);
			expect(record.version).toBe(result.ok ? version + 2 : version + 1);
		}
	});

	test("are back in their former place after undo, and after they are unsnoozed", async () => {
		const { database, clock, changes, snooze, list, get } = await setUp(kind);
		const before = await list();
		const result = await snooze("Chand", clock.now().add({ hours: 5 }));
		const batch = result.ok ? (result.batch ?? "") : "";
		expect(await changes.undo({ batch, kind: "enquiry" }, ravi.id)).toMatchObject({ why: "unknown" });
		expect(await changes.undo({ batch, kind: "enquiry" }, meera.id)).toMatchObject({ ok: true });
		expect(await list()).toEqual(before);
		await snooze("Chand", clock.now().add({ hours: 5 }));
		await snooze("Chand", "");
		expect(await list()).toEqual(before);
		expect(await snooze("Chand", "")).toMatchObject({ ok: true, batch: undefined });
		expect((await get("Chand")).snoozedUntil).toBeUndefined();
		const audit = await database.db.selectFrom("auditLog").select(["actor", "action"]).orderBy("sequence").execute();
		expect(audit.map(({ action }) => action)).toEqual([
			"enquiry.snooze",
			"enquiry.undo",
			"enquiry.snooze",
			"enquiry.unsnooze",
		]);
	});

	test("are not taken back once their message has come", async () => {
		const { clock, changes, snooze, wake, get } = await setUp(kind);
		const result = await snooze("Chand", clock.now().add({ hours: 5 }));
		clock.advance({ seconds: 5 });
		await wake("Chand");
		const batch = result.ok ? (result.batch ?? "") : "";
		expect(await changes.undo({ batch, kind: "enquiry" }, meera.id)).toMatchObject({ why: "conflict" });
		expect((await get("Chand")).snoozedUntil).toEqual(clock.now());
	});

	test("are refused a time that has passed, is no time, or is more than a year ahead", async () => {
		const { clock, changes, get } = await setUp(kind);
		const { version } = await get("Asha");
		const refuse = (value: string) =>
			changes.change(getReference("Asha"), { field: "snooze", value, version, by: meera.id });
		for (const value of [
			"later",
			"2026-12-01",
			"2026-12-01T00:00:00.500Z",
			"2026-12-01T00:00:00+01:00",
			toSnoozeText(clock.now()),
			toSnoozeText(clock.now().subtract({ hours: 1 })),
			toSnoozeText(clock.now().add({ hours: 24 * 367 })),
			"+012026-12-01T00:00:00.000Z",
		])
			expect(await refuse(value), value).toMatchObject({ why: "refused" });
		expect((await get("Asha")).version).toBe(version);
	});

	test("whose time was written while the clock was years ahead are awake", async () => {
		const { clock, snooze, list } = await setUp(kind);
		clock.advance({ hours: 24 * 800 });
		await snooze("Asha", clock.now().add({ hours: 5 }));
		clock.advance({ hours: -24 * 800 });
		expect(await list()).toContain("Asha");
		expect(await list({ snoozedAt: clock.now() })).toEqual([]);
	});

	test("do not count as waiting until they are late", async () => {
		const { database, clock, snooze } = await setUp(kind);
		const promises = createPromises(database.db, [testKind], testCompany);
		await snooze("Asha", clock.now().add({ hours: 24 * 30 }));
		const shown = async () => {
			const now = clock.now();
			const records = await promises.listUnanswered({ now, limit: 10, showingAt: now });
			expect(await promises.countUnanswered({ showingAt: now })).toBe(records.length);
			return records.filter(({ senderName }) => senderName.startsWith("Asha")).map(({ isLate }) => isLate);
		};
		expect(await shown()).toEqual([]);
		clock.advance({ hours: 24 * 7 });
		expect(await shown()).toEqual([true]);
		expect(await promises.countUnanswered({ lateAt: clock.now() })).toBe(names.length);
	});

	test("are announced once their time has come", async () => {
		const { database, clock, snooze } = await setUp(kind);
		const after = clock.now();
		await snooze("Asha", clock.now().add({ hours: 1 }));
		await snooze("Bela", clock.now().add({ hours: 3 }));
		const announced: string[] = [];
		onTestFinished(database.changes.listen((changeKeys) => void announced.push(...changeKeys)));
		expect(await announceWoken(database, { after, now: clock.now() })).toEqual(clock.now());
		expect(announced).toEqual([]);
		clock.advance({ hours: 2 });
		const next = await announceWoken(database, { after, now: clock.now() });
		expect(new Set(announced)).toEqual(new Set([`record:${getReference("Asha")}`, "records:enquiry"]));
		announced.length = 0;
		await announceWoken(database, { after: next, now: clock.now() });
		expect(announced).toEqual([]);
	});
});
