import type { Entry, ZipFile } from "yauzl";
import {
	findFormatOfType,
	findMainType,
	maxPackageXmlBytes,
	nameArchive,
	namePart,
	openPackage,
	readContentTypes,
	readEntry,
	readRelationships,
	TooComplicatedPackageError,
	type Allowance,
	type ContentTypes,
	type Parts,
	type Relationship,
} from "../../../platform/files/recognition/package-file.server.ts";
import { isProgramName } from "./program-names.server.ts";
import { inspectEmbeddedObject } from "./word-file.server.ts";

export type PackageVerdict =
	| "fine"
	| "damaged"
	| "protected"
	| "complicated"
	| "macros"
	| "controls"
	| "remote"
	| "program"
	| "template"
	| "spreadsheet"
	| "presentation"
	| "opendocument"
	| "pages"
	| "archive";

/** Limits for an archive's claims; a resume of 10 MB stays far below. */
const maxEntries = 2_000;
const maxDirectoryBytes = 1024 * 1024;
const maxUnpackedBytes = 200 * 1024 * 1024;
/** Limit for unpacking all embedded objects. */
const maxObjectBytes = 4 * 1024 * 1024;

/**
 * Inspects an Office document in a ZIP (ECMA-376, parts 1 and 2) far enough to tell whether Word opens it and whether it runs anything.
 *
 * The type of the main part gives the kind; the package's relationships name the main part, or, without them, its type does. Unpacks at
 * most 1 MB of XML and 4 MB of embedded objects, whatever the archive holds or claims.
 */
export async function inspectWordPackage(file: Buffer): Promise<PackageVerdict> {
	try {
		const zip = await openPackage(file);
		return zip ? await inspectEntries(zip) : "damaged";
	} catch (error) {
		return error instanceof TooComplicatedPackageError ? "complicated" : "damaged";
	}
}

async function inspectEntries(zip: ZipFile): Promise<PackageVerdict> {
	if (zip.entryCount > maxEntries) throw new TooComplicatedPackageError();
	const parts = await listParts(zip);
	const contentTypes = parts.get("[content_types].xml");
	if (!contentTypes) return nameArchive(parts);
	// A document encrypted part by part hides even its types.
	if ([...parts.values()].some(({ generalPurposeBitFlag }) => (generalPurposeBitFlag & 1) !== 0)) return "protected";
	const xml: Allowance = { bytesLeft: maxPackageXmlBytes };
	const types = readContentTypes(await readEntry(zip, contentTypes, xml));
	const relationships: Relationship[] = [];
	for (const [name, entry] of parts)
		if (name.endsWith(".rels")) relationships.push(...readRelationships(await readEntry(zip, entry, xml), name));

	const mainType = findMainType(parts, { types, relationships });
	const finding = await findWhatRuns(zip, { parts, types, relationships });
	if (finding && /wordprocessingml|ms-word/.test(mainType)) return finding;
	if (findFormatOfType(mainType) === "docx") return "fine";
	if (/wordprocessingml\.template/.test(mainType)) return "template";
	if (/spreadsheet|ms-excel/.test(mainType)) return "spreadsheet";
	return /presentation|ms-powerpoint/.test(mainType) ? "presentation" : "archive";
}

async function listParts(zip: ZipFile): Promise<Parts> {
	const parts = new Map<string, Entry>();
	let directoryBytes = 0;
	let unpackedBytes = 0;
	for await (const entry of zip.eachEntry()) {
		directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
		unpackedBytes += entry.uncompressedSize;
		if (directoryBytes > maxDirectoryBytes || unpackedBytes > maxUnpackedBytes) throw new TooComplicatedPackageError();
		const name = namePart(entry);
		// With two parts of one name, each program picks its own.
		if (parts.has(name)) throw new Error("Two parts have one name");
		parts.set(name, entry);
	}
	return parts;
}

/** Relationships of embedded files and objects. */
const embeddingKinds = new Set(["oleObject", "package"]);
/** External targets that are only links or media. */
const harmlessElsewhere = new Set(["hyperlink", "image", "audio", "video", "media"]);

async function findWhatRuns(
	zip: ZipFile,
	{ parts, types, relationships }: { parts: Parts; types: ContentTypes; relationships: Relationship[] },
): Promise<"macros" | "controls" | "remote" | "program" | undefined> {
	if (
		types.all.some((type) => /macroEnabled|vbaProject/i.test(type)) ||
		relationships.some(({ kind }) => kind === "vbaProject" || kind === "wordVbaData") ||
		[...parts.keys()].some((name) => name.endsWith("vbaproject.bin"))
	)
		return "macros";
	const embedded = relationships.filter(({ isExternal, kind }) => !isExternal && embeddingKinds.has(kind));
	if (embedded.some(({ target }) => isProgramName(target))) return "program";
	if (relationships.some(({ kind }) => /^activeX/i.test(kind) || kind === "control")) return "controls";
	if (
		relationships.some(({ kind, target, isExternal }) => isExternal && !harmlessElsewhere.has(kind) && isRemote(target))
	)
		return "remote";
	const objects = new Set(embedded.map(({ target }) => target));
	const allowance: Allowance = { bytesLeft: maxObjectBytes };
	for (const name of objects) {
		const entry = parts.get(name);
		const content = entry && (await readEntry(zip, entry, allowance));
		const verdict = content && inspectEmbeddedObject(content);
		if (verdict && verdict !== "fine") return verdict;
	}
	return undefined;
}

/** Tells whether an address leads off the computer: a remote template brings its macros. A local template is named by a file. */
function isRemote(address: string): boolean {
	if (/^file:/i.test(address)) return /^file:(?:[\\/]{4,}|[\\/]{2}(?!localhost[\\/]|[a-z]:)[^\\/])/i.test(address);
	// A drive has a name of one character.
	return /^(?:[\\/]{2}|[a-z][a-z\d+.-]+:)/i.test(address);
}
