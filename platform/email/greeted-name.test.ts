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
	["Malayalam, with a joiner at its end", "അനില്\u200d"],
	["Malayalam, with a joiner within", "അന്\u200dവർ"],
	["Sinhala", "ශ්\u200dරීමතී"],
	["Marathi", "क्\u200dयामराव"],
	["Bengali", "হৃদয়জিত্\u200d রায়"],
	["Persian", "علی\u200cرضا"],
])("a name is greeted with the joiners of its script: %s", (_script, name) => {
	expect(greetedName(name)).toBe(name);
});

test.each([
	["between Latin letters", "pay\u200dpal"],
	["between Cyrillic letters", "Ив\u200cан"],
	["at the beginning", "\u200dആശ"],
	["at the end of a Persian name", "علی\u200c"],
	["twice", "علی\u200c\u200cرضا"],
	["alone", "\u200d"],
	["before a dot", "अ\u200d.example"],
	["before a digit", "आशा\u200d7"],
	["beside a mark of direction", "علی\u200c\u202eرضا"],
])("a name with a joiner %s is not greeted", (_where, name) => {
	expect(greetedName(name)).toBeUndefined();
});

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
