import { expect, test } from "vitest";
import { listMarkdownSlips } from "./list-markdown-slips.ts";

test.each(["[our plans](https://)", "[our plans]()", "See [our plans](#) today.", "[our plans](mailto: )"])(
	"%s is a link that leads nowhere",
	(markdown) => {
		expect(listMarkdownSlips(markdown)).toEqual(["The link “our plans” leads nowhere. Give it an address."]);
	},
);

test("a link right below a table becomes a row of it", () => {
	expect(listMarkdownSlips("| a | b |\n|---|---|\n| 1 | 2 |\n[All prices](/prices)\n\nMore text.")).toEqual([
		"“[All prices](/prices)” is shown as a row of the table above it. Leave an empty line before it.",
	]);
});

test("links with an address, and text after an empty line, a heading, a list or code, are what they look like", () => {
	for (const markdown of [
		"[our plans](https://narangi.example/plans)",
		"[our plans](/plans) and [more](#below)",
		"| a | b |\n|---|---|\n| 1 | 2 |\n\n[All prices](/prices)",
		"| a | b |\n|---|---|\n| 1 | 2 |\n## Next",
		"| a | b |\n|---|---|\n- a list",
		"```\n| a | b |\n|---|---|\nplain\n```",
		"A dash - and a | bar\nanother line",
	])
		expect([markdown, listMarkdownSlips(markdown)]).toEqual([markdown, []]);
});
