import { describe, expect, test } from "vitest";
import { readTestContent } from "../../../tests/support/studios.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { listPageSubjects } from "../page-subjects.server.ts";
import { listIndexedPaths } from "../site-paths.ts";
import {
	createSiteSearch,
	maxSearchLength,
	readSiteSearch,
	resultsPerPage,
	type SearchedPage,
} from "./site-search.server.ts";

const post = "blog/first-page-of-the-month.md";

async function buildContent(change: (text: string) => string = (text) => text) {
	const source = await readTestContent();
	const documents = new Map(source.documents).set(post, change(source.documents.get(post) ?? ""));
	return createContentBuilder().build({ ...source, documents });
}

const job: SearchedPage = {
	path: "/career/jobs/lamp-trimmer",
	kind: "job",
	title: "Lamp trimmer",
	description: "Hamburg. Trims lamps.",
	keywords: "brass",
	text: "You trim the lamps of a lightship.",
};

describe("the search of the site", () => {
	test("every indexed page is searched, and has words of its own", async () => {
		const content = await buildContent();
		const subjects = listPageSubjects(content);
		expect(subjects.map(({ path }) => path).toSorted()).toEqual(listIndexedPaths(content).toSorted());
		const search = createSiteSearch();
		for (const { path, title } of subjects) {
			const { found, pages } = search({ q: title, page: 1 }, { content, others: [] });
			const all = [...found];
			for (let page = 2; page <= pages; page++) all.push(...search({ q: title, page }, { content, others: [] }).found);
			expect(all.map((one) => one.path)).toContain(path);
		}
	});

	test("an article is found by its text, with an excerpt in which the words are marked", async () => {
		const content = await buildContent();
		const { found } = createSiteSearch()({ q: "PUNCTUAL report", page: 1 }, { content, others: [] });
		expect(found[0]).toMatchObject({ path: "/blog/first-page-of-the-month", kind: "article" });
		const marked = found[0]?.excerpt.filter(({ isFound }) => isFound).map(({ text }) => text);
		expect(marked).toContain("punctual");
	});

	test("jobs are found beside pages, and not when they are gone", async () => {
		const content = await buildContent();
		const search = createSiteSearch();
		expect(search({ q: "lightship", page: 1 }, { content, others: [job] }).found).toMatchObject([
			{ path: job.path, kind: "job" },
		]);
		expect(search({ q: "lightship", page: 1 }, { content, others: [] }).count).toBe(0);
	});

	test("a publication changes what is found", async () => {
		const search = createSiteSearch();
		const before = await buildContent();
		const after = await buildContent((text) => `${text}\nThe quokka reads none of it.\n`);
		expect(search({ q: "quokka", page: 1 }, { content: before, others: [] }).count).toBe(0);
		expect(search({ q: "quokka", page: 1 }, { content: after, others: [] }).count).toBe(1);
		expect(search({ q: "quokka", page: 1 }, { content: before, others: [] }).count).toBe(0);
	});

	test("a search without results names the words that have some", async () => {
		const content = await buildContent();
		const { count, found, others } = createSiteSearch()(
			{ q: "lightship zyzzyva", page: 1 },
			{ content, others: [job] },
		);
		expect({ count, found, others }).toEqual({ count: 0, found: [], others: [{ word: "lightship", count: 1 }] });
	});

	test("a search for marks alone finds nothing", async () => {
		const content = await buildContent();
		expect(createSiteSearch()({ q: "?!", page: 1 }, { content, others: [] })).toMatchObject({ count: 0, others: [] });
	});

	test("results come in pages, and a page after the last is the last", async () => {
		const content = await buildContent();
		const others = Array.from({ length: 2 * resultsPerPage + 1 }, (_, index) => ({ ...job, path: `/${index}` }));
		const search = createSiteSearch();
		const { count, pages, found } = search({ q: "lightship", page: 1 }, { content, others });
		expect({ count, pages, shown: found.length }).toEqual({
			count: 2 * resultsPerPage + 1,
			pages: 3,
			shown: resultsPerPage,
		});
		expect(search({ q: "lightship", page: 99 }, { content, others })).toMatchObject({
			page: 3,
			found: [{ path: `/${2 * resultsPerPage}` }],
		});
	});

	test("a site module that is off is not searched", async () => {
		const source = await readTestContent();
		const company = `${source.documents.get("company.yml")}\nparts:\n  blog: false\n`;
		const content = await createContentBuilder().build({
			...source,
			documents: new Map(source.documents).set("company.yml", company),
		});
		const { found } = createSiteSearch()({ q: "punctual", page: 1 }, { content, others: [] });
		expect(found.map(({ path }) => path)).not.toContain("/blog/first-page-of-the-month");
	});
});

test.each([
	["", undefined],
	["q=", undefined],
	["q=%20", undefined],
	["q=erp", { q: "erp", page: 1 }],
	["q=+erp+&page=2", { q: "erp", page: 2 }],
	["q=erp&page=0", { q: "erp", page: 1 }],
	["q=erp&page=many", { q: "erp", page: 1 }],
	["q=erp&page=100000000", { q: "erp", page: 1_000 }],
	[`q=${"x".repeat(500)}`, { q: "x".repeat(maxSearchLength), page: 1 }],
])("the address with %s asks for %j", (query, expected) => {
	expect(readSiteSearch(new URLSearchParams(query))).toEqual(expected);
});
