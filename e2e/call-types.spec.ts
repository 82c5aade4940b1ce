import { findAccessibilityFaults } from "./accessibility.ts";
import { enter, expect, test, type Page } from "./fixtures.ts";

const path = "/calls/architecture-review";
const name = "Architecture review";

const freeDays = (page: Page) => page.getByRole("grid").getByRole("button", { name: /\d+ times? free$/ });
const times = (page: Page) => page.getByRole("list", { name: /^Free times/ }).getByRole("button");

async function fill(page: Page): Promise<void> {
	await page.getByRole("textbox", { name: "First name" }).fill("Asha");
	await page.getByRole("textbox", { name: "E-mail" }).fill("asha.rao@visitor.example");
	await page.getByRole("textbox", { name: "Phone" }).fill("+91 98100 00000");
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a visitor finds another type of call on the demo's page and books it", async ({ page }) => {
	await enter(page, "/demo");
	await page.getByRole("link", { name }).click();
	await expect(page).toHaveURL(path);
	await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
	await expect(page.getByText("45 minutes", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Next month" }).click();
	await freeDays(page).first().click();
	await times(page).last().click();
	await fill(page);
	expect(await findAccessibilityFaults(page)).toEqual([]);
	await page.getByRole("button", { name: "Book this call" }).click();
	await expect(page.getByRole("dialog", { name: "Your call is booked" })).toContainText("45 minutes");
});

test("another type's page shows its own call and times, and Back the former ones", async ({ page }) => {
	await enter(page, path);
	await page.getByRole("link", { name: "Discovery workshop" }).click();
	await expect(page).toHaveURL("/calls/discovery-workshop");
	await expect(page.getByRole("heading", { name: "Discovery workshop", level: 1 })).toBeVisible();
	await expect(page).toHaveTitle(/Discovery Workshop/);
	await page.goBack();
	await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
	await expect(page.getByText("45 minutes", { exact: true })).toBeVisible();
	await page.goForward();
	await expect(page.getByRole("heading", { name: "Discovery workshop", level: 1 })).toBeVisible();
	await page.getByRole("button", { name: "Next month" }).click();
	await freeDays(page).first().click();
	await times(page).first().click();
	await fill(page);
	await page.getByRole("button", { name: "Book this call" }).click();
	await expect(page.getByRole("dialog", { name: "Your call is booked" })).toContainText("90 minutes");
});

test("a visitor who finds no time says by the keyboard when they can, on a phone", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 800 });
	await enter(page, path);
	await page.getByRole("link", { name: "Tell us when you are free" }).click();
	await expect(page.getByRole("heading", { name: "None of these times work for you?", level: 1 })).toBeVisible();
	expect(await findAccessibilityFaults(page)).toEqual([]);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
	await page.getByRole("button", { name: "Send preferred times" }).press("Enter");
	await expect(page.getByRole("textbox", { name: "First name" })).toHaveJSProperty("validity.valueMissing", true);
	await page.getByRole("checkbox", { name: "Monday" }).press("Space");
	await page.getByRole("checkbox", { name: "Evening" }).press("Space");
	await page.getByRole("textbox", { name: "First name" }).fill("Asha");
	await page.getByRole("textbox", { name: "E-mail" }).fill("asha.rao@visitor.example");
	await page.getByRole("button", { name: "Send preferred times" }).press("Enter");
	await expect(page).toHaveURL("/contactUs/thank-you");
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false, expectedErrors: /status of 422/ });

	test(
		"a visitor who finds no time says when they can, and keeps what they typed",
		{ tag: "@all" },
		async ({ page }) => {
			await page.goto(`${path}/other-times`);
			await page.getByRole("checkbox", { name: "Tuesday" }).check();
			await page.getByRole("textbox", { name: "First name" }).fill("Asha");
			await page.getByRole("textbox", { name: "E-mail" }).fill("asha@nowhere");
			await page.getByRole("button", { name: "Send preferred times" }).click();
			await expect(page.getByRole("link", { name: /e-mail/i }).first()).toBeVisible();
			await expect(page.getByRole("checkbox", { name: "Tuesday" })).toBeChecked();
			await page.getByRole("textbox", { name: "E-mail" }).fill("asha.rao@visitor.example");
			await page.getByRole("button", { name: "Send preferred times" }).click();
			await expect(page).toHaveURL("/contactUs/thank-you");
		},
	);

	test("another type of call is booked, and its private page names it", { tag: "@all" }, async ({ page }) => {
		await page.goto(path);
		await page.getByRole("link", { name: "Choose a date and a time" }).click();
		await expect(page).toHaveURL(`${path}/by-form`);
		await page.getByRole("button", { name: "Next month" }).click();
		await freeDays(page).first().click();
		await times(page).first().click();
		await fill(page);
		await page.getByRole("button", { name: "Book this call" }).click();
		await expect(page.getByRole("heading", { name: "Your architecture review" })).toBeVisible();
		await expect(page.getByText("45 minutes")).toBeVisible();
	});
});
