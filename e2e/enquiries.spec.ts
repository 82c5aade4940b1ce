import { randomUUID } from "node:crypto";
import { enter, expect, test } from "./fixtures.ts";

test("an enquiry reaches sales and its sender by mail, and the staff's list", async ({ page, office }) => {
	const visitor = `asha-${randomUUID()}@visitor.example`;
	await enter(page, "/contactUs");
	await page.getByLabel("First name").fill("Asha");
	await page.getByLabel("Last name").fill("Rao");
	await page.getByLabel("E-mail").fill(visitor);
	await page.getByLabel("Message").fill("We need an app for 40 shops.\nCall us on Tuesday.");
	let reference = "";
	await page.route("/contactus/submit", async (route) => {
		const response = await route.fetch();
		({ reference } = ((await response.json()) as { data: { reference: string } }).data);
		await route.fulfill({ response });
	});
	await page.getByRole("button", { name: "Send your message" }).click();
	await expect(page.getByRole("dialog", { name: "Thank You!" })).toBeVisible();

	const emails = () => office.mail.emails.filter((email) => email.subject?.includes(reference));
	await expect.poll(() => emails().length).toBe(2);
	const toVisitor = emails().find((email) => email.envelopeRecipients.includes(visitor));
	const toSales = emails().find((email) => !email.envelopeRecipients.includes(visitor));
	expect(toSales?.text).toContain("We need an app for 40 shops.");
	expect(toSales?.text).toContain("Call us on Tuesday.");
	expect(toSales?.replyTo?.map(({ address }) => address)).toEqual([visitor]);
	expect(toVisitor?.text).toContain(reference);
	expect(toVisitor?.text).not.toContain("40 shops");

	expect(await office.readInbox()).toContain(reference);
	const shown = await office.readInbox("show", reference);
	expect(shown).toContain(visitor);
	expect(shown).toContain("We need an app for 40 shops.");
});

test("a filled hidden field quarantines the enquiry, and no e-mail is sent", async ({ request, office }) => {
	const email = `bot-${randomUUID()}@visitor.example`;
	const enquire = async (fields: object) => {
		const response = await request.post("/contactus/submit", {
			data: { firstName: "Asha", lastName: "Rao", email, message: "Buy now", ...fields },
		});
		expect(response.status()).toBe(200);
		return ((await response.json()) as { data: { reference: string } }).data.reference;
	};
	const listEmails = (reference: string) =>
		office.mail.emails.filter(({ subject, text }) => subject?.includes(reference) || text?.includes(reference));
	const reference = await enquire({ leaveEmpty: "https://spam.example" });
	expect(await office.readInbox("--quarantined")).toContain(reference);
	const written = (await office.readInbox("emails")).split("\n").filter((line) => line.startsWith(reference));
	expect(written.map((line) => line.split(/ {2,}/)[3])).toEqual(["on hold", "on hold"]);

	// E-mails leave in the order in which they were written: once a later enquiry's have arrived, an earlier one's would have.
	const laterReference = await enquire({});
	await expect.poll(() => listEmails(laterReference).length).toBe(2);
	expect(listEmails(reference)).toEqual([]);
});
