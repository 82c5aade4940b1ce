import { describe, expect, test } from "vitest";
import type { Database } from "../../../platform/database/database.ts";
import {
	createApplicationRecord,
	insertManyApplications,
	storeApplication,
	storeApplicationAlone,
} from "../../../tests/support/applications.ts";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { findAppliedAgain, listOfSamePerson } from "./same-person.server.ts";
import { fillPhoneKeys } from "./store.server.ts";

const many = 5_120;

const goOn = new AbortController().signal;

/** Stores an application of a different person, except for the given values. */
const storeOf = (
	database: Database,
	index: number,
	{ sha256 = `sha-${index}`, ...answers }: { email?: string; phone?: string; sha256?: string } = {},
) =>
	storeApplication(database, {
		reference: `APP-0000000${index}`,
		resume: { file: `${index}.pdf`, name: "cv.pdf", bytes: 1, sha256 },
		answers: { email: `${index}@applicant.example`, phone: `+91 98100 0000${index}`, ...answers },
	});

async function readSamePerson(database: Database, reference: string) {
	const found = await listOfSamePerson(database.db, reference);
	return Object.fromEntries([...found].map(([other, shared]) => [other, [...shared]]));
}

describe.each(databaseKinds)("applications of one person on %s", (kind) => {
	test("are found by address in any case, by phone however it is written, by resume, and through each other", async () => {
		const database = await openTestDatabase(kind);
		await storeOf(database, 1, { email: "Asha@Applicant.example" });
		await storeOf(database, 2, { email: "asha@applicant.EXAMPLE", phone: "098100 99999", sha256: "one" });
		await storeOf(database, 3, { phone: "+91-98100-99999" });
		await storeOf(database, 4, { sha256: "one" });
		await storeOf(database, 5);
		const expected = { "APP-00000002": ["address"], "APP-00000003": ["phone"], "APP-00000004": ["resume"] };
		expect(await readSamePerson(database, "APP-00000001")).toEqual(expected);
		expect(await readSamePerson(database, "APP-00000003")).toEqual({
			"APP-00000001": ["address"],
			"APP-00000002": ["phone"],
			"APP-00000004": ["resume"],
		});
		expect(await readSamePerson(database, "APP-00000005")).toEqual({});
		const all = [1, 2, 3, 4, 5].map((index) => `APP-0000000${index}`);
		expect([...(await findAppliedAgain(database.db, all))].toSorted()).toEqual(all.slice(0, 4));
	});

	test("are not matched by invalid phone numbers", async () => {
		const database = await openTestDatabase(kind);
		await storeOf(database, 1, { phone: "none" });
		await storeOf(database, 2, { phone: "later" });
		expect(await readSamePerson(database, "APP-00000001")).toEqual({});
		expect([...(await findAppliedAgain(database.db, ["APP-00000001", "APP-00000002"]))]).toEqual([]);
	});

	test("are found among those of the release before, from the next start on", async () => {
		const config = await openTestDatabase(kind, undefined, { until: "0149" });
		const old = (index: number) =>
			createApplicationRecord({
				reference: `APP-0000000${index}`,
				resume: { file: `${index}.pdf`, name: "cv.pdf", bytes: 1, sha256: `sha-${index}` },
				answers: { email: `${index}@applicant.example`, phone: index === 3 ? "098100 00001" : "+91 98100 00001" },
			});
		await storeApplicationAlone(config.db, old(1));
		const database = await openTestDatabase(kind, config);
		await storeApplicationAlone(database.db, old(2));
		await storeApplicationAlone(database.db, old(3));
		expect(await readSamePerson(database, "APP-00000001")).toEqual({});
		await fillPhoneKeys(database, goOn);
		expect(Object.keys(await readSamePerson(database, "APP-00000001"))).toEqual(["APP-00000002", "APP-00000003"]);
	});

	test("of the release before get phone keys block by block, by two servers at once, and after an interruption", async () => {
		const database = await openTestDatabase(kind);
		await insertManyApplications(database, { count: 512, isOfReleaseBefore: true });
		const countMissing = async () =>
			(await database.db.selectFrom("applications").select("id").where("phoneKey", "is", null).execute()).length;
		const interruption = new AbortController();
		const filling = fillPhoneKeys(database, interruption.signal);
		interruption.abort();
		await filling;
		const left = await countMissing();
		expect(left).toBeGreaterThan(0);
		expect(left).toBeLessThan(512);
		const other = await openTestDatabase(kind, database);
		await Promise.all([fillPhoneKeys(database, goOn), fillPhoneKeys(other, goOn)]);
		expect(await countMissing()).toBe(0);
		expect(Object.keys(await readSamePerson(database, "X-1"))).toEqual(["X-511"]);
	});

	test(`are found among ${many.toLocaleString("en")}, also where half of all came with one resume`, async () => {
		const database = await openTestDatabase(kind);
		await storeOf(database, 1, { sha256: "template" });
		await insertManyApplications(database, { count: many });
		const references = Array.from({ length: 50 }, (_, index) => `X-${index * 100 + 1}`);
		expect((await findAppliedAgain(database.db, [...references, "APP-00000001"])).size).toBe(1);
		expect((await listOfSamePerson(database.db, "X-1")).size).toBe(0);
		expect((await listOfSamePerson(database.db, "APP-00000001")).size).toBe(50);
	});
});
