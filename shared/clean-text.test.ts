import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanLine, cleanText } from "./clean-text.ts";

test.each([
	["a phone number from a contact", "\u202a+91 98765 43210\u202c", "+91 98765 43210"],
	["an address with a zero-width space", "asha@company.example\u200b", "asha@company.example"],
	["a byte order mark", "\ufeffAsha", "Asha"],
	["a soft hyphen", "Wirt\u00adschaft", "Wirtschaft"],
	["a right-to-left override", "cv\u202efdp.exe", "cvfdp.exe"],
	["a joiner at the end", "Asha\u200d", "Asha"],
	["a second joiner at the end", "അനില്\u200d\u200d", "അനില്\u200d"],
	["a bell", "A\u0007sha", "Asha"],
	["NEL within a line", "A\u0085B", "A\nB"],
])("drops what cannot be seen: %s", (_case, typed, cleaned) => {
	expect(cleanLine(typed)).toBe(cleaned);
});

test.each([
	["Persian", "می\u200cخواهم"],
	["Hindi", "क्\u200dष"],
	["Sinhala", "ශ්\u200dරී"],
	["Malayalam", "അനില്\u200d"],
	["Bengali, before a space", "অভিজিত্\u200d রায়"],
	["a family", "👨\u200d👩\u200d👧"],
	["a health worker with a skin tone", "👩🏽\u200d⚕\ufe0f"],
	["two people with skin tones", "🧑🏻\u200d🤝\u200d🧑🏿"],
	["a rainbow flag", "🏳\ufe0f\u200d🌈"],
])("keeps the joiners of %s", (_case, text) => {
	expect(cleanText(text)).toBe(text);
});

test.each([
	["Word's line break", "Line one\u000bLine two"],
	["a form feed", "Line one\fLine two"],
	["Windows", "Line one\r\nLine two"],
	["an old Mac", "Line one\rLine two"],
	["a line separator", "Line one\u2028Line two"],
])("reads the break of %s", (_case, text) => {
	expect(cleanText(text)).toBe("Line one\nLine two");
});

test("cleaning what is clean changes nothing", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			const once = cleanText(text);
			expect(cleanText(once)).toBe(once);
			expect(once).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
		}),
	);
});
