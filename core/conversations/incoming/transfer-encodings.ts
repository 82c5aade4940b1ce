const equals = 0x3d;

function hexValue(byte: number | undefined): number {
	if (byte === undefined) return -1;
	if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
	const letter = byte | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Decodes quoted-printable text; invalid codes stay as they are. */
export function decodeQuotedPrintable(encoded: Uint8Array): Uint8Array {
	const decoded = new Uint8Array(encoded.length);
	let length = 0;
	for (let at = 0; at < encoded.length; at++) {
		const byte = encoded[at] as number;
		if (byte !== equals) {
			decoded[length++] = byte;
			continue;
		}
		const high = hexValue(encoded[at + 1]);
		const low = hexValue(encoded[at + 2]);
		if (high >= 0 && low >= 0) {
			decoded[length++] = high * 16 + low;
			at += 2;
			continue;
		}
		let end = at + 1;
		while (end < encoded.length && end < at + 80 && (encoded[end] === 0x20 || encoded[end] === 0x09)) end++;
		if (end === encoded.length || encoded[end] === 0x0a) at = end;
		else if (encoded[end] === 0x0d) at = encoded[end + 1] === 0x0a ? end + 1 : end;
		else decoded[length++] = byte;
	}
	return decoded.subarray(0, length);
}

const base64Values = new Uint8Array(256).fill(255);
for (const [value, byte] of Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").entries())
	base64Values[byte] = value;

/** Decodes base64 that may hold other characters, padding in its middle and an end cut off; Buffer ends at the first padding. */
export function decodeBase64(encoded: Uint8Array): Uint8Array {
	const decoded = new Uint8Array(Math.ceil((encoded.length * 3) / 4));
	let length = 0;
	let bits = 0;
	let digits = 0;
	for (const byte of encoded) {
		if (byte === equals) digits = 0;
		const value = base64Values[byte] as number;
		if (value === 255) continue;
		bits = (bits << 6) | value;
		digits++;
		if (digits > 1) decoded[length++] = bits >> (8 - 2 * digits);
		if (digits === 4) digits = 0;
	}
	return decoded.subarray(0, length);
}

/** Of a uuencoded file's name. */
const maxNameLength = 200;

export type UuencodedFile = {
	name: string;
	bytes: Uint8Array;
	/** Its position in the text, in characters of Latin-1. */
	start: number;
	end: number;
};

/** Finds uuencoded files in a text. */
export function decodeUuencoded(encoded: Uint8Array): UuencodedFile[] {
	const text = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength).toString("latin1");
	const lines = text.replaceAll("\r", " ");
	const files: UuencodedFile[] = [];
	const openings = /^begin(?:-base64)? [0-7]{3,4} (.+)$/gm;
	const closings = /^end[ \t]*$/gm;
	for (let opening = openings.exec(text); opening; opening = openings.exec(text)) {
		closings.lastIndex = openings.lastIndex;
		const closing = closings.exec(lines);
		if (!closing) break;
		const body = text.slice(openings.lastIndex, closing.index);
		files.push({
			name: (opening[1] as string).slice(0, maxNameLength).trim(),
			bytes: Buffer.concat(body.split("\n").map(decodeUuencodedLine)),
			start: opening.index,
			end: closing.index + closing[0].length,
		});
		openings.lastIndex = closings.lastIndex;
	}
	return files;
}

function decodeUuencodedLine(line: string): Buffer {
	const length = line.trimEnd() === "" ? 0 : (line.charCodeAt(0) - 32) & 63;
	const bytes: number[] = [];
	for (let at = 1; bytes.length < length && at < line.length; at += 4) {
		const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((step) => ((line.charCodeAt(at + step) || 32) - 32) & 63);
		bytes.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d);
	}
	return Buffer.from(bytes.slice(0, length));
}
