import { expect, test } from "vitest";
import { cleanResumeName } from "./file-names.server.ts";

test.each([
	["a name as it is", "Asha Rao.pdf", "Asha Rao.pdf"],
	["a name as it is, in capitals", "ASHA.PDF", "ASHA.pdf"],
	["the name without its folders", "C:\\cv/asha.pdf", "asha.pdf"],
	["the ending that a messenger has lost", "DOC-20260101-WA0005.", "DOC-20260101-WA0005.pdf"],
	["an ending where there is none", "resume", "resume.pdf"],
	["the ending of its kind instead of another's", "cv.docx", "cv.pdf"],
	["an ending after what only looks like one", "cv 2026.01", "cv 2026.01.pdf"],
	["at most 200 bytes with the ending, and no half characters", `${"😀".repeat(60)}.pdf`, `${"😀".repeat(49)}.pdf`],
	["at most 200 bytes of what only looks like an ending", `cv.${"x".repeat(300)}`, `cv.${"x".repeat(193)}.pdf`],
	["a name for what has none", "\u202E/", "resume.pdf"],
])("of a file's name it keeps %s", (_case, name, kept) => {
	expect(cleanResumeName(name, "pdf")).toBe(kept);
});

test("a name as long as a form's head may be is shortened at once", () => {
	expect(cleanResumeName(`${"a".repeat(80_000)}.pdf`, "pdf")).toBe(`${"a".repeat(196)}.pdf`);
});
