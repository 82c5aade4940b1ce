import { describe, expect, test } from "vitest";
import type { Role } from "../shared/roles.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const path = "/people/of/ENQ-ASHA0001";

async function openPeople(kind: DatabaseKind, roles: readonly Role[] = ["sales"]) {
	const server = await startTestServer(kind);
	const { database } = server;
	const store = (reference: string, email: string, more: Record<string, string> = {}) =>
		storeEnquiry(database, { reference, email, phone: "", firstName: "Other", lastName: "Person", ...more });
	await store("ENQ-ASHA0001", "asha.rao@weavers.example", {
		firstName: "Asha",
		lastName: "Rao",
		phone: "+91 98100 12345",
	});
	return { ...server, store, desk: createDeskBrowser(await server.openDesk({ roles: [...roles] })) };
}

describe.each(serverDatabaseKinds)("probable duplicates of a person on %s", (kind) => {
	test("share a phone number, a mailbox, or name and company, and are merged and separated by a member", async () => {
		const { store, desk, database } = await openPeople(kind);
		await store("ENQ-PHONE001", "a.rao@home.example", { phone: "098100-12345" });
		await store("ENQ-PLUS0001", "Asha.Rao+fair@weavers.example");
		await store("ENQ-NAME0001", "rao@post.weavers.example", { firstName: "asha", lastName: "RAO" });
		await store("ENQ-NAMESAKE", "asha@elsewhere.example", { firstName: "Asha", lastName: "Rao" });
		await store("ENQ-STRANGER", "bela@weavers.example", { phone: "+91 98100 99999" });
		const page = await desk.get(path);
		expect(page).toMatch(/a\.rao@home\.example<span class="aside">Same phone number</);
		expect(page).toMatch(/asha\.rao\+fair@weavers\.example<span class="aside">Same mailbox</);
		expect(page).toMatch(/rao@post\.weavers\.example<span class="aside">Same name and company</);
		const listed = page.slice(page.indexOf("Probably the same person"), page.indexOf("Add another address"));
		for (const other of ["asha@elsewhere.example", "bela@weavers.example"])
			expect([other, listed.includes(other)]).toEqual([other, false]);

		const review = await desk.post(path, { do: "review", other: "a.rao@home.example" });
		expect(review.body.replaceAll("<!-- -->", "")).toContain("Merge asha.rao@weavers.example and a.rao@home.example?");
		expect((await desk.post(path, { do: "merge", other: "a.rao@home.example" })).statusCode).toBe(303);
		expect(await desk.get(path)).not.toContain("Same phone number");
		const { id } = await database.db.selectFrom("mergedAddresses").select("id").executeTakeFirstOrThrow();
		await desk.post(path, { do: "undo", id });
		expect(await desk.get(path)).toContain("Same phone number");
	});

	test("are found by a resume, and only among records that the member may read", async () => {
		const { store, database, openDesk } = await openPeople(kind);
		const resume = { file: "one.pdf", name: "cv.pdf", bytes: 1, sha256: "same" };
		const answers = { fullName: "Asha Rao", phone: "" };
		await storeApplication(database, {
			reference: "APP-ASHA0001",
			resume,
			answers: { ...answers, email: "asha.rao@weavers.example" },
		});
		await storeApplication(database, {
			reference: "APP-ASHA0002",
			resume: { ...resume, file: "two.pdf" },
			answers: { ...answers, email: "asha@applicant.example" },
		});
		await store("ENQ-PHONE001", "a.rao@home.example", { phone: "098100-12345" });
		const sees = async (role: Role, reference: string, other: string) =>
			(await createDeskBrowser(await openDesk({ roles: [role] })).get(`/people/of/${reference}`)).includes(other);
		expect(await sees("recruiter", "APP-ASHA0001", "asha@applicant.example")).toBe(true);
		expect(await sees("recruiter", "APP-ASHA0001", "a.rao@home.example")).toBe(false);
		expect(await sees("sales", "ENQ-ASHA0001", "asha@applicant.example")).toBe(false);
		expect(await sees("sales", "ENQ-ASHA0001", "a.rao@home.example")).toBe(true);
		expect(await sees("admin", "ENQ-ASHA0001", "asha@applicant.example")).toBe(true);
	});
});

test("dots in a Gmail address and an addition are one mailbox", async () => {
	const { store, desk } = await openPeople("sqlite");
	await store("ENQ-MAIL0001", "asharao+work@gmail.com");
	await store("ENQ-MAIL0002", "asha.rao@gmail.com", { firstName: "Asha", lastName: "Rao" });
	await store("ENQ-MAIL0003", "asharao@googlemail.com", { firstName: "Asha", lastName: "Rao" });
	const page = await desk.get("/people/of/ENQ-MAIL0002");
	for (const other of ["asharao+work@gmail.com", "asharao@googlemail.com"])
		expect(page).toContain(`${other}<span class="aside">Same mailbox`);
});
