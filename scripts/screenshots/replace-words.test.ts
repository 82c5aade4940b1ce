import { expect, test } from "vitest";
import { replaceWords } from "./replace-words.ts";

const words = { "/notes": "/emails", note: "e-mail", "a note": "an e-mail", "Staff note": "Staff note" };

test("the longest of the old words that fit is replaced, and one that stands for itself stays", () => {
	expect(replaceWords("a note, this note, /notes?show=late, Staff note", words)).toBe(
		"an e-mail, this e-mail, /emails?show=late, Staff note",
	);
});

test("what replaces a word is not replaced again, and signs mean themselves", () => {
	expect(replaceWords("a.b axb", { "a.b": "b", b: "c" })).toBe("b axc");
});

test("without words nothing changes", () => {
	expect(replaceWords("a note", {})).toBe("a note");
});
