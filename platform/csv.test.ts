import { buffer as readBytes, text as readText } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAll, toCsv } from "./csv.ts";

async function* iterate<Row>(rows: Row[]): AsyncGenerator<Row> {
	yield* rows;
}

/** Reads one column of CSV without quotes. */
function readCells(csv: string): string[] {
	return [...csv.matchAll(/"((?:[^"]|"")*)"\r\n|([^"\r\n]*)\r\n/g)].map(
		([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
	);
}

test("quotes where needed and keeps every line break", async () => {
	expect(await readText(toCsv(["a", "b"], iterate([{ a: 'He said "no"', b: "one\ntwo" }])))).toBe(
		'a,b\r\n"He said ""no""","one\ntwo"\r\n',
	);
});

test("no cell begins like a formula, and nothing else of it changes", async () => {
	const text = fc
		.tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", ""), fc.string({ unit: "grapheme" }))
		.map((parts) => parts.join(""));
	await fc.assert(
		fc.asyncProperty(text, async (cell) => {
			const [, written = ""] = readCells(await readText(toCsv(["cell"], iterate([{ cell }]))));
			expect(written).not.toMatch(/^(?!\+\d(?: ?\d){6,}$)[=+\-@\t\r]/);
			expect([cell, `'${cell}`]).toContain(written);
		}),
		{ numRuns: 1_000 },
	);
});

test("begins with a byte order mark", async () => {
	const bytes = await readBytes(toCsv(["a"], iterate([{ a: "é" }])));
	expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
});

test.each([
	["+91 98765 43210", "+91 98765 43210"],
	["+919876543210", "+919876543210"],
	["+91-98765-43210", "'+91-98765-43210"],
	["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
	["＝1+1", "'＝1+1"],
])("%s is written as %s", async (cell, written) => {
	expect(readCells(await readText(toCsv(["cell"], iterate([{ cell }]))))[1]).toBe(written);
});

test("a failure while rows are read ends the CSV with it", async () => {
	async function* fail(): AsyncGenerator<{ a: string }> {
		yield { a: "1" };
		throw new Error("the database is away");
	}
	await expect(readText(toCsv(["a"], fail()))).rejects.toThrow("the database is away");
});

test("all rows are read, in parts, by their ids", async () => {
	const ids = Array.from({ length: 450 }, (_, index) => String(index).padStart(3, "0"));
	const asked: (string | undefined)[] = [];
	const read: string[] = [];
	const rows = readAll(async (after, limit) => {
		asked.push(after);
		return ids
			.filter((id) => after === undefined || id > after)
			.slice(0, limit)
			.map((id) => ({ id }));
	});
	for await (const { id } of rows) read.push(id);
	expect(read).toEqual(ids);
	expect(asked).toEqual([undefined, "199", "399"]);
});
