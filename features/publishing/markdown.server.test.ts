import { expect, test } from "vitest";
import { listHostileMarkdown } from "../../tests/support/hostile-markdown.ts";
import { listHeadings } from "./content-html.server.ts";
import { findMarkdownFault } from "./markdown-faults.ts";
import { createMarkdownReader, readMarkdown, renderMarkdown } from "./markdown.server.ts";

test("headings are listed in order, with the ids of the page", async () => {
	const html = await renderMarkdown("## In short\n\nText\n\n### Not in the contents\n\n## Who *sees* it");
	expect(listHeadings(html)).toEqual([
		{ id: "section-in-short", text: "In short" },
		{ id: "section-who-sees-it", text: "Who sees it" },
	]);
	for (const { id } of listHeadings(html)) expect(html).toContain(`id="${id}"`);
});

test("a table can be reached by keyboard and is named after its heading", async () => {
	const table = "| A | B |\n| --- | ---: |\n| 1 | 2 |";
	const html = await renderMarkdown(`${table}\n\n## Prices\n\n${table}\n\n${table}`);
	expect(
		[...html.matchAll(/<section class="table-frame" tabindex="0" aria-label="([^"]*)">/g)].map(([, name]) => name),
	).toEqual(["Table", "Table: Prices", "Table 2: Prices"]);
});

test("columns aligned to the right are marked by a class, not by the obsolete attribute", async () => {
	const html = await renderMarkdown("| A | B |\n| :-- | ---: |\n| 1 | 2 |");
	expect(html).toContain('<td class="numeric">2</td>');
	expect(html).toContain("<td>1</td>");
	expect(html).not.toContain("align=");
});

test("scripts, styles and event handlers of the source do not pass", async () => {
	const html = await renderMarkdown('<p style="color:red" onclick="alert(1)">A</p>\n\n<script>alert(1)</script>');
	expect(html).toContain("<p>A</p>");
	expect(html).not.toMatch(/script|style|onclick/);
});

test.each([
	"![x](https://evil.example/x.png)",
	"![x](//evil.example/x.png)",
	'<img src="/\\evil.example/x.png">',
	'<picture><source srcset="https://evil.example/x.png"><img src="https://evil.example/x.png"></picture>',
	'<video src="https://evil.example/x" poster="https://evil.example/x.png"></video>',
	'<input type="image" src="https://evil.example/x.png">',
	'<table background="https://evil.example/x.png"><tr><td>A</td></tr></table>',
	'<svg><image href="https://evil.example/x.png"></image></svg>',
	'<link rel="stylesheet" href="https://evil.example/x.css">',
])("a page loads nothing from elsewhere by %s", async (markdown) => {
	expect(await renderMarkdown(markdown)).not.toContain("evil");
});

test.each([
	"[a](javascript:alert(1))",
	"[a](JAVASCRIPT:alert(1))",
	"[a](&#106;avascript:alert(1))",
	"[a](java&#10;script:alert(1))",
	"[a](<java\nscript:alert(1)>)",
	"[a](data:text/html,x)",
	"[a](vbscript:x)",
	"<javascript:alert(1)>",
	"[a]\n\n[a]: javascript:alert(1)",
	'<a href="&#x6A;avascript:alert(1)">a</a>',
	'<a href=" javascript:alert(1)">a</a>',
	'<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">a</button></form>',
	'<q cite="javascript:alert(1)">a</q>',
	'<a href="#" ping="https://evil.example" onclick="alert(1)" style="position:fixed">a</a>',
])("nothing runs by %s", async (markdown) => {
	expect(await renderMarkdown(markdown)).not.toMatch(/(?:href|action|cite)="(?!#")|ping|on\w+=|style/);
});

test("text over the limits is shown as written", async () => {
	const { html, fault } = await readMarkdown(`${"[".repeat(60)}<b>`);
	expect(html).toBe(`<p>${"[".repeat(60)}&lt;b&gt;</p>`);
	expect(fault).toBe("is nested too deeply");
});

test("footnotes lead to their notes and back", async () => {
	const html = await renderMarkdown("Water[^1] and wind[^wind].\n\n[^1]: Cold.\n[^wind]: Strong.");
	const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
	const targets = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
	expect(targets.length).toBeGreaterThanOrEqual(4);
	for (const target of targets) expect(ids).toContain(target);
});

test.each(["[call](tel:+919876543210)", "[write](mailto:asha@company.example)"])("%s is a link", async (markdown) => {
	expect(await renderMarkdown(markdown)).toContain(`href="${/\((.*)\)/.exec(markdown)?.[1]}"`);
});

const row = (cells: number, cell: string) => `|${`${cell}|`.repeat(cells)}`;

test.each([
	["a table of 2,000 columns and 4,000 rows", `${row(2_000, "a")}\n${row(2_000, "-")}\n${"a\n".repeat(4_000)}`],
	["40,000 closing brackets", "]".repeat(40_000)],
	["paragraphs that a dash turns into headings", "a\n-\n".repeat(20_000)],
	["a quote of 49 levels with plain lines", `${"> ".repeat(49)}a\n${"a\n".repeat(20_000)}`],
	["links without an end", "[a](".repeat(20_000)],
	["references to nothing", "[a][b]".repeat(15_000)],
	["references to footnotes", `${"[^1]".repeat(20_000)}\n\n[^1]: a`],
])("%s hold up nothing else, and end", { tags: "all" }, async (_case, markdown) => {
	let turns = 0;
	const others = setInterval(() => (turns += 1), 1);
	const { html } = await createMarkdownReader({ timeoutMs: 2_000 })(markdown);
	clearInterval(others);
	expect(turns).toBeGreaterThan(10);
	expect(html).toMatch(/^<p>/);
	expect(await renderMarkdown("*fine*")).toContain("<em>fine</em>");
});

test(
	"hostile texts are rendered, or shown as written, while the thread that answers goes on",
	{ tags: "all" },
	async () => {
		let ticks = 0;
		const ticking = setInterval(() => ticks++, 1);
		for (const markdown of listHostileMarkdown(1, 4)) {
			const before = ticks;
			const { html } = await createMarkdownReader({ timeoutMs: 2_000 })(markdown);
			expect(html.length).toBeLessThanOrEqual(2_000_000);
			if (findMarkdownFault(markdown) === undefined) expect(ticks).toBeGreaterThan(before);
		}
		clearInterval(ticking);
	},
);
