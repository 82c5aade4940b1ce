import type { BrowserContextOptions } from "@playwright/test";
import { describeForm } from "../features/publishing/forms/describe-form.ts";
import { menusSchema } from "../features/publishing/menu-schema.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { menus as companyMenus } from "./company.ts";
import { fillDocument } from "./fill-document.ts";
import { enter, expect, untilHydrated, type Page } from "./fixtures.ts";
import { isSaved, test } from "./studio-office.ts";

// Each continues from what the previous one has published.
test.describe.configure({ mode: "serial" });

/** Labels that no company has, as long as they may be. */
const menus = {
	header: [
		{ label: "Reasons", to: "/why-choose-us" },
		{
			label: "Wherewithal",
			links: [
				{ label: "Vision, mission and all that we measure", to: "/vision-mission" },
				{ label: "Donaudampfschiffahrtsgesellschaftskapitän", to: "https://elsewhere.example/" },
			].map((link) => ({ ...link, label: link.label.slice(0, 40) })),
		},
	],
	footerColumns: [{ title: "Further and further reading", links: [{ label: "What visitors ask of us", to: "/faq" }] }],
	footerLinks: [{ label: "Rechtsschutzversicherungsgesellschaften", to: "/terms-condition" }],
};
const [list] = menus.header.flatMap(({ links }) => links ?? []);
const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const own = (page: Page, name: string) => bar(page).getByRole("link", { name, exact: true }).filter({ visible: true });
const listOf = (page: Page, name: string) => bar(page).locator("summary", { hasText: name }).filter({ visible: true });

const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };
const widths = [360, 767, 768, 1023, 1024, 1280];

/** Waits until visitors get the menus, or no longer do. */
async function untilPublic(page: Page, isPublic: boolean): Promise<void> {
	await expect(async () => {
		const html = await (await page.request.get("/")).text();
		expect(html.includes("Wherewithal")).toBe(isPublic);
	}).toPass();
}

test(
	"an editor adds links to navigation and footer, and presses one on the page to edit it",
	{ tag: "@all" },
	async ({ arrive, office, page: visitor }) => {
		const { page } = await arrive("Asha", { viewport: { width: 1440, height: 900 } });
		await page.goto(`${office.deskUrl}/studio?q=menus`);
		await page.locator('a[href$="/studio/documents/menus.yml"]').first().click();
		await untilHydrated(page);
		await fillDocument(page, describeForm(menusSchema), { ...menus, footerLinks: [{ label: "X", to: "/nowhere" }] });
		await isSaved(page);
		await expect(page.getByText("/nowhere is not a page on the site").first()).toBeVisible();
		await fillDocument(page, describeForm(menusSchema), menus);
		await isSaved(page);
		const entry = page
			.frameLocator(".studio-frame iframe:not([data-coming])")
			.locator('footer [data-field="menus.yml#fields.footerLinks.0.label"]');
		await entry.click();
		const lastLine = page.getByRole("group", { name: "Last line of the footer" });
		await expect(lastLine.getByLabel("Label")).toBeFocused();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.getByRole("button", { name: "Publish…" }).click();
		await page.getByRole("button", { name: "Publish draft" }).click();
		await expect(page.getByText("Published as release")).toBeVisible();
		await untilPublic(visitor, true);
	},
);

test(
	"on a desktop they are found by pointer and keyboard, and the list closes as others do",
	{ tag: "@all" },
	async ({ page }) => {
		await page.setViewportSize({ width: 1280, height: 800 });
		await enter(page, "/");
		await own(page, "Reasons").click();
		await expect(page).toHaveURL("/why-choose-us");
		await expect(own(page, "Reasons")).toHaveAttribute("aria-current", "page");
		const summary = listOf(page, "Wherewithal");
		await summary.focus();
		await page.keyboard.press("Enter");
		await expect(own(page, list?.label ?? "")).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(own(page, list?.label ?? "")).toHaveCount(0);
		await expect(summary).toBeFocused();
		await summary.hover();
		await expect(own(page, list?.label ?? "")).toBeVisible();
		await listOf(page, "Services").hover();
		await expect(own(page, list?.label ?? "")).toHaveCount(0);
		await summary.hover();
		await own(page, list?.label ?? "").click();
		await expect(page).toHaveURL("/vision-mission");
		const column = page.getByRole("navigation", { name: "Further and further reading links" });
		await column.getByRole("link", { name: "What visitors ask of us" }).click();
		await expect(page).toHaveURL("/faq");
	},
);

test("between phone and desktop they are under More", { tag: "@all" }, async ({ page }) => {
	await page.setViewportSize({ width: 800, height: 800 });
	await enter(page, "/");
	await expect(own(page, "Reasons")).toHaveCount(0);
	await listOf(page, "More").click();
	await own(page, "Reasons").click();
	await expect(page).toHaveURL("/why-choose-us");
	await expect(own(page, "Reasons")).toHaveCount(0);
});

test.describe("on a phone", () => {
	test.use(phone);

	test("they are in the menu and the footer, by touch", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await listOf(page, "Menu").tap();
		await listOf(page, "Wherewithal").tap();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await own(page, list?.label ?? "").tap();
		await expect(page).toHaveURL("/vision-mission");
		await page
			.getByRole("contentinfo")
			.getByRole("link", { name: menus.footerLinks[0]?.label ?? "" })
			.tap();
		await expect(page).toHaveURL("/terms-condition");
	});
});

test("nothing is wider than the window, with every list open", { tag: "@all" }, async ({ page }) => {
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 });
		await enter(page, "/");
		await page.evaluate(() => {
			for (const one of document.querySelectorAll("header details")) {
				one.removeAttribute("name");
				(one as HTMLDetailsElement).open = true;
			}
		});
		expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width]);
		const talk = bar(page).getByRole("link", { name: "Let's Talk" }).filter({ visible: true });
		const box = await talk.boundingBox();
		expect([width, box !== null && box.x + box.width <= width]).toEqual([width, true]);
	}
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("the list opens and leads to its pages, and closes the one before", { tag: "@all" }, async ({ page }) => {
		await page.setViewportSize({ width: 1280, height: 800 });
		await page.goto("/");
		await listOf(page, "Services").click();
		await listOf(page, "Wherewithal").click();
		await expect(bar(page).locator("details[open]").filter({ visible: true })).toHaveCount(1);
		await own(page, list?.label ?? "").click();
		await expect(page).toHaveURL("/vision-mission");
	});
});

test(
	"one click on the page of a release undoes them, and the menus are the company's again",
	{ tag: "@all" },
	async ({ arrive, office, page: visitor }) => {
		const { page } = await arrive("Asha");
		await page.goto(`${office.deskUrl}/studio/documents/menus.yml`);
		await untilHydrated(page);
		await fillDocument(page, describeForm(menusSchema), { ...menus, footerColumns: [] });
		await isSaved(page);
		await page.getByRole("button", { name: "Publish…" }).click();
		await page.getByRole("button", { name: "Publish draft" }).click();
		await page.locator(".notice").hover();
		await expect(async () => {
			const html = await (await visitor.request.get("/")).text();
			expect(html.includes("Further and further reading")).toBe(false);
		}).toPass();
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByText("Undone. The changes are drafts again.")).toBeVisible();
		await expect(async () => {
			const html = await (await visitor.request.get("/")).text();
			expect(html.includes("Further and further reading")).toBe(true);
		}).toPass();
		await page.goto(`${office.deskUrl}/studio/documents/menus.yml`);
		await untilHydrated(page);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
		await fillDocument(page, describeForm(menusSchema), companyMenus);
		await isSaved(page);
		await page.getByRole("button", { name: "Publish…" }).click();
		await page.getByRole("button", { name: "Publish draft" }).click();
		await untilPublic(visitor, false);
	},
);
