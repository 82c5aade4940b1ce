import { setImmediate as letOthersRun } from "node:timers/promises";
import type { ReadableFile } from "./compound-file.server.ts";
import type { PdfDecryption, PdfObjectId } from "./pdf-encryption.server.ts";
import {
	lookAtName,
	OutOfBytesError,
	PdfParser,
	TooComplicatedError,
	type PdfFinding,
	type PdfReference,
} from "./pdf-syntax.server.ts";
import { overlapBytes, pieceBuffer } from "./pdf-bytes.server.ts";
import { maxValueBytes, type Budget, spend } from "./pdf-budget.server.ts";
import type { Entries } from "./pdf-values.server.ts";

/** After this much work without a pause, requests get their turn. */
export const turnBytes = 256 * 1024;

/** Finds an object by its number; of several the last one, which has replaced the others. */
export async function findObject(
	file: ReadableFile,
	wanted: PdfReference,
	budget: Budget,
): Promise<Entries | undefined> {
	const isWanted = ({ id }: PdfObject) => id?.number === wanted.number && id.generation === wanted.generation;
	let found: Entries | undefined;
	for await (const { entries } of scanObjects(file, budget, { accepts: isWanted, keepAll: true })) found = entries;
	return found;
}

export type PdfObject = {
	/** Undefined where it is not needed, and when a comment stands within it. */
	id: PdfObjectId | undefined;
	entries: Entries;
	/** Where the object's stream begins in the file, if it has one. */
	streamAt: number | undefined;
};

type ScanOptions = {
	/** Tells which objects are given. */
	accepts(object: PdfObject): boolean;
	keepAll?: boolean;
	findings?: Set<PdfFinding>;
	decryption?: PdfDecryption | undefined;
};

/** What it takes to begin with an object, in bytes that could be read meanwhile. */
const objectOverheadBytes = 128;

const objectKeyword = Buffer.from("obj", "latin1");

/**
 * Gives the dictionaries that are wanted of all that looks like an object, from the file's start to its end: whatever a viewer can reach stands behind the word
 * "obj". What is said inside of streams counts too, as a cross-reference may point there.
 *
 * @throws TooComplicatedError
 */
export async function* scanObjects(
	file: ReadableFile,
	budget: Budget,
	{ accepts, keepAll = false, findings, decryption }: ScanOptions,
): AsyncGenerator<PdfObject> {
	/** Where in the file the buffer begins, and from where in it on objects are looked for. */
	let start = 0;
	let from = 0;
	let buffer = pieceBuffer;
	let sinceTurn = 0;
	for (;;) {
		const length = await file.read(buffer, start);
		const bytes = buffer.subarray(0, length);
		const whole = start + length >= file.size;
		/** Where an object begins whose end is not in the buffer. */
		let unfinished: number | undefined;
		let id: PdfObjectId | undefined;
		const parser = new PdfParser(bytes, 0, {
			whole,
			keepAll,
			findings,
			decryptString: decryption && ((string) => (id ? decryption.decryptString(string, id) : string)),
		});
		for (let at = bytes.indexOf(objectKeyword, from); at !== -1; at = bytes.indexOf(objectKeyword, at + 1)) {
			from = at + 1;
			if (!mayBeginObject(bytes, at)) continue;
			if (keepAll || decryption) id = readId(bytes, at);
			parser.at = at + objectKeyword.length;
			let object: PdfObject | undefined;
			try {
				const value = parser.readValue();
				if (value.kind === "dictionary") object = { id, entries: value.entries, streamAt: findStream(parser, start) };
				else if (findings) lookAtName(value, findings);
			} catch (error) {
				if (!(error instanceof OutOfBytesError)) throw error;
				unfinished = at;
			}
			const parsed = Math.min(parser.at, length) - at + objectOverheadBytes;
			spend(budget, parsed);
			sinceTurn += parsed;
			if (sinceTurn > turnBytes) {
				sinceTurn = 0;
				await letOthersRun();
			}
			if (unfinished !== undefined) break;
			if (object && accepts(object)) yield object;
		}
		if (whole) return;
		if (unfinished === undefined) {
			const read = Math.max(1, length - overlapBytes);
			start += read;
			// What was seen in the part that is read again is not given again.
			from = Math.max(0, from - read);
			buffer = pieceBuffer;
		} else if (unfinished > overlapBytes) {
			start += unfinished - overlapBytes;
			from = overlapBytes;
			buffer = pieceBuffer;
		} else {
			if (buffer.length >= maxValueBytes) throw new TooComplicatedError("A value is too long");
			from = unfinished;
			buffer = Buffer.alloc(buffer.length * 4);
		}
	}
}

/** Tells whether an object's keyword stands here: not the end of "endobj", and behind a number. */
function mayBeginObject(bytes: Buffer, at: number): boolean {
	const before = bytes[at - 1] ?? 0x64;
	// What stands before may be a comment too, which ends with a line.
	return before <= 0x20 || (before >= 0x30 && before <= 0x39);
}

function readId(bytes: Buffer, at: number): PdfObjectId | undefined {
	const before = bytes.toString("latin1", Math.max(0, at - overlapBytes / 2), at);
	const [, number, generation] = /(\d{1,10})[\s\0]+(\d{1,5})[\s\0]*$/.exec(before) ?? [];
	return number === undefined ? undefined : { number: Number(number), generation: Number(generation) };
}

/** Finds where the stream begins that belongs to the dictionary that was read last, if one does, in a file whose bytes begin at an offset. */
function findStream(parser: PdfParser, offset: number): number | undefined {
	parser.skipSpace();
	if (!parser.skipKeyword("stream")) return undefined;
	const { at } = parser;
	while (parser.skipKeyword(" "));
	const hasLineEnd = parser.skipKeyword("\r\n") || parser.skipKeyword("\n") || parser.skipKeyword("\r");
	return offset + (hasLineEnd ? parser.at : at);
}
