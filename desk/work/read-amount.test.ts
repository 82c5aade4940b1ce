import { expect, test } from "vitest";
import { readAmount } from "./read-amount.ts";

test.each([
	["1200000", "1200000"],
	["12,00,000", "1200000"],
	["1,200,000", "1200000"],
	["1.200.000", "1200000"],
	["1 200 000", "1200000"],
	["1’200’000", "1200000"],
	["१२,००,०००", "1200000"],
	["1,200", "1200"],
	[" 1200 ", "1200"],
	["", ""],
])("%j is read as %j", (typed, amount) => {
	expect(readAmount(typed, "en-IN")).toBe(amount);
});

test.each(["1.200", "1,20", "1,200.50", "1,200 000", "12,00", "1,2,3", "about 5", "1,,000"])(
	"%j is left alone, to be refused",
	(typed) => {
		expect(readAmount(typed, "en-IN")).toBe(typed);
	},
);

test("what is a fraction depends on the company's place", () => {
	expect([readAmount("1.200", "de-DE"), readAmount("1,200", "de-DE")]).toEqual(["1200", "1,200"]);
});
