import { expect, test } from "vitest";
import { dubaiCompany } from "../../tests/support/dubai-company.ts";
import { createEnquiryRecord } from "../../tests/support/enquiries.ts";
import { testCompany as company } from "../../tests/support/test-server.ts";
import { listEnquiryEmails } from "./email-intents.server.ts";
import { renderEnquiryConfirmation, renderEnquiryNotice } from "./emails.server.tsx";
import type { EnquiryRecord } from "./store.server.ts";

const enquiry = createEnquiryRecord({ phone: "", message: "We need <b>an app</b>.\n\nAnd & a site." });
const parts = { company, salesEmail: "sales@narangi.example", deskUrl: "http://localhost:3001" };

test("an enquiry calls for one e-mail to sales and one to the visitor", () => {
	expect(listEnquiryEmails(enquiry, parts)).toEqual([
		{ kind: "enquiry-notice", reference: "ENQ-7K3F9QXM", recipient: "sales@narangi.example" },
		{ kind: "enquiry-confirmation", reference: "ENQ-7K3F9QXM", recipient: "asha@visitor.example" },
	]);
});

test("the notice is answered to the visitor", async () => {
	expect(await renderEnquiryNotice(enquiry, parts)).toMatchObject({
		replyTo: "asha@visitor.example",
		subject: "Enquiry ENQ-7K3F9QXM from Asha Rao",
	});
});

test("the notice holds the whole enquiry, escaped in HTML, with the time in India", async () => {
	const { html, text } = await renderEnquiryNotice({ ...enquiry, phone: "+91 98100 00000" }, parts);
	for (const part of [
		"Asha Rao",
		"asha@visitor.example",
		"+91 98100 00000",
		"ENQ-7K3F9QXM",
		"11:30 am",
		"We need <b>an app</b>.",
		"And & a site.",
	])
		expect(text).toContain(part);
	expect(text.replaceAll(/\s+/g, " ")).toContain("The site promises a reply within 24 business hours.");
	expect(html).toContain("We need &lt;b&gt;an app&lt;/b&gt;.");
	expect(html).not.toContain("<b>an app</b>");
});

test("both use the company's times and language", async () => {
	const elsewhere = { ...parts, company: dubaiCompany };
	const notice = await renderEnquiryNotice(enquiry, elsewhere);
	const confirmation = await renderEnquiryConfirmation(enquiry, elsewhere);
	expect(notice.text.replaceAll(/\s+/g, " ")).toContain("23 November 2026 at 10:00 (Dubai)");
	expect(confirmation.text.replaceAll(/\s+/g, " ")).toContain("Our hours are Monday-Friday 9am to 6pm, Dubai time.");
	for (const { html } of [notice, confirmation]) {
		expect(html).toContain('lang="en-GB"');
		expect(html).not.toMatch(/India|en-IN/);
	}
});

test("the notice leads to the desk, and the confirmation knows nothing of it", async () => {
	const { html, text } = await renderEnquiryNotice(enquiry, parts);
	expect(html).toContain('href="http://localhost:3001/enquiries/ENQ-7K3F9QXM"');
	expect(text).toContain("Open it in the desk: http://localhost:3001/enquiries/ENQ-7K3F9QXM");
	expect(JSON.stringify(await renderEnquiryConfirmation(enquiry, parts))).not.toContain("3001");
});

test("the confirmation has the reference and the time of a reply", async () => {
	const email = await renderEnquiryConfirmation(enquiry, parts);
	expect(email).toMatchObject({
		replyTo: "sales@narangi.example",
		subject: "We have received your enquiry (ENQ-7K3F9QXM)",
	});
	for (const form of [email.text, email.html]) {
		expect(form).toContain("Hello Asha,");
		expect(form).toContain("ENQ-7K3F9QXM");
		expect(form.replaceAll("<!-- -->", "")).toMatch(/typically\s+replies\s+within\s+24\s+business\s+hours/);
	}
	expect(email.html).toContain("We typically reply within 24 business hours.");
});

test("the confirmation repeats nothing that a spammer could write to a stranger", async () => {
	const spam: EnquiryRecord = {
		...enquiry,
		firstName: "Win at casino.example/now",
		lastName: "www.spam.example",
		phone: "casino.example",
		message: "Buy at https://spam.example",
	};
	const { html, text, subject } = await renderEnquiryConfirmation(spam, parts);
	for (const form of [html, text, subject]) expect(form).not.toMatch(/casino|spam\.example|Win at/);
	expect(text).toContain("Hello,");
});
