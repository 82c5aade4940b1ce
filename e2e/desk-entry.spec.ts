import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { connectMailbox, findEnquiry } from "./desk-records.ts";
import { expect, test, untilHydrated, type Page } from "./fixtures.ts";

const resume = fileURLToPath(new URL("../tests/fixtures/resumes/latex.pdf", import.meta.url));

/** Completes an application that came by e-mail, after a file that is refused. */
async function completeApplication(page: Page, name: string, deliver: (raw: string) => Promise<void>, deskUrl: string) {
	await deliver(writeMessage(name, "I would like to work with you."));
	await page.goto(`${deskUrl}/applications`);
	await page.getByRole("link", { name }).first().click();
	await page.getByRole("link", { name: "Complete application" }).click();
	await page.getByLabel("Phone").fill("+91 98100 00000");
	await page
		.getByLabel("Resume")
		.setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("-") });
	await page.getByRole("button", { name: "Save application" }).click();
	await expect(page.getByRole("alert")).toContainText("This file cannot be used as a resume");
	await expect(page.getByLabel("Phone")).toHaveValue("+91 98100 00000");
	await page.getByLabel("Resume").setInputFiles(resume);
	await page.getByRole("button", { name: "Save application" }).click();
	await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
	await expect(page.getByRole("link", { name: "Download resume" })).toBeVisible();
}

function writeMessage(name: string, text: string): string {
	return [
		`From: ${name} <asha-${name.split(" ")[1]}@visitor.example>`,
		"To: sales@company.example",
		"Subject: A question",
		`Message-ID: <${randomUUID()}@visitor.example>`,
		"",
		text,
		"",
	].join("\r\n");
}

/** The second message, but for the copy that a reply quotes. */
const price = (page: Page) => page.locator(".text:not(.quoted *)").filter({ hasText: "The price, please." });

/** Enters an enquiry after a first attempt that is refused. */
async function enterEnquiry(page: Page, deskUrl: string, name: string): Promise<void> {
	await page.goto(`${deskUrl}/enquiries`);
	await page.getByRole("link", { name: "New enquiry" }).click();
	await page.getByLabel("Name", { exact: true }).fill(name);
	await page.getByLabel("Message").fill("Met us at the fair; wants an app.");
	await page.getByRole("button", { name: "Save enquiry" }).click();
	await expect(page.getByRole("alert")).toContainText("Enter an e-mail address or a phone number");
	await expect(page.getByLabel("Message")).toHaveValue("Met us at the fair; wants an app.");
	await page.getByLabel("Phone").fill("+91 98100 00000");
	await page.getByLabel("Source").selectOption("event");
	await page.getByLabel("How they agreed to this being stored").fill("Asked us to call back");
	await page.getByRole("button", { name: "Save enquiry" }).click();
	await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
	await expect(page.getByText("Asked us to call back")).toBeVisible();
}

/** Hands over two messages of one sender, each an enquiry of its own, and opens the second. */
async function openSecond(page: Page, name: string, deliver: (raw: string) => Promise<void>, deskUrl: string) {
	for (const text of ["We need an app.", "The price, please."]) await deliver(writeMessage(name, text));
	// Lists have no order within a second.
	await page.goto(deskUrl + (await findEnquiry(page.request, deskUrl, `${name} price`)));
	await expect(price(page)).toBeVisible();
}

test("a member enters an enquiry, opens one from a message, moves a message and undoes that", async ({
	page,
	office,
	signIn,
}) => {
	await signIn();
	const deliver = await connectMailbox(page.request, office, "enquiry");
	const name = `Asha ${randomUUID().slice(0, 6)}`;
	await enterEnquiry(page, office.deskUrl, name);

	const sender = `Asha ${randomUUID().slice(0, 6)}`;
	await openSecond(page, sender, deliver, office.deskUrl);
	const second = page.url();
	await page.getByRole("button", { name: "Move this message there" }).click();
	await expect(page.getByRole("status").filter({ hasText: "Message moved to" })).toBeVisible();
	expect(page.url()).not.toBe(second);
	await expect(price(page)).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page).toHaveURL(second);
	// The address changes before the page does, whose record had two messages.
	await expect(page.getByText("Move or open as a record")).toHaveCount(1);

	await page.getByText("Move or open as a record").click();
	await page.getByLabel("Reference of another record").fill("ENQ-NOWHERE");
	await page.getByRole("button", { name: "Move to another record" }).click();
	await expect(page.getByRole("alert")).toContainText("There is no record ENQ-NOWHERE");
	await page.getByRole("link", { name: "Open as new application" }).click();
	await untilHydrated(page);
	await expect(page.getByLabel("Name", { exact: true })).toHaveValue(sender);
	await expect(page.getByLabel("Message")).toHaveValue("The price, please.");
	await page.getByRole("button", { name: "Save application" }).click();
	await expect(page.getByRole("heading", { name: sender, level: 1 })).toBeVisible();
	await expect(price(page)).toHaveCount(1);
});

test("a member completes an application that came by e-mail", { tag: "@all" }, async ({ page, office, signIn }) => {
	await signIn();
	const deliver = await connectMailbox(page.request, office, "application");
	await completeApplication(page, `Asha ${randomUUID().slice(0, 6)}`, deliver, office.deskUrl);
});

test.describe("without scripts, at 360 px", () => {
	test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

	test(
		"a member enters an enquiry, moves a message and completes an application",
		{ tag: "@all" },
		async ({ page, office, signIn }) => {
			await signIn();
			const deliver = await connectMailbox(page.request, office, "enquiry");
			await enterEnquiry(page, office.deskUrl, `Asha ${randomUUID().slice(0, 6)}`);
			await openSecond(page, `Asha ${randomUUID().slice(0, 6)}`, deliver, office.deskUrl);
			const second = page.url();
			await page.getByRole("button", { name: "Move this message there" }).click();
			await expect(page.getByRole("status").filter({ hasText: "Message moved to" })).toBeVisible();
			await page.getByRole("button", { name: "Undo" }).click();
			await expect(page).toHaveURL(second);
			const deliverApplication = await connectMailbox(page.request, office, "application");
			await completeApplication(page, `Asha ${randomUUID().slice(0, 6)}`, deliverApplication, office.deskUrl);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
		},
	);
});
