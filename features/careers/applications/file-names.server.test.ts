import { expect, test } from "vitest";
import { cleanFileName } from "./file-names.server.ts";

test.each([
	["a name as it is", "Asha Rao.pdf", "Asha Rao.pdf"],
	["the name without its folders", "C:\\cv/asha.pdf", "asha.pdf"],
	["at most 200 bytes with the ending, and no half characters", `${"😀".repeat(60)}.pdf`, `${"😀".repeat(49)}.pdf`],
	["at most 200 bytes of what only looks like an ending", `cv.${"x".repeat(300)}`, `cv.${"x".repeat(197)}`],
	["at most 200 bytes of an ending alone", `.${"x".repeat(300)}`, `.${"x".repeat(199)}`],
	["a name for what has none", "\u202E/", "resume"],
])("of a file's name it keeps %s", (_case, name, kept) => {
	expect(cleanFileName(name)).toBe(kept);
});

test("a name as long as a form's head may be is shortened at once", () => {
	expect(cleanFileName(`${"a".repeat(80_000)}.pdf`)).toBe(`${"a".repeat(196)}.pdf`);
});
