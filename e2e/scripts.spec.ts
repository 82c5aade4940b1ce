import { enter, expect, test, type Page } from "./fixtures.ts";

for (const path of ["/", "/contactUs", "/career"]) {
	test(`${path} asks for its scripts after its first paint, and for each of them once`, async ({ page }) => {
		await enter(page, path);
		const { paintedAt, scripts, preloads } = await page.evaluate(() => ({
			paintedAt: performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
			scripts: performance
				.getEntriesByType("resource")
				.filter(({ name }) => name.endsWith(".js"))
				.map(({ name, startTime }) => ({ name, startTime })),
			preloads: [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].map(({ href }) => href),
		}));
		expect(scripts.length).toBeGreaterThan(3);
		expect(scripts.filter(({ startTime }) => !(startTime >= paintedAt))).toEqual([]);
		expect(new Set(scripts.map(({ name }) => name)).size).toBe(scripts.length);
		// React reuses existing links; otherwise it would add them again.
		expect(new Set(preloads).size).toBe(preloads.length);
	});
}

test("the home page's shared scripts are asked for together, and run one after the other", async ({ request }) => {
	const html = await (await request.get("/")).text();
	const [, shared = "[]"] = /const shared=(\[[^\]]*\]);/.exec(html) ?? [];
	expect((JSON.parse(shared) as string[]).map((file) => /\/(\w+)-/.exec(file)?.[1])).toEqual(
		expect.arrayContaining(["react", "router", "frame"]),
	);
	expect(html).toContain("for(const file of shared)await import(file);");
	expect(html).not.toContain('rel="modulepreload"');
});

test("React and its router are compiled as they arrive", async ({ page, request }) => {
	await enter(page, "/");
	const scripts = await page.evaluate(() =>
		performance
			.getEntriesByType("resource")
			.map(({ name }) => name)
			.filter((name) => /\/(react|router)-[^/]+\.js$/.test(name)),
	);
	expect(scripts.length).toBe(2);
	for (const script of scripts)
		expect(await (await request.get(script)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

test("the icon comes with the page, and the manifest when the page is alive", async ({ page, request }) => {
	const html = await (await request.get("/")).text();
	expect(html).toContain('<link rel="icon" href="data:image/svg+xml,');
	expect(html).not.toContain('rel="manifest"');
	await enter(page, "/");
	await expect(page.locator("head > link[rel=manifest]")).toHaveAttribute("href", "/site.webmanifest");
	expect(await page.locator("head > link[rel=icon]").count()).toBe(2);
});

test("both typefaces are in use on the first page and on the next", async ({ page }) => {
	const listLoaded = () =>
		page.evaluate(async () =>
			[...(await document.fonts.ready)]
				.filter(({ status }) => status === "loaded")
				.map(({ family }) => family.replaceAll('"', ""))
				.toSorted(),
		);
	await enter(page, "/");
	expect(await listLoaded()).toEqual(expect.arrayContaining(["Bricolage Grotesque", "Instrument Sans"]));
	await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Insights" })).toBeVisible();
	expect(await listLoaded()).toEqual(expect.arrayContaining(["Bricolage Grotesque", "Instrument Sans"]));
});

test.describe("on a phone", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test(
		"the home page asks for nothing but its headings' typeface before its first paint",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, "/");
			const early = await page.evaluate(() => {
				const paintedAt = performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN;
				return performance
					.getEntriesByType("resource")
					.filter(({ startTime }) => !(startTime > paintedAt))
					.map(({ name }) => name);
			});
			expect(early).toEqual([expect.stringMatching(/bricolage-grotesque-latin-.*\.woff2$/)]);
			const picture = page.getByRole("tabpanel").getByRole("img").first();
			await picture.scrollIntoViewIfNeeded();
			await expect(picture).toHaveJSProperty("complete", true);
		},
	);

	const countMissingParts = (page: Page) =>
		page
			.locator("main > section, body > footer, .hero-picture > svg")
			.evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).display === "none").length);
	const readFootersTurn = (page: Page) => page.evaluate(() => document.documentElement.dataset.footersTurn);

	test(
		"sections far below on the home page are laid out after its first screens",
		{ tag: "@all" },
		async ({ page }) => {
			await recordFootersTurn(page);
			await page.goto("/");
			expect(await readFootersTurn(page)).toBe("none");
			await expect.poll(() => countMissingParts(page)).toBe(0);
		},
	);

	test(
		"they are there at once for a visitor who comes to the middle of the page",
		{ tag: "@all" },
		async ({ page }) => {
			await recordFootersTurn(page);
			await page.goto("/#insights-title");
			expect(await readFootersTurn(page)).toBe("block");
			await expect(page.getByRole("heading", { name: "Insights & Innovations" })).toBeInViewport();

			await enter(page, "/");
			await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
			const left = await page.evaluate(() => window.scrollY);
			await page.reload();
			expect(await readFootersTurn(page)).toBe("block");
			await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(left, -1);
		},
	);

	test("all of it stays when the phone is turned and turned back", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await expect(page.locator("html")).not.toHaveAttribute("data-parts-late");
		const displays = await page.getByRole("contentinfo").evaluateHandle((footer) => {
			const afterTurns: string[] = [];
			addEventListener("resize", () => afterTurns.push(getComputedStyle(footer).display));
			return afterTurns;
		});
		await page.setViewportSize({ width: 860, height: 360 });
		await expect.poll(() => displays.jsonValue()).toEqual(["block"]);
		await page.setViewportSize({ width: 360, height: 740 });
		await expect.poll(() => displays.jsonValue()).toEqual(["block", "block"]);
	});
});

/** Records the footer when it has just been parsed, before any frame with it. */
async function recordFootersTurn(page: Page): Promise<void> {
	await page.addInitScript(() =>
		new MutationObserver((_, observer) => {
			const footer = document.querySelector("body > footer");
			if (!footer) return;
			observer.disconnect();
			document.documentElement.dataset.footersTurn = getComputedStyle(footer).display;
		}).observe(document, { childList: true, subtree: true }),
	);
}
