import iconv from "iconv-lite";

/** Names that mail programs use for charsets which the Encoding Standard names otherwise. */
const otherNames = new Map(
	Object.entries({
		"iso-2022-jp-1": "iso-2022-jp",
		"iso-2022-jp-2": "iso-2022-jp",
		"iso-2022-jp-ms": "iso-2022-jp",
		cp50220: "iso-2022-jp",
		cp50221: "iso-2022-jp",
		cp932: "shift_jis",
		cp936: "gbk",
		cp949: "euc-kr",
		cp950: "big5",
		ms949: "euc-kr",
		"x-gbk": "gbk",
		"x-windows-949": "euc-kr",
		utf8mb4: "utf-8",
		"unicode-1-1-utf-7": "utf-7",
		"x-unicode-2-0-utf-7": "utf-7",
	}),
);
/** Text of these that reads as UTF-8 is UTF-8, whatever the message says. */
const oftenWrong = /^(?:us-ascii|ascii|ansi_x3|latin|iso-?8859-|iso_8859-|windows-125|cp125)/;

export type DecodedText = {
	text: string;
	/** Half a sentence on what went wrong, such as "its charset utf-7 is not read". */
	fault: string | undefined;
};

/**
 * Decodes a text in the charset that a message names, or in the one that it is evidently in.
 * @param charset as the message names it; undefined or "" if it names none
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): DecodedText {
	const isAscii = bytes.every((byte) => byte < 0x80 && byte !== 0x1b);
	const named = (charset ?? "")
		.trim()
		.toLowerCase()
		.replaceAll(/["'\s]/g, "");
	const label = otherNames.get(named) ?? named;
	// Its text hides markup from every check of the bytes.
	if (/^utf-?7/.test(label)) return { text: decodeLatin(bytes), fault: "its charset UTF-7 is not read" };
	if (isAscii && !/^(?:utf-?16|utf-?32|ucs|hz|iso-2022|csiso2022)/.test(label))
		return { text: decodeLatin(bytes), fault: undefined };
	if (label === "" || /^utf-?8$/.test(label) || oftenWrong.test(label)) {
		const text = decodeStrictly(bytes, "utf-8");
		if (text !== undefined) return { text, fault: undefined };
	}
	if (label === "" && bytes[0] === 0xfe && bytes[1] === 0xff) return decodeText(bytes, "utf-16be");
	if (label === "" && bytes[0] === 0xff && bytes[1] === 0xfe) return decodeText(bytes, "utf-16le");
	if (label === "utf-16" && bytes[0] === 0xfe && bytes[1] === 0xff) return decodeText(bytes, "utf-16be");
	if (label === "" && bytes.includes(0x1b)) {
		const text = decodeStrictly(bytes, "iso-2022-jp");
		if (text !== undefined) return { text, fault: undefined };
	}
	if (label === "" || /^utf-?8$/.test(label)) return { text: decodeBroken(bytes), fault: undefined };
	return decodeAs(bytes, label);
}

/** Whether a charset is known here, but not to the runtime. */
export function needsRecoding(charset: string): boolean {
	try {
		return new TextDecoder(charset).encoding === "";
	} catch {
		return iconv.encodingExists(charset) && !/^utf-?7/i.test(charset);
	}
}

function decodeAs(bytes: Uint8Array, label: string): DecodedText {
	let text: string;
	try {
		text = new TextDecoder(label).decode(bytes);
	} catch {
		const fault = `its charset ${label.slice(0, 40)} is not known`;
		if (!iconv.encodingExists(label)) return { text: decodeBroken(bytes), fault };
		text = iconv.decode(bytes, label);
	}
	return { text, fault: text.includes("\ufffd") ? "some characters do not exist in its charset" : undefined };
}

/** Text that is no UTF-8 is mostly of Western programs; a text with only some wrong bytes remains UTF-8. */
function decodeBroken(bytes: Uint8Array): string {
	const text = new TextDecoder("utf-8").decode(bytes);
	const wrong = text.split("\ufffd").length - 1;
	const right = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
	return wrong > right ? new TextDecoder("windows-1252").decode(bytes) : text;
}

function decodeStrictly(bytes: Uint8Array, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

function decodeLatin(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
