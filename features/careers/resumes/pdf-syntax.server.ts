import { isProgramName } from "./program-names.server.ts";

/** What a PDF may do besides showing its pages. */
export type PdfFinding = "script" | "launch" | "program" | "form";

type PdfName = { kind: "name"; text: string };
type PdfString = { kind: "string"; bytes: Buffer };
export type PdfReference = { kind: "reference"; number: number; generation: number };
export type PdfArray = { kind: "array"; items: PdfValue[] };
export type PdfDictionary = { kind: "dictionary"; entries: Map<string, PdfValue> };
/** `true`, `null`, `endobj`, and whatever stands where no value may; empty at the end. */
type PdfKeyword = { kind: "keyword"; text: string };
type PdfNumber = { kind: "number"; value: number };
export type PdfValue = PdfName | PdfString | PdfReference | PdfArray | PdfDictionary | PdfKeyword | PdfNumber;

/** The value goes on beyond the bytes that were given. */
export class OutOfBytesError extends Error {}

/** The file is built like none that a program for documents writes, so that to look into it could take for ever. */
export class TooComplicatedError extends Error {}

/** Deeper than any producer nests arrays and dictionaries. */
const maxDepth = 100;
/** Names are at most 127 bytes long (ISO 32000-1, annex C). */
const maxNameBytes = 127;
/** The end of a string is kept up to here, as it is the ending of a file's name that matters. */
const maxStringBytes = 4096;
/** Arrays that matter here have two items. */
const maxItems = 16;

/** Keys whose values are kept. */
const keptKeys = new Set(
	"S JS EF F UF DOS Mac Unix Type First N Length Filter DecodeParms Predictor Linearized L Root Encrypt ID".split(" "),
);

const actions: ReadonlyMap<string, PdfFinding> = new Map([
	["JavaScript", "script"],
	["RichMediaExecute", "script"],
	["Launch", "launch"],
] as const);

const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;
const isDelimiter = (byte: number) =>
	byte === 0x28 ||
	byte === 0x29 ||
	byte === 0x3c ||
	byte === 0x3e ||
	byte === 0x5b ||
	byte === 0x5d ||
	byte === 0x7b ||
	byte === 0x7d ||
	byte === 0x2f ||
	byte === 0x25;
const isRegular = (byte: number) => byte >= 0 && !isSpace(byte) && !isDelimiter(byte);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

type ParserOptions = {
	/** Whether nothing follows the bytes; otherwise a value that reaches their end is an OutOfBytesError. */
	whole: boolean;
	/** Keeps every key of a dictionary, not only those that matter for most. */
	keepAll?: boolean;
	/** Receives what the values may do. */
	findings?: Set<PdfFinding> | undefined;
	/** Decrypts the strings of the object that is read. */
	decryptString?: ((bytes: Buffer) => Buffer) | undefined;
};

/**
 * Reads values of a PDF (ISO 32000-1, 7.3) out of bytes, in time in proportion to them.
 *
 * It forgives what viewers forgive: what stands where it may not is passed over, and a dictionary that is not closed ends with its object.
 * Only what matters for the check is kept.
 */
export class PdfParser {
	/** Where the next byte is read. */
	at: number;
	readonly #bytes: Buffer;
	readonly #options: ParserOptions;

	constructor(bytes: Buffer, at: number, options: ParserOptions) {
		this.#bytes = bytes;
		this.at = at;
		this.#options = options;
	}

	/**
	 * Reads one value.
	 *
	 * @throws OutOfBytesError, TooComplicatedError
	 */
	readValue(depth = 0): PdfValue {
		if (depth > maxDepth) throw new TooComplicatedError("Values are nested too deep");
		this.skipSpace();
		const byte = this.#peek();
		if (byte === 0x2f) return { kind: "name", text: this.#readName() };
		if (byte === 0x28) return { kind: "string", bytes: this.#readString() };
		if (byte === 0x3c) {
			if (this.#peek(1) !== 0x3c) return { kind: "string", bytes: this.#readHexString() };
			this.at += 2;
			return this.#readDictionary(depth);
		}
		if (byte === 0x5b) {
			this.at += 1;
			return this.#readArray(depth);
		}
		if (isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e) return this.#readNumber();
		return { kind: "keyword", text: this.#readKeyword() };
	}

	/** Passes over white space and comments. */
	skipSpace(): void {
		for (;;) {
			const byte = this.#peek();
			if (byte === 0x25) {
				for (let next = byte; next !== -1 && next !== 10 && next !== 13; next = this.#peek()) this.at += 1;
			} else if (isSpace(byte)) {
				this.at += 1;
			} else {
				return;
			}
		}
	}

	/** Passes over a keyword if it comes next, and tells whether it did. */
	skipKeyword(text: string): boolean {
		for (let index = 0; index < text.length; index++) if (this.#peek(index) !== text.charCodeAt(index)) return false;
		this.at += text.length;
		return true;
	}

	/** The byte at a distance from where the parser stands; -1 behind the last one. */
	#peek(distance = 0): number {
		const byte = this.#bytes[this.at + distance];
		if (byte !== undefined) return byte;
		if (this.#options.whole) return -1;
		throw new OutOfBytesError();
	}

	#readName(): string {
		this.at += 1;
		const start = this.at;
		while (isRegular(this.#peek())) this.at += 1;
		if (this.at - start > 3 * maxNameBytes) return "";
		const text = this.#bytes.toString("latin1", start, this.at);
		if (!text.includes("#")) return text;
		return text.replaceAll(/#([\da-f]{2})/gi, (_escape, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		);
	}

	#readString(): Buffer {
		this.at += 1;
		const start = this.at;
		for (let open = 1; open > 0; this.at += 1) {
			const byte = this.#peek();
			if (byte === -1) break;
			if (byte === 0x5c) this.at += 1;
			else if (byte === 0x28) open += 1;
			else if (byte === 0x29) open -= 1;
		}
		const end = Math.min(this.at - 1, this.#bytes.length);
		return unescape(this.#bytes.subarray(Math.max(start, end - maxStringBytes), end));
	}

	#readHexString(): Buffer {
		this.at += 1;
		const start = this.at;
		for (let byte = this.#peek(); byte !== 0x3e && byte !== -1; byte = this.#peek()) this.at += 1;
		const end = this.at;
		this.at += 1;
		const digits = this.#bytes
			.toString("latin1", Math.max(start, end - 2 * maxStringBytes), end)
			.replaceAll(/[^\da-f]/gi, "");
		return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
	}

	#readNumber(): PdfValue {
		const start = this.at;
		let value = 0;
		for (let byte = this.#peek(); isDigit(byte); byte = this.#peek()) {
			value = value * 10 + byte - 0x30;
			this.at += 1;
		}
		for (
			let byte = this.#peek();
			isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
			byte = this.#peek()
		) {
			value = Number.NaN;
			this.at += 1;
		}
		if (Number.isNaN(value)) value = Number(this.#bytes.toString("latin1", start, Math.min(this.at, start + 32)));
		const end = this.at;
		const generation = Number.isInteger(value) && value >= 0 ? this.#readGeneration() : undefined;
		if (generation !== undefined) return { kind: "reference", number: value, generation };
		this.at = end;
		return { kind: "number", value: Number.isNaN(value) ? 0 : value };
	}

	/** Reads the rest of a reference, behind its number, if that is what comes. */
	#readGeneration(): number | undefined {
		if (!isSpace(this.#peek())) return undefined;
		this.skipSpace();
		const start = this.at;
		while (isDigit(this.#peek())) this.at += 1;
		if (this.at === start || this.at - start > 10) return undefined;
		const generation = Number(this.#bytes.toString("latin1", start, this.at));
		if (!isSpace(this.#peek())) return undefined;
		this.skipSpace();
		return this.skipKeyword("R") && !isRegular(this.#peek()) ? generation : undefined;
	}

	#readKeyword(): string {
		const start = this.at;
		while (isRegular(this.#peek())) this.at += 1;
		// A delimiter that nothing opened.
		if (this.at === start && this.#peek() !== -1) this.at += 1;
		return this.#bytes.toString("latin1", start, Math.min(this.at, start + maxNameBytes));
	}

	#readArray(depth: number): PdfArray {
		const items: PdfValue[] = [];
		for (;;) {
			this.skipSpace();
			if (this.#peek() === 0x5d) {
				this.at += 1;
				return { kind: "array", items };
			}
			if (this.#isObjectsEnd()) return { kind: "array", items };
			const item = this.readValue(depth + 1);
			if (items.length < maxItems) items.push(item);
		}
	}

	#readDictionary(depth: number): PdfDictionary {
		const entries = new Map<string, PdfValue>();
		const { findings, keepAll } = this.#options;
		for (;;) {
			this.skipSpace();
			if (this.skipKeyword(">>") || this.#isObjectsEnd()) break;
			const key = this.readValue(depth + 1);
			if (key.kind !== "name") continue;
			this.skipSpace();
			if (this.#peek() === 0x3e && this.#peek(1) === 0x3e) continue;
			const value = this.readValue(depth + 1);
			if (findings) lookAtEntry(key.text, value, findings);
			if (keepAll || keptKeys.has(key.text)) entries.set(key.text, value);
		}
		if (findings && entries.size > 0) this.#lookAtDictionary(entries, findings);
		return { kind: "dictionary", entries };
	}

	#isObjectsEnd(): boolean {
		const byte = this.#peek();
		return (
			byte === -1 || (byte === 0x65 && this.#startsWith("endobj")) || (byte === 0x73 && this.#startsWith("stream"))
		);
	}

	#startsWith(text: string): boolean {
		const { at } = this;
		const found = this.skipKeyword(text);
		this.at = at;
		return found;
	}

	#lookAtDictionary(entries: ReadonlyMap<string, PdfValue>, findings: Set<PdfFinding>): void {
		// Only actions have both: those of JavaScript, and renditions, which may run a script too (ISO 32000-1, 12.6.4.13 and 12.6.4.16).
		if (entries.has("JS") && entries.has("S")) findings.add("script");
		const files = entries.get("EF")?.kind;
		if (files !== "dictionary" && files !== "reference") return;
		const names = ["F", "UF", "DOS", "Mac", "Unix"].flatMap((key) => {
			const name = entries.get(key);
			return name?.kind === "string" ? [decodeText(this.#options.decryptString?.(name.bytes) ?? name.bytes)] : [];
		});
		if (names.length === 0 || names.some(isProgramName)) findings.add("program");
	}
}

/** Tells by its name what an action does, wherever that name stands. */
export function lookAtName(value: PdfValue, findings: Set<PdfFinding>): void {
	const finding = value.kind === "name" ? actions.get(value.text) : undefined;
	if (finding) findings.add(finding);
}

function lookAtEntry(key: string, value: PdfValue, findings: Set<PdfFinding>): void {
	if (key === "S") lookAtName(value, findings);
	// The script of a drawing in three dimensions (ISO 32000-1, 13.6.3.2).
	else if (key === "OnInstantiate") findings.add("script");
	// A form of the XML Forms Architecture, whose fields run scripts (ISO 32000-1, 12.7.8).
	else if (key === "XFA" && value.kind !== "keyword") findings.add("form");
}

const escapes: ReadonlyMap<number, number> = new Map([
	[0x6e, 10],
	[0x72, 13],
	[0x74, 9],
	[0x62, 8],
	[0x66, 12],
]);

/** A literal string without its escapes (ISO 32000-1, 7.3.4.2). */
function unescape(bytes: Buffer): Buffer {
	const plain = Buffer.alloc(bytes.length);
	let length = 0;
	for (let at = 0; at < bytes.length; at++) {
		let byte = bytes[at] as number;
		if (byte === 0x5c) {
			const octal = /^[0-7]{1,3}/.exec(bytes.toString("latin1", at + 1, at + 4))?.[0];
			const next = bytes[at + 1] ?? 0;
			at += octal?.length ?? 1;
			// A line that is continued.
			if (next === 13 && bytes[at + 1] === 10) at += 1;
			if (next === 13 || next === 10) continue;
			byte = octal === undefined ? (escapes.get(next) ?? next) : Number.parseInt(octal, 8);
		}
		plain[length++] = byte;
	}
	return plain.subarray(0, length);
}

/** A text string (ISO 32000-2, 7.9.2.2). */
function decodeText(bytes: Buffer): string {
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString("utf8", 3);
	return bytes.toString("latin1");
}
