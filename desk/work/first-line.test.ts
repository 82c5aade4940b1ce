import { expect, test } from "vitest";
import { findFirstLine } from "./first-line.ts";

test.each([
	["Dear sir or madam,\n\nOur archive was under water.\nAll of it.", "Our archive was under water."],
	["  \n\nNamaste!\r\nWe sell through 60 dealers.", "We sell through 60 dealers."],
	["Hello, I found you through a colleague,\nwho praised you.", "Hello, I found you through a colleague,"],
	["Thanks!", "Thanks!"],
	["We want to move 3 TB", "We want to move 3 TB"],
	["  ", ""],
])("of %j, a list shows %j", (text, line) => {
	expect(findFirstLine(text, 80)).toBe(line);
});

test("is cut between characters", () => {
	expect(findFirstLine("😀😀😀 and more", 3)).toBe("😀😀😀…");
	expect(findFirstLine("one two", 4)).toBe("one…");
});
