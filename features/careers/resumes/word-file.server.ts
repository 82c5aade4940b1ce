import { findCompoundEntries, MalformedCompoundFileError, type CompoundStream } from "./compound-file.server.ts";
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

/** How much of a Word document tells whether it is encrypted: up to the flag word of its file information block (MS-DOC, 2.5.2). */
const wordHeadBytes = 12;
/** A package names its file at its start, three times. */
const packageHeadBytes = 1_024;
/** More files than anybody packs into a document. */
const maxPackages = 20;

/** Looks into a Word document of the binary kind (MS-DOC), and into a DOCX with a password, which is a compound file too. */
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

/** Tells whether an object that a document embeds runs anything; one that is no compound file is a picture, or nothing that is known. */
export function inspectEmbeddedObject(file: Buffer): "fine" | "macros" | "program" {
	try {
		return lookAtRunningEntries(findCompoundEntries(file, runningEntries));
	} catch (error) {
		if (!(error instanceof MalformedCompoundFileError)) throw error;
		return "fine";
	}
}

const macroEntries = ["Macros", "_VBA_PROJECT_CUR", "_VBA_PROJECT"] as const;
/** A file that an object holds, of whatever kind (MS-OLEDS, 2.3.6). */
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
 * Tells by its names whether a packed file is a program. Behind its length and kind stand the name that is shown, the path that it came
 * from, eight bytes, and the path that it is unpacked to.
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
