import type { Browser } from "@playwright/test";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { isMatrix } from "../tests/support/matrix.ts";
import { isSample } from "../tests/support/sample-company.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { company, portfolioCategories, services } from "./company.ts";
import { endOverlay, enter, expect, test, watch, untilHydrated, type Page } from "./fixtures.ts";
import { allPaths, listFirstOfFolders, livePaths, prerenderedPaths } from "./routes.ts";

const desktop = { width: 1280, height: 800 };
const tablet = { width: 768, height: 1024 };
const phone = { width: 360, height: 740 };
const narrowest = { width: 320, height: 640 };
/** The last is the one in which pages are opened. */
const sizes = isMatrix ? [phone, tablet, desktop] : [desktop];

async function expectAccessible(page: Page): Promise<void> {
	expect.soft(await findAccessibilityFaults(page)).toEqual([]);
}

async function expectAccessibleInEachSize(page: Page, part?: string): Promise<void> {
	for (const size of sizes) {
		await page.setViewportSize(size);
		expect(await findAccessibilityFaults(page, { part }), `at ${size.width} px`).toEqual([]);
	}
}

/** Opens every details element in the page's main part, regardless of groups. */
async function unfold(page: Page): Promise<void> {
	await page.getByRole("main").evaluate((main) => {
		for (const details of main.querySelectorAll("details")) {
			details.removeAttribute("name");
			details.open = true;
		}
	});
}

/** Scrolls to the end, a screen at a time, so that everything lazy has loaded. */
async function walkThrough(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
			window.scrollTo({ top: y, behavior: "instant" });
			// Afterwards the browser has painted its window.
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
		}
	});
	await page.waitForLoadState("networkidle");
}

/** Pages with a part that needs scripts: the part's name, and the page that does the same without. */
const partsOfScripts: Record<string, { region: string; plainPath: string }> = Object.fromEntries(
	allPaths
		.filter((path) => path === "/demo" || path.startsWith("/calls/"))
		.map((path) => [path, { region: "Choose a time", plainPath: `${path}/by-form` }]),
);

const linesOf = (text: string) =>
	text
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");

/** The visible text of the main part, line by line, without buttons and notices of scripts. */
async function readMain(page: Page, path: string): Promise<string[]> {
	const main = page.getByRole("main");
	const part = partsOfScripts[path];
	// Its text is read twice, once as a part of the whole, and must not change in between.
	if (part) await expect(main.getByRole("region", { name: part.region }).getByText(/^Loading/)).toHaveCount(0);
	const ofScripts = new Set([
		...(await main.getByRole("button").allInnerTexts()),
		...(await main.getByRole("status").allInnerTexts()),
		...(part ? linesOf(await main.getByRole("region", { name: part.region }).innerText()) : []),
	]);
	return linesOf(await main.innerText()).filter((line) => !ofScripts.has(line));
}

type PlainPage = { page: Page; listFaults: () => Promise<string[]> };

/** Opened once for all the tests of a worker. Not a fixture of a worker, which would start a server for these tests alone. */
let plainPage: Promise<PlainPage> | undefined;

async function openPlainPage(browser: Browser, office: FrontOffice): Promise<PlainPage> {
	const context = await browser.newContext({
		javaScriptEnabled: false,
		baseURL: office.url,
		viewport: desktop,
		reducedMotion: "reduce",
	});
	return { page: await context.newPage(), listFaults: watch(context, office) };
}

/** `plain` is a page without JavaScript, which keeps nothing between addresses. It is watched too. */
const testWithPlainPage = test.extend<{ plain: PlainPage }>({
	plain: async ({ browser, office }, provide) => provide(await (plainPage ??= openPlainPage(browser, office))),
});

/** Also of a page that was opened wide: a phone can be turned. */
async function expectToFitPhones(page: Page): Promise<void> {
	await test.step("passes axe for WCAG 2.2 A and AA on a phone", async () => {
		await page.setViewportSize(phone);
		await expectAccessible(page);
	});
	await test.step("has no horizontal scrolling at 320 px, down to its end", async () => {
		await page.setViewportSize(narrowest);
		await walkThrough(page);
		expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrowest.width);
	});
	await test.step("has none on a phone at twice the text size", async () => {
		await page.setViewportSize(phone);
		await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
		expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
	});
}

/** Those with an address; /home is the same page as /. */
const pagePaths = allPaths.filter((path) => path !== "/home");

const shownPaths = isMatrix ? pagePaths : listFirstOfFolders(pagePaths);

test.describe("every page is accessible, keeps to itself and needs no JavaScript", { tag: "@any-company" }, () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });

	for (const path of shownPaths) {
		testWithPlainPage(path, async ({ page, plain: { page: plain, listFaults } }) => {
			await page.setViewportSize(desktop);
			await enter(page, path);
			const text = await readMain(page, path);
			await test.step("passes axe for WCAG 2.2 A and AA on a desktop", async () => {
				await unfold(page);
				await expectAccessible(page);
			});
			// Another company's words have other lengths.
			if (isMatrix || !isSample(company)) await expectToFitPhones(page);
			if (!prerenderedPaths.includes(path)) return;
			await test.step("shows everything it says without JavaScript too", async () => {
				await plain.goto(path, { waitUntil: "domcontentloaded" });
				const plainText = new Set(await readMain(plain, path));
				const part = partsOfScripts[path];
				if (part)
					await expect
						.soft(plain.getByRole("region", { name: part.region }).getByRole("link").first())
						.toHaveAttribute("href", part.plainPath);
				expect.soft(text.filter((line) => !plainText.has(line))).toEqual([]);
				expect.soft(await listFaults(), "what the page did beside its task").toEqual([]);
			});
		});
	}
});

test.describe("every kind of page that is rendered for a request is accessible", { tag: "@any-company" }, () => {
	test.use({ contextOptions: { reducedMotion: "reduce" }, expectedErrors: /status of 404/ });

	for (const path of livePaths)
		test(path, async ({ page }) => {
			await enter(page, path);
			await unfold(page);
			await expectAccessibleInEachSize(page);
		});
});

test("every kind of page that is rendered for a request travels compressed", async ({ request }) => {
	for (const path of livePaths) {
		const { "content-encoding": encoding, vary } = (
			await request.get(path, { headers: { "accept-encoding": "gzip, br" } })
		).headers();
		expect(vary?.toLowerCase(), path).toBe("accept-encoding");
		// Responses to a single search use the fastest compression.
		expect(["br", "gzip"], path).toContain(encoding);
	}
});

test.describe("opened elements pass axe", () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });

	const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });

	test("the services under the bar", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await bar(page).getByText("Services", { exact: true }).filter({ visible: true }).hover();
		await expect(
			bar(page)
				.getByRole("link", { name: services[0]?.menuTitle ?? "", exact: true })
				.filter({ visible: true }),
		).toBeVisible();
		await expectAccessible(page);
	});

	test("the panel on a phone with its services", { tag: "@any-company" }, async ({ page }) => {
		await page.setViewportSize(phone);
		await enter(page, "/");
		await bar(page).locator("summary", { hasText: "Menu" }).click();
		await bar(page).locator("summary", { hasText: "Services" }).filter({ visible: true }).click();
		await expect(
			bar(page)
				.getByRole("link", { name: services[0]?.menuTitle ?? "", exact: true })
				.filter({ visible: true }),
		).toBeVisible();
		await expectAccessible(page);
	});

	async function visitTabs(page: Page): Promise<void> {
		for (const tab of await page.getByRole("tab").all()) {
			await tab.click();
			await expect(page.getByRole("tabpanel")).toHaveAccessibleName((await tab.textContent()) ?? "");
			await unfold(page);
			await expectAccessibleInEachSize(page, ".tabs");
		}
	}

	test("each of the home page's tabs", { tag: ["@any-company", "@all"] }, async ({ page }) => {
		await enter(page, "/");
		await visitTabs(page);
	});

	test("each of the blog's tabs, with every post", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/blog?posts=99");
		await visitTabs(page);
	});

	test("each of the portfolio's filters", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/portfolio");
		const filters = await page.getByRole("navigation", { name: "Project categories" }).getByRole("link").all();
		expect(filters).toHaveLength(portfolioCategories.length + 1);
		for (const filter of filters.slice(1)) {
			await filter.click();
			await expect(filter).toHaveAttribute("aria-current", "true");
			await expectAccessibleInEachSize(page, "main");
		}
	});

	test("the demo dialog", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await page.getByRole("tabpanel").getByRole("link", { name: "Want a Demo !" }).click();
		await expect(page.getByRole("dialog", { name: "Book a Free Demo" })).toBeVisible();
		await page.waitForLoadState("networkidle");
		await expectAccessibleInEachSize(page);
	});

	test("the contact form with its errors, and the thanks", async ({ page }) => {
		await enter(page, "/contactUs");
		const send = page.getByRole("button", { name: "Send your message" });
		await send.click();
		await expect(page.getByRole("alert")).toBeVisible();
		await expectAccessibleInEachSize(page);
		for (const label of ["First name", "Last name", "Message"]) await page.getByLabel(label).fill("Asha");
		await page.getByLabel("E-mail").fill("asha@visitor.example");
		await send.click();
		await expect(page.getByRole("dialog", { name: "Thank You!" })).toBeVisible();
		await expectAccessibleInEachSize(page);
	});

	test.describe("a failure to send", () => {
		test.use({ expectedErrors: /status of 503/ });

		test("shows a message that passes axe", { tag: "@all" }, async ({ page }) => {
			await page.route("/contactus/submit", (route) => route.fulfill({ status: 503, body: "" }));
			await enter(page, "/contactUs");
			for (const label of ["First name", "Last name", "Message"]) await page.getByLabel(label).fill("Asha");
			await page.getByLabel("E-mail").fill("asha@visitor.example");
			await page.getByRole("button", { name: "Send your message" }).click();
			await expect(page.getByRole("alert").filter({ hasText: "Error in submitting form" })).toBeVisible();
			await expectAccessible(page);
		});
	});
});

test.describe("an unknown address", () => {
	test.use({ expectedErrors: /status of 404/ });

	test("answers 404 with the error page, whose buttons lead back and home", async ({ page }) => {
		await enter(page, "/contactUs");
		const response = await page.goto("/no/such/page");
		expect(response?.status()).toBe(404);
		await endOverlay(page);
		await expect(page.getByText("500", { exact: true })).toBeVisible();
		await expect(page.getByRole("heading", { name: "Oops! Something went wrong" })).toBeVisible();
		await expect(
			page.getByText("We apologize for the inconvenience. Our team has been notified and is working to fix the issue."),
		).toBeVisible();
		await expectAccessible(page);
		await page.getByRole("button", { name: "Go Back" }).click();
		await expect(page).toHaveURL("/contactUs");
		await page.goto("/no/such/page");
		await page.getByRole("link", { name: "Back to Home" }).click();
		await expect(page).toHaveURL("/");
	});

	test("a page of a module that is off is one, with scripts too", async ({ page }) => {
		expect((await page.goto("/newsletter"))?.status()).toBe(404);
		await endOverlay(page);
		await untilHydrated(page);
		await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
		await expect(page.getByRole("main").getByLabel("Search this site")).toBeVisible();
		await page.getByRole("link", { name: "Back to Home" }).click();
		await expect(page).toHaveURL("/");
	});
});
