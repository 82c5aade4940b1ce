import { text as readText } from "node:stream/consumers";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { exportRecords } from "../../core/records/export-records.server.ts";
import { databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import { createEnquiryRecord } from "../../tests/support/enquiries.ts";
import { testKind } from "../../tests/support/records.ts";
import { testCompany as company } from "../../tests/support/test-server.ts";
import { renderEnquiryNotice } from "./emails.server.tsx";
import { enquiryFieldNames } from "./enquiry-fields.ts";
import { EnquiryForm } from "./enquiry-form.tsx";
import { insertEnquiry } from "./store.server.ts";

describe.each(enquiryFieldNames)("%s", (name) => {
	const value = `typed-as-${name}`;
	const enquiry = createEnquiryRecord({ [name]: value });

	test("is in the form, with the typed text when the form comes back", () => {
		const rejected = { kind: "rejected" as const, errors: [], values: enquiry };
		const html = renderToStaticMarkup(<EnquiryForm contact={company} notice={undefined} rejected={rejected} />);
		expect(html).toContain(`name="${name}"`);
		expect(html).toContain(value);
	});

	test("is mailed to sales", async () => {
		const email = await renderEnquiryNotice(enquiry, { company, salesEmail: company.salesEmail, deskUrl: "" });
		expect(email.text).toContain(value);
	});

	test.each(databaseKinds)("is stored, shown to staff and exported, on %s", async (kind) => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => insertEnquiry(transaction, enquiry));
		const sent = await testKind.findSent(database.db, [enquiry.reference]);
		expect(JSON.stringify(sent.get(enquiry.reference))).toContain(value);
		expect(await readText(exportRecords(database, testKind))).toContain(value);
	});
});
