import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test.each([
	["Łukasz", "lukasz"],
	["Straße", "strasse"],
	["Øresund", "oresund"],
	["Đorđe", "dorde"],
	["ÉCOLE", "ecole"],
	["Ångström", "angstrom"],
	["ΣΟΦΌΣ", "σοφος"],
	["नमस्ते", "नमस्ते"],
	["東京", "東京"],
	["Ｆｕｌｌ", "full"],
])("%s is found by %s", (text, folded) => {
	expect(foldText(text)).toBe(foldText(folded));
	expect(foldText(text)).toBe(folded);
});

test("folding twice changes nothing more", () => {
	fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => foldText(foldText(text)) === foldText(text)));
});
