import { expect, test } from "vitest";
import { isProgramName } from "./program-names.server.ts";

test.each(["cv.exe", "CV.EXE", "a/b.docx.scr", "cv.exe. . ", "cv.exe\0", "cv. exe", ".exe", "cv.exe\0.\t"])(
	"%j is the name of a program",
	(name) => {
		expect(isProgramName(name)).toBe(true);
	},
);

test.each(["", ".", "exe", "cv.pdf", "cv.exe.pdf", "cv.exe/a", "cv.exe\\a", "cv.", "..", "cv.exe x"])(
	"%j is none",
	(name) => {
		expect(isProgramName(name)).toBe(false);
	},
);

test.each([".", " ", "\0", ". ", ".a"])(
	"a name of 200,000 times %j, as a resume may hold one, is judged too",
	(part) => {
		// A pattern that backtracks would take hours.
		expect(isProgramName(`.${part.repeat(200_000)}/`)).toBe(false);
		expect(isProgramName(`cv.exe${" .\0".repeat(70_000)}`)).toBe(true);
	},
);
