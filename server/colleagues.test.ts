import { describe, expect, test } from "vitest";
import { findCompanyDomain } from "../core/people/company-domain.server.ts";
import { listColleagues } from "../core/people/list-colleagues.server.ts";
import { fillSenderColumns } from "../core/records/fill-sender-columns.server.ts";
import { applicationNames } from "../features/careers/applications/application-names.ts";
import { enquiryNames } from "../features/enquiries/enquiry-names.ts";
import type { Database } from "../platform/database/database.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds, openTestDatabase } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";

const kinds = [enquiryNames, applicationNames];
const goOn = new AbortController().signal;

/** Stores an enquiry from an address; later ones are received later. */
const storeFrom = (database: Database, index: number, email: string) =>
	storeEnquiry(database, {
		reference: `ENQ-0000000${index}`,
		receivedAt: Temporal.Instant.from("2026-11-23T06:00:00Z").add({ minutes: index }),
		email,
	});

async function readColleagues(database: Database, email: string, of: { name: string }[] = kinds, limit = 10) {
	const found = await listColleagues(database.db, { emails: [email], addresses: [email], kinds: of, limit });
	return found && [found.domain, ...found.people.map((one) => one.email)];
}

test.each([
	["asha@company.example", "company.example"],
	["asha@mail.Company.co.in", "company.co.in"],
	["asha@shop.github.io", "shop.github.io"],
	["asha@github.io", undefined],
	["asha@co.in", undefined],
	["asha@gmail.com", undefined],
	["asha@yahoo.co.in", undefined],
	["asha@mx.outlook.de", undefined],
	["asha@[192.0.2.1]", undefined],
	["asha", undefined],
	["", undefined],
])("the company of %j is at %j", async (address, domain) => {
	expect(await findCompanyDomain(address)).toBe(domain);
});

describe.each(serverDatabaseKinds)("people of one company on %s", (kind) => {
	test("are those of its domain and below, each once, the latest first, and bounded", async () => {
		const database = await openTestDatabase(kind);
		const company = ["asha@company.co.in", "bela@mail.company.co.in", "chand@company.co.in", "BELA@mail.company.co.in"];
		const others = ["dev@other.co.in", "esha@mycompany.co.in", "farid@company.com", "gita@company-co.in"];
		for (const [index, email] of [...company, ...others].entries()) await storeFrom(database, index, email);
		expect(await readColleagues(database, "asha@company.co.in")).toEqual([
			"company.co.in",
			"bela@mail.company.co.in",
			"chand@company.co.in",
		]);
		expect(await readColleagues(database, "bela@mail.company.co.in", kinds, 1)).toEqual([
			"company.co.in",
			"chand@company.co.in",
		]);
	});

	test("are not those of a mail provider, in quarantine, or of kinds that the member may not see", async () => {
		const database = await openTestDatabase(kind);
		await storeFrom(database, 1, "asha@company.example");
		await storeFrom(database, 2, "bela@gmail.com");
		await storeFrom(database, 3, "chand@gmail.com");
		await storeApplication(database, { answers: { email: "dev@company.example" } });
		await storeEnquiry(database, { reference: "ENQ-SPAM0001", email: "spam@company.example", state: "quarantined" });
		expect(await readColleagues(database, "bela@gmail.com")).toBeUndefined();
		expect(await readColleagues(database, "asha@company.example")).toEqual(["company.example", "dev@company.example"]);
		expect(await readColleagues(database, "asha@company.example", [enquiryNames])).toEqual(["company.example"]);
		expect(await readColleagues(database, "asha@company.example", [])).toBeUndefined();
	});

	test("are found among records of the release before, once their domains are filled in", async () => {
		const database = await openTestDatabase(kind);
		await storeFrom(database, 1, "asha@company.example");
		await storeFrom(database, 2, "bela@company.example");
		await storeFrom(database, 3, "");
		await database.db.updateTable("records").set({ senderDomain: null }).execute();
		expect(await readColleagues(database, "asha@company.example")).toEqual(["company.example"]);
		await fillSenderColumns(database, goOn);
		expect(await readColleagues(database, "asha@company.example")).toEqual(["company.example", "bela@company.example"]);
		const left = await database.db.selectFrom("records").select("id").where("senderDomain", "is", null).execute();
		expect(left).toEqual([]);
	});
});
