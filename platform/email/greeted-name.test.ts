import fc from "fast-check";
import { expect, test } from "vitest";
import { greetedName } from "./greeted-name.ts";

test.each(["Asha", "Jean-Luc", "O’Neil", "A. P. J.", "आशा", "Mary Ann"])(
	"%s is a name to greet somebody by",
	(name) => {
		expect(greetedName(name)).toBe(name);
	},
);

test.each([
	"casino.example",
	"A.example",
	"http://a",
	"a/b",
	"a:b",
	"7 wins",
	"Asha@home",
	"x".repeat(41),
	"",
	" Asha",
	"Asha <b>",
])("%s is not", (name) => {
	expect(greetedName(name)).toBeUndefined();
});

test("no name that is greeted can become a link or markup", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 50 }), (name) => {
			expect(greetedName(name) ?? "").not.toMatch(/[/:@<>&"\d\p{Cc}]|\.\S/u);
		}),
		{ numRuns: 1_000 },
	);
});
