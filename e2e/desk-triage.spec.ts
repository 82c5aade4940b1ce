import type { Page } from "@playwright/test";
import { countWork } from "./count-work.ts";
import { enquire } from "./desk-records.ts";
import { expect, test as base } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

// One after the other, on one server.
base.describe.configure({ mode: "default" });

/** Its lists hold this file's enquiries alone. */
const test = base.extend<object, object>({ office: ownOffice() });

const boxes = (page: Page) => page.getByRole("checkbox", { name: /^Select ENQ-/ });
const links = (page: Page) => page.locator("[data-row]");
const notice = (page: Page) => page.locator(".notice");

test.beforeEach(async ({ page, office, signIn, request }) => {
	await signIn(["sales"]);
	for (let number = 0; number < 10; number += 1) await enquire(request, { firstName: `Visitor${number}` });
	await page.goto(`${office.deskUrl}/enquiries?owner=nobody`);
	// Scripts run once the page's box answers.
	const all = page.getByRole("checkbox", { name: "Select page" });
	await expect(async () => {
		await all.check();
		await expect(page.getByRole("group", { name: "Selected" })).toBeVisible({ timeout: 500 });
	}).toPass();
	await all.uncheck();
	await expect(page.getByRole("group", { name: "Selected" })).toBeHidden();
	await page.evaluate(() => {
		if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
	});
});

test("ten enquiries are triaged with 20 keys and no page load", { tag: "@task" }, async ({ page }) => {
	const { press, finish } = countWork(page);
	const waiting = await boxes(page).count();
	expect(waiting).toBeGreaterThanOrEqual(10);
	const leaves = async (number: number) => expect(boxes(page)).toHaveCount(waiting - number);

	await test.step("one is assigned", async () => {
		await press("j");
		await expect(links(page).first()).toBeFocused();
		await press("i");
		await expect(notice(page)).toContainText("1 assigned to");
		await leaves(1);
	});
	await test.step("spam, taken back, and spam again", async () => {
		await expect(links(page).first(), "the row that followed").toBeFocused();
		await press("!");
		await expect(notice(page)).toContainText("1 marked as spam.");
		await leaves(2);
		await press("z");
		await expect(notice(page)).toContainText("Undone.");
		await leaves(1);
		await press("j");
		await press("!");
		await leaves(2);
	});
	await test.step("one is snoozed", async () => {
		await press("j");
		await press("h");
		await expect(page.getByRole("button", { name: /^(?:Later today|In 3 hours)/ })).toBeFocused();
		await press("Enter");
		await expect(notice(page)).toContainText("1 snoozed until");
		await leaves(3);
	});
	await test.step("three are done at once", async () => {
		await press("j");
		await press("x");
		await press("j");
		await press("x");
		await press("j");
		await press("x");
		await expect(page.getByText("3 selected")).toBeVisible();
		await press("e");
		await expect(notice(page)).toContainText("3 moved to Done.");
	});
	await test.step("one is answered", async () => {
		await press("k");
		await press("r");
		await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
		await page.keyboard.type("Gladly.");
		await press("Control+Enter");
		await expect(page.locator("#history ~ *").first()).toContainText("Gladly.");
	});
	finish("Triage ten enquiries", { keys: 20 });
});

test(
	"ten are assigned with three clicks and no page load, and all taken back with one",
	{ tag: ["@task", "@all"] },
	async ({ page }) => {
		const { click, finish } = countWork(page);
		const waiting = await boxes(page).count();
		await click(page.getByRole("checkbox", { name: "Select page" }));
		await expect(page.getByText(`${waiting} selected`)).toBeVisible();
		await click(page.getByRole("group", { name: "Selected" }).getByText("Assign", { exact: true }));
		await click(page.getByRole("button", { name: "Me", exact: true }));
		await expect(notice(page)).toContainText(`${waiting} assigned to`);
		finish("Assign ten", { clicks: 3 });
		await expect(boxes(page)).toHaveCount(0);
		await expect(page.getByRole("main")).toBeFocused();
		await click(notice(page).getByRole("button", { name: "Undo" }));
		await expect(boxes(page)).toHaveCount(waiting);
		finish("Undo the assignment of ten", { clicks: 1 });
	},
);

test(
	"Shift with a click or a key chooses a range, and the record itself is snoozed with two keys",
	{ tag: "@task" },
	async ({ page }) => {
		await boxes(page).nth(1).click();
		await boxes(page)
			.nth(4)
			.click({ modifiers: ["Shift"] });
		await expect(page.getByText("4 selected")).toBeVisible();
		await page.getByRole("button", { name: "Clear" }).click();
		await expect(page.getByText("4 selected")).toBeHidden();
		await links(page).first().focus();
		for (const key of ["x", "j", "j", "j", "j", "Shift+X"]) await page.keyboard.press(key);
		await expect(page.getByText("5 selected")).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(page.getByRole("group", { name: "Selected" })).toBeHidden();
		// The record is looked at once it is snoozed.
		await page.evaluate(() => localStorage.setItem("desk-opens-next", "off"));
		await links(page).first().click();
		await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
		const { press, finish } = countWork(page);
		await press("h");
		await press("Enter");
		await expect(page.getByText(/^Snoozed until/).first()).toBeVisible();
		finish("Snooze a record", { keys: 2 });
		await page
			.getByText(/^Snoozed until \w{3} \d/)
			.last()
			.click();
		await page.getByRole("button", { name: "Unsnooze" }).click();
		await expect(notice(page)).toContainText("Back in the list.");
		await page.keyboard.press("h");
		await page.keyboard.press("ArrowDown");
		await expect(page.getByRole("button", { name: /^Tomorrow/ })).toBeFocused();
		await page.keyboard.press("ArrowUp");
		await expect(page.getByRole("button", { name: /^(?:Later today|In 3 hours)/ })).toBeFocused();
	},
);
