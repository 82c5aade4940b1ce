import { describe, expect, test } from "vitest";
import { exportRecords } from "../../core/records/export-records.server.ts";
import { countRecords } from "../../core/records/list.server.ts";
import { countBySource } from "../../core/records/record-counts.server.ts";
import type { EnteredRecord, RecordKind } from "../../core/records/record-kind.ts";
import { findRecord, searchRecords } from "../../core/records/record-store.server.ts";
import { listEmails } from "../../platform/email/email-list-store.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { testCompany as company } from "../../tests/support/test-server.ts";
import { renderEnquiryConfirmation, renderEnquiryNotice } from "./emails.server.tsx";
import { createEnquiryKind } from "./record-kind.server.ts";
import { enquiryStore } from "./store.server.ts";

const telephoned: EnteredRecord = {
	senderName: "Asha Devi Rao",
	email: "",
	phone: "+91 98100 00000",
	text: "Wants an app for her drivers.",
	source: "phone",
	consent: "Agreed on the phone.",
	topic: "",
	isSpam: false,
	isConfirmed: true,
};
const byEmail: EnteredRecord = {
	...telephoned,
	senderName: "asha@visitor.example",
	email: "asha@visitor.example",
	phone: "",
	source: "email",
	consent: "",
};

const stages = [
	{ key: "new", label: "New", open: true },
	{ key: "done", label: "Done", open: false },
];

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const now = createTestClock().now();
	const salesEmail = "sales@narangi.example";
	const declaration = createEnquiryKind({ company, salesEmail, keptMonths: 24 });
	const enquiries: RecordKind = { ...declaration, stages };
	return {
		database,
		enquiries,
		now,
		parts: { company, salesEmail, deskUrl: "http://localhost:3001" },
		async enter(change: Partial<EnteredRecord> = {}) {
			const options = { now, messageIdDomain: "narangi.example" };
			const { enter } = declaration;
			if (!enter) throw new Error("Enquiries cannot be entered");
			const reference = await database.write((transaction) =>
				enter(transaction, { ...telephoned, ...change }, options),
			);
			const emails = await listEmails(database.db, { now, reference, limit: 9 });
			const enquiry = await enquiryStore.find(database.db, reference);
			if (!enquiry) throw new Error("Nothing was stored");
			return { reference, enquiry, emails: emails.map((email) => [email.kind, email.recipient, email.state]) };
		},
	};
}

describe.each(databaseKinds)("an enquiry that a member enters, on %s", (kind) => {
	test("is stored with its names, its source and its consent, without an address and without e-mails", async () => {
		const { enter, database, enquiries } = await setUp(kind);
		const { reference, emails } = await enter();
		expect(emails).toEqual([]);
		expect(await findRecord(database.db, reference)).toMatchObject({
			senderName: "Asha Devi Rao",
			senderEmail: "",
			source: "phone",
			spam: false,
		});
		const sent = (await enquiries.findSent(database.db, [reference])).get(reference);
		expect(sent).toMatchObject({ firstName: "Asha", lastName: "Devi Rao", text: { value: telephoned.text } });
		expect(sent?.fields).toEqual([
			{ label: "Name", value: "Asha Devi Rao" },
			{ label: "E-mail", value: "not given" },
			{ label: "Phone", value: "+91 98100 00000" },
			{ label: "Source", value: "Phone" },
			{ label: "Consent", value: "Agreed on the phone." },
		]);
		expect(sent?.stored).toMatchObject({ source: "phone", consent: "Agreed on the phone." });
	});

	test("is confirmed to the sender only if wanted and possible", async () => {
		const { enter } = await setUp(kind);
		const email = "asha@visitor.example";
		expect((await enter({ email })).emails).toEqual([["enquiry-confirmation", email, "waiting"]]);
		expect((await enter({ email, isConfirmed: false })).emails).toEqual([]);
		expect((await enter({ email, source: "email" })).emails).toEqual([["enquiry-confirmation", email, "waiting"]]);
	});

	test("is found by its words, its number and its source; one of the site or of an earlier release is the site's", async () => {
		const { enter, database, enquiries } = await setUp(kind);
		const { reference } = await enter();
		await storeEnquiry(database);
		await storeEnquiry(database, { reference: "ENQ-00000002" });
		await database.db.updateTable("records").set({ source: "" }).where("reference", "=", "ENQ-00000002").execute();
		await database.db
			.updateTable("enquiries")
			.set({ source: null, consent: null })
			.where("reference", "=", "ENQ-00000002")
			.execute();
		for (const words of ["drivers", "9810000000", "asha devi", reference])
			expect(await searchRecords(database, words)).not.toEqual([]);
		const count = (source: string) => countRecords(database, { kinds: [enquiries], kind: enquiries, source });
		expect([await count("phone"), await count("site"), await count("event")]).toEqual([1, 2, 0]);
		const month = { first: Temporal.PlainDate.from("2026-11-01"), end: Temporal.PlainDate.from("2026-12-01") };
		const counts = await countBySource(database.db, enquiries, {
			within: month,
			stage: "",
			timeZone: company.timeZone,
		});
		expect(counts.slice(0, 3).map(({ label, count: number }) => [label, number])).toEqual([
			["The site", 2],
			["E-mail", 0],
			["Phone", 1],
		]);
		expect(await enquiryStore.find(database.db, "ENQ-00000002")).toMatchObject({ source: "site", consent: "" });
	});

	test("does not wait for a reply that cannot be sent", async () => {
		const { enter, database, enquiries } = await setUp(kind);
		await enter();
		await enter({ email: "asha@visitor.example" });
		const filter = { kinds: [enquiries], kind: enquiries };
		expect(await countRecords(database, filter)).toBe(2);
		expect(await countRecords(database, { ...filter, unanswered: true })).toBe(1);
	});

	test("is in the CSV with its source and its consent", async () => {
		const { enter, database, enquiries } = await setUp(kind);
		await enter();
		const csv = await exportRecords(database, enquiries).toArray();
		const text = csv.join("");
		expect(text).toContain("message,source,consent");
		expect(text).toContain(",phone,Agreed on the phone.");
	});
});

describe.each(databaseKinds)("an enquiry that came by e-mail, on %s", (kind) => {
	test("is told to sales and confirmed to its sender, whose address is the name where there is none", async () => {
		const { enter, parts } = await setUp(kind);
		const { enquiry, emails, reference } = await enter(byEmail);
		expect(emails.toSorted()).toEqual([
			["enquiry-confirmation", "asha@visitor.example", "waiting"],
			["enquiry-notice", "sales@narangi.example", "waiting"],
		]);
		const notice = await renderEnquiryNotice(enquiry, parts);
		expect(notice).toMatchObject({
			replyTo: "asha@visitor.example",
			subject: `Enquiry ${reference} from asha@visitor.example`,
		});
		expect(notice.text.replaceAll(/\s+/g, " ")).toContain("Reply to this e-mail to write to asha@visitor.example.");
		expect(notice.text).toMatch(/Source:\s+E-mail/);
		const confirmation = await renderEnquiryConfirmation(enquiry, parts);
		expect(confirmation.text).toContain("Hello,");
		expect(confirmation.text.replaceAll(/\s+/g, " ")).toContain("Thank you for writing to");
	});

	test("waits in quarantine with its e-mails held if it is suspected spam, and leaves it like one of the form", async () => {
		const { enter, database, enquiries, now } = await setUp(kind);
		const { reference, enquiry, emails } = await enter({ ...byEmail, isSpam: true });
		expect(enquiry.state).toBe("quarantined");
		expect(emails.map(([, , state]) => state)).toEqual(["held", "held"]);
		expect(await findRecord(database.db, reference)).toMatchObject({ spam: true });
		const step = await database.write((transaction) => enquiries.quarantine.leave(transaction, reference, { now }));
		expect(step).toMatchObject({ kind: "done" });
		expect((await enquiryStore.find(database.db, reference))?.state).toBe("accepted");
	});

	test("has no confirmation if none is wanted, as for a sender who gets too many", async () => {
		const { enter } = await setUp(kind);
		const { emails } = await enter({ ...byEmail, isConfirmed: false });
		expect(emails).toEqual([["enquiry-notice", "sales@narangi.example", "waiting"]]);
	});
});

test("the confirmation of a call thanks for getting in touch, not for writing", async () => {
	const { enter, parts } = await setUp("sqlite");
	const { enquiry } = await enter({ email: "asha@visitor.example" });
	const { text } = await renderEnquiryConfirmation(enquiry, parts);
	const line = text.replaceAll(/\s+/g, " ");
	expect(line).toContain("Hello Asha, Thank you for getting in touch with");
	expect(line).toContain(
		"If you did not contact us, somebody entered your address by mistake, and you can ignore this e-mail.",
	);
});
