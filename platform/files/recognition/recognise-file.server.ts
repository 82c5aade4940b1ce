import type { Entry, ZipFile } from "yauzl";
import type { FileFormat } from "../../../shared/file-formats.ts";
import { compoundFileMagic, findCompoundEntries, MalformedCompoundFileError } from "./compound-file.server.ts";
import {
	endsAsArchive,
	findFormatOfType,
	findMainType,
	maxPackageXmlBytes,
	nameArchive,
	namePart,
	openPackage,
	readContentTypes,
	readEntry,
	readRelationships,
	zipMagic,
	type Parts,
} from "./package-file.server.ts";

export type RecognisedFile =
	/** The first counts for a name with the ending of none of them. */
	| { formats: readonly [FileFormat, ...FileFormat[]] }
	| { fault: "empty" | "damaged" }
	/** In words, such as "a web page". */
	| { other: string };

type Start = { name: string; formats?: readonly [FileFormat, ...FileFormat[]] };

/** Files by their first bytes in hexadecimal. */
const knownBytes: readonly (readonly [start: RegExp, Start])[] = [
	[/^ffd8ff/, { name: "a picture", formats: ["jpg", "jpeg"] }],
	[/^89504e470d0a1a0a/, { name: "a picture", formats: ["png"] }],
	[/^(?:89504e47|47494638|424d.{8}00000000|49492a00|4d4d002a|52494646.{8}57454250)/, { name: "a picture" }],
	// HEIC and AVIF.
	[/^.{8}66747970(?:68656963|68656978|68657663|6d696631|6d736631|61766966)/, { name: "a picture" }],
	[/^(?:4d5a|7f454c46|2321|c[ef]faedfe|cafebabe)/, { name: "a program" }],
	[/^(?:52617221|377abcaf|1f8b|425a68)/, { name: "an archive" }],
];

/** The same, as text. */
const knownTexts: readonly (readonly [start: RegExp, Start])[] = [
	[/^\{\\rtf/, { name: "an RTF document", formats: ["rtf"] }],
	[/^%!PS/, { name: "a PostScript file" }],
	[
		/^(?:\u00ef\u00bb\u00bf)?\s*(?:<!doctype html|<(?:html|head|body|meta|script)\b|mime-version:)/i,
		{ name: "a web page" },
	],
	[/^(?:\u00ef\u00bb\u00bf)?\s*<\?xml/i, { name: "an XML file" }],
];

/** A file that starts like one of these and contains a PDF header is two things at once. */
const foreignKinds = new Set(["a picture", "a program", "an archive"]);

const pdfHeader = Buffer.from("%PDF-", "latin1");
/** The header may follow this many other bytes (ISO 32000-1, annex H, implementation note 13). */
const pdfHeaderReach = 1024;

/** Returns the position of a PDF's header; -1 without one. */
export function findPdfHeader(file: Buffer): number {
	return file.subarray(0, pdfHeaderReach + pdfHeader.length - 1).indexOf(pdfHeader);
}

/** How a file is built, whatever its name. */
export type FileStructure = { structure: "package" | "compound file" | "pdf" } | { structure: "other"; start: Start };

const twoAtOnce: FileStructure = { structure: "other", start: { name: "something else" } };

export function findStructure(file: Buffer): FileStructure {
	const headerAt = findPdfHeader(file);
	if (file.subarray(0, zipMagic.length).equals(zipMagic)) return { structure: "package" };
	const isCompoundFile = file.subarray(0, compoundFileMagic.length).equals(compoundFileMagic);
	if (!isCompoundFile && headerAt === -1) return { structure: "other", start: describeStart(file) };
	if (endsAsArchive(file)) return twoAtOnce;
	if (isCompoundFile) return { structure: "compound file" };
	if (headerAt === 0) return { structure: "pdf" };
	const start = describeStart(file);
	if (foreignKinds.has(start.name)) return twoAtOnce;
	// A text may write about PDF.
	return start.formats?.[0] === "txt" && !file.includes("%%EOF") ? { structure: "other", start } : { structure: "pdf" };
}

function describeStart(file: Buffer): Start {
	const bytes = file.toString("hex", 0, 16);
	const text = file.toString("latin1", 0, 256);
	const known =
		knownBytes.find(([pattern]) => pattern.test(bytes)) ?? knownTexts.find(([pattern]) => pattern.test(text));
	if (known) return known[1];
	return isText(file) ? { name: "plain text", formats: ["txt", "md", "csv"] } : { name: "something else" };
}

/** Bytes of a text in which the control characters of binary files would show. */
const textReach = 64 * 1024;

function isText(file: Buffer): boolean {
	const isUtf16 = /^(?:fffe|feff)/.test(file.toString("hex", 0, 2));
	return isUtf16 || (file.subarray(0, textReach).every(isTextByte) && !file.includes(0));
}

/** Of control characters a text has tabs, breaks, the end of files of DOS, and the escapes of terminals. */
function isTextByte(byte: number): boolean {
	return byte < 32 ? (byte >= 9 && byte <= 13) || byte === 26 || byte === 27 : byte !== 127;
}

/** Recognises a file by its content, whatever its name. */
export async function recogniseFile(file: Buffer): Promise<RecognisedFile> {
	if (file.length === 0) return { fault: "empty" };
	const found = findStructure(file);
	switch (found.structure) {
		case "package":
			return recognisePackage(file);
		case "compound file":
			return recogniseCompoundFile(file);
		case "pdf":
			return { formats: ["pdf"] };
		case "other": {
			const { formats, name } = found.start;
			return formats ? { formats } : { other: name === "a picture" ? "a picture of another kind" : name };
		}
	}
}

async function recognisePackage(file: Buffer): Promise<RecognisedFile> {
	try {
		const zip = await openPackage(file);
		return zip ? await recogniseParts(zip) : { fault: "damaged" };
	} catch {
		return { fault: "damaged" };
	}
}

const openDocumentFormats: Readonly<Record<string, FileFormat>> = {
	"application/vnd.oasis.opendocument.text": "odt",
	// A web page that became a document.
	"application/vnd.oasis.opendocument.text-web": "odt",
	"application/vnd.oasis.opendocument.spreadsheet": "ods",
	"application/vnd.oasis.opendocument.presentation": "odp",
};

/** Documents have far fewer entries. To list a hundred thousand would take the thread's time and memory. */
const mostListed = 10_000;

async function recogniseParts(zip: ZipFile): Promise<RecognisedFile> {
	if (zip.entryCount > mostListed) return { formats: ["zip"] };
	const parts = await listParts(zip);
	const allowance = { bytesLeft: maxPackageXmlBytes };
	const read = async (name: string) => {
		const entry = parts.get(name);
		return entry && readEntry(zip, entry, allowance);
	};
	const types = await read("[content_types].xml");
	if (!types) {
		const archive = nameArchive(parts);
		if (archive === "archive") return { formats: ["zip"] };
		if (archive === "pages") return { other: "a Pages, Numbers or Keynote document" };
		const type = (await read("mimetype"))?.toString("latin1").trim() ?? "";
		const format = openDocumentFormats[type];
		return format ? { formats: [format] } : { other: "an OpenDocument file of another kind" };
	}
	const listed = "_rels/.rels";
	const links = await read(listed);
	const relationships = links ? readRelationships(links, listed) : [];
	const mainType = findMainType(parts, { types: readContentTypes(types), relationships });
	if (mainType === "") return { formats: ["zip"] };
	const format = findFormatOfType(mainType);
	if (format) return { formats: [format] };
	return /macroEnabled/i.test(mainType)
		? { other: "a document with macros" }
		: { other: "an office document of another kind, such as a template" };
}

/** Lists the entries of an archive; of several with one name the first. */
async function listParts(zip: ZipFile): Promise<Parts> {
	const parts = new Map<string, Entry>();
	for await (const entry of zip.eachEntry()) if (!parts.has(namePart(entry))) parts.set(namePart(entry), entry);
	return parts;
}

/** Streams of compound files, which may hold documents of other formats in themselves. */
const compoundFormats = {
	// A password makes a compound file of each (MS-OFFCRYPTO, 2.3.4).
	EncryptedPackage: ["docx", "xlsx", "pptx"],
	WordDocument: ["doc"],
	Workbook: ["xls"],
	// Of Excel 95.
	Book: ["xls"],
	"PowerPoint Document": ["ppt"],
} as const satisfies Record<string, readonly FileFormat[]>;

function recogniseCompoundFile(file: Buffer): RecognisedFile {
	try {
		const names = Object.keys(compoundFormats) as (keyof typeof compoundFormats)[];
		const entries = findCompoundEntries(file, names);
		const [first, ...others] = names.filter((name) => entries.has(name)).flatMap((name) => compoundFormats[name]);
		return first ? { formats: [first, ...others] } : { other: "something else" };
	} catch (error) {
		if (error instanceof MalformedCompoundFileError) return { fault: "damaged" };
		throw error;
	}
}
