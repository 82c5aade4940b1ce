import yauzl, { type Entry, type ZipFile } from "yauzl";
import { isProgramName } from "./program-names.server.ts";
import { inspectEmbeddedObject } from "./word-file.server.ts";
import { listXmlElements } from "./xml-elements.server.ts";

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

const endMagic = Buffer.from("PK\x05\x06", "latin1");
const directoryMagic = Buffer.from("PK\x01\x02", "latin1");
/** Position of a large archive's end. */
const largeEndMagic = Buffer.from("PK\x06\x07", "latin1");
const largeEndBytes = 20;
/** An archive's end record without its comment. */
const endBytes = 22;
/** An archive's end is searched in this many bytes, because a comment may be this long; so is any data after it. */
const endReach = endBytes + 0xffff;

/** Candidates for the end to try before giving up. */
const maxEnds = 100;

/** Limits for an archive's claims; a resume of 10 MB stays far below. */
const maxEntries = 2_000;
const maxDirectoryBytes = 1024 * 1024;
const maxUnpackedBytes = 200 * 1024 * 1024;
/** Limits for unpacking: all XML about relationships and types, and all embedded objects. */
const maxXmlBytes = 1024 * 1024;
const maxObjectBytes = 4 * 1024 * 1024;

/** Exceeds a limit. */
class TooComplicatedPackageError extends Error {}

/**
 * Finds the end of an archive's records in a file that starts like an archive; programs that open archives ignore everything after it.
 *
 * @returns undefined if the file's last 64 KB hold no end
 */
export function findArchiveEnd(file: Buffer): number | undefined {
	const start = Math.max(0, file.length - endReach);
	let ends = maxEnds;
	for (let at = file.lastIndexOf(endMagic); at >= start; at = at === 0 ? -1 : file.lastIndexOf(endMagic, at - 1)) {
		if (ends-- === 0) return undefined;
		if (at + endBytes > file.length) continue;
		const end = at + endBytes + file.readUInt16LE(at + endBytes - 2);
		if (end > file.length) continue;
		const largeEndAt = at - largeEndBytes;
		const isLarge = largeEndAt >= 0 && file.subarray(largeEndAt, largeEndAt + 4).equals(largeEndMagic);
		const directoryAt = file.readUInt32LE(at + 16);
		if (isLarge || (directoryAt < at && file.subarray(directoryAt, directoryAt + 4).equals(directoryMagic))) return end;
	}
	return undefined;
}

/** Tells whether a file ends like an archive, however it starts. */
export function endsAsArchive(file: Buffer): boolean {
	const tail = file.subarray(-endReach);
	for (let at = tail.indexOf(endMagic); at !== -1; at = tail.indexOf(endMagic, at + 1)) {
		const end = at + endBytes;
		if (end <= tail.length && end + tail.readUInt16LE(end - 2) === tail.length) return true;
	}
	return false;
}

/**
 * Inspects an Office document in a ZIP (ECMA-376, parts 1 and 2) far enough to tell whether Word opens it and whether it runs anything.
 *
 * The type of the main part gives the kind; the package's relationships name the main part, or, without them, its type does. Unpacks at
 * most 1 MB of XML and 4 MB of embedded objects, whatever the archive holds or claims.
 */
export async function inspectWordPackage(file: Buffer): Promise<PackageVerdict> {
	const end = findArchiveEnd(file);
	if (end === undefined) return "damaged";
	try {
		const zip = await yauzl.fromBufferPromise(file.subarray(0, end), {
			// Any name is fine: no file is written by name.
			decodeStrings: false,
			validateEntrySizes: true,
		});
		return await inspectEntries(zip);
	} catch (error) {
		return error instanceof TooComplicatedPackageError ? "complicated" : "damaged";
	}
}

/** An archive's entries by name, in lower case because packages compare names so, without a leading slash. */
type Parts = ReadonlyMap<string, Entry>;

async function inspectEntries(zip: ZipFile): Promise<PackageVerdict> {
	if (zip.entryCount > maxEntries) throw new TooComplicatedPackageError();
	const parts = await listParts(zip);
	const contentTypes = parts.get("[content_types].xml");
	if (!contentTypes) return nameArchive(parts);
	// A document encrypted part by part hides even its types.
	if ([...parts.values()].some(({ generalPurposeBitFlag }) => (generalPurposeBitFlag & 1) !== 0)) return "protected";
	const xml: Allowance = { bytesLeft: maxXmlBytes };
	const types = readContentTypes(await readEntry(zip, contentTypes, xml));
	const relationships: Relationship[] = [];
	for (const [name, entry] of parts)
		if (name.endsWith(".rels")) relationships.push(...readRelationships(await readEntry(zip, entry, xml), name));

	const main =
		relationships.find(({ source, kind, target }) => source === "" && kind === "officeDocument" && parts.has(target))
			?.target ?? [...parts.keys()].find((name) => mainTypePattern.test(types.find(name) ?? ""));
	const mainType = main === undefined ? "" : (types.find(main) ?? "");
	const finding = await findWhatRuns(zip, { parts, types, relationships });
	if (finding && /wordprocessingml|ms-word/.test(mainType)) return finding;
	if (mainTypePattern.test(mainType)) return "fine";
	if (/wordprocessingml\.template/.test(mainType)) return "template";
	if (/spreadsheet|ms-excel/.test(mainType)) return "spreadsheet";
	return /presentation|ms-powerpoint/.test(mainType) ? "presentation" : "archive";
}

const mainTypePattern = /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml$/i;

async function listParts(zip: ZipFile): Promise<Parts> {
	const parts = new Map<string, Entry>();
	let directoryBytes = 0;
	let unpackedBytes = 0;
	for await (const entry of zip.eachEntry()) {
		directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
		unpackedBytes += entry.uncompressedSize;
		if (directoryBytes > maxDirectoryBytes || unpackedBytes > maxUnpackedBytes) throw new TooComplicatedPackageError();
		const name = normalisePartName(entry.fileNameRaw.toString("utf8"));
		// With two parts of one name, each program picks its own.
		if (parts.has(name)) throw new Error("Two parts have one name");
		parts.set(name, entry);
	}
	return parts;
}

function normalisePartName(name: string): string {
	return name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}

function nameArchive(parts: Parts): PackageVerdict {
	if (parts.has("mimetype") && parts.has("content.xml")) return "opendocument";
	return parts.has("index/document.iwa") || parts.has("index.zip") ? "pages" : "archive";
}

function readContentTypes(content: Buffer): { all: string[]; find(part: string): string | undefined } {
	const byPart = new Map<string, string>();
	const byEnding = new Map<string, string>();
	for (const { name, attributes } of listXmlElements(content)) {
		const type = attributes.ContentType ?? "";
		if (name === "Override") byPart.set(normalisePartName(attributes.PartName ?? ""), type);
		else if (name === "Default") byEnding.set((attributes.Extension ?? "").toLowerCase(), type);
	}
	return {
		all: [...byPart.values(), ...byEnding.values()],
		find: (part) => byPart.get(part) ?? byEnding.get(part.slice(part.lastIndexOf(".") + 1)),
	};
}

type Relationship = {
	/** The part it belongs to; empty for the package. */
	source: string;
	/** The last word of its type; the rest of the address differs in files of the "strict" kind. */
	kind: string;
	/** A part's name, or an external address. */
	target: string;
	isExternal: boolean;
};

function readRelationships(content: Buffer, name: string): Relationship[] {
	const [, folder = "", file = ""] = /^(.*?)_rels\/([^/]*)\.rels$/.exec(name) ?? [];
	return listXmlElements(content).flatMap(({ name: element, attributes }) => {
		if (element !== "Relationship") return [];
		const target = attributes.Target ?? "";
		const isExternal = attributes.TargetMode?.trim().toLowerCase() === "external";
		return [
			{
				source: folder + file,
				kind: (attributes.Type ?? "").split("/").at(-1) ?? "",
				target: isExternal ? target.trim() : resolvePartName(target, folder),
				isExternal,
			},
		];
	});
}

function resolvePartName(target: string, folder: string): string {
	const address = `file:///${folder}`;
	if (!URL.canParse(target, address)) return "";
	const { pathname } = new URL(target, address);
	try {
		return normalisePartName(decodeURIComponent(pathname));
	} catch {
		return "";
	}
}

/** Relationships of embedded files and objects. */
const embeddingKinds = new Set(["oleObject", "package"]);
/** External targets that are only links or media. */
const harmlessElsewhere = new Set(["hyperlink", "image", "audio", "video", "media"]);

async function findWhatRuns(
	zip: ZipFile,
	{
		parts,
		types,
		relationships,
	}: { parts: Parts; types: ReturnType<typeof readContentTypes>; relationships: Relationship[] },
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

/** How many more bytes may be read, packed or unpacked. */
type Allowance = { bytesLeft: number };

/** Unpacks an entry into memory. */
async function readEntry(zip: ZipFile, entry: Entry, allowance: Allowance): Promise<Buffer> {
	// An entry that unpacks to nothing may be long, too.
	allowance.bytesLeft -= Math.max(entry.compressedSize, entry.uncompressedSize);
	if (allowance.bytesLeft < 0) throw new TooComplicatedPackageError();
	const chunks: Buffer[] = [];
	// The stream gives no more than the directory claims.
	for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
