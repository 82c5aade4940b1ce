import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../core/accounts/audit-log.server.ts";
import { createScorecards } from "../core/records/scorecards.server.ts";
import { deleteRecordWork, listRecordWork } from "../core/records/work-store.server.ts";
import { replaceJobCriteria } from "../features/careers/jobs/job-criteria-store.server.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { getTestKind, meera, ravi, storeColleagues, testKind } from "../tests/support/records.ts";

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	await storeColleagues(database);
	const scorecards = createScorecards({
		database,
		clock: createTestClock(),
		kinds: [testKind, getTestKind("application")],
	});
	const reference = await storeApplication(database);
	const give = (by: string, craft: number, teamwork: number, text = "") =>
		scorecards.give(reference, {
			by,
			recommendation: craft > 2 ? "yes" : "no",
			scores: [
				{ criterion: "craft", score: craft, text },
				{ criterion: "teamwork", score: teamwork, text: "" },
			],
		});
	return { ...scorecards, giveCard: scorecards.give, database, reference, give };
}

describe.each(serverDatabaseKinds)("scorecards on %s", (kind) => {
	test("stay hidden from a reviewer until theirs is given, and then are shown with the averages", async () => {
		const { find, give, reference } = await setUp(kind);
		await give(meera.id, 5, 4, "Weaves well");
		expect(await find(reference, ravi.id)).toMatchObject({
			own: undefined,
			otherCount: 1,
			all: undefined,
			averages: undefined,
			average: undefined,
		});
		await give(ravi.id, 2, 4);
		const shown = await find(reference, ravi.id);
		expect(shown?.all?.map(({ author }) => author).toSorted()).toEqual([meera.name, ravi.name]);
		expect(shown?.all?.map(({ recommendation }) => recommendation).toSorted()).toEqual(["no", "yes"]);
		expect(shown?.averages).toEqual([
			{ key: "craft", label: "Craft", average: 3.5 },
			{ key: "teamwork", label: "Teamwork", average: 4 },
		]);
		expect(shown?.average).toBe(3.75);
		await give(ravi.id, 3, 4);
		expect((await find(reference, meera.id))?.average).toBe(4);
	});

	test("need a score for each criterion, are in the audit log, and are deleted with their record", async () => {
		const { find, give, reference, database } = await setUp(kind);
		expect(await give(meera.id, 0, 6)).toMatchObject({
			ok: false,
			errors: [{ field: "score-craft" }, { field: "score-teamwork" }],
		});
		expect(await listAuditEntries(database.db, { limit: 9 })).toEqual([]);
		await give(meera.id, 1, 1);
		expect(await listAuditEntries(database.db, { limit: 9 })).toMatchObject([
			{ actor: meera.id, action: "application.score", subject: reference },
		]);
		await database.write((transaction) => deleteRecordWork(transaction, [reference]));
		expect(await database.db.selectFrom("scorecards").selectAll().execute()).toEqual([]);
		expect((await find(reference, meera.id))?.own).toBeUndefined();
	});

	test("are hidden from expected reviewers until theirs are given, and from nobody else; missing ones are named", async () => {
		const { find, give, reference } = await setUp(kind);
		await give(meera.id, 5, 4);
		const expected = [meera.id, ravi.id];
		expect(await find(reference, ravi.id, expected)).toMatchObject({ all: undefined, average: undefined, missing: [] });
		expect(await find(reference, meera.id, expected)).toMatchObject({ average: 4.5, missing: [ravi.name] });
		expect(await find(reference, "recruiter", expected)).toMatchObject({ average: 4.5, missing: [ravi.name] });
	});

	test("are given on the criteria of their job, and keep them when those change", async () => {
		const { find, give, giveCard, reference, database } = await setUp(kind);
		await give(meera.id, 5, 4);
		const own = [
			{ key: "looms", label: "Looms", question: "Which have they used?" },
			{ key: "craft", label: "Skill" },
		];
		await database.write((transaction) => replaceJobCriteria(transaction, "react-engineer", own));

		expect((await find(reference, ravi.id))?.criteria).toEqual(own);
		const scores = [
			{ criterion: "craft", score: 3, text: "" },
			{ criterion: "looms", score: 1, text: "" },
		];
		expect(await giveCard(reference, { scores, recommendation: "no", by: ravi.id })).toEqual({ ok: true });
		expect((await find(reference, meera.id))?.criteria.map(({ label }) => label)).toEqual(["Craft", "Teamwork"]);
		await give(meera.id, 4, 4);
		const shown = await find(reference, meera.id);
		expect(shown?.averages).toEqual([
			{ key: "looms", label: "Looms", average: 1 },
			{ key: "craft", label: expect.any(String), average: 3.5 },
			{ key: "teamwork", label: "Teamwork", average: 4 },
		]);
		const cards = new Map(shown?.all?.map(({ accountId, scores: given }) => [accountId, given]));
		expect(cards.get(meera.id)?.map(({ label }) => label)).toEqual(["Craft", "Teamwork"]);
		expect(cards.get(ravi.id)?.map(({ label }) => label)).toEqual(["Looms", "Skill"]);
	});

	test("are given once when they are sent twice at once", async () => {
		const { find, give, reference, database } = await setUp(kind);
		const given = await Promise.all([give(meera.id, 5, 4), give(meera.id, 5, 4), give(meera.id, 5, 4)]);
		expect(given).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
		expect(await database.db.selectFrom("scorecards").select("criterion").execute()).toHaveLength(2);
		expect((await find(reference, meera.id))?.average).toBe(4.5);
	});

	test("need a recommendation", async () => {
		const { reference, giveCard } = await setUp(kind);
		const scores = ["craft", "teamwork"].map((criterion) => ({ criterion, score: 3, text: "" }));
		expect(await giveCard(reference, { scores, recommendation: "maybe", by: meera.id })).toMatchObject({
			errors: [{ field: "recommendation" }],
		});
	});

	test("are in the export of their person", async () => {
		const { give, reference, database } = await setUp(kind);
		await give(meera.id, 5, 4, "Weaves well");
		const { written } = await listRecordWork(database.db, [reference]);
		expect(written).toMatchObject([{ title: "Scorecard: yes", text: "Craft: 5. Weaves well\nTeamwork: 4." }]);
	});

	test("are given only where there are criteria", async () => {
		const { find, database } = await setUp(kind);
		const enquiry = await storeEnquiry(database);
		expect(await find(enquiry, meera.id)).toBeUndefined();
	});
});
