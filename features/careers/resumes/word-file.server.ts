import {
	findCompoundEntries,
	MalformedCompoundFileError,
	type CompoundStream,
} from "../../../platform/files/recognition/compound-file.server.ts";
import { isProgramName } from "./program-names.server.ts";

export type WordVerdict =
	| "fine"
	| "damaged"
	| "protected"
	| "macros"
	| "program"
	| "spreadsheet"
	| "presentation"
	| "other";

/** Up to the flag word of the file information block (MS-DOC, 2.5.2), which tells whether a Word document is encrypted. */
const wordHeadBytes = 12;
/** A package gives its file's name three times at its start. */
const packageHeadBytes = 1_024;
/** More files than people embed in a document. */
const maxPackages = 20;

/** Inspects a binary Word document (MS-DOC), or a DOCX with a password, which is a compound file too. */
export function inspectWordFile(file: Buffer): WordVerdict {
	try {
		const entries = findCompoundEntries(file, [
			"EncryptedPackage",
			"WordDocument",
			"Workbook",
			"PowerPoint Document",
			...runningEntries,
		]);
		// A DOCX with a password is a compound file around the encrypted package (MS-OFFCRYPTO, 2.3.4).
		if (entries.has("EncryptedPackage")) return "protected";
		const [document] = entries.get("WordDocument") ?? [];
		if (!document)
			return entries.has("Workbook") ? "spreadsheet" : entries.has("PowerPoint Document") ? "presentation" : "other";
		if (document.bytes < wordHeadBytes) return "damaged";
		const head = document.readStart(wordHeadBytes);
		// Bit 8 is fEncrypted.
		if ((head.readUInt16LE(wordHeadBytes - 2) & 0x0100) !== 0) return "protected";
		return lookAtRunningEntries(entries);
	} catch (error) {
		if (error instanceof MalformedCompoundFileError) return "damaged";
		throw error;
	}
}

/** Tells whether an embedded object runs anything; anything but a compound file is a picture or unknown. */
export function inspectEmbeddedObject(file: Buffer): "fine" | "macros" | "program" {
	try {
		return lookAtRunningEntries(findCompoundEntries(file, runningEntries));
	} catch (error) {
		if (!(error instanceof MalformedCompoundFileError)) throw error;
		return "fine";
	}
}

const macroEntries = ["Macros", "_VBA_PROJECT_CUR", "_VBA_PROJECT"] as const;
/** An embedded file of any kind (MS-OLEDS, 2.3.6). */
const packageEntry = "\u0001Ole10Native";
const runningEntries = [...macroEntries, packageEntry] as const;

function lookAtRunningEntries(entries: ReadonlyMap<string, readonly CompoundStream[]>): "fine" | "macros" | "program" {
	if (macroEntries.some((name) => entries.has(name))) return "macros";
	const packages = entries.get(packageEntry) ?? [];
	if (packages.length > maxPackages) return "program";
	for (const stream of packages) if (isProgram(stream.readStart(packageHeadBytes))) return "program";
	return "fine";
}

/**
 * Tells by its names whether a packed file is a program. After length and kind come the shown name, the path of origin, eight bytes, and
 * the path to unpack to.
 */
function isProgram(head: Buffer): boolean {
	// Other kinds are pictures.
	if (head.length < 6 || head.readUInt16LE(4) !== 2) return false;
	const [shown, origin, ...rest] = head.toString("latin1", 6).split("\0");
	if (shown === undefined || origin === undefined || rest.length === 0) return true;
	const targetAt = 6 + shown.length + 1 + origin.length + 1 + 8;
	const target = head.toString("latin1", targetAt).split("\0", 1)[0] ?? "";
	return [shown, origin, target].some(isProgramName);
}
