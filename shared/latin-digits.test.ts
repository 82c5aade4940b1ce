import { expect, test } from "vitest";
import { listDigits, toLatinDigits } from "./latin-digits.ts";

test.each([
	["Devanagari", "१२,३४,५६७.५०", "12,34,567.50"],
	["Bengali", "৫০", "50"],
	["Tamil", "௧௦", "10"],
	["Arabic", "١٬٢٣٤٫٥", "1,234.5"],
	["Persian", "۱۲٫۵", "12.5"],
	["Thai", "๒๕๖๙", "2569"],
	["full width", "１２３", "123"],
	["the second of several sets in a row", "\u{1d7d8}\u{1d7e1}", "09"],
	["Latin", "-1,200.5", "-1,200.5"],
])("reads digits of %s", (_script, typed, read) => {
	expect(toLatinDigits(typed)).toBe(read);
});

test("leaves letters, fractions and Roman numerals as they are", () => {
	for (const text of ["दस", "½", "Ⅻ", "二", ""]) expect(toLatinDigits(text)).toBe(text);
});

test("the digits of every script come in tens", () => {
	const all = Array.from({ length: 0x110000 }, (_, code) => code).filter(
		(code) => (code < 0xd800 || code > 0xdfff) && /^\p{Nd}$/u.test(String.fromCodePoint(code)),
	);
	const counts = new Map<string, number>();
	for (const code of all) {
		const digit = toLatinDigits(String.fromCodePoint(code));
		counts.set(digit, (counts.get(digit) ?? 0) + 1);
	}
	expect([...counts.keys()].join("")).toBe("0123456789");
	expect(new Set(counts.values())).toEqual(new Set([all.length / 10]));
});

test("lists the digits of a phone number", () => {
	expect(listDigits("+९१ (९८१००) ०००-०१")).toBe("919810000001");
});
