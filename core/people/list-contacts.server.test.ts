import { describe, expect, test } from "vitest";
import { storeApplication } from "../../tests/support/applications.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { createTestKinds, meera } from "../../tests/support/records.ts";
import { createRecordChanges } from "../records/changes.server.ts";
import { listContacts } from "./list-contacts.server.ts";
import { mergeAddresses } from "./merged-addresses.server.ts";

const kinds = createTestKinds();
const ofSales = kinds.filter(({ area }) => area !== "hiring");

/** Enquiries of three people, an hour apart: the first of Asha's, two of Bela's, and one of a person without an address. */
async function setUp(databaseKind: DatabaseKind) {
	const database = await openTestDatabase(databaseKind);
	const clock = createTestClock();
	let hours = 9;
	const write = (reference: string, firstName: string, email = `${firstName.toLowerCase()}@mills.example`) => {
		hours -= 1;
		const receivedAt = clock.now().subtract({ hours });
		return storeEnquiry(database, {
			reference,
			firstName,
			lastName: "Rao",
			email,
			receivedAt,
			message: `From ${firstName}`,
		});
	};
	await write("ENQ-00000001", "Asha");
	await write("ENQ-00000002", "Bela");
	await write("ENQ-00000003", "Bela");
	await write("ENQ-00000004", "Nobody", "");
	return {
		database,
		clock,
		write,
		list: (options: { search?: string; limit?: number; after?: string } = {}, of = ofSales) =>
			listContacts(database, of, { limit: 9, ...options }),
		async listNames(search?: string, of = ofSales) {
			const { contacts } = await listContacts(database, of, { limit: 9, search });
			return contacts.map(({ name }) => name.split(" ")[0]).join(" ");
		},
	};
}

describe.each(databaseKinds)("contacts on %s", (databaseKind) => {
	test("are people with an address, each once, the latest activity first, with their open records", async () => {
		const { database, clock, list, listNames } = await setUp(databaseKind);
		expect((await list()).contacts).toMatchObject([
			{ name: "Bela Rao", email: "bela@mills.example", reference: "ENQ-00000003", company: "mills.example", open: 2 },
			{ name: "Asha Rao", reference: "ENQ-00000001", open: 1 },
		]);
		const changes = createRecordChanges({ database, clock, kinds });
		await changes.change("ENQ-00000001", { field: "stage", value: "won", version: 1, by: meera.id });
		expect((await list()).contacts).toMatchObject([{ name: "Asha Rao", open: 0, changedAt: clock.now() }, {}]);
		await storeEnquiry(database, {
			reference: "ENQ-00000005",
			firstName: "Spammer",
			email: "s@x.example",
			state: "quarantined",
		});
		expect(await listNames()).toBe("Asha Bela");
	});

	test("are found by the words of their name and address, not by what they wrote", async () => {
		const { listNames, write } = await setUp(databaseKind);
		await write("ENQ-00000006", "Chand", "office@looms.example");
		expect(await listNames("bel")).toBe("Bela");
		expect(await listNames("rao asha")).toBe("Asha");
		expect(await listNames("bela@mills.example")).toBe("Bela");
		expect(await listNames("looms")).toBe("Chand");
		expect(await listNames("from")).toBe("");
		expect(await listNames("nobody")).toBe("");
	});

	test("are those of the kinds of records that the member may see", async () => {
		const { database, listNames } = await setUp(databaseKind);
		await storeApplication(database);
		expect(await listNames()).toBe("Bela Asha");
		expect(
			(
				await listNames(
					undefined,
					kinds.filter(({ area }) => area === "hiring"),
				)
			).split(" "),
		).toHaveLength(1);
		expect(await listNames(undefined, [])).toBe("");
	});

	test("are one person with all merged addresses", async () => {
		const { database, clock, list, listNames, write } = await setUp(databaseKind);
		await write("ENQ-00000007", "Chand");
		const merge = (one: string, other: string) =>
			database.write((transaction) =>
				mergeAddresses(
					transaction,
					{ addresses: [`${one}@mills.example`, `${other}@mills.example`], kinds, accountId: meera.id },
					clock.now(),
				),
			);
		await merge("bela", "asha");
		await merge("asha", "chand");
		expect(await listNames()).toBe("Chand");
		expect((await list()).contacts).toMatchObject([{ open: 4 }]);
		expect(await listNames("bela@mills.example"), "by a former address").toBe("Chand");
	});

	test("come page by page, whatever the cursor", async () => {
		const { list } = await setUp(databaseKind);
		const first = await list({ limit: 1 });
		const second = await list({ limit: 1, after: first.next ?? "" });
		expect([...first.contacts, ...second.contacts].map(({ name }) => name)).toEqual(["Bela Rao", "Asha Rao"]);
		expect(second.next).toBeUndefined();
		expect((await list({ after: "no cursor" })).contacts).toHaveLength(2);
	});
});
