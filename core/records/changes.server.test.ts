import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listEmails } from "../../platform/email/email-list-store.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { getRecord, meera, noor, ravi, storeColleagues, testKind } from "../../tests/support/records.ts";
import { createRecordChanges, type ChangeResult, type WantedChange } from "./changes.server.ts";

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	await storeColleagues(database);
	const clock = createTestClock();
	const changes = createRecordChanges({
		database,
		clock,
		kinds: [testKind],
	});
	const get = (reference: string) => getRecord(database, reference);
	return {
		database,
		clock,
		changes,
		get,
		/** Changes the stored version. */
		async change(reference: string, wanted: WantedChange, by = meera.id) {
			const { version } = await get(reference);
			return changes.change(reference, { ...wanted, version, by });
		},
		listHistory: () =>
			database.db
				.selectFrom("recordChanges")
				.select(["accountId", "field", "before", "after", "undoes"])
				.orderBy("id")
				.execute(),
	};
}

function getBatch(result: ChangeResult): string {
	if (!result.ok || result.batch === undefined) throw new Error("Nothing was changed");
	return result.batch;
}

describe.each(databaseKinds)("changes of records on %s", (kind) => {
	test("stage, owner and follow-up are changed one by one, each with author and time in the history", async () => {
		const { database, change, get, listHistory } = await setUp(kind);
		const reference = await storeEnquiry(database);
		expect(await get(reference)).toMatchObject({ stage: undefined, version: 1 });
		await change(reference, { field: "stage", value: "in-conversation" });
		await change(reference, { field: "owner", value: ravi.id }, ravi.id);
		await change(reference, { field: "follow-up", value: "2026-12-01" });
		expect(await get(reference)).toMatchObject({
			stage: "in-conversation",
			ownerId: ravi.id,
			followUpOn: Temporal.PlainDate.from("2026-12-01"),
			version: 4,
		});
		expect(await listHistory()).toEqual([
			{ accountId: meera.id, field: "stage", before: "new", after: "in-conversation", undoes: null },
			{ accountId: ravi.id, field: "owner", before: "", after: ravi.id, undoes: null },
			{ accountId: meera.id, field: "follow-up", before: "", after: "2026-12-01", undoes: null },
		]);
	});

	test("a conflicting change is refused with the stored record, and changes nothing", async () => {
		const { database, changes, change, get, listHistory } = await setUp(kind);
		const reference = await storeEnquiry(database);
		await change(reference, { field: "stage", value: "won" }, ravi.id);
		const result = await changes.change(reference, {
			field: "stage",
			value: "in-conversation",
			version: 1,
			by: meera.id,
		});
		expect(result).toEqual({ ok: false, why: "conflict", record: await get(reference) });
		expect(await get(reference)).toMatchObject({ stage: "won", version: 2 });
		expect(await listHistory()).toHaveLength(1);
	});

	test("of two simultaneous changes of one version, one is refused", async () => {
		const { database, changes, get } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const results = await Promise.all(
			["in-conversation", "won"].map((value) =>
				changes.change(reference, { field: "stage", value, version: 1, by: meera.id }),
			),
		);
		expect(results.filter(({ ok }) => ok)).toHaveLength(1);
		expect(results.find(({ ok }) => !ok)).toMatchObject({ why: "conflict" });
		expect((await get(reference)).version).toBe(2);
	});

	test("invalid values are refused in words", async () => {
		const { database, change, listHistory } = await setUp(kind);
		const reference = await storeEnquiry(database);
		for (const [wanted, message] of [
			[{ field: "stage", value: "nowhere" }, "Stage “nowhere” does not exist."],
			[{ field: "owner", value: noor.id }, "This member does not work with enquiries."],
			[{ field: "follow-up", value: "2026-02-30" }, "Enter a date such as 2027-01-31."],
			[{ field: "follow-up", value: "soon" }, "Enter a date such as 2027-01-31."],
			[{ field: "spam", value: "perhaps" }, "Spam must be yes or no."],
		] as const)
			expect(await change(reference, wanted)).toMatchObject({ ok: false, why: "refused", message });
		expect(await listHistory()).toEqual([]);
	});

	test("setting the present value changes nothing", async () => {
		const { database, change, get, listHistory } = await setUp(kind);
		const reference = await storeEnquiry(database);
		expect(await change(reference, { field: "stage", value: "new" })).toMatchObject({ ok: true, batch: undefined });
		expect(await listHistory()).toEqual([]);
		expect((await get(reference)).version).toBe(1);
	});

	test("spam holds a record's e-mails, and undoing it releases them", async () => {
		const { database, clock, changes, change, get } = await setUp(kind);
		const reference = await storeEnquiry(database);
		await database.write((transaction) =>
			enqueueEmail(
				transaction,
				{ kind: "test", reference, recipient: "asha@visitor.example" },
				{ now: clock.now(), messageIdDomain: "narangi.example" },
			),
		);
		const listStates = async () =>
			(await listEmails(database.db, { now: clock.now(), limit: 9 })).map(({ state }) => state);
		const batch = getBatch(await change(reference, { field: "spam", value: "yes" }));
		expect((await get(reference)).spam).toBe(true);
		expect(await listStates()).toEqual(["held"]);
		expect(await changes.undo({ batch, kind: "enquiry" }, meera.id)).toMatchObject({ ok: true });
		expect((await get(reference)).spam).toBe(false);
		expect(await listStates()).toEqual(["waiting"]);
	});

	test("a change can be undone once by its author, within a minute, and both appear in the history", async () => {
		const { database, clock, changes, change, get, listHistory } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const batch = getBatch(await change(reference, { field: "owner", value: ravi.id }));
		expect(await changes.undo({ batch, kind: "enquiry" }, ravi.id)).toEqual({ ok: false, why: "unknown" });
		clock.advance({ seconds: 60 });
		expect(await changes.undo({ batch, kind: "enquiry" }, meera.id)).toMatchObject({ ok: true });
		expect(await get(reference)).toMatchObject({ ownerId: undefined, version: 3 });
		expect(await listHistory()).toMatchObject([
			{ before: "", after: ravi.id, undoes: null },
			{ before: ravi.id, after: "", undoes: expect.any(String) },
		]);
		expect(await changes.undo({ batch, kind: "enquiry" }, meera.id)).toEqual({ ok: false, why: "undone" });
		const late = getBatch(await change(reference, { field: "owner", value: meera.id }));
		clock.advance({ seconds: 61 });
		expect(await changes.undo({ batch: late, kind: "enquiry" }, meera.id)).toEqual({ ok: false, why: "too-late" });
	});

	test("a value that somebody else has changed since is not undone", async () => {
		const { database, changes, change, get } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const batch = getBatch(await change(reference, { field: "stage", value: "in-conversation" }));
		await change(reference, { field: "stage", value: "won" }, ravi.id);
		expect(await changes.undo({ batch, kind: "enquiry" }, meera.id)).toEqual({
			ok: false,
			why: "conflict",
			record: await get(reference),
		});
		expect((await get(reference)).stage).toBe("won");
	});

	test("a plan describes a bulk change, which does exactly that and can be undone", async () => {
		const { database, changes, change, get } = await setUp(kind);
		const references = ["ENQ-00000001", "ENQ-00000002", "ENQ-00000003"];
		for (const reference of references) await storeEnquiry(database, { reference });
		await change("ENQ-00000002", { field: "stage", value: "won" });
		const wanted: WantedChange = { field: "stage", value: "won" };
		const plan = await changes.plan([...references, "ENQ-GONE0000"], wanted);
		expect(plan).toEqual([
			{
				reference: "ENQ-00000001",
				version: 1,
				senderName: "Asha Rao",
				from: "New",
				to: "Won",
				standing: [],
				refused: undefined,
			},
			{
				reference: "ENQ-00000002",
				version: 2,
				senderName: "Asha Rao",
				from: "Won",
				to: "Won",
				standing: [],
				refused: undefined,
			},
			{
				reference: "ENQ-00000003",
				version: 1,
				senderName: "Asha Rao",
				from: "New",
				to: "Won",
				standing: [],
				refused: undefined,
			},
		]);
		await change("ENQ-00000003", { field: "owner", value: ravi.id }, ravi.id);
		const { batch, results } = await changes.applyPlan(plan, { ...wanted, by: meera.id });
		expect([...results].map(([reference, result]) => [reference, result.ok ? result.batch : result.why])).toEqual([
			["ENQ-00000001", batch],
			["ENQ-00000002", undefined],
			["ENQ-00000003", "conflict"],
		]);
		expect(await changes.undo({ batch: batch as string, kind: "enquiry" }, meera.id)).toMatchObject({ ok: true });
		expect(await get("ENQ-00000001")).toMatchObject({ stage: "new", version: 3 });
		expect((await get("ENQ-00000002")).stage).toBe("won");
		expect(await changes.plan(references, { field: "owner", value: noor.id })).toMatchObject([
			{ from: "Unassigned", to: "Noor Khan", refused: "This member does not work with enquiries." },
			{},
			{},
		]);
	});

	test("a record that a plan names twice is changed once, and that can be undone", async () => {
		const { database, changes, get } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const planned = { reference, version: 1 };
		const wanted = { field: "stage", value: "won", by: meera.id } as const;
		const { batch, results } = await changes.applyPlan([planned, planned], wanted);
		expect(results.get(reference)).toMatchObject({ ok: true, batch });
		expect(await changes.undo({ batch: batch ?? "", kind: "enquiry" }, meera.id)).toMatchObject({ ok: true });
		expect((await get(reference)).stage).toBe("new");
	});

	test("pages that show records are notified after the commit", async () => {
		const { database, change } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const told: string[] = [];
		database.changes.listen((changeKeys) => told.push(...changeKeys));
		await change(reference, { field: "stage", value: "won" });
		expect(told).toEqual([`record:${reference}`, "records:enquiry"]);
	});
});

test("whatever people change and undo, in whichever order, the history leads from the first values to the last", async () => {
	const { database, clock, changes, get } = await setUp("sqlite");
	let count = 0;
	const step = fc.record({
		field: fc.constantFrom("stage" as const, "owner" as const, "follow-up" as const),
		pick: fc.nat(2),
		by: fc.constantFrom(meera.id, ravi.id),
		staleBy: fc.nat(2),
		seconds: fc.nat(40),
		undo: fc.boolean(),
	});
	const values = {
		stage: ["new", "in-conversation", "won"],
		owner: ["", meera.id, ravi.id],
		"follow-up": ["", "2026-12-01", "2026-12-24"],
	};
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
			const reference = await storeEnquiry(database, { reference: `ENQ-${String(++count).padStart(8, "0")}` });
			const batches: { batch: string; by: string }[] = [];
			for (const { field, pick, by, staleBy, seconds, undo } of steps) {
				clock.advance({ seconds });
				const before = await get(reference);
				const last = batches.at(-1);
				if (undo && last) {
					await changes.undo({ batch: last.batch, kind: "enquiry" }, last.by);
					continue;
				}
				const value = values[field][pick] as string;
				const result = await changes.change(reference, { field, value, version: before.version - staleBy, by });
				expect(result.ok).toBe(staleBy === 0);
				if (!result.ok) expect(await get(reference)).toEqual(before);
				else if (result.batch !== undefined) batches.push({ batch: result.batch, by });
			}
			const history = await database.db
				.selectFrom("recordChanges")
				.selectAll()
				.where("reference", "=", reference)
				.orderBy("version")
				.execute();
			const record = await get(reference);
			expect(record.version).toBe(1 + history.length);
			const now = { stage: "new", owner: "", "follow-up": "", snooze: "", value: "", reason: "", spam: "no" };
			for (const { field, before, after } of history) {
				expect(now[field]).toBe(before);
				now[field] = after;
			}
			expect(now).toEqual({
				stage: record.stage ?? "new",
				owner: record.ownerId ?? "",
				"follow-up": record.followUpOn?.toString() ?? "",
				snooze: "",
				value: "",
				reason: "",
				spam: "no",
			});
		}),
		{ numRuns: 60 },
	);
});
