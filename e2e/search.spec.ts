import { findAccessibilityFaults } from "./accessibility.ts";
import { jobs, posts, projects, services } from "./company.ts";
import { endOverlay, enter, expect, test, type Page } from "./fixtures.ts";

const phone = { width: 360, height: 740 };
const results = (page: Page) => page.getByRole("region", { name: "Results" });
const field = (page: Page) => page.getByRole("searchbox", { name: "Search this site" });

/** Opens the results of a search. */
async function search(page: Page, q: string): Promise<void> {
	await enter(page, `/search?${new URLSearchParams({ q })}`);
}

test.describe("searching the site", { tag: "@any-company" }, () => {
	for (const [kind, title, path] of [
		["Service", services[0]?.title ?? "", `/case-study/${services[0]?.slug}`],
		["Case study", projects[0]?.title ?? "", `/portfolio/${projects[0]?.slug}`],
		["Article", posts[0]?.title ?? "", `/blog/${posts[0]?.slug}`],
		["Job", jobs[0]?.title ?? "", `/career/jobs/${jobs[0]?.slug}`],
	] as const) {
		test(`finds a page of the kind ${kind} by its title, and marks the words`, async ({ page }) => {
			await search(page, title);
			const result = results(page)
				.getByRole("listitem")
				.filter({ has: page.locator(`a[href="${path}"]`) });
			await expect(result).toContainText(kind);
			await expect(result.locator("h2 mark").first()).toBeVisible();
			await result.getByRole("link").click();
			await expect(page).toHaveURL(path);
		});
	}

	test("says when nothing is found, and leads on", async ({ page }) => {
		await search(page, "zyzzyva");
		await expect(results(page).getByRole("heading")).toHaveText("Nothing found for “zyzzyva”");
		await expect(page.getByRole("navigation", { name: "Browse the site" }).getByRole("link").first()).toBeVisible();
		await expect(field(page)).toHaveValue("zyzzyva");
	});

	test("offers the words that some page has", async ({ page }) => {
		const [word = ""] = (services[0]?.title ?? "").toLowerCase().split(/[^a-z]+/);
		await search(page, `${word} zyzzyva`);
		await results(page).getByRole("link", { name: word, exact: true }).click();
		await expect(results(page).getByRole("listitem").first()).toBeVisible();
		await expect(field(page)).toHaveValue(word);
	});

	test("is accessible and fits a phone", async ({ page }) => {
		await page.setViewportSize(phone);
		for (const q of [services[0]?.title ?? "", "zyzzyva", "x".repeat(100)]) {
			await search(page, q);
			await endOverlay(page);
			expect(await findAccessibilityFaults(page)).toEqual([]);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
		}
	});

	test("is reached by the keyboard from the footer", async ({ page }) => {
		await enter(page, "/faq");
		await page.getByRole("contentinfo").getByRole("link", { name: "Search", exact: true }).press("Enter");
		await expect(page).toHaveURL("/search");
		await field(page).fill(services[0]?.title ?? "");
		await field(page).press("Enter");
		await expect(results(page).getByRole("listitem").first()).toBeVisible();
	});
});

test.describe("searching without scripts", { tag: "@any-company" }, () => {
	test.use({ javaScriptEnabled: false, expectedErrors: /status of 404/ });

	for (const from of ["/search", "/blog", "/no/such/page"])
		test(`the form of ${from} leads to results`, async ({ page }) => {
			await page.goto(from);
			await field(page).fill(services[0]?.title ?? "");
			await field(page).press("Enter");
			await expect(page).toHaveURL(/\/search\?q=/);
			await expect(results(page).getByRole("link").first()).toBeVisible();
		});
});

test("results are left out by search engines and kept by no browser", async ({ request }) => {
	const response = await request.get("/search?q=erp");
	expect(response.status()).toBe(200);
	expect(response.headers()["cache-control"]).toBe("no-store");
	expect(await response.text()).toContain('<meta name="robots" content="noindex"');
});

test("a search is text and nothing else", async ({ request }) => {
	for (const q of ["<script>alert(1)</script>", "\u0000", "%", "a".repeat(5_000), "' or 1=1 --", "\u{1F600}"]) {
		const response = await request.get(`/search?${new URLSearchParams({ q })}`);
		expect(response.status(), q).toBe(200);
		expect(await response.text(), q).not.toContain("<script>alert");
	}
});

test.describe("on paper", () => {
	for (const path of [`/blog/${posts[0]?.slug}`, `/portfolio/${projects[0]?.slug}`, `/career/jobs/${jobs[0]?.slug}`])
		test(`${path} is its text alone, black on white, with its address`, async ({ page }) => {
			await enter(page, path);
			await page.emulateMedia({ media: "print" });
			await expect(page.getByRole("banner")).toBeHidden();
			await expect(page.getByRole("contentinfo")).toBeHidden();
			await expect(page.locator("main :is(nav, form, button)").filter({ visible: true })).toHaveCount(0);
			await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(0, 0, 0)");
			await expect(page.getByText(new RegExp(`https?://.*${path}$`))).toBeVisible();
		});
});

test("the sitemap says of every page when it last changed", async ({ request }) => {
	for (const path of ["/sitemap.xml", "/sitemap-jobs.xml"]) {
		const text = await (await request.get(path)).text();
		const pages = text.match(/<loc>/g)?.length ?? 0;
		expect(pages, path).toBeGreaterThan(0);
		expect(text.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g), path).toHaveLength(pages);
	}
});
