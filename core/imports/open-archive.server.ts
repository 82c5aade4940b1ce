import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { TableError } from "./read-table.server.ts";

/** The directory of an archive is kept in memory. */
const mostEntries = 50_000;
/** Of all files unpacked, as a multiple of the archive: those of people are compressed already. */
const highestRatio = 20;
/** A small archive may hold texts, which are compressed better. */
const alwaysAllowedBytes = 50_000_000;
const magic = Buffer.from("PK\x03\x04", "latin1");

/** A file of an archive. */
export type ArchiveFile = {
	/** With its folders. */
	path: string;
	/** Without them. */
	name: string;
	bytes: number;
	/** Unique in its archive. */
	id: number;
	/** Unpacks it; the stream fails when it is damaged, or longer than the archive says. */
	read(): Promise<Readable>;
};

/** An archive of files that rows name. */
export type Archive = {
	files: readonly ArchiveFile[];
	/** Finds a file by its path or the end of it, if only one file has that; case does not matter. Remembers that it was found. */
	find(name: string): ArchiveFile | "several" | undefined;
	/** Lists the files that were not found. */
	listUnused(): ArchiveFile[];
	close(): void;
};

/** Tells by its first bytes whether a file is a ZIP archive. */
export async function isArchive(path: string): Promise<boolean> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
		return bytesRead === magic.length && buffer.equals(magic);
	} finally {
		await file.close();
	}
}

/**
 * Opens a ZIP archive without unpacking any of it. Nothing is ever stored under a name of the archive.
 * @throws TableError when it is damaged, protected, or larger unpacked than it may be
 */
export async function openArchive(path: string, bytes: number): Promise<Archive> {
	const zip = await yauzl.openPromise(path, { autoClose: false, decodeStrings: false }).catch(throwDamaged);
	try {
		return createArchive(await listFiles(zip, bytes), () => zip.close());
	} catch (error) {
		zip.close();
		throw error;
	}
}

async function listFiles(zip: ZipFile, bytes: number): Promise<ArchiveFile[]> {
	if (zip.entryCount > mostEntries)
		throw new TableError(`The ZIP file holds more than ${mostEntries.toLocaleString("en")} files. Split it.`);
	const files: ArchiveFile[] = [];
	let unpacked = 0;
	try {
		for await (const entry of zip.eachEntry()) {
			const path = decodePath(entry);
			const name = path.split("/").at(-1) ?? "";
			if (name === "" || name.startsWith(".") || path.startsWith("__MACOSX/")) continue;
			if (entry.isEncrypted())
				throw new TableError("The ZIP file is protected with a password. Make one without and choose it again.");
			unpacked += entry.uncompressedSize;
			files.push({
				path,
				name,
				bytes: entry.uncompressedSize,
				id: files.length,
				read: () => zip.openReadStreamPromise(entry),
			});
		}
	} catch (error) {
		throwDamaged(error);
	}
	if (unpacked > Math.max(bytes * highestRatio, alwaysAllowedBytes))
		throw new TableError(`The ZIP file holds more than ${highestRatio} times its size, so it is not unpacked.`);
	return files;
}

function createArchive(files: readonly ArchiveFile[], close: () => void): Archive {
	const byName = Map.groupBy(files, ({ name }) => toKey(name));
	const found = new Set<ArchiveFile>();
	return {
		files,
		find(name) {
			const key = toKey(name);
			const named = byName.get(key.split("/").at(-1) ?? "") ?? [];
			const ending = named.filter(({ path }) => `/${toKey(path)}`.endsWith(`/${key}`));
			const exact = ending.find(({ path }) => toKey(path) === key);
			const file = exact ?? (ending.length === 1 ? ending[0] : named.length === 1 ? named[0] : undefined);
			if (file) found.add(file);
			return file ?? (named.length > 1 ? "several" : undefined);
		},
		listUnused: () => files.filter((file) => !found.has(file)),
		close,
	};
}

/** Archives of some programs hold names in UTF-8 without saying so. */
function decodePath({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw).replaceAll("\\", "/");
	} catch {
		return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
	}
}

function toKey(path: string): string {
	return path
		.trim()
		.normalize("NFC")
		.toLowerCase()
		.replaceAll("\\", "/")
		.replace(/^(?:\.?\/)+/, "");
}

function throwDamaged(error: unknown): never {
	if (error instanceof TableError) throw error;
	throw new TableError("The ZIP file is damaged. Make it again and choose it again.");
}
