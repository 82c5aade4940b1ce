import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findAccessibilityFaults } from "./accessibility.ts";
import { services } from "./company.ts";
import { enter, expect, test as base, untilHydrated, type Page } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";

const [service] = services;
if (!service) throw new Error("The company has no service");
const path = `/contactUs/${service.slug}`;

const questions = `
enquiryForm:
  questions:
    - key: timeline
      kind: choice
      label: When do you want to begin?
      required: true
      options: [This quarter, Later]
    - key: budget
      kind: budget
      label: Budget
      amounts: [500000, 1500000]
    - key: areas
      kind: choices
      label: What should it cover?
      options: [Orders, Wages, Sales]
    - key: sites
      kind: number
      label: How many sites do you have?
      hint: Count warehouses too.
    - key: live
      kind: yes-no
      label: Do you use another system today?
      required: true
    - key: brief
      kind: file
      label: Your brief
`;

// One after the other, on one server.
base.describe.configure({ mode: "default" });

/** Its content is that of the build, with questions of the first service's own. */
const test = base.extend<object, { office: FrontOffice; asked: void }>({
	office: ownOffice(),
	asked: [
		async ({ office }, provide) => {
			const folder = await mkdtemp(join(tmpdir(), "content-"));
			await mkdir(join(folder, "services"));
			const file = `services/${service.slug}.yml`;
			await writeFile(join(folder, file), (await readFile(join("content", file), "utf8")) + questions);
			await office.changeContent("import", folder, "--heavy");
			await expect(async () => expect((await fetch(office.url + path)).status).toBe(200)).toPass();
			await provide();
		},
		{ scope: "worker", auto: true, timeout: 300_000 },
	],
	// A refused form is 422.
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
	expectedErrors: async ({}, provide) => provide(/status of 422/),
});

const form = (page: Page) => page.getByRole("main").locator("form");
const send = (page: Page) => form(page).getByRole("button", { name: "Send your message" });
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "There is a problem" });
const brief = { name: "brief.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 our brief") };

async function fill(page: Page): Promise<void> {
	await form(page).getByLabel("First name").fill("Asha");
	await form(page).getByLabel("Last name").fill("Rao");
	await form(page).getByLabel("E-mail").fill("asha.rao@visitor.example");
	await form(page).getByLabel("Message").fill("We count by hand.");
}

async function answer(page: Page): Promise<void> {
	await form(page).getByLabel("When do you want to begin?").selectOption("This quarter");
	await form(page).getByLabel("Budget").selectOption("Under ₹5,00,000");
	await form(page).getByLabel("Orders").check();
	await form(page).getByLabel("Sales").check();
	await form(page).getByLabel("How many sites do you have?").fill("12");
	await form(page).getByLabel("Yes").check();
}

test("a service's page leads to its form, whose answers reach sales in the notice and on the record's page", async ({
	page,
	office,
	signIn,
}) => {
	await enter(page, `/case-study/${service.slug}`);
	await page.getByRole("link", { name: "Get Started Today" }).click();
	await expect(page).toHaveURL(path);
	await untilHydrated(page);
	await fill(page);
	await send(page).click();
	await expect(summary(page).getByRole("link")).toHaveText([
		"Answer “When do you want to begin”",
		"Answer “Do you use another system today”",
	]);
	await summary(page).getByRole("link").first().click();
	await expect(form(page).getByLabel("When do you want to begin?")).toBeFocused();
	await answer(page);
	await send(page).click();
	await expect(page.getByRole("dialog", { name: "Thank You!" })).toBeVisible();
	await expect(async () => {
		const notice = office.mail.emails.find(({ text }) => text?.includes("What should it cover"));
		expect(notice?.text).toContain("Orders, Sales");
		expect(notice?.text).toContain(service.title);
	}).toPass();
	await signIn(["sales"]);
	await page.goto(`${office.deskUrl}/enquiries`);
	await page.getByRole("link", { name: "Asha Rao" }).first().click();
	await expect(page.getByText("Under ₹5,00,000")).toBeVisible();
});

test(
	"a brief comes with the form and is a download on the record's page",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await enter(page, path);
		await fill(page);
		await form(page).getByLabel("Message").fill("With a brief.");
		await answer(page);
		await form(page).getByLabel("Your brief").setInputFiles(brief);
		await send(page).click();
		await expect(page).toHaveURL("/contactUs/thank-you");
		await signIn(["sales"]);
		await page.goto(`${office.deskUrl}/enquiries`);
		await page.getByRole("link", { name: "Asha Rao" }).first().click();
		await expect(page.getByText("With a brief.").first()).toBeVisible();
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "brief.pdf" }).click();
		expect((await download).suggestedFilename()).toBe("brief.pdf");
	},
);

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("a refused form keeps its answers and names each error, and is then sent with its file", async ({ page }) => {
		await page.goto(path);
		await fill(page);
		await form(page).getByLabel("Message").fill("Without scripts.");
		await answer(page);
		await form(page).getByLabel("How many sites do you have?").fill("some");
		await form(page)
			.getByLabel("Your brief")
			.setInputFiles({ ...brief, name: "brief.exe" });
		await send(page).click();
		await expect(page).toHaveURL(path);
		await expect(summary(page).getByRole("link")).toHaveText([
			"Please answer with a number",
			"Please attach a PDF, an office document, a picture or a ZIP",
		]);
		await expect(form(page).getByLabel("When do you want to begin?")).toHaveValue("This quarter");
		await expect(form(page).getByLabel("Orders")).toBeChecked();
		await expect(form(page).getByLabel("Wages")).not.toBeChecked();
		await expect(form(page).getByLabel("Yes")).toBeChecked();
		await form(page).getByLabel("How many sites do you have?").fill("3");
		await form(page).getByLabel("Your brief").setInputFiles(brief);
		await send(page).click();
		await expect(page).toHaveURL("/contactUs/thank-you");
	});
});

test(
	"the form passes axe for WCAG 2.2 A and AA at 360 and 1280 px, with its errors",
	{ tag: "@all" },
	async ({ page }) => {
		for (const width of [360, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			await enter(page, path);
			expect(await findAccessibilityFaults(page)).toEqual([]);
			await send(page).click();
			await expect(summary(page)).toBeVisible();
			expect(await findAccessibilityFaults(page)).toEqual([]);
			expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
		}
	},
);
