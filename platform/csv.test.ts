import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

/** Reads one column of CSV back, quotes taken off. */
function readCells(csv: string): string[] {
	return [...csv.matchAll(/"((?:[^"]|"")*)"\r\n|([^"\r\n]*)\r\n/g)].map(
		([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
	);
}

test("quotes what needs it and keeps every line break", () => {
	expect(toCsv(["a", "b"], [{ a: 'He said "no"', b: "one\ntwo" }])).toBe('a,b\r\n"He said ""no""","one\ntwo"\r\n');
});

test("no cell begins like a formula, and nothing else of it changes", () => {
	const text = fc
		.tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", ""), fc.string({ unit: "grapheme" }))
		.map((parts) => parts.join(""));
	fc.assert(
		fc.property(text, (cell) => {
			const [, written = ""] = readCells(toCsv(["cell"], [{ cell }]));
			expect(written).not.toMatch(/^[=+\-@\t\r]/);
			expect([cell, `'${cell}`]).toContain(written);
		}),
		{ numRuns: 1_000 },
	);
});
