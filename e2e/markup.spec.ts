import type { APIRequestContext } from "@playwright/test";
import type { Element } from "hast";
import { HtmlValidate } from "html-validate";
import { pathOfLandingPage } from "../features/publishing/site-paths.ts";
import { expect, test } from "./fixtures.ts";
import { htmlRules } from "./markup-rules.ts";
import { openPage, textOf, type OpenPage } from "./open-page.ts";
import { indexedPaths, jobPaths, landingPages, listFirstOfFolders, livePaths, prerenderedPaths } from "./routes.ts";

test.describe("valid HTML", { tag: "@any-company" }, () => {
	const validator = new HtmlValidate(htmlRules);

	const shown = new Set([...listFirstOfFolders(prerenderedPaths), ...livePaths]);

	for (const path of [...prerenderedPaths, ...livePaths]) {
		test(`${path} is valid HTML`, { tag: shown.has(path) ? [] : "@all" }, async ({ request }) => {
			const report = await validator.validateString(await (await request.get(path)).text());
			expect(
				report.results.flatMap((result) =>
					result.messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
				),
			).toEqual([]);
		});
	}
});

test("no field for a text of several lines cuts what is pasted into it", async ({ request }) => {
	const paths = [...prerenderedPaths, ...livePaths, ...jobPaths];
	const isWhole = (page: OpenPage) =>
		all(page, "textarea").every(({ properties }) => properties["maxLength"] === undefined);
	expect(await listOffenders(request, paths, isWhole)).toEqual([]);
});

test.describe("heads", () => {
	test("every page has exactly one h1", async ({ request }) => {
		expect(
			await listOffenders(
				request,
				[...prerenderedPaths, ...livePaths, ...jobPaths],
				(page) => all(page, "h1").length === 1,
			),
		).toEqual([]);
	});

	const listedPaths = [...indexedPaths, ...jobPaths];

	test("every page that search engines may list has a title and a description of its own", async ({ request }) => {
		const titles = await Promise.all(
			listedPaths.map(async (path) =>
				all(await openPage(request, path), "title")
					.map(textOf)
					.join(""),
			),
		);
		const descriptions = await Promise.all(
			listedPaths.map(async (path) => (await openPage(request, path)).meta("name", "description")),
		);
		for (const texts of [titles, descriptions]) {
			expect(texts.filter((text) => !text)).toEqual([]);
			expect(listRepeated(texts)).toEqual([]);
		}
	});

	test("every page that search engines may list names itself as its canonical address", async ({ request }) => {
		const offenders = await listOffenders(
			request,
			listedPaths,
			(page, path) => new URL(page.canonical() ?? "about:blank").pathname === path,
		);
		expect(offenders).toEqual([]);
	});

	test("no page in the sitemap asks not to be indexed", async ({ request }) => {
		expect(
			await listOffenders(request, indexedPaths, (page) => !page.meta("name", "robots")?.includes("noindex")),
		).toEqual([]);
	});

	test("every page in the sitemap has a card of its own, a picture of 1200 x 630", async ({ request }) => {
		const cards: string[] = [];
		for (const path of indexedPaths) {
			const page = await openPage(request, path);
			const card = new URL(page.meta("property", "og:image") ?? `about:no-card-of-${path}`).pathname;
			const response = await request.get(card);
			const body = await response.body();
			expect(response.status(), card).toBe(200);
			expect([body.readUInt32BE(16), body.readUInt32BE(20)], card).toEqual([1200, 630]);
			cards.push(card);
		}
		expect(listRepeated(cards)).toEqual([]);
	});
});

test("every internal link, anchor, picture and file on the site resolves, and the sitemap names the pages that links reach", async ({
	request,
}) => {
	test.slow();
	const { reached, broken } = await crawl(request);
	expect(broken).toEqual([]);
	// Jobs change while the server runs.
	const pages = [...reached].filter(
		([path, page]) =>
			!path.startsWith("/career/jobs/") &&
			page.canonical() !== undefined &&
			new URL(page.canonical() ?? "").pathname === path,
	);
	expect(pages.map(([path]) => path).toSorted()).toEqual(indexedPaths.toSorted());
});

test("the built pages are those of the sitemap and those that search engines leave out", async ({ request }) => {
	const unlisted = prerenderedPaths.filter((path) => !indexedPaths.includes(path));
	expect(unlisted.toSorted()).toEqual(["/contactUs/thank-you", "/error", "/home", "/search"]);
	expect(
		await listOffenders(
			request,
			unlisted,
			(page, path) =>
				page.meta("name", "robots") === "noindex" ||
				(path === "/home" && new URL(page.canonical() ?? "").pathname === "/"),
		),
	).toEqual([]);
});

test("robots.txt names the sitemap, and the feed every post", async ({ request }) => {
	const robots = await (await request.get("/robots.txt")).text();
	const [, sitemap = ""] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
	expect((await request.get(new URL(sitemap).pathname)).status()).toBe(200);
	const feed = await (await request.get("/blog/feed.xml")).text();
	const items = [...feed.matchAll(/<item>.*?<link>(.*?)<\/link>/gs)].map(([, link = ""]) => new URL(link).pathname);
	expect(items.toSorted()).toEqual(indexedPaths.filter((path) => path.startsWith("/blog/")).toSorted());
});

test("every picture on a page has its size, alternative text or none on purpose, and a raster one a choice of widths", async ({
	request,
}) => {
	const faults: string[] = [];
	for (const path of prerenderedPaths) {
		for (const picture of all(await openPage(request, path), "img")) {
			const { src, width, height, alt, srcSet } = picture.properties;
			const isRight =
				Number(width) > 0 &&
				Number(height) > 0 &&
				typeof alt === "string" &&
				(String(src).endsWith(".svg") || srcSet !== undefined);
			if (!isRight) faults.push(`${path}: ${String(src)}`);
		}
	}
	expect(faults).toEqual([]);
});

function all(page: OpenPage, tagName: string): Element[] {
	return page.elements.filter((element) => element.tagName === tagName);
}

async function listOffenders(
	request: APIRequestContext,
	paths: readonly string[],
	isRight: (page: OpenPage, path: string) => boolean,
): Promise<string[]> {
	const offenders: string[] = [];
	for (const path of paths) if (!isRight(await openPage(request, path), path)) offenders.push(path);
	return offenders;
}

function listRepeated(texts: readonly (string | undefined)[]): (string | undefined)[] {
	return texts.filter((text, index) => texts.indexOf(text) !== index);
}

/** Follows every internal link from the home page and lists the broken ones. A redirect counts as broken: links name the final address. */
async function crawl(request: APIRequestContext): Promise<{ reached: Map<string, OpenPage>; broken: string[] }> {
	const origin = "http://site.invalid";
	const canonicalOrigin = new URL((await openPage(request, "/")).canonical() ?? origin).origin;
	const reached = new Map<string, OpenPage>();
	const anchors: { from: string; path: string; id: string }[] = [];
	const broken: string[] = [];
	// Campaigns lead to landing pages, not always other pages.
	const starts = ["/", ...landingPages.filter(({ isListed }) => isListed).map(pathOfLandingPage)];
	const queue = starts.map((path) => ({ path, from: "the start" }));
	for (let next = queue.shift(); next; next = queue.shift()) {
		const { path, from } = next;
		if (reached.has(path)) continue;
		const page = await openPage(request, path);
		if (page.status !== 200) broken.push(`${from} -> ${path} (${page.status})`);
		reached.set(path, page);
		for (const link of page.links) {
			const url = new URL(link, `${origin}${path}`);
			if (url.origin !== origin && url.origin !== canonicalOrigin) continue;
			const target = url.pathname + url.search;
			if (url.hash.length > 1) anchors.push({ from: path, path: target, id: decodeURIComponent(url.hash.slice(1)) });
			queue.push({ path: target, from: path });
		}
	}
	for (const { from, path, id } of anchors)
		if (!reached.get(path)?.ids.has(id)) broken.push(`${from} -> ${path}#${id} (no such anchor)`);
	return { reached, broken };
}
