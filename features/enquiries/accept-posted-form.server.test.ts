import { describe, expect, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { noNotice } from "../../tests/support/notices.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { acceptPostedForm } from "./accept-posted-form.server.ts";
import { readEnquiry } from "./rules.ts";
import { enquiryStore } from "./store.server.ts";
import { createSubmitEnquiry } from "./submit-enquiry.server.ts";

const typed = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "",
	message: "We need an app.",
	leaveEmpty: "",
};

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const submitEnquiry = createSubmitEnquiry({
		database,
		clock: createTestClock(),
		company: testCompany,
		files: { keep: async () => undefined, remove: async () => undefined },
		salesEmail: testCompany.salesEmail,
		publicUrl: "https://narangi.example",
		messageIdDomain: "narangi.example",
		noteNotice: noNotice,
		onStored: () => undefined,
	});
	return {
		submitEnquiry,
		post(change: Partial<typeof typed> = {}) {
			const form = new FormData();
			for (const [name, value] of Object.entries({ ...typed, ...change })) form.set(name, value);
			return acceptPostedForm(form, submitEnquiry, { company: testCompany });
		},
		listStates: async () => (await Array.fromAsync(enquiryStore.listAll(database.db))).map(({ state }) => state),
	};
}

describe.each(databaseKinds)("an enquiry's form sent without scripts, on %s", (kind) => {
	test("is one enquiry however often it is sent, in a row or at once", async () => {
		const { post, listStates } = await setUp(kind);
		const outcomes = [await post(), await post(), ...(await Promise.all([post(), post(), post()]))];
		expect(new Set(outcomes.map(({ kind: outcome }) => outcome))).toEqual(new Set(["stored"]));
		expect(await listStates()).toEqual(["accepted"]);
	});

	test("is one enquiry when its first two copies come at once", async () => {
		const { post, listStates } = await setUp(kind);
		expect(await Promise.all([post(), post()])).toEqual([{ kind: "stored" }, { kind: "stored" }]);
		expect(await listStates()).toEqual(["accepted"]);
	});

	test("is another enquiry with other words, and a program's is never taken for a person's", async () => {
		const { post, listStates } = await setUp(kind);
		for (const change of [{}, { message: "We need two apps." }, { leaveEmpty: "https://spam.example" }])
			expect(await post(change)).toEqual({
				kind: "stored",
				personCheckUrl: "leaveEmpty" in change ? expect.stringContaining("https://narangi.example/person/") : undefined,
			});
		expect((await listStates()).toSorted()).toEqual(["accepted", "accepted", "quarantined"]);
	});

	test("is separate from requests without a key", async () => {
		const { post, submitEnquiry, listStates } = await setUp(kind);
		await post();
		for (let count = 0; count < 2; count++) expect(await submitEnquiry(readEnquiry(typed))).toMatchObject({ ok: true });
		expect(await listStates()).toHaveLength(3);
	});
});
