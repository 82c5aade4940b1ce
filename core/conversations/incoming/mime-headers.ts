import { decodeWords } from "postal-mime";
import { cleanLine } from "../../../shared/clean-text.ts";
import { decodeText, needsRecoding } from "./charsets.ts";
import { decodeQuotedPrintable } from "./transfer-encodings.ts";

/** Headers beyond these are left out. */
const maxHeaders = 10_000;
/** Characters of one header that are read. */
const maxHeaderCharacters = 200_000;

/** Headers of a message or a part, and where its body begins. */
export type Headers = {
	/** The first value of a header, unfolded and as written; "" if there is none. */
	get(name: string): string;
	/** All values of a header, in the message's order. */
	all(name: string): string[];
};

/** A header's value with its parameters, decoded; their names are in lower case. */
export type Parametrised = { value: string; params: ReadonlyMap<string, string> };

const isHeader = (line: string) => /^[!-9;-~]+[ \t]*:/.test(line);

/**
 * Reads the headers from a place in a message. Lines that are none are skipped where headers follow, and begin the body elsewhere.
 *
 * @param lineEnd the byte that ends lines: LF, or CR where a message has no LF
 */
export function readHeaders(
	raw: Uint8Array,
	start: number,
	lineEnd: number,
): { headers: Headers; bodyStart: number; isCut: boolean } {
	const values = new Map<string, string[]>();
	let count = 0;
	let name = "";
	let folded: string[] = [];
	let at = start;
	const close = () => {
		if (name === "" || ++count > maxHeaders) return;
		const known = values.get(name) ?? [];
		known.push(folded.join("").slice(0, maxHeaderCharacters).trim());
		values.set(name, known);
	};
	const readLine = (from: number) => {
		const found = raw.indexOf(lineEnd, from);
		const end = found === -1 ? raw.length : found;
		const bytes = raw.subarray(from, raw[end - 1] === 13 && end > from ? end - 1 : end);
		return {
			line: decodeText(bytes, undefined).text.replaceAll(/[\0\r\n]+/g, " "),
			next: Math.min(end + 1, raw.length),
		};
	};
	while (at < raw.length) {
		const { line, next } = readLine(at);
		if (/^[ \t]/.test(line) && line.trim() !== "" && name !== "") folded.push(line);
		else if (isHeader(line)) {
			close();
			const colon = line.indexOf(":");
			name = line.slice(0, colon).trim().toLowerCase();
			folded = [line.slice(colon + 1)];
		} else if (line.trim() === "") {
			at = next;
			break;
		} else if (line.startsWith("--") || !isHeader(readLine(next).line)) break;
		at = next;
	}
	close();
	return {
		headers: { get: (wanted) => values.get(wanted)?.[0] ?? "", all: (wanted) => values.get(wanted) ?? [] },
		bodyStart: at,
		isCut: count > maxHeaders,
	};
}

/** Decodes encoded words (RFC 2047) and returns the text on one line. */
export function decodeHeader(value: string): string {
	return cleanLine(decodeWords(recodeWords(value))).replaceAll(/\s+/g, " ");
}

/** Writes encoded words again in UTF-8 whose charset only decodeText knows. */
export function recodeWords(value: string): string {
	return value.replaceAll(
		/=\?([^?\s]{1,60})\?([qb])\?([^?]*)\?=/gi,
		(word, charset: string, encoding: string, text: string) => {
			if (!needsRecoding(charset)) return word;
			const bytes =
				encoding.toLowerCase() === "b"
					? Buffer.from(text, "base64")
					: decodeQuotedPrintable(Buffer.from(text.replaceAll("_", " ")));
			return `=?utf-8?B?${Buffer.from(decodeText(bytes, charset).text).toString("base64")}?=`;
		},
	);
}

/** Reads a header such as Content-Type, with names in parts and in any charset (RFC 2231). */
export function readParameters(header: string): Parametrised {
	const [first = "", ...rest] = splitOutsideQuotes(header);
	const pieces = new Map<string, { index: number; text: string; isEncoded: boolean }[]>();
	for (const parameter of rest) {
		const equals = parameter.indexOf("=");
		const [, name = "", index, star] = /^([^*\s]+)(?:\*(\d{1,3}))?(\*)?$/.exec(parameter.slice(0, equals).trim()) ?? [];
		if (equals === -1 || name === "") continue;
		const key = name.toLowerCase();
		const known = pieces.get(key) ?? [];
		const piece = {
			index: index === undefined ? (star ? -1 : -2) : Number(index),
			text: unquote(parameter.slice(equals + 1).trim()),
			isEncoded: star !== undefined,
		};
		if (!known.some((other) => other.index === piece.index)) known.push(piece);
		pieces.set(key, known);
	}
	const params = new Map([...pieces].map(([name, parts]) => [name, joinPieces(parts)]));
	return { value: (/^[^\s(]*/.exec(first.trim())?.[0] ?? "").toLowerCase(), params };
}

function splitOutsideQuotes(header: string): string[] {
	const parts: string[] = [];
	let isQuoted = false;
	let from = 0;
	for (let at = 0; at < header.length; at++) {
		const character = header[at];
		if (character === "\\" && isQuoted) at++;
		else if (character === '"') isQuoted = !isQuoted;
		else if (character === ";" && !isQuoted) {
			parts.push(header.slice(from, at));
			from = at + 1;
		}
	}
	return [...parts, header.slice(from)];
}

function unquote(text: string): string {
	if (!text.startsWith('"')) return text;
	return text.slice(1, text.length > 1 && text.endsWith('"') ? -1 : undefined).replaceAll(/\\(.)/g, "$1");
}

/** A name in numbered parts comes before one in a charset of its own, and that before a plain one. */
function joinPieces(pieces: { index: number; text: string; isEncoded: boolean }[]): string {
	const numbered = pieces.filter(({ index }) => index >= 0).toSorted((a, b) => a.index - b.index);
	const chosen = numbered.length > 0 ? numbered : pieces.toSorted((a, b) => b.index - a.index).slice(0, 1);
	const [first] = chosen;
	if (!first?.isEncoded) return decodeHeader(chosen.map(({ text }) => text).join(""));
	const [, charset = "", rest = first.text] = /^([^']*)'[^']*'(.*)$/s.exec(first.text) ?? [];
	const bytes = Buffer.concat(
		chosen.map(({ text, isEncoded }, at) => {
			const own = at === 0 ? rest : text;
			return isEncoded ? decodePercent(own) : Buffer.from(own);
		}),
	);
	return cleanLine(decodeText(bytes, charset).text);
}

function decodePercent(text: string): Buffer {
	const latin = Buffer.from(text).toString("latin1");
	const decoded = latin.replaceAll(/%([\da-f]{2})/gi, (_whole, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(decoded, "latin1");
}
