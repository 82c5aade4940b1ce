import { Readable } from "node:stream";
import type { Info } from "csv-parse";
import iconv from "iconv-lite";
import { PlainError } from "../../platform/plain-error.ts";
import { cleanLine, toOneLine } from "../../shared/clean-text.ts";

/** A longer record has a quote that is never closed. */
const longestRecord = 1_000_000;
/** Enough for the first rows of a table. */
const startBytes = 64 * 1024;
const delimiters = [",", ";", "\t", "|"] as const;
const mostColumns = 500;
const samplesAtMost = 3;

/** How a table is written: its encoding, the character between cells, and a first line that only names that character. */
export type TableFormat = {
	encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
	delimiter: string;
	skips: number;
	/** Of calendars: between which instants series are listed, and the zone of times without one. */
	calendar?: { from: string; until: string; timeZone: string };
};

/** A record of a table: its number, from 1, and the line on which it starts. */
export type TableRow = { row: number; line: number; cells: string[] };

/** Opens the bytes of a table from the start. */
export type OpenTable = () => Promise<Readable>;

/** How the rows of a file are read. */
export type RowSource = {
	/** Such as "CSV file". */
	name: string;
	/** Tells by its name whether a file of an archive can be one. */
	isNamed(fileName: string): boolean;
	/** @throws TableError when the file is none of its kind */
	detectFormat(open: OpenTable): Promise<TableFormat>;
	readColumns(open: OpenTable, format: TableFormat): Promise<{ name: string; samples: string[] }[]>;
	readRows(open: OpenTable, format: TableFormat): AsyncGenerator<TableRow>;
};

/** The file is not a table; the message says why. */
export class TableError extends PlainError {}

/**
 * Finds how a table is written. Reads all of it: only its last byte tells whether it is UTF-8.
 * @throws TableError when it is empty, or no text
 */
export async function detectFormat(open: OpenTable): Promise<TableFormat> {
	const start = await readStart(await open());
	if (start.length === 0) throw new TableError("The file is empty.");
	const encoding = await detectEncoding(open);
	const text = iconv.decode(start, encoding);
	if (text.slice(0, 1_000).includes("\0"))
		throw new TableError("The file is not a table. Export it as CSV and choose it again.");
	const [named] = /^sep=(.)\r?\n/i.exec(text)?.slice(1) ?? [];
	return named === undefined
		? { encoding, delimiter: findDelimiter(text), skips: 0 }
		: { encoding, delimiter: named, skips: 1 };
}

/** Finds the encoding of a text. Reads all of it. */
export async function detectEncoding(open: OpenTable): Promise<TableFormat["encoding"]> {
	const start = await readStart(await open());
	return findUtf16(start) ?? ((await isUtf8(await open())) ? "utf-8" : "windows-1252");
}

/**
 * Reads the rows below the header, one by one.
 * @throws TableError for a quote that is never closed
 */
export async function* readRows(open: OpenTable, format: TableFormat): AsyncGenerator<TableRow> {
	let row = -1;
	for await (const { line, cells } of readRecords(await open(), format)) {
		row += 1;
		if (row > 0) yield { row, line, cells };
	}
}

/**
 * Reads the names of the columns, and some values of each.
 * @throws TableError when there are no rows, or too many columns
 */
export async function readColumns(
	open: OpenTable,
	format: TableFormat,
): Promise<{ name: string; samples: string[] }[]> {
	const records: string[][] = [];
	for await (const { cells } of readRecords(await open(), format)) {
		records.push(cells);
		if (records.length > samplesAtMost * 4) break;
	}
	const [header = [], ...rows] = records;
	if (rows.length === 0) throw new TableError("The file has no rows below its header.");
	if (header.length > mostColumns) throw new TableError(`The file has more than ${mostColumns} columns.`);
	return header.map((name, index) => ({
		name: toOneLine(cleanLine(name)) || `Column ${index + 1}`,
		samples: rows
			.map((cells) => toOneLine(cleanLine(cells[index] ?? "")))
			.filter((value) => value !== "")
			.slice(0, samplesAtMost),
	}));
}

/** Tables as CSV. */
export const tableSource: RowSource = {
	name: "CSV file",
	isNamed: (fileName) => /\.(?:csv|tsv)$/i.test(fileName),
	detectFormat,
	readColumns,
	readRows,
};

async function* readRecords(
	stream: Readable,
	{ encoding, delimiter, skips }: TableFormat,
): AsyncGenerator<{ line: number; cells: string[] }> {
	const { parse, CsvError } = await import("csv-parse");
	const parser = parse({
		delimiter,
		bom: true,
		info: true,
		from_line: skips + 1,
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: true,
		max_record_size: longestRecord,
	});
	const text = stream.pipe(iconv.decodeStream(encoding) as unknown as NodeJS.ReadWriteStream);
	stream.on("error", (error) => parser.destroy(error));
	text.on("error", (error: Error) => parser.destroy(error));
	text.pipe(parser);
	let countedTwice = 0;
	try {
		for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
			// The parser counts CR LF within quotes as two lines.
			for (const cell of record) countedTwice += countParts(cell, "\r\n");
			const within = record.reduce((sum, cell) => sum + countParts(cell, "\n"), 0);
			yield { line: info.lines - countedTwice - within, cells: record };
		}
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		throw new TableError(
			`A quote that opens before line ${String(error.lines)} is never closed, or a row is longer than a million characters.`,
		);
	} finally {
		stream.destroy();
	}
}

function countParts(text: string, part: string): number {
	return text.includes(part) ? text.split(part).length - 1 : 0;
}

async function readStart(stream: Readable): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes >= startBytes) break;
	}
	return Buffer.concat(chunks).subarray(0, startBytes);
}

/** Recognises UTF-16 by its mark, or by the zeros of its Latin letters. */
function findUtf16(start: Buffer): TableFormat["encoding"] | undefined {
	if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
	if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
	const sample = start.subarray(0, 1_000);
	const zerosAt = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
	const half = sample.length / 2;
	if (half >= 2 && zerosAt(1) > half * 0.7 && zerosAt(0) === 0) return "utf-16le";
	return half >= 2 && zerosAt(0) > half * 0.7 && zerosAt(1) === 0 ? "utf-16be" : undefined;
}

async function isUtf8(stream: Readable): Promise<boolean> {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) decoder.decode(chunk, { stream: true });
		decoder.decode();
		return true;
	} catch (error) {
		if (error instanceof TypeError) return false;
		throw error;
	}
}

/** Finds the character that divides the first records most often, and each of them alike. */
function findDelimiter(text: string): string {
	const counts = delimiters.map((delimiter) => countInRecords(text, delimiter));
	const scores = counts.map((of) => {
		const [header = 0, ...others] = of;
		const alike = others.filter((count) => count === header).length + 1;
		return header === 0 ? 0 : header * (alike / of.length);
	});
	const best = Math.max(...scores);
	return best === 0 ? "," : (delimiters[scores.indexOf(best)] ?? ",");
}

/** Counts a character outside quotes in each of the first records. */
function countInRecords(text: string, delimiter: string): number[] {
	const counts: number[] = [];
	let count = 0;
	let isQuoted = false;
	let isEmpty = true;
	for (const character of text) {
		if (character === '"') isQuoted = !isQuoted;
		else if (!isQuoted && character === delimiter) count += 1;
		else if (!isQuoted && (character === "\n" || character === "\r")) {
			if (!isEmpty) counts.push(count);
			count = 0;
			isEmpty = true;
			if (counts.length === 10) return counts;
			continue;
		}
		isEmpty = false;
	}
	return counts.length === 0 ? [count] : counts;
}
