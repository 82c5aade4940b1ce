import { enter, expect, test, type Page } from "./fixtures.ts";

const items = (page: Page) => page.getByRole("main").locator("details");
const title = (page: Page, index: number) => items(page).nth(index).locator("summary");
const openItems = (page: Page) =>
	items(page).evaluateAll((all) => all.flatMap((item, index) => ((item as HTMLDetailsElement).open ? index : [])));

async function expectOneOpenAtATime(page: Page): Promise<void> {
	await title(page, 3).click();
	expect(await openItems(page)).toEqual([3]);
	await title(page, 5).click();
	expect(await openItems(page)).toEqual([5]);
	await title(page, 5).click();
	expect(await openItems(page)).toEqual([]);
}

async function expectEachByItself(page: Page): Promise<void> {
	await title(page, 1).click();
	await title(page, 8).click();
	expect(await openItems(page)).toEqual([1, 8]);
	await title(page, 1).click();
	expect(await openItems(page)).toEqual([8]);
}

test("one question is open at a time, and a click on it closes it", { tag: "@any-company" }, async ({ page }) => {
	await enter(page, "/faq");
	await expectOneOpenAtATime(page);
});

test("the sections of the terms open and close each by itself", { tag: "@any-company" }, async ({ page }) => {
	await enter(page, "/terms-condition");
	await expectEachByItself(page);
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("questions and terms open and close without scripts", { tag: "@all" }, async ({ page }) => {
		await page.goto("/faq");
		await expectOneOpenAtATime(page);
		await page.goto("/terms-condition");
		await expectEachByItself(page);
	});
});
