import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { APIRequestContext, BrowserContext, Locator } from "@playwright/test";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { company, posts } from "./company.ts";
import { expect, type Page } from "./fixtures.ts";
import { isSaved, tabTo, test } from "./studio-office.ts";

const [post, otherPost, lastPost] = posts;
if (!post || !otherPost || !lastPost) throw new Error("The company has fewer than three posts");

// The pages of a preview forbid scripts, also those of the tests; an ended link is not found.
test.use({ expectedErrors: /^Blocked script execution in '[^']*preview|status of 4(?:04|09|22)/ });

async function write(page: Page, deskUrl: string, slug: string, title: string): Promise<void> {
	await page.goto(`${deskUrl}/studio/documents/blog/${slug}.md`);
	await page.getByLabel("Title", { exact: true }).first().fill(title);
	await isSaved(page);
}

const readLink = async (place: Locator) => (await place.getAttribute("href")) ?? "";

/** Checks a page of a preview without its policy, which allows no scripts, and so no axe. */
async function expectGoodOnPhones(context: BrowserContext, url: string): Promise<void> {
	const copy = await context.newPage();
	await copy.route(url, async (route) => {
		const response = await route.fetch();
		const { "content-security-policy": _, ...headers } = response.headers();
		await route.fulfill({ response, headers });
	});
	await copy.goto(url);
	expect(await findAccessibilityFaults(copy)).toEqual([]);
	expect(await copy.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
	await copy.close();
}

/** Requests every page that a preview leads to, and returns their addresses. */
async function walk(request: APIRequestContext, origin: string, prefix: string): Promise<string[]> {
	const seen = new Set([prefix]);
	for (const path of seen) {
		const response = await request.get(origin + path, { maxRedirects: 0 });
		const { "x-robots-tag": robots, "cache-control": cache, "referrer-policy": referrer } = response.headers();
		expect([path, response.status(), robots, cache, referrer]).toEqual([
			path,
			200,
			"noindex, nofollow, noarchive",
			"no-store",
			"no-referrer",
		]);
		expect(response.headers()["set-cookie"]).toBeUndefined();
		const html = await response.text();
		expect([path, /<script/.test(html)]).toEqual([path, false]);
		for (const [, address = ""] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
			const target = new URL(address.replaceAll("&amp;", "&"), origin + path);
			if (target.origin === origin && target.pathname.startsWith(prefix)) seen.add(target.pathname);
		}
	}
	return [...seen].map((path) => path.slice(prefix.length));
}

test(
	"an editor shares drafts; somebody without an account walks through the whole site with them, until the link ends",
	{ tag: "@all" },
	async ({ arrive, office, browser, request }) => {
		test.slow();
		const { page } = await arrive("Asha");
		const title = `Shown before it is public ${crypto.randomUUID().slice(0, 8)}`;
		await write(page, office.deskUrl, otherPost.slug, "Kept for later");
		await write(page, office.deskUrl, post.slug, title);
		await page.goto(`${office.deskUrl}/studio/publish?path=blog/${post.slug}.md`);
		await page.getByRole("button", { name: "Share a preview…" }).click();
		await expect(page.getByRole("checkbox", { name: title })).toBeChecked();
		await expect(page.getByRole("checkbox", { name: "Kept for later" })).not.toBeChecked();
		await page.getByRole("radio", { name: "1 day", exact: true }).check();
		await page.getByRole("button", { name: "Create link" }).click();
		const newLink = page.getByRole("status", { name: "Your preview link" });
		await expect(newLink).toBeVisible();
		await page.getByRole("radio", { name: "Until a date" }).check();
		const { page: colleague } = await arrive("Tam");
		await write(colleague, office.deskUrl, lastPost.slug, "Saved meanwhile");
		await expect(page.getByRole("checkbox", { name: "Saved meanwhile" })).toBeVisible();
		await expect(newLink, "after the page was read again").toBeVisible();
		await expect(page.getByRole("radio", { name: "Until a date" })).toBeChecked();
		const address = new URL(await readLink(newLink.getByRole("link")));
		const row = page.getByRole("row").filter({ hasText: title });
		await expect(row).toContainText("Never");

		const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
		const visitor = await context.newPage();
		await visitor.goto(office.url + address.pathname);
		const bar = visitor.getByRole("complementary", { name: "Preview" });
		await expect(bar).toContainText("changes that are not public yet");
		await visitor.goto(`${office.url}${address.pathname}/blog`);
		await visitor.getByRole("link", { name: title }).first().click();
		await expect(visitor).toHaveURL(`${office.url}${address.pathname}/blog/${post.slug}`);
		await expect(visitor.getByRole("heading", { level: 1 })).toContainText(title);
		await expectGoodOnPhones(context, visitor.url());
		await visitor.getByRole("link", { name: "Open the published page" }).click();
		await expect(visitor).toHaveURL(`${office.url}/blog/${post.slug}`);
		await expect(visitor.getByRole("heading", { level: 1 })).not.toContainText(title);
		await visitor.goto(`${office.url}${address.pathname}/contactUs`);
		await expect(visitor.getByText("so the form is off").first()).toBeVisible();
		await expectGoodOnPhones(context, visitor.url());
		expect(await context.cookies()).toEqual([]);

		const pages = await walk(request, office.url, address.pathname);
		expect(pages).toEqual(
			expect.arrayContaining(["/", "/services", "/blog", `/blog/${post.slug}`, "/career", "/demo"]),
		);
		expect(pages.length).toBeGreaterThan(30);
		for (const path of ["/blog", `/blog/${post.slug}`, "/sitemap.xml"]) {
			const text = await (await request.get(office.url + path)).text();
			expect([path, text.includes(`>${title}`), text.includes(address.pathname)]).toEqual([path, false, false]);
		}

		// The page of the search repeats its words.
		const found = await (await request.get(`${office.url}/search?q=${encodeURIComponent(title)}`)).text();
		expect(found.includes(`href="/blog/${post.slug}`)).toBe(false);

		await page.reload();
		await expect(row).not.toContainText("Never");
		await row.getByRole("button", { name: "End now" }).click();
		await expect(page.getByText("Preview link ended.")).toBeVisible();
		expect((await visitor.goto(office.url + address.pathname))?.status()).toBe(404);
		await context.close();
	},
);

test("without scripts, a link is created, opened and ended", { tag: "@all" }, async ({ arrive, office, request }) => {
	const { page: writer } = await arrive("Asha");
	await write(writer, office.deskUrl, post.slug, "Written with scripts");
	const { page } = await arrive("Tam", { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
	await page.goto(`${office.deskUrl}/studio/previews?path=blog/${post.slug}.md`);
	await page.getByRole("radio", { name: "Until a date" }).check();
	await page.getByRole("button", { name: "Create link" }).click();
	await expect(page.getByText("Enter a date").first()).toBeVisible();
	await expect(page.getByRole("radio", { name: "Until a date" })).toBeChecked();
	const day = Temporal.Now.plainDateISO(company.timeZone).add({ days: 3 });
	await page.getByLabel("Last day").fill(day.toString());
	await page.getByRole("checkbox", { name: "Written with scripts" }).check();
	await page.getByRole("button", { name: "Create link" }).click();
	const address = new URL(await readLink(page.getByRole("status", { name: "Your preview link" }).getByRole("link")));
	const response = await request.get(`${office.url}${address.pathname}/blog/${post.slug}`);
	expect((await response.text()).includes("Written with scripts")).toBe(true);
	await page.goto(`${office.deskUrl}/studio/previews`);
	await page
		.getByRole("row", { name: "Written with scripts" })
		.getByRole("button", { name: "End now" })
		.first()
		.click();
	await expect(page.getByText("Preview link ended.")).toBeVisible();
});

test(
	"a release with an end is in the calendar, by keyboard and on a phone, and ends at its time",
	{ tag: "@all" },
	async ({ arrive, office, request }) => {
		const { page } = await arrive("Asha");
		const title = `Until Friday ${crypto.randomUUID().slice(0, 8)}`;
		await write(page, office.deskUrl, post.slug, title);
		await page.goto(`${office.deskUrl}/studio/publish?path=blog/${post.slug}.md`);
		const noon = Temporal.Now.plainDateISO(company.timeZone).add({ days: 2 }).toPlainDateTime("12:00");
		const typed = (time: Temporal.PlainDateTime) => time.toString().slice(0, 16);
		await page.getByRole("radio", { name: "Later" }).check();
		await page.getByLabel(/^Date and time/).fill(typed(noon));
		await page.getByLabel(/^End/).fill(typed(noon.subtract({ hours: 1 })));
		await page.getByRole("button", { name: "Publish draft" }).click();
		await expect(page.locator(".error-summary")).toContainText("Choose an end after the publication");
		await page.getByRole("radio", { name: "Now" }).check();
		await page.getByLabel(/^End/).fill(typed(noon));
		await page.getByRole("button", { name: "Publish draft" }).click();
		await expect(page.getByText("Published as release")).toBeVisible();
		const isPublic = async () => (await (await request.get(`${office.url}/blog/${post.slug}`)).text()).includes(title);
		await expect.poll(isPublic).toBe(true);

		const month = noon.toPlainDate().toPlainYearMonth();
		await page.goto(`${office.deskUrl}/studio/calendar?month=${month.subtract({ months: 1 }).toString()}`);
		await tabTo(page, page.getByRole("link", { name: "Next month" }));
		await page.keyboard.press("Enter");
		const cell = page
			.getByRole("cell")
			.filter({ has: page.locator(`time[datetime="${noon.toPlainDate().toString()}"]`) });
		await expect(cell.getByRole("link", { name: title })).toContainText("Ends");
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.setViewportSize({ width: 360, height: 740 });
		const entry = page.locator(".site-days").getByRole("link", { name: title });
		await expect(entry).toBeVisible();
		await expect(cell).toBeHidden();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await tabTo(page, entry);
		await page.keyboard.press("Enter");
		const ending = page.locator(".studio-history > li").filter({ hasText: title });
		await ending.locator("summary").click();
		await ending.getByLabel(/^Date and time/).fill(typed(noon.add({ days: 1 })));
		await ending.getByRole("button", { name: "Reschedule" }).click();
		await expect(page.getByText("Rescheduled from")).toBeVisible();

		const database = new DatabaseSync(join(office.dataDirectory, sqliteFileName), { timeout: 5_000 });
		const past = Temporal.Now.instant().subtract({ seconds: 1 }).toString({ smallestUnit: "millisecond" });
		expect(database.prepare("update content_endings set at = ?").run(past).changes).toBe(1);
		database.close();
		await expect.poll(isPublic, { timeout: 30_000 }).toBe(false);
		await expect(ending).toHaveCount(0);
	},
);
