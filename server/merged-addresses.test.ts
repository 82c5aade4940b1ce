import { expect, describe, test } from "vitest";
import { describePerson } from "../core/people/describe-person.server.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import {
	findReferencesOf,
	listAddressesOf,
	listMerges,
	mergeAddresses,
	mostAddresses,
	separateAddresses,
} from "../core/people/merged-addresses.server.ts";
import { sweepExpired } from "../core/people/sweep-expired.server.ts";
import { createPersonalRecords } from "../core/records/personal-data.server.ts";
import { createApplicationKind } from "../features/careers/applications/record-kind.server.ts";
import { createEnquiryKind } from "../features/enquiries/record-kind.server.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { testCompany as company } from "../tests/support/test-server.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
const enquiries = createEnquiryKind({ company, salesEmail: company.salesEmail, keptMonths: 24 });
const applications = createApplicationKind({
	company,
	careersEmail: company.careersEmail,
	keptMonths: 6,
	publicUrl: "https://site.example",
});
const kinds = [enquiries, applications];
const personalRecords = kinds.map((kind) => createPersonalRecords(kind, company));

/** Opens a database with an enquiry of each of some people. */
async function setUp(kind: DatabaseKind, ...people: string[]) {
	const database = await openTestDatabase(kind);
	for (const name of people)
		await storeEnquiry(database, { reference: `ENQ-${name.toUpperCase()}`, email: `${name}@visitor.example` });
	const merge = (one: string, other: string, of = kinds) =>
		database.write((transaction) =>
			mergeAddresses(
				transaction,
				{ addresses: [`${one}@visitor.example`, `${other}@visitor.example`], kinds: of, accountId: "ravi" },
				now,
			),
		);
	return {
		database,
		merge,
		separate: (id: string | undefined) =>
			database.write((transaction) => separateAddresses(transaction, id ?? "missing")),
		read: async (name: string) =>
			(await listAddressesOf(database.db, `${name}@visitor.example`)).map((address) => address.split("@")[0]).join(" "),
		files: { remove: async () => undefined },
	};
}

describe.each(serverDatabaseKinds)("merged addresses on %s", (kind) => {
	test("belong to one person in both directions and through each other, until they are separated", async () => {
		const { merge, separate, read, database } = await setUp(kind, "asha", "bela", "chand", "dev");
		const first = await merge("asha", "bela");
		const second = await merge("bela", "chand");
		expect(await Promise.all(["ASHA", "bela", "chand", "dev"].map(read))).toEqual([
			"asha bela chand",
			"bela asha chand",
			"chand asha bela",
			"dev",
		]);
		const merges = await listMerges(database.db, ["asha@visitor.example", "bela@visitor.example"]);
		expect(merges.map(({ id, at, accountId }) => [id, String(at), accountId])).toEqual([
			[second, "2026-11-23T06:00:00Z", "ravi"],
			[first, "2026-11-23T06:00:00Z", "ravi"],
		]);
		expect(await separate(first)).toBe(true);
		expect(await separate(first)).toBe(false);
		expect(await Promise.all(["asha", "bela"].map(read))).toEqual(["asha", "bela chand"]);
	});

	test("are not merged with themselves, twice, without records that the member may read, or beyond the limit", async () => {
		const many = Array.from({ length: mostAddresses }, (_, index) => `many${index}`);
		const { database, merge, read } = await setUp(kind, "asha", "bela", ...many);
		await storeApplication(database, { answers: { email: "dev@visitor.example" } });
		expect(await merge("asha", "asha")).toBeUndefined();
		expect(await merge("asha", "nobody")).toBeUndefined();
		expect(await merge("nobody", "asha")).toBeUndefined();
		expect(await merge("asha", "dev", [enquiries])).toBeUndefined();
		expect(await merge("asha", "bela", [])).toBeUndefined();
		expect(await merge("asha", "bela")).toBeDefined();
		expect(await merge("bela", "asha")).toBeUndefined();
		for (const other of many.slice(1)) expect(await merge("many0", other)).toBeDefined();
		expect(await merge("asha", "many7")).toBeUndefined();
		expect(await read("asha")).toBe("asha bela");
	});

	test("of merges at once all count, and the same one counts once", async () => {
		const { database, merge, read } = await setUp(kind, "asha", "bela", "chand");
		const results = await Promise.all([
			merge("asha", "bela"),
			merge("bela", "asha"),
			merge("bela", "chand"),
			merge("asha", "bela"),
		]);
		expect(results.filter((id) => id !== undefined)).toHaveLength(2);
		expect(await read("asha")).toBe("asha bela chand");
		expect(await database.db.selectFrom("mergedAddresses").select("id").execute()).toHaveLength(4);
	});

	test("are exported and erased together, with their merges, and nobody else is", async () => {
		const { database, merge, read, files } = await setUp(kind, "asha", "bela", "chand", "dev");
		await merge("asha", "bela");
		await merge("chand", "dev");
		await storeApplication(database, { answers: { email: "BELA@visitor.example" } });
		const records = await describePerson(database.db, personalRecords, { email: "asha@visitor.example", now });
		expect(records.map(({ reference }) => reference).toSorted()).toEqual(["APP-00000001", "ENQ-ASHA", "ENQ-BELA"]);
		const addresses = await listAddressesOf(database.db, "bela@visitor.example");
		const erased = await erasePerson({ database, files, personalRecords }, addresses, now);
		expect([...erased.records.values()]).toEqual([2, 1]);
		expect(await read("asha")).toBe("asha");
		expect(await read("chand")).toBe("chand dev");
		expect(await database.db.selectFrom("enquiries").select("reference").orderBy("reference").execute()).toEqual([
			{ reference: "ENQ-CHAND" },
			{ reference: "ENQ-DEV" },
		]);
	});

	test("stay while one of them has a record, and go when neither has", async () => {
		const { database, merge, read, files } = await setUp(kind, "asha", "bela", "chand", "dev");
		await merge("asha", "bela");
		await merge("chand", "dev");
		const old = now.subtract({ hours: 24 * 800 }).toString({ smallestUnit: "millisecond" });
		await database.db
			.updateTable("enquiries")
			.set({ receivedAt: old })
			.where("reference", "in", ["ENQ-ASHA", "ENQ-BELA", "ENQ-CHAND"])
			.execute();
		await sweepExpired({ database, files, personalRecords, now, most: 100, signal: new AbortController().signal });
		expect(await Promise.all(["asha", "chand"].map(read))).toEqual(["asha", "chand dev"]);
		expect(await database.db.selectFrom("mergedAddresses").select("address").execute()).toHaveLength(2);
	});

	test("have a reference for those who may read their records", async () => {
		const { database } = await setUp(kind, "asha");
		await storeApplication(database, { answers: { email: "bela@visitor.example" } });
		const addresses = ["asha@visitor.example", "bela@visitor.example", "nobody@visitor.example"];
		const find = async (...of: typeof kinds) => Object.fromEntries(await findReferencesOf(database.db, of, addresses));
		expect(await find(enquiries)).toEqual({ "asha@visitor.example": "ENQ-ASHA" });
		expect(await find(applications)).toEqual({ "bela@visitor.example": "APP-00000001" });
		expect(await find()).toEqual({});
	});
});
