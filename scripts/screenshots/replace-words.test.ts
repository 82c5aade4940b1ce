import { expect, test } from "vitest";
import { replaceWords } from "./replace-words.ts";

const words = { "/notes": "/emails", note: "e-mail", "a note": "an e-mail", "Staff note": "Staff note" };

test("the longest matching old word is replaced, and a word mapped to itself stays", () => {
	expect(replaceWords("a note, this note, /notes?show=late, Staff note", words)).toBe(
		"an e-mail, this e-mail, /emails?show=late, Staff note",
	);
});

test("replacements are not replaced again, and special characters are literal", () => {
	expect(replaceWords("a.b axb", { "a.b": "b", b: "c" })).toBe("b axc");
});

test("without words nothing changes", () => {
	expect(replaceWords("a note", {})).toBe("a note");
});
