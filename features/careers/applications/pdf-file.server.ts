import { setImmediate as letOthersRun } from "node:timers/promises";
import { constants, createInflate } from "node:zlib";
import type { ReadableFile } from "./compound-file.server.ts";
import { openWithoutPassword, type PdfDecryption, type PdfObjectId } from "./pdf-encryption.server.ts";
import {
	lookAtName,
	OutOfBytesError,
	PdfParser,
	TooComplicatedError,
	type PdfDictionary,
	type PdfFinding,
	type PdfReference,
	type PdfValue,
} from "./pdf-syntax.server.ts";

export type PdfVerdict = "fine" | "damaged" | "protected" | "complicated" | PdfFinding;

/** The header may stand behind this much of something else (ISO 32000-1, annex H, implementation note 13). */
export const pdfHeaderReach = 1024;
export const pdfHeader = Buffer.from("%PDF-", "latin1");

/** The last line of a file, which may be missing. */
const endMarkBytes = "%%EOF\r\n".length;

const pieceBytes = 64 * 1024;
/** What is kept of a piece for the next one, as a keyword may begin in one and end in the other. */
const overlapBytes = 64;
/** The longest value that is read. Pages and pictures are streams, which are longer; signatures, the longest values, stay below 100 KB. */
const maxValueBytes = 1024 * 1024;
/** Object streams of common producers hold at most some hundred objects each. */
const maxObjectStreams = 2_000;
const maxObjectStreamBytes = 4 * 1024 * 1024;
const maxUnpackedBytes = 32 * 1024 * 1024;
const maxObjectsInStream = 100_000;
/** How many places are looked at on their own: trailers, and mentions of an encryption. */
const maxPlaces = 1_000;
/** After this much work without a pause, requests get their turn. */
const turnBytes = 256 * 1024;

/** Resumes are checked one at a time, so that fifty at once share this buffer. */
const pieceBuffer = Buffer.alloc(pieceBytes);

/**
 * Looks into a PDF as far as it takes to tell whether viewers open it, without a password, and whether it runs anything.
 *
 * The newest trailer is found as viewers find it, or, where the file names none, as they mend it. Then every object is looked at,
 * wherever it stands and whether it is used or not: docs/resumes.md. Reads the file at most some times over, unpacks at most 32 MB and
 * keeps at most 5 MB at once, whatever it holds.
 *
 * @returns "damaged" for what has no header, no trailer, or was cut off; "complicated" for what is beyond the bounds
 */
export async function inspectPdf(file: ReadableFile): Promise<PdfVerdict> {
	try {
		return await inspect(file);
	} catch (error) {
		if (error instanceof TooComplicatedError) return "complicated";
		throw error;
	}
}

async function inspect(file: ReadableFile): Promise<PdfVerdict> {
	const head = await readAt(file, 0, pdfHeaderReach + pdfHeader.length - 1);
	const headerAt = head.indexOf(pdfHeader);
	if (headerAt === -1) return "damaged";
	const budget: Budget = {
		parsedBytes: 5 * file.size + 4 * maxValueBytes,
		unpackedBytes: maxUnpackedBytes,
		streams: maxObjectStreams,
		places: maxPlaces,
	};

	const trailer = (await readNewestTrailer(file, headerAt, budget)) ?? (await findAnyTrailer(file, budget));
	if (!trailer) return "damaged";
	let decryption: PdfDecryption | undefined;
	const encrypt = trailer.get("Encrypt");
	if (encrypt && encrypt.kind !== "keyword") {
		const entries = encrypt.kind === "reference" ? await findObject(file, encrypt, budget) : toEntries(encrypt);
		decryption = entries && openWithoutPassword(entries, readFirstId(trailer));
		if (!decryption) return "protected";
	}

	const findings = new Set<PdfFinding>();
	let damaged = false;
	const accepts = ({ entries, streamAt }: PdfObject) =>
		entries.has("Linearized") || (streamAt !== undefined && isObjectStream(entries));
	for await (const { id, entries, streamAt } of scanObjects(file, budget, { accepts, findings, decryption })) {
		// Pages of such a file can be shown before its end has arrived, so it may have a trailer without having an end.
		const length = entries.has("Linearized") ? toNumber(entries.get("L")) : undefined;
		if (length !== undefined && file.size - headerAt < length - endMarkBytes) return "damaged";
		if (streamAt !== undefined && isObjectStream(entries))
			damaged = !(await inspectObjectStream(file, { id, entries, streamAt }, { budget, findings, decryption }));
		// Enough is known of it to be refused.
		if (findings.size > 0 || damaged) break;
	}
	// What is worse is told first.
	for (const finding of ["launch", "program", "script", "form"] as const) if (findings.has(finding)) return finding;
	return damaged ? "damaged" : "fine";
}

/** How much work is left. */
type Budget = { parsedBytes: number; unpackedBytes: number; streams: number; places: number };

type Entries = PdfDictionary["entries"];

/** Counts what was parsed. */
function spend(budget: Budget, bytes: number): void {
	budget.parsedBytes -= bytes;
	if (budget.parsedBytes < 0) throw new TooComplicatedError("Its objects stand in one another");
}

async function readAt(file: ReadableFile, offset: number, length: number): Promise<Buffer> {
	const bytes = Buffer.alloc(Math.max(0, Math.min(length, file.size - offset)));
	return bytes.subarray(0, bytes.length > 0 ? await file.read(bytes, offset) : 0);
}

/** Reads something that begins at an offset, with as many bytes as it takes. */
async function parseAt<Result>(
	file: ReadableFile,
	offset: number,
	{ budget, parse }: { budget: Budget; parse: (parser: PdfParser) => Result },
): Promise<Result> {
	budget.places -= 1;
	if (budget.places < 0) throw new TooComplicatedError("It has too many trailers");
	for (let length = 4_096; ; length *= 4) {
		const bytes = await readAt(file, offset, length);
		const parser = new PdfParser(bytes, 0, { whole: offset + bytes.length >= file.size, keepAll: true });
		try {
			return parse(parser);
		} catch (error) {
			if (!(error instanceof OutOfBytesError)) throw error;
			if (length >= maxValueBytes) throw new TooComplicatedError("A value is too long");
		} finally {
			spend(budget, Math.min(parser.at, bytes.length));
		}
	}
}

/** Finds the newest trailer as the file names it (ISO 32000-1, 7.5.5 and 7.5.8). */
async function readNewestTrailer(file: ReadableFile, headerAt: number, budget: Budget): Promise<Entries | undefined> {
	const startAt = await findLast(file, Buffer.from("startxref", "latin1"));
	if (startAt === undefined) return undefined;
	const named = await parseAt(file, startAt + "startxref".length, { budget, parse: (parser) => parser.readValue() });
	const offset = toNumber(named);
	if (offset === undefined || !Number.isInteger(offset)) return undefined;
	// Most count from the header on, but some that put something before it count that too.
	for (const place of new Set([offset + headerAt, offset])) {
		if (place <= 0 || place >= file.size) continue;
		const entries = await readTrailerAt(file, place, budget);
		if (entries?.has("Root")) return entries;
	}
	return undefined;
}

/** Reads the trailer of the cross-references at an offset. */
async function readTrailerAt(file: ReadableFile, offset: number, budget: Budget): Promise<Entries | undefined> {
	const isTable = await parseAt(file, offset, {
		budget,
		parse(parser) {
			parser.skipSpace();
			return parser.skipKeyword("xref");
		},
	});
	const trailerAt = isTable ? await findFirst(file, Buffer.from("trailer", "latin1"), offset) : undefined;
	if (isTable && trailerAt === undefined) return undefined;
	const value = await parseAt(file, trailerAt === undefined ? offset : trailerAt + "trailer".length, {
		budget,
		parse(parser) {
			if (trailerAt !== undefined) return parser.readValue();
			const [number, generation] = [parser.readValue(), parser.readValue()];
			parser.skipSpace();
			return number.kind === "number" && generation.kind === "number" && parser.skipKeyword("obj")
				? parser.readValue()
				: undefined;
		},
	});
	return toEntries(value);
}

/**
 * Finds a trailer wherever it stands, as viewers do that mend a file. As it is not known which one they take, any mention of an
 * encryption counts.
 */
async function findAnyTrailer(file: ReadableFile, budget: Budget): Promise<Entries | undefined> {
	let found: Entries | undefined;
	for await (const at of findAll(file, Buffer.from("trailer", "latin1"))) {
		const value = await parseAt(file, at + "trailer".length, { budget, parse: (parser) => parser.readValue() });
		if (value.kind === "dictionary" && value.entries.has("Root")) found = value.entries;
	}
	const isTrailer = ({ entries }: PdfObject) => toName(entries.get("Type")) === "XRef" && entries.has("Root");
	for await (const { entries } of scanObjects(file, budget, { accepts: isTrailer, keepAll: true })) found = entries;
	if (!found || found.has("Encrypt")) return found;
	for await (const at of findAll(file, Buffer.from("/Encrypt", "latin1"))) {
		const value = await parseAt(file, at + "/Encrypt".length, { budget, parse: (parser) => parser.readValue() });
		if (value.kind !== "keyword" && value.kind !== "name") return new Map(found).set("Encrypt", value);
	}
	return found;
}

/** Finds an object by its number; of several the last one, which has replaced the others. */
async function findObject(file: ReadableFile, wanted: PdfReference, budget: Budget): Promise<Entries | undefined> {
	const isWanted = ({ id }: PdfObject) => id?.number === wanted.number && id.generation === wanted.generation;
	let found: Entries | undefined;
	for await (const { entries } of scanObjects(file, budget, { accepts: isWanted, keepAll: true })) found = entries;
	return found;
}

type PdfObject = {
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
async function* scanObjects(
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

function isObjectStream(entries: Entries): boolean {
	return toName(entries.get("Type")) === "ObjStm" || (entries.has("First") && entries.has("N"));
}

/**
 * Looks at the objects of an object stream (ISO 32000-1, 7.5.7).
 *
 * @returns false when it cannot be read
 * @throws TooComplicatedError when it is packed as no producer packs it, or holds too much
 */
async function inspectObjectStream(
	file: ReadableFile,
	{ id, entries, streamAt }: { id: PdfObjectId | undefined; entries: Entries; streamAt: number },
	{
		budget,
		findings,
		decryption,
	}: { budget: Budget; findings: Set<PdfFinding>; decryption: PdfDecryption | undefined },
): Promise<boolean> {
	const first = toNumber(entries.get("First"));
	const count = toNumber(entries.get("N"));
	if (first === undefined || count === undefined) return false;
	budget.streams -= 1;
	if (budget.streams < 0 || count > maxObjectsInStream)
		throw new TooComplicatedError("It has too many objects in streams");
	const unpack = await createUnpack(file, { entries, streamAt, budget });
	const decrypt = id && decryption?.createStreamDecryptor(id);
	const content = (decrypt && (await unpack(decrypt))) ?? (await unpack((piece) => piece));
	if (!content) return false;
	budget.parsedBytes += 3 * content.length;

	const header = new PdfParser(content, 0, { whole: true });
	let sinceTurn = 0;
	for (let index = 0; index < count && header.at < content.length; index++) {
		header.readValue();
		const offset = toNumber(header.readValue());
		if (offset === undefined) continue;
		const parser = new PdfParser(content, first + offset, { whole: true, findings });
		lookAtName(parser.readValue(), findings);
		const parsed = Math.max(0, parser.at - first - offset);
		spend(budget, parsed);
		sinceTurn += parsed;
		if (sinceTurn > turnBytes) {
			sinceTurn = 0;
			await letOthersRun();
		}
	}
	return true;
}

type Unpack = (decrypt: (piece: Buffer) => Buffer) => Promise<Buffer | undefined>;

/** Makes what reads an object stream's content; it gives undefined for what is not packed as the stream says. */
async function createUnpack(
	file: ReadableFile,
	{ entries, streamAt, budget }: { entries: Entries; streamAt: number; budget: Budget },
): Promise<Unpack> {
	if (!isPlainOrPredicted(entries.get("DecodeParms"))) throw new TooComplicatedError("Its objects are predicted");
	const filter = entries.get("Filter");
	const names =
		filter?.kind === "array" ? filter.items : filter === undefined || filter.kind === "keyword" ? [] : [filter];
	if (names.length === 0) {
		const length = toNumber(entries.get("Length")) ?? 0;
		const reach = streamAt + maxObjectStreamBytes;
		const endAt = (await findFirst(file, Buffer.from("endstream", "latin1"), streamAt, reach)) ?? reach;
		const bytes = Math.max(length, endAt - streamAt);
		return async (decrypt) => {
			takeUnpacked(budget, bytes);
			const content = decrypt(await readAt(file, streamAt, bytes));
			return content.length > 0 ? content : undefined;
		};
	}
	const [name] = names;
	if (names.length > 1 || !name || !["FlateDecode", "Fl"].includes(toName(name) ?? ""))
		throw new TooComplicatedError("Its objects are packed in an unusual way");
	return (decrypt) => inflateStream(file, streamAt, { decrypt, budget });
}

function isPlainOrPredicted(parameters: PdfValue | undefined): boolean {
	if (parameters === undefined || parameters.kind === "keyword") return true;
	if (parameters.kind === "array") return parameters.items.every(isPlainOrPredicted);
	if (parameters.kind !== "dictionary") return false;
	return (toNumber(parameters.entries.get("Predictor")) ?? 1) === 1;
}

/** Counts what an object stream holds. */
function takeUnpacked(budget: Budget, bytes: number, soFar = 0): void {
	budget.unpackedBytes -= bytes;
	if (budget.unpackedBytes < 0 || soFar + bytes > maxObjectStreamBytes)
		throw new TooComplicatedError("Its objects unpack to too much");
}

/**
 * Unpacks what begins at an offset. Where it ends, it says itself: the length in its dictionary may be anything.
 *
 * @returns what could be unpacked, undefined when that is nothing
 */
async function inflateStream(
	file: ReadableFile,
	offset: number,
	{ decrypt, budget }: { decrypt: (piece: Buffer) => Buffer; budget: Budget },
): Promise<Buffer | undefined> {
	const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
	const chunks: Buffer[] = [];
	let length = 0;
	let problem: unknown;
	const state = { ended: false };
	const ended = new Promise<void>((resolve) => {
		const end = () => {
			state.ended = true;
			resolve();
		};
		inflate
			.on("data", (chunk: Buffer) => {
				try {
					takeUnpacked(budget, chunk.length, length);
					chunks.push(chunk);
					length += chunk.length;
				} catch (error) {
					problem = error;
					inflate.destroy();
				}
			})
			.on("end", end)
			.on("close", end)
			// What came before counts.
			.on("error", end);
	});
	try {
		let at = offset;
		for (let pieceLength = 2_048; !state.ended && at < file.size; pieceLength = Math.min(pieceLength * 2, 16_384)) {
			// What unpacks to nothing may be read again and again, too.
			spend(budget, pieceLength);
			const piece = decrypt(await readAt(file, at, pieceLength));
			at += pieceLength;
			// Once it has ended it takes nothing more, and does not say so.
			await Promise.race([ended, new Promise((resolve) => inflate.write(piece, resolve))]);
		}
		if (!state.ended) inflate.end();
		await ended;
	} finally {
		inflate.destroy();
	}
	if (problem) throw problem;
	return length > 0 ? Buffer.concat(chunks, length) : undefined;
}

/** Finds the last place of some bytes, from the end on. */
async function findLast(file: ReadableFile, bytes: Buffer): Promise<number | undefined> {
	for (let end = file.size; end > 0; end -= pieceBytes - overlapBytes) {
		const start = Math.max(0, end - pieceBytes);
		const length = await file.read(pieceBuffer, start);
		const at = pieceBuffer.subarray(0, Math.min(length, end - start)).lastIndexOf(bytes);
		if (at !== -1) return start + at;
	}
	return undefined;
}

async function findFirst(file: ReadableFile, bytes: Buffer, from: number, to = file.size): Promise<number | undefined> {
	const buffer = Buffer.alloc(4_096);
	for (let start = from; start < Math.min(to, file.size); start += buffer.length - overlapBytes) {
		const at = buffer.subarray(0, await file.read(buffer, start)).indexOf(bytes);
		if (at !== -1) return start + at;
	}
	return undefined;
}

/** Finds all places of some bytes, from the start on. */
async function* findAll(file: ReadableFile, bytes: Buffer): AsyncGenerator<number> {
	let from = 0;
	for (let start = 0; start < file.size; start += pieceBytes - bytes.length + 1) {
		const piece = pieceBuffer.subarray(0, await file.read(pieceBuffer, start));
		const places: number[] = [];
		for (let at = piece.indexOf(bytes); at !== -1; at = piece.indexOf(bytes, at + 1)) places.push(start + at);
		// Whoever asked may read into the same buffer.
		for (const place of places) {
			if (place >= from) yield place;
			from = place + 1;
		}
	}
}

function readFirstId(trailer: Entries): Buffer {
	const id = trailer.get("ID");
	const first = id?.kind === "array" ? id.items[0] : undefined;
	return first?.kind === "string" ? first.bytes : Buffer.alloc(0);
}

function toNumber(value: PdfValue | undefined): number | undefined {
	return value?.kind === "number" ? value.value : undefined;
}

function toEntries(value: PdfValue | undefined): Entries | undefined {
	return value?.kind === "dictionary" ? value.entries : undefined;
}

function toName(value: PdfValue | undefined): string | undefined {
	return value?.kind === "name" ? value.text : undefined;
}
