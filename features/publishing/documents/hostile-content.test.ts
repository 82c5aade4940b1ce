import { beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml, stringify as stringifyYaml } from "yaml";
import {
	listContentTexts,
	writeContentTexts,
	type ContentText,
	type Way,
} from "../../../tests/support/content-texts.ts";
import { readTestContent } from "../../../tests/support/studios.ts";
import { createContentBuilder, type ContentBuilder } from "./build-content.server.ts";
import { ContentError, type ContentProblem } from "./content-error.ts";
import type { ContentSource } from "./content-source.server.ts";
import { findDocumentKind } from "./document-kinds.ts";

/** Anything that an editor could type to inject into visitors' browsers or to bring the site down has to be refused at its field. */

let base: ContentSource;
let builder: ContentBuilder;

beforeAll(async () => {
	base = await readTestContent();
	builder = createContentBuilder();
	await builder.build(base);
});

/** The errors of the content with other texts; empty when it builds. */
async function listProblems(texts: Record<string, string>): Promise<ContentProblem[]> {
	try {
		await builder.build({ ...base, documents: new Map([...base.documents, ...Object.entries(texts)]) });
		return [];
	} catch (error) {
		if (error instanceof ContentError) return error.problems;
		throw error;
	}
}

const textOf = (path: string) => base.documents.get(path) ?? "";

const withText = (path: string, way: Way, text: string) =>
	writeContentTexts(path, textOf(path), { texts: [{ way, text }] });

/** One document of each kind, with all its texts. */
function listEveryText(): ContentText[] {
	const firsts = new Map<string, string>();
	for (const path of base.documents.keys()) {
		const { name } = findDocumentKind(path) ?? {};
		if (name !== undefined && !firsts.has(name)) firsts.set(name, path);
	}
	return [...firsts.values()].flatMap((path) => listContentTexts(path, textOf(path)));
}

describe("in every text of every kind of document", () => {
	test.each([
		["10,000 words", "weave ".repeat(10_000)],
		["a control character", "A line\u0008 with a bell"],
		["a mark that turns the direction of text", "A line \u202egnp.exe"],
		["half of a character", "A line \ud800"],
		["what XML cannot hold", "A line \uffff"],
	])("%s is refused at its field", async (name, text) => {
		const taken: string[] = [];
		for (const { path, way, field } of listEveryText()) {
			// A section may have as many words; only together with others they make a page too heavy.
			if (field.kind === "markdown" && name === "10,000 words") continue;
			const problems = await listProblems({ [path]: withText(path, way, text) });
			if (!problems.some(({ file }) => file === path)) taken.push(`${path}: ${way.join(".")}`);
		}
		expect(taken).toEqual([]);
	});
});

describe("an address that visitors are led to", () => {
	test.each([
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		" javascript:alert(1)",
		"java\tscript:alert(1)",
		"data:text/html,<script>alert(1)</script>",
		"vbscript:msgbox",
		"file:///etc/passwd",
		"//evil.example/",
		"https:\\\\evil.example",
		"https://company.example@evil.example/",
		"https://user:word@evil.example/",
		"https://evil.example/\u0000",
		"https://evil.example/ onclick=alert(1)",
		"https://",
		`https://evil.example/${"a".repeat(500)}`,
	])("is not %j", async (url) => {
		const [problem] = await listProblems({ "company.yml": withText("company.yml", ["socials", 0, "url"], url) });
		expect(problem).toMatchObject({ file: "company.yml", field: "socials[0].url" });
	});

	test.each(["//evil.example", "/\\evil.example", "/a b", "/%0d%0a", '/"><script>', "javascript:alert(1)"])(
		"of a page of the site is not %j",
		async (to) => {
			const path = "pages/career.yml";
			const problems = await listProblems({ [path]: withText(path, ["learnMore", "links", 0, "to"], to) });
			expect(problems).toMatchObject([{ file: path, field: "learnMore.links[0].to" }]);
		},
	);
});

describe("Markdown", () => {
	const post = "blog/first-page-of-the-month.md";
	const publish = (body: string) =>
		listProblems({ [post]: writeContentTexts(post, textOf(post), { texts: [], body }) });

	test.each([
		["a picture of another host", "![x](https://evil.example/x.png)"],
		["a picture of another host by reference", "![x][y]\n\n[y]: //evil.example/x.png"],
		["a picture of another host as HTML", `<img src="https://evil.example/x.png">`],
		["a picture that is data", "![x](data:image/svg+xml,x)"],
		["quotes within quotes", ">".repeat(10_000)],
		["lists within lists", "* ".repeat(10_000)],
		["links within links", `${"[".repeat(20_000)}x${"](a)".repeat(20_000)}`],
		["elements within elements", "<div>".repeat(10_000)],
		["elements that end as others", "<div></p>".repeat(10_000)],
		["marks without end", "a*".repeat(40_000)],
		["a text of a million characters", "weave ".repeat(170_000)],
		["a control character", "A bell\u0007"],
	])("with %s is refused, and soon", async (_, body) => {
		const begun = process.threadCpuUsage().user;
		expect(await publish(body)).toMatchObject([{ file: post, field: "body" }]);
		expect((process.threadCpuUsage().user - begun) / 1_000).toBeLessThan(4_000);
	});

	test.each([
		["tables of a thousand columns", `|${"a|".repeat(1_000)}\n|${"-|".repeat(1_000)}\n|${"b|".repeat(1_000)}`],
		["references without end", Array.from({ length: 5_000 }, (_, index) => `[r${index}]: /x`).join("\n")],
		[
			"footnotes that name themselves",
			Array.from({ length: 500 }, (_, index) => `[^${index}]: x[^${index}]`).join("\n\n"),
		],
		["ends of code", Array.from({ length: 300 }, (_, index) => "`".repeat(index)).join(" ")],
		["half tags", "<a ".repeat(20_000)],
		["half comments", "<!-- ".repeat(10_000)],
		["half addresses", "www.".repeat(15_000)],
		["blanks", `a${" ".repeat(90_000)}b`],
		["entities", "&#x".repeat(20_000)],
	])("with %s is read soon", async (_, body) => {
		const begun = process.threadCpuUsage().user;
		expect(await publish(body)).toEqual([]);
		expect((process.threadCpuUsage().user - begun) / 1_000).toBeLessThan(4_000);
	});
});

describe("YAML", () => {
	const faq = "faq.yml";
	const bomb = [
		"a: &a [x,x,x,x,x,x,x,x,x]",
		..."bcdefghi".split("").map((name, index) => `${name}: &${name} [${`*${"abcdefgh"[index]},`.repeat(9)}]`),
	].join("\n");

	test.each([
		["aliases of aliases", bomb],
		["a tag of a program", "- question: !!js/function 'function () {}'\n  answer: x"],
		["one key twice", "- question: a\n  question: b\n  answer: c"],
		["a merge of another", "- &a {question: a, answer: b}\n- <<: *a"],
		["a prototype", "__proto__:\n  polluted: yes"],
		["lists within lists", "[".repeat(50_000)],
		["two documents", "- question: a\n  answer: b\n---\n- question: c"],
		["nothing", ""],
	])("with %s is refused", async (_, text) => {
		const problems = await listProblems({ [faq]: text });
		expect(problems.length).toBeGreaterThan(0);
		expect(problems.every(({ file }) => file === faq)).toBe(true);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	test.each(["constructor", "__proto__", "toString"])(
		"with a category called %s is a category as others",
		async (name) => {
			const portfolio = parseYaml(textOf("pages/portfolio.yml")) as { categories: string[] };
			const problems = await listProblems({
				"pages/portfolio.yml": stringifyYaml({ ...portfolio, categories: [...portfolio.categories, name] }),
			});
			expect(problems).toMatchObject([{ file: "launching-soon.yml", field: name }]);
		},
	);

	test("front matter that ends twice ends once", async () => {
		const post = "blog/first-page-of-the-month.md";
		const problems = await listProblems({
			[post]: writeContentTexts(post, textOf(post), { texts: [], body: "---\nfeatured: true\n---\nA text." }),
		});
		expect(problems).toEqual([]);
	});

	test.each(["{{constructor.name}}", "{{__proto__.x}}", "{{name.length}}", "{{offices.length}}"])(
		"%s names no fact of the company",
		async (fact) => {
			const path = "pages/privacy.md";
			const problems = await listProblems({ [path]: `${base.documents.get(path)}\n\n${fact}` });
			expect(problems).toMatchObject([{ file: path }]);
		},
	);
});

test("a company setting in a text is not Markdown", async () => {
	const path = "pages/privacy.md";
	const company = "company.yml";
	const { documents } = await builder.build({
		...base,
		documents: new Map([
			...base.documents,
			[company, withText(company, ["legalName"], "A *B* <b onclick=x>[C](/d)</b> & E")],
			[path, `${textOf(path)}\n\nBy {{legalName}}.`],
		]),
	});
	expect(documents.privacy.html).toContain("By A *B* &#x3C;b onclick=x>[C](/d)&#x3C;/b> &#x26; E.");
});

describe("the name of a document", () => {
	test.each(["../company", "Weave", "a b", "con\u0000", "ﬁle", "a%2fb", "a--b", "é", "-"])(
		"is not %j",
		async (slug) => {
			const text = base.documents.get("blog/first-page-of-the-month.md") ?? "";
			const path = `blog/${slug}.md`;
			// A path of no kind is not read at all.
			const problems = await listProblems({ [path]: text });
			expect(problems.length > 0 || findDocumentKind(path) === undefined).toBe(true);
		},
	);
});
