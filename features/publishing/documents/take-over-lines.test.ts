import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "../../../shared/clean-text.ts";
import { takeOverLines } from "./take-over-lines.ts";

const text = fc
	.array(fc.constantFrom("a", "\tcode", "| b |", " ", "\u00a0", "é", "\u200bb", "\n", "\r\n", "\r", "\u2028", "\n\n"), {
		maxLength: 40,
	})
	.map((parts) => parts.join(""));

test("a text that a form returns unchanged keeps every byte", () => {
	fc.assert(fc.property(text, (stored) => takeOverLines(stored, cleanText(stored)) === stored));
});

test("a change keeps the bytes of the lines above and below it, and is what was typed", () => {
	fc.assert(
		fc.property(text, text, text, (above, below, typed) => {
			const [before, after] = [`${above}\r\n`, `\n${below}`];
			const sent = cleanText(`${before}new ${typed}${after}`);
			const result = takeOverLines(`${before}old${after}`, sent);
			expect(result.startsWith(before)).toBe(true);
			expect(cleanText(result)).toBe(sent);
			if (!/[\n\r\u2028]/.test(typed)) expect(result.endsWith(after)).toBe(true);
		}),
	);
});
