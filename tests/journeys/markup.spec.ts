import type { APIRequestContext } from "@playwright/test";
import type { Element, Root } from "hast";
import { HtmlValidate, type ConfigData } from "html-validate";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { expect, test } from "./journey.ts";
import { indexedPaths, prerenderedPaths } from "./routes.ts";

const htmlRules: ConfigData = {
	root: true,
	extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
	rules: {
		// Carousels name their slides, as the ARIA Authoring Practices show it.
		"aria-label-misuse": ["error", { allowAnyNamable: true }],
	},
};

test.describe("valid HTML", () => {
	const validator = new HtmlValidate(htmlRules);

	for (const path of prerenderedPaths) {
		test(`${path} is valid HTML`, async ({ request }) => {
			const report = await validator.validateString(await (await request.get(path)).text());
			expect(report.results.flatMap((result) => result.messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`))).toEqual([]);
		});
	}
});

test.describe("heads", () => {
	test("every page has exactly one h1", async ({ request }) => {
		expect(await listOffenders(request, prerenderedPaths, (page) => page.all("h1").length === 1)).toEqual([]);
	});

	test("every page in the sitemap has a title and a description of its own", async ({ request }) => {
		const titles = await Promise.all(indexedPaths.map(async (path) => (await open(request, path)).text("title")));
		const descriptions = await Promise.all(indexedPaths.map(async (path) => (await open(request, path)).meta("name", "description")));
		for (const texts of [titles, descriptions]) {
			expect(texts.filter((text) => !text)).toEqual([]);
			expect(listRepeated(texts)).toEqual([]);
		}
	});

	test("every page in the sitemap names itself as its canonical address", async ({ request }) => {
		const offenders = await listOffenders(request, indexedPaths, (page, path) => new URL(page.canonical() ?? "about:blank").pathname === path);
		expect(offenders).toEqual([]);
	});

	test("no page in the sitemap asks not to be indexed", async ({ request }) => {
		expect(await listOffenders(request, indexedPaths, (page) => !page.meta("name", "robots")?.includes("noindex"))).toEqual([]);
	});

	test("every page in the sitemap has a card of its own, a picture of 1200 x 630", async ({ request }) => {
		const cards: string[] = [];
		for (const path of indexedPaths) {
			const page = await open(request, path);
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

test("every internal link, anchor, picture and file on the site resolves, and links reach every page of the sitemap", async ({ request }) => {
	test.slow();
	const { reached, broken } = await crawl(request);
	expect(broken).toEqual([]);
	expect(indexedPaths.filter((path) => !reached.has(path))).toEqual([]);
});

type OpenPage = {
	all(tag: string): Element[];
	text(tag: string): string | undefined;
	meta(attribute: "name" | "property", value: string): string | undefined;
	canonical(): string | undefined;
	ids: Set<string>;
	/** Addresses the page points at, as written. */
	links: string[];
};

async function open(request: APIRequestContext, path: string): Promise<OpenPage> {
	return parse(await (await request.get(path)).text());
}

function parse(html: string): OpenPage {
	const tree: Root = unified().use(rehypeParse).parse(html);
	const elements: Element[] = [];
	visit(tree, "element", (element) => void elements.push(element));
	const all = (tag: string) => elements.filter((element) => element.tagName === tag);
	const property = (element: Element, name: string) => element.properties[name]?.toString();
	const metaKey = { name: "name", property: "property" } as const;
	return {
		all,
		text: (tag) => all(tag).flatMap(({ children }) => children.flatMap((child) => (child.type === "text" ? [child.value] : []))).join(""),
		meta: (attribute, value) => all("meta").filter((element) => property(element, metaKey[attribute]) === value).map((element) => property(element, "content"))[0],
		canonical: () => all("link").filter((element) => element.properties.rel?.toString() === "canonical").map((element) => property(element, "href"))[0],
		ids: new Set(elements.flatMap((element) => property(element, "id") ?? [])),
		links: elements.flatMap((element) => [
			// What a form is posted to answers nothing else.
			...(property(element, "method")?.toLowerCase() === "post" ? ["href", "src"] : ["href", "src", "action"]).flatMap((name) => property(element, name) ?? []),
			...(property(element, "srcSet")?.split(",").map((candidate) => candidate.trim().split(" ")[0] ?? "") ?? []),
		]),
	};
}

async function listOffenders(request: APIRequestContext, paths: readonly string[], isRight: (page: OpenPage, path: string) => boolean): Promise<string[]> {
	const offenders: string[] = [];
	for (const path of paths) if (!isRight(await open(request, path), path)) offenders.push(path);
	return offenders;
}

function listRepeated(texts: readonly (string | undefined)[]): (string | undefined)[] {
	return texts.filter((text, index) => texts.indexOf(text) !== index);
}

/** Follows every internal link from the home page on, and tells which of them lead nowhere. A redirect counts as broken: links name the address itself. */
async function crawl(request: APIRequestContext): Promise<{ reached: Set<string>; broken: string[] }> {
	const origin = "http://site.invalid";
	const canonicalOrigin = new URL((await open(request, "/")).canonical() ?? origin).origin;
	const pages = new Map<string, OpenPage | undefined>();
	const anchors: { from: string; path: string; id: string }[] = [];
	const broken: string[] = [];
	const queue: { path: string; from: string }[] = [{ path: "/", from: "the start" }];
	for (let next = queue.shift(); next; next = queue.shift()) {
		const { path, from } = next;
		if (pages.has(path)) continue;
		const response = await request.get(path, { maxRedirects: 0 });
		if (response.status() !== 200) broken.push(`${from} -> ${path} (${response.status()})`);
		const page = response.headers()["content-type"]?.startsWith("text/html") ? parse(await response.text()) : undefined;
		pages.set(path, page);
		for (const link of page?.links ?? []) {
			const url = new URL(link, `${origin}${path}`);
			if (url.origin !== origin && url.origin !== canonicalOrigin) continue;
			const target = url.pathname + url.search;
			if (url.hash.length > 1) anchors.push({ from: path, path: target, id: decodeURIComponent(url.hash.slice(1)) });
			queue.push({ path: target, from: path });
		}
	}
	for (const { from, path, id } of anchors) if (!pages.get(path)?.ids.has(id)) broken.push(`${from} -> ${path}#${id} (no such anchor)`);
	return { reached: new Set(pages.keys()), broken };
}
