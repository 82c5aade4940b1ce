import { home } from "./company.ts";
import { expect, test, type Page } from "./fixtures.ts";

const overlay = (page: Page) => page.locator(".loading-overlay");
/** The ends of its animations, in milliseconds from their start. */
const readEnds = (page: Page) =>
	overlay(page).evaluate((element) => element.getAnimations().map(({ effect }) => effect?.getComputedTiming().endTime));

test("the loading overlay covers a page for 1 s on entry and leaves by itself", async ({ page }) => {
	await page.goto("/");
	expect(await readEnds(page)).toEqual([1000]);
	await expect(overlay(page)).toBeHidden();
});

test("a key ends the overlay at once", { tag: "@all" }, async ({ page }) => {
	await page.goto("/");
	await page.waitForLoadState("load");
	await expect(async () => {
		await page.keyboard.press("Shift");
		await expect(overlay(page)).toHaveAttribute("hidden", "", { timeout: 100 });
	}).toPass();
});

test("a click ends the overlay at once", { tag: "@all" }, async ({ page }) => {
	await page.goto("/contactUs");
	await expect(async () => {
		await page.mouse.click(400, 400);
		await expect(overlay(page)).toHaveAttribute("hidden", "", { timeout: 100 });
	}).toPass();
});

test("the overlay comes again with the next page", { tag: "@all" }, async ({ page }) => {
	await page.goto("/");
	await expect(overlay(page)).toBeHidden();
	await page
		.getByRole("navigation", { name: "Main" })
		.getByRole("link", { name: "Let's Talk" })
		.filter({ visible: true })
		.click();
	await expect(page).toHaveURL("/contactUs");
	await expect(overlay(page)).not.toHaveAttribute("hidden");
	await expect(overlay(page)).toBeHidden();
});

test("the page's content is accessible under the overlay", async ({ page }) => {
	await page.goto("/", { waitUntil: "commit" });
	const heading = page.getByRole("heading", { level: 1 });
	await expect(heading).toHaveText(home.hero.title);
	expect(
		await heading.evaluate((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })),
	).toBe(true);
});

test.describe("with less motion", () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });

	test("the spinner stops and the overlay still leaves", { tag: "@all" }, async ({ page }) => {
		await page.goto("/");
		const spinning = await page.locator(".spinner").evaluate((element) => element.getAnimations().length);
		expect(spinning).toBe(0);
		expect(await readEnds(page)).toEqual([1000]);
		await expect(overlay(page)).toBeHidden();
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("the overlay leaves by itself", async ({ page }) => {
		await page.goto("/");
		await expect(overlay(page)).toBeHidden();
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	});
});
