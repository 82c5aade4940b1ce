import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { convertHtml } from "./html-to-markdown.server.ts";
import { renderMarkdown } from "./markdown.server.ts";
import { convertPasted } from "./paste-html.server.ts";

const read = (name: string) => readFileSync(`tests/fixtures/clipboard/${name}`, "utf8");

test.each(["word", "google-docs", "web"])("what %s copies becomes plain Markdown", (name) => {
	expect(convertHtml(read(`${name}.html`))?.markdown).toBe(read(`${name}.md`).trim());
});

test("what was left out is told", async () => {
	const leftOf = async (name: string) => (await convertPasted(read(name)))?.left;
	expect(await leftOf("word.html")).toBe("1 picture was not pasted. Add the picture with / and Picture.");
	expect(await leftOf("web.html")).toBe(
		"2 pictures and 1 embedded item were not pasted. Add the pictures with / and Picture.",
	);
	expect((await convertPasted("<p>Text</p>"))?.left).toBe("");
});

test("formats end where words do, and do not repeat", () => {
	expect(convertHtml("<p>a<b> b </b>c <b><strong>d</strong></b><b>e</b> <i> </i>f</p>")?.markdown).toBe(
		"a **b** c **de** f",
	);
});

describe("hostile pastes", () => {
	test.each([
		["nested deeply", "<div>".repeat(100_000)],
		["nested lists", "<ul><li>".repeat(20_000)],
		["formats within formats", "<b><i>".repeat(30_000)],
		["a million tags", "<p>a".repeat(300_000)],
	])("%s are pasted as text", async (_, html) => {
		expect(await convertPasted(html)).toBeUndefined();
	});

	test.each([
		'<a href="javascript:alert(1)">a</a>',
		'<a href=" java\nscript:alert(1)">a</a>',
		'<a href="data:text/html,<script>alert(1)</script>">a</a>',
		'<a href="https://www.google.com/url?q=javascript:alert(1)">a</a>',
		'<p onclick="alert(1)">&lt;img src=x onerror=alert(1)&gt;</p>',
		"<p>[a](javascript:alert(1))</p>",
		'<math><mtext><img src=x onerror="alert(1)"></mtext></math>',
		'<img src="data:image/svg+xml,<svg onload=alert(1)>">',
	])("nothing runs by %s", async (html) => {
		const pasted = await convertPasted(html);
		expect(await renderMarkdown(pasted?.markdown ?? "")).not.toMatch(
			/(?:href|src)="(?!https:\/\/www\.google)|<(?:img|script|svg)| on\w+="/,
		);
	});
});
