import { Readable } from "node:stream";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { detectFormat, readColumns, readRows, TableError } from "./read-table.server.ts";

const table = 'Name;Notes;Löhne\r\n"Rao; Asha";"Two\r\nlines, ""quoted""";1,5\r\n\r\nJosé;;2\r\n';

async function read(content: Buffer | string) {
	const open = async () => Readable.from([Buffer.from(content)]);
	const format = await detectFormat(open);
	const rows = await Array.fromAsync(readRows(open, format));
	return { format, rows, columns: await readColumns(open, format) };
}

describe("a table", () => {
	test.each([
		["UTF-8", Buffer.from(table), "utf-8"],
		["UTF-8 with a mark", Buffer.from(`\ufeff${table}`), "utf-8"],
		[
			"UTF-16 as Excel saves it",
			Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode(table, "utf-16le")]),
			"utf-16le",
		],
		[
			"UTF-16, the other order",
			Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode(table, "utf-16be")]),
			"utf-16be",
		],
		["UTF-16 without a mark", iconv.encode(table, "utf-16le"), "utf-16le"],
		["Windows-1252", iconv.encode(table, "windows-1252"), "windows-1252"],
	])("in %s is read with quotes, line breaks and the lines of its rows", async (_name, content, encoding) => {
		const { format, rows, columns } = await read(content);
		expect(format).toEqual({ encoding, delimiter: ";", skips: 0 });
		expect(rows).toEqual([
			{ row: 1, line: 2, cells: ["Rao; Asha", 'Two\r\nlines, "quoted"', "1,5"] },
			{ row: 2, line: 5, cells: ["José", "", "2"] },
		]);
		expect(columns).toEqual([
			{ name: "Name", samples: ["Rao; Asha", "José"] },
			{ name: "Notes", samples: ['Two lines, "quoted"'] },
			{ name: "Löhne", samples: ["1,5", "2"] },
		]);
	});

	test.each([
		[",", "a,b;c\n1,2\n3,4\n"],
		["\t", "a\tb, c\td\n1\t2\t3\n"],
		["|", "a|b\n1|2\n"],
		[",", "only\none\n"],
		[";", "sep=;\r\na;b,c,d\r\n1;2\r\n"],
	])("divides its cells by %j", async (delimiter, content) => {
		expect((await read(content)).format.delimiter).toBe(delimiter);
	});

	test("may have short and long rows, stray quotes, and columns without a name", async () => {
		const { rows, columns } = await read('a,,c\n1\n1,2,3,4\n5" pipe,x,y\n');
		expect(rows.map(({ cells }) => cells)).toEqual([["1"], ["1", "2", "3", "4"], ['5" pipe', "x", "y"]]);
		expect(columns.map(({ name }) => name)).toEqual(["a", "Column 2", "c"]);
	});

	test.each([
		["", "empty"],
		["a,b\n", "no rows"],
		[Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 1, 2]), "not a table"],
		[`a,b\n"never closed${",x\n".repeat(400_000)}`, "is never closed"],
	])("that cannot be read says why", async (content, message) => {
		await expect(read(content)).rejects.toThrow(TableError);
		await expect(read(content)).rejects.toThrow(message);
	});
});
