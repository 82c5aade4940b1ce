import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandNames, getCommand } from "./commands.ts";
import {
	continueLine,
	findChange,
	findPictures,
	insertFootnote,
	insertLink,
	lowerHeadings,
	renumberFootnotes,
	writePicture,
} from "./edits.ts";

const blog = "content/blog";
const articles = readdirSync(blog).map((name) => readFileSync(join(blog, name), "utf8"));

const open = (text: string, anchor = 0, head = anchor) =>
	EditorState.create({
		doc: text,
		selection: { anchor, head },
		extensions: EditorState.allowMultipleSelections.of(true),
	});
const after = (state: EditorState, change: TransactionSpec) => state.update(change).state;

const block = fc.oneof(
	fc.constantFrom(
		"## Heading",
		"Setext\n---",
		"- a\n- b\n\n  c",
		"1. one\n2) two",
		"> [!NOTE]\n> Text",
		"```js\n# code\n\n```",
		"| a | b |\n| --- | ---: |\n| 1 | 2 |",
		"![The yard](/pictures/more/yard.avif)",
		"Text with **bold**, _italics_, `code` and [a link](/blog).  \nNext line",
		"\ttabbed",
		"<b>html</b>",
		"[^1]: note",
		"\\* escaped &amp; \u00a0",
		"",
	),
	fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.replaceAll("\r", "")),
);
const markdown = fc
	.tuple(fc.array(block, { minLength: 1, maxLength: 12 }), fc.constantFrom("\n\n", "\n\n\n", "\n \n"))
	.map(([blocks, between]) => blocks.join(between));

test("every sample article is opened as it was written", () => {
	for (const text of articles) expect(open(text).doc.toString()).toBe(text);
});

test("any text is opened as it was written, and a change of one block leaves the others byte for byte", () => {
	fc.assert(
		fc.property(fc.oneof(fc.constantFrom(...articles), markdown), fc.nat(), fc.string(), (text, at, typed) => {
			const state = open(text);
			expect(state.doc.toString()).toBe(text);
			const line = state.doc.lineAt(at % (text.length + 1));
			const changed = after(state, {
				changes: { from: line.from, to: line.to, insert: typed.replaceAll(/[\r\n]/g, "") },
			});
			const result = changed.doc.toString();
			expect(result.startsWith(text.slice(0, line.from))).toBe(true);
			expect(result.endsWith(text.slice(line.to))).toBe(true);
		}),
	);
});

test("a command changes nothing outside of the selected lines", () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.constantFrom(...articles), markdown),
			fc.nat(),
			fc.nat({ max: 80 }),
			fc.constantFrom(...commandNames),
			(text, start, length, name) => {
				const { edit } = getCommand(name);
				if (typeof edit !== "function") return;
				const from = start % (text.length + 1);
				const state = open(text, from, Math.min(text.length, from + length));
				const { main } = state.selection;
				const result = after(state, edit(state)).doc.toString();
				const [first, last] = [state.doc.lineAt(main.from), state.doc.lineAt(main.to)];
				expect(result.startsWith(text.slice(0, first.from))).toBe(true);
				// The text of a footnote goes to the end.
				if (name === "footnote") expect(result).toContain(text.slice(last.to));
				else expect(result.endsWith(text.slice(last.to))).toBe(true);
			},
		),
	);
});

const run = (name: (typeof commandNames)[number], text: string, anchor: number, head = anchor) => {
	const state = open(text, anchor, head);
	const { edit } = getCommand(name);
	if (typeof edit !== "function") throw new Error(`${name} asks for more`);
	const changed = after(state, edit(state));
	const { from, to } = changed.selection.main;
	return [changed.doc.toString(), changed.sliceDoc(from, to)];
};

describe("commands", () => {
	test.each([
		["bold", "a word here", 2, 6, "a **word** here", "word"],
		["bold", "a **word** here", 4, 8, "a word here", "word"],
		["heading", "Title", 2, 2, "## Title", ""],
		["heading", "### Title", 5, 5, "## Title", ""],
		["heading", "## Title", 4, 4, "Title", ""],
		["list", "a\nb", 0, 3, "- a\n- b", "a\n- b"],
		["quote", "> a", 3, 3, "a", ""],
		["table", "Text", 2, 2, "Text\n\n| Column | Number |\n| --- | ---: |\n| Row | 1 |", "Column"],
		["code", "a\n\n\n\nb", 3, 3, "a\n\n```\ncode\n```\n\nb", "code"],
		["note", "a\nb", 0, 0, "a\n\n> [!NOTE]\n> Text\n\nb", "Text"],
	] as const)("%s turns %j into Markdown", (name, text, from, to, result, selected) => {
		expect(run(name, text, from, to)).toEqual([result, selected]);
	});

	test("headings begin at the level that the text may have", () => {
		const state = open("Title", 2, 2);
		const change = (name: "heading" | "subheading") => {
			const { sign, edit } = getCommand(name, 3);
			if (typeof edit !== "function") throw new Error(`${name} asks for more`);
			return [sign, after(state, edit(state)).doc.toString()];
		};
		expect([change("heading"), change("subheading")]).toEqual([
			["###", "### Title"],
			["####", "#### Title"],
		]);
		const pasted = "## A\n\n```sh\n## b\n```\n\n### C #d\n\n###### E";
		expect(lowerHeadings(pasted, 2)).toBe(pasted);
		expect(lowerHeadings(pasted, 3)).toBe("### A\n\n```sh\n## b\n```\n\n#### C #d\n\n###### E");
	});

	test.each([
		["a word here", "a long word here", { from: 2, to: 2, insert: "long " }],
		["aa", "aaa", { from: 2, to: 2, insert: "a" }],
		["aaa", "aa", { from: 2, to: 3, insert: "" }],
		["", "text", { from: 0, to: 0, insert: "text" }],
		["same", "same", undefined],
	])("the change of %j into %j leaves the rest", (before, text, change) => {
		expect(findChange(before, text)).toEqual(change);
	});

	test("a link keeps its words and awaits its address", () => {
		const state = open("see here", 4, 8);
		const changed = after(state, insertLink(state));
		expect(changed.doc.toString()).toBe("see [here]()");
		expect(changed.selection.main.head).toBe("see [here](".length);
	});

	test("a footnote has the next number, and its text at the end", () => {
		const state = open("A.[^2] B.\n\n[^2]: Two\n", 9);
		const changed = after(state, insertFootnote(state));
		expect(changed.doc.toString()).toBe("A.[^2] B.[^3]\n\n[^2]: Two\n\n[^3]: ");
		expect(changed.selection.main.head).toBe(changed.doc.length);
		expect(renumberFootnotes("x[^1]\n\n[^1]: y", "a[^2]")).toBe("x[^3]\n\n[^3]: y");
		expect(renumberFootnotes("x[^1]", "a")).toBe("x[^1]");
	});

	test.each([
		["- a", "- a\n- "],
		["  - [x] a", "  - [x] a\n  - [ ] "],
		["9. a", "9. a\n10. "],
		["> a", "> a\n> "],
		["- a\n- ", "- a\n"],
	])("Enter continues %j or ends it", (text, result) => {
		const state = open(text, text.length);
		const change = continueLine(state);
		expect(change && after(state, change).doc.toString()).toBe(result);
	});

	test.each(["a", "-a", "", "1.a"])("Enter after %j is a new line", (text) => {
		expect(continueLine(open(text, text.length))).toBeUndefined();
	});
});

test("pictures of the library are found and written", () => {
	const text = `a ${writePicture("more/yard.avif", "The [yard]\nat dawn")} ![x](/elsewhere.png)`;
	expect(findPictures(text)).toEqual([
		{ path: "more/yard.avif", alt: "The  yard  at dawn", from: 2, to: text.indexOf(" ![x]") },
	]);
});
