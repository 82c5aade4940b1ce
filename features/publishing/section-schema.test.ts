import { beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { readTestContent } from "../../tests/support/studios.ts";
import { createContentBuilder } from "./documents/build-content.server.ts";
import { ContentError, type ContentProblem } from "./documents/content-error.ts";
import type { ContentSource } from "./documents/content-source.server.ts";
import { fillTemplate, pageTemplates, type PageTemplate } from "./page-templates.ts";
import { landingPageSchema, maxSections } from "./section-schema.ts";
import { listIndexedPaths, listPathsWithJobs, listPrerenderedPaths } from "./site-paths.ts";

const path = "landing-pages/hotels.yml";
const builder = createContentBuilder();
let base: ContentSource;

beforeAll(async () => {
	base = await readTestContent();
});

type Fields = Record<string, unknown> & { sections: Record<string, unknown>[] };

const readPage = () => parse(base.documents.get(path) ?? "") as Fields;
const withDocuments = (documents: Record<string, string>): ContentSource => ({
	...base,
	documents: new Map([...base.documents, ...Object.entries(documents)]),
});

async function listProblems(fields: object, file = path): Promise<ContentProblem[]> {
	try {
		await builder.build(withDocuments({ [file]: stringify(fields) }));
		return [];
	} catch (error) {
		if (error instanceof ContentError) return error.problems;
		throw error;
	}
}

const text = (section: object = {}) => ({ type: "text", title: "Pumps", body: "They turn.", ...section });

describe("a page of sections", () => {
	test.each([
		["200 sections", Array.from({ length: 200 }, () => text()), "sections", `must have at most ${maxSections} entries`],
		[
			"two sections on ink",
			[
				{ type: "figures", title: "One", ground: "ink" },
				{ type: "figures", title: "Two", ground: "ink" },
			],
			"sections[1].ground",
			"another section is on ink already; choose a light one",
		],
		[
			"two forms",
			[
				{ type: "form", title: "One" },
				{ type: "form", title: "Two" },
			],
			"sections[1].title",
			"a page has one enquiry form; remove this one",
		],
		[
			"a row of a table with fewer cells than columns",
			[{ type: "table", title: "T", rowLabel: "R", columns: ["A", "B"], rows: [{ name: "x", cells: ["1"] }] }],
			"sections[0].rows[0].cells",
			"must have 2 entries, one for each column",
		],
		[
			"a heading above that of its section",
			[text({ body: "## Large\n\nA pump." })],
			"sections[0].body",
			"has a heading of level 2 (##): use level 3 (###)",
		],
		[
			"a heading without the one above it",
			[text({ body: "### Pumps\n\nA pump.\n\n##### Valves\n" })],
			"sections[0].body",
			"has a heading of level 5 (#####) without one of level 4 above it",
		],
		[
			"a type that there is not",
			[{ type: "marquee", title: "Pumps" }],
			"sections[0].type",
			expect.stringMatching(/invalid|must be/i),
		],
	])("with %s is refused at the place", async (_, sections, field, message) => {
		expect(await listProblems({ ...readPage(), sections })).toContainEqual({ file: path, field, message });
	});

	test.each([
		["contactus", "which other pages of the site use"],
		["services/textiles", "which other pages of the site use"],
		["api/jobs", "which other pages of the site use"],
		["Hotels", "must be lowercase words joined by hyphens"],
	])("cannot have the address %s", async (slug, words) => {
		const [problem] = await listProblems(readPage(), `landing-pages/${slug}.yml`);
		expect(problem?.message).toContain(words);
	});

	test("may have an address of two parts, and no file lies deeper", async () => {
		const { landingPages } = await builder.build(
			withDocuments({
				"landing-pages/industries/hotels.yml": stringify(readPage()),
				"landing-pages/a/b/c.yml": "nothing: at all",
			}),
		);
		expect(landingPages.map(({ slug }) => slug)).toEqual(["hotels", "industries/hotels"]);
	});

	test("shows nothing of a hostile paste but its words, and refuses one that is too long", async () => {
		const body = [
			"### \"'></title><script>ran()</script><b onclick=ran()>Pumps",
			'[a](javascript:ran()) <a href="&#x6A;avascript:ran()">b</a> <javascript:ran()>',
			'<svg onload=ran()></svg> <iframe srcdoc="<script>ran()</script>"></iframe>',
		].join("\n\n");
		const { landingPages } = await builder.build(
			withDocuments({ [path]: stringify({ ...readPage(), sections: [text({ body })] }) }),
		);
		const html = landingPages[0]?.sections[0]?.html ?? "";
		expect(html).toContain("Pumps");
		expect(html).not.toMatch(/<(?:script|svg|iframe|img)\b|<[^>]*\s(?:on\w+|srcdoc)=|href="[^"]*script:/i);
		for (const [refused, message] of [
			["A pump. ".repeat(100_000), /the limit is 100000/],
			["![A pump](//elsewhere.test/x)", /picture from another site/],
		] as const)
			expect(await listProblems({ ...readPage(), sections: [text({ body: refused })] })).toContainEqual({
				file: path,
				field: "sections[0].body",
				message: expect.stringMatching(message),
			});
	});

	test("is listed unless it says otherwise, and rendered with the build unless it shows open positions", async () => {
		const sections = [text()];
		const content = await builder.build(
			withDocuments({
				"landing-pages/open.yml": stringify({ ...readPage(), sections }),
				"landing-pages/quiet.yml": stringify({ ...readPage(), isListed: false, sections }),
			}),
		);
		const indexed = listIndexedPaths(content);
		const prerendered = listPrerenderedPaths(content);
		expect([indexed.includes("/open"), prerendered.includes("/open")]).toEqual([true, true]);
		expect([indexed.includes("/quiet"), prerendered.includes("/quiet")]).toEqual([false, true]);
		expect([indexed.includes("/hotels"), prerendered.includes("/hotels")]).toEqual([true, false]);
		expect(listPathsWithJobs(content)).toEqual(["/hotels"]);
	});
});

test.each(Object.entries<PageTemplate>(pageTemplates))("the template %s is a valid page", (_, template) => {
	const title = "A page with a name of its own";
	expect(landingPageSchema.safeParse(fillTemplate(template, title)).error?.issues).toBeUndefined();
});
