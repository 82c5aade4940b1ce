import { findAccessibilityFaults } from "./accessibility.ts";
import { enquire } from "./desk-records.ts";
import { expect, test, untilHydrated } from "./fixtures.ts";

// The frame of the studio's preview runs no scripts.
test.use({ expectedErrors: /^Blocked script execution in '[^']*\/studio\/preview\?/ });

test("Ctrl+K, words and Enter lead to the opening hours", async ({ page, office, signIn }) => {
	await signIn();
	await page.goto(`${office.deskUrl}/keyboard`);
	await untilHydrated(page);
	await page.keyboard.press("Control+k");
	const box = page.getByRole("combobox", { name: "Go to" });
	await expect(box).toBeFocused();
	await page.keyboard.type("working hours");
	await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toContainText("Opening hours");
	expect(await findAccessibilityFaults(page, { rules: "all" })).toEqual([]);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(`${office.deskUrl}/opening-hours`);
	await expect(page.getByRole("heading", { level: 1, name: "Opening hours" })).toBeVisible();
	await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the palette finds records, is left by Escape, and does what the open page offers", async ({
	page,
	office,
	signIn,
}) => {
	const reference = await enquire(page.request);
	await signIn();
	await page.goto(`${office.deskUrl}/keyboard`);
	await untilHydrated(page);
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("combobox", { name: "Go to" })).toBeFocused();
	await page.keyboard.type("nothing");
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	const link = page.getByRole("link", { name: "Keyboard shortcuts" });
	await link.focus();
	await page.keyboard.press("Control+k");
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(link).toBeFocused();
	await page.keyboard.press("Control+k");
	await page.keyboard.type(reference.toLowerCase());
	await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toContainText(reference);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(`${office.deskUrl}/enquiries/${reference}`);
	await page.keyboard.press("Control+k");
	await page.keyboard.type("add a note");
	await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toContainText("Add a note");
	await page.keyboard.press("Enter");
	await expect(page.locator('[data-key="n"]')).toBeFocused();

	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+k");
	await page.keyboard.type("snooze");
	const box = page.getByRole("combobox", { name: "Go to" });
	await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toContainText("Snooze");
	await box.dispatchEvent("keydown", { key: "Enter", isComposing: true });
	await expect(box, "Enter ends what an input method composes").toBeVisible();
	const posts: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posts.push(new URL(request.url()).pathname));
	await page.getByText("On this page").click();
	await expect(box).not.toBeFocused();
	await page.keyboard.press("!");
	await box.press("Enter");
	await expect(page.getByRole("button", { name: /^(?:Later today|In 3 hours)/ }).first()).toBeFocused();
	await expect(page.getByText("Snoozed until")).toHaveCount(0);
	expect(posts, "keys do nothing behind the palette").toEqual([]);
});

test("on a phone, the sheet with search and palette closes when they have led somewhere, and by Escape", async ({
	page,
	office,
	signIn,
}) => {
	const reference = await enquire(page.request);
	await signIn();
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${office.deskUrl}/enquiries/${reference}`);
	await untilHydrated(page);
	const more = page.getByText("More", { exact: true });
	const opener = page.getByRole("link", { name: "Go to…" });
	await more.click();
	await opener.click();
	await page.keyboard.type("reply");
	await page.getByRole("option", { name: "Reply" }).click();
	await expect(page.locator('[data-key="r"]')).toBeFocused();
	await expect(opener).toBeHidden();
	for (const words of ["nobody", "nothing"]) {
		await more.click();
		await page.getByRole("searchbox", { name: "Reference, name or e-mail" }).fill(words);
		await page.getByRole("search").getByRole("button", { name: "Search" }).click();
		await expect(page.getByRole("heading", { level: 1, name: `Search for “${words}”` })).toBeVisible();
		await expect(opener).toBeHidden();
	}
	await more.click();
	await opener.focus();
	await page.keyboard.press("Escape");
	await expect(opener).toBeHidden();
	await expect(page.locator("summary", { has: more })).toBeFocused();
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("a page finds what the palette finds", { tag: "@all" }, async ({ page, office, signIn }) => {
		const reference = await enquire(page.request);
		await signIn();
		await page.goto(office.deskUrl);
		await page.getByRole("link", { name: "Go to…" }).click();
		await page.getByRole("searchbox", { name: "Page, setting, record or person" }).fill(reference);
		await page.getByRole("button", { name: "Find" }).click();
		await expect(page.locator(`main a[href="/enquiries/${reference}"]`)).toBeVisible();
		await page.goto(`${office.deskUrl}/go?q=business+days`);
		await page.getByRole("main").getByRole("link", { name: "Opening hours" }).click();
		await expect(page).toHaveURL(`${office.deskUrl}/opening-hours`);
	});
});
