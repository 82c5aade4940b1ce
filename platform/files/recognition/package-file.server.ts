import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { FileFormat } from "../../../shared/file-formats.ts";
import { listXmlElements } from "./xml-elements.server.ts";

/** First bytes of a ZIP, and so of packages. */
export const zipMagic = Buffer.from("PK\x03\x04", "latin1");
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

/** Limit for unpacking all XML about relationships and types. */
export const maxPackageXmlBytes = 1024 * 1024;

/** Exceeds a limit. */
export class TooComplicatedPackageError extends Error {}

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
 * Opens a file that starts like an archive.
 *
 * @returns undefined if its end is missing
 */
export async function openPackage(file: Buffer): Promise<ZipFile | undefined> {
	const end = findArchiveEnd(file);
	if (end === undefined) return undefined;
	return yauzl.fromBufferPromise(file.subarray(0, end), {
		// Any name is fine: no file is written by name.
		decodeStrings: false,
		validateEntrySizes: true,
	});
}

/** An archive's entries by name, in lower case because packages compare names so, without a leading slash. */
export type Parts = ReadonlyMap<string, Entry>;

export function namePart(entry: Entry): string {
	return normalisePartName(entry.fileNameRaw.toString("utf8"));
}

function normalisePartName(name: string): string {
	return name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}

export type ContentTypes = { all: string[]; find(part: string): string | undefined };

export function readContentTypes(content: Buffer): ContentTypes {
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

export type Relationship = {
	/** The part it belongs to; empty for the package. */
	source: string;
	/** The last word of its type; the rest of the address differs in files of the "strict" kind. */
	kind: string;
	/** A part's name, or an external address. */
	target: string;
	isExternal: boolean;
};

export function readRelationships(content: Buffer, name: string): Relationship[] {
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

const mainTypes: readonly (readonly [FileFormat, RegExp])[] = [
	["docx", /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml$/i],
	["xlsx", /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet\.main\+xml$/i],
	["pptx", /^application\/vnd\.openxmlformats-officedocument\.presentationml\.presentation\.main\+xml$/i],
];

/** Finds the type of a package's main part, which the relationships name, or, without them, its type does; empty without such a part. */
export function findMainType(
	parts: Parts,
	{ types, relationships }: { types: ContentTypes; relationships: readonly Relationship[] },
): string {
	const main =
		relationships.find(({ source, kind, target }) => source === "" && kind === "officeDocument" && parts.has(target))
			?.target ?? [...parts.keys()].find((name) => findFormatOfType(types.find(name) ?? ""));
	return main === undefined ? "" : (types.find(main) ?? "");
}

/** Returns the format of a document whose main part has this type; undefined for macros, templates and others. */
export function findFormatOfType(mainType: string): FileFormat | undefined {
	return mainTypes.find(([, pattern]) => pattern.test(mainType))?.[0];
}

/** Names a package that is not from Office, by its parts. */
export function nameArchive(parts: Parts): "opendocument" | "pages" | "archive" {
	if (parts.has("mimetype") && parts.has("content.xml")) return "opendocument";
	return parts.has("index/document.iwa") || parts.has("index.zip") ? "pages" : "archive";
}

/** How many more bytes may be read, packed or unpacked. */
export type Allowance = { bytesLeft: number };

/** Unpacks an entry into memory. */
export async function readEntry(zip: ZipFile, entry: Entry, allowance: Allowance): Promise<Buffer> {
	// An entry that unpacks to nothing may be long, too.
	allowance.bytesLeft -= Math.max(entry.compressedSize, entry.uncompressedSize);
	if (allowance.bytesLeft < 0) throw new TooComplicatedPackageError();
	const chunks: Buffer[] = [];
	// The stream gives no more than the directory claims.
	for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
