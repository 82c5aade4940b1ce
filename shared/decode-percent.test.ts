import { expect, test } from "vitest";
import { decodePercent } from "./decode-percent.ts";

test("percent-encoding is decoded, and a malformed one left as it is", () => {
	expect(["a%20b", "B%C3%BCro", "100%", "%E0%A4%A", "plain"].map(decodePercent)).toEqual([
		"a b",
		"Büro",
		"100%",
		"%E0%A4%A",
		"plain",
	]);
});
