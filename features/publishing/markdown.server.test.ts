import { expect, test } from "vitest";
import { listHeadings, renderMarkdown } from "./markdown.server.ts";

test("headings are listed in order, with the ids that stand in the page", async () => {
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
