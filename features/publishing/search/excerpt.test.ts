import fc from "fast-check";
import { expect, test } from "vitest";
import { cutExcerpt, markWords } from "./excerpt.ts";
import type { TextPiece } from "./results.ts";

/** Writes found pieces in brackets. */
const write = (pieces: readonly TextPiece[] | undefined) =>
	pieces?.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join("");

test.each([
	["Our ERP service", ["erp"], "Our [ERP] service"],
	["Développeurs and developers", ["developpeur"], "[Développeurs] and developers"],
	["Straße 12", ["strasse", "1"], "[Straße] [12]"],
	["Nothing here", ["erp"], "Nothing here"],
	["An enterprise", ["erp"], "An enterprise"],
	["", ["erp"], ""],
])("in %s, the words that begin with %j are marked", (text, wanted, expected) => {
	expect(write(markWords(text, wanted))).toBe(expected);
});

test("an excerpt shows the part with most of the words", () => {
	const filler = "word ".repeat(200);
	const excerpt = write(cutExcerpt(`gate ${filler}gate and erp ${filler}erp`, ["erp", "gate"]));
	expect(excerpt).toMatch(/^… .*\[gate\] and \[erp\].* …$/);
	expect(excerpt?.length).toBeLessThan(320);
});

test("a short text is its own excerpt, on one line", () => {
	expect(write(cutExcerpt("Goods\n\n at the\tgate.\nNo more", ["gate"]))).toBe("Goods · at the [gate]. No more");
});

test("a text without the words has no excerpt", () => {
	expect(cutExcerpt("Goods at the gate", ["erp"])).toBeUndefined();
});

test("marking keeps every character, and an excerpt has a bounded length", () => {
	const word = fc.constantFrom("erp", "ERP-Suite", "é", "ß", "日本語", "x".repeat(500), "…", "<b>", "\u0301");
	const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(" "));
	fc.assert(
		fc.property(
			text,
			fc.array(fc.constantFrom("erp", "e", "x", "ss"), { minLength: 1, maxLength: 3 }),
			(one, wanted) => {
				const pieces = markWords(one, wanted);
				expect(pieces.map((piece) => piece.text).join("")).toBe(one);
				const excerpt =
					cutExcerpt(one, wanted)
						?.map((piece) => piece.text)
						.join("") ?? "";
				expect(excerpt.length).toBeLessThan(1_200);
			},
		),
	);
});
