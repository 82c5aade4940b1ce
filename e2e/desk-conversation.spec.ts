import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { connectMailbox, findEnquiry } from "./desk-records.ts";
import { expect, signInTo, test, untilHydrated, type Page } from "./fixtures.ts";

/** Sends a visitor's e-mail to a mailbox of the desk, as an admin, and returns the address of the record that it became. */
async function write(office: FrontOffice, request: APIRequestContext, subject: string): Promise<string> {
	const sender = `asha-${randomUUID()}@visitor.example`;
	const deliver = await connectMailbox(request, office, "enquiry");
	await deliver(
		[
			`From: Asha Rao <${sender}>`,
			"Cc: Noor Khan <noor@visitor.example>",
			`Subject: ${subject}`,
			`Message-ID: <${randomUUID()}@visitor.example>`,
			"",
			"Can you build us an app?",
			"",
		].join("\r\n"),
	);
	return office.deskUrl + (await findEnquiry(request, office.deskUrl, sender));
}

/** Drops a file on an element, as from a folder of the computer, or pastes it. */
async function hand(page: Page, how: "drop" | "paste", name: string): Promise<void> {
	await page.getByRole("textbox", { name: "Text" }).evaluate(
		(element, [event, fileName]) => {
			const data = new DataTransfer();
			data.items.add(new File(["A plan"], fileName, { type: "text/plain" }));
			element.dispatchEvent(
				event === "drop"
					? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
					: new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
			);
		},
		[how, name] as const,
	);
}

const emailsAbout = (office: FrontOffice, subject: string) =>
	office.mail.emails.filter((email) => email.subject === `Re: ${subject}`);

test("a visitor's e-mail is answered to all, with its text quoted and files that were dropped and pasted", async ({
	page,
	office,
	signIn,
}) => {
	await signIn();
	const subject = `An app ${randomUUID()}`;
	await page.goto(await write(office, page.request, subject));
	await untilHydrated(page);
	await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue(`Re: ${subject}`);
	await page.getByRole("textbox", { name: "Text" }).fill("Gladly.");
	await page.getByRole("button", { name: "Reply to all" }).click();
	await expect(page.getByRole("textbox", { name: "Cc" })).toHaveValue("noor@visitor.example");
	await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Gladly.");
	await hand(page, "drop", "dropped.txt");
	await expect(page.getByText("dropped.txt")).toBeVisible();
	await hand(page, "paste", "pasted.txt");
	await expect(page.getByText("pasted.txt")).toBeVisible();
	await page.getByText(/^Quoted below your text: Asha Rao/).click();
	await expect(page.getByRole("checkbox", { name: "Quote this message" })).toBeChecked();
	await page.getByRole("button", { name: "Preview", exact: true }).click();
	await expect(page.locator(".email-preview")).toContainText("> Can you build us an app?");
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await expect(page.getByRole("region", { name: "Activity" })).toContainText("cc noor@visitor.example");
	await expect(page.getByRole("textbox", { name: "Cc" })).toHaveValue("");
	await expect.poll(() => emailsAbout(office, subject).length).toBe(2);
	for (const email of emailsAbout(office, subject)) {
		expect(email.cc?.map(({ address }) => address)).toEqual(["noor@visitor.example"]);
		expect(email.attachments.map(({ filename }) => filename)).toEqual(["dropped.txt", "pasted.txt"]);
		expect(email.text).toContain("> Can you build us an app?");
	}
});

test("the same without scripts, at 360 px, signed with the member's signature, and the quote left out", async ({
	browser,
	office,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
	await signInTo(office, context);
	const page = await context.newPage();
	await page.goto(`${office.deskUrl}/account`);
	await page.getByRole("region", { name: "Signature" }).getByLabel("Text").fill("Meera\nSales, Narangi");
	await page.getByRole("button", { name: "Save signature" }).click();
	await expect(page.getByText("Signature saved.")).toBeVisible();
	const subject = `A site ${randomUUID()}`;
	await page.goto(await write(office, page.request, subject));
	await page.getByRole("button", { name: "Reply to all" }).click();
	await expect(page.getByRole("textbox", { name: "Cc" })).toHaveValue("noor@visitor.example");
	await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(/Meera\r?\nSales, Narangi$/);
	await page.getByText(/^Quoted below your text/).click();
	await page.getByRole("checkbox", { name: "Quote this message" }).uncheck();
	await page.getByRole("textbox", { name: "Cc" }).fill("nobody");
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await expect(page.locator(".error-summary")).toContainText("“nobody” is not an e-mail address");
	await page.getByText(/^Quoted below your text/).click();
	await expect(page.getByRole("checkbox", { name: "Quote this message" })).not.toBeChecked();
	await page.getByRole("textbox", { name: "Cc" }).fill("");
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await expect(page.getByText("Sending in ten seconds.")).toBeVisible();
	await expect.poll(() => emailsAbout(office, subject).length).toBe(1);
	expect(emailsAbout(office, subject)[0]?.text).not.toContain("Can you build us");
	await context.close();
});

test("a message is forwarded to a colleague elsewhere, and undone, with its text and without an answer to the visitor", async ({
	page,
	office,
	signIn,
}) => {
	await signIn();
	const subject = `A plan ${randomUUID()}`;
	await page.goto(await write(office, page.request, subject));
	await page.getByRole("link", { name: "Forward" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Forward message" })).toBeVisible();
	await untilHydrated(page);
	await page.getByRole("textbox", { name: "To" }).fill("expert@elsewhere.example");
	await page.getByRole("textbox", { name: "Text" }).fill("Can you look at this?");
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
	await expect(page.getByRole("status").first()).toContainText("Not sent. Your e-mail is a draft again.");
	await expect(page.getByRole("textbox", { name: "To" })).toHaveValue("expert@elsewhere.example");
	await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Can you look at this?");
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await expect(page.getByRole("region", { name: "Activity" })).toContainText("forwarded to expert@elsewhere.example");
	const forwarded = () => office.mail.emails.filter((email) => email.subject === `Fwd: ${subject}`);
	await expect.poll(() => forwarded().length).toBe(1);
	expect(forwarded()[0]?.text).toMatch(
		/Can you look at this\?\s+---------- Forwarded message ----------\s+From: Asha Rao/,
	);
});
