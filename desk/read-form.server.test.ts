import { expect, test } from "vitest";
import { readVersion } from "./read-form.server.ts";

test.each([
	["1", 1],
	["2147483647", 2_147_483_647],
	["2147483648", 0],
	["1e30", 0],
	["1.5", 0],
	["-1", 0],
	["", 0],
	["NaN", 0],
	[null, 0],
])("the version %j is read as %d", (typed, version) => {
	expect(readVersion(typed)).toBe(version);
});
