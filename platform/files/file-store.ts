import { createHash, randomUUID } from "node:crypto";
import { open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "../config.ts";
import { isStorageUnavailable, StorageUnavailableError } from "../database/storage-errors.ts";
import { isMissing, type FileBackend, type ReadOptions, type ReceivedFile } from "./file-backend.ts";
import { erasureFolder, FileNameError, isFileName, trashFolder } from "./file-name.ts";
import { openFolderBackend } from "./folder-backend.ts";
import { giveToFolderOwner, makeFolder } from "./make-folder.ts";
import { openS3Backend } from "./s3-backend.ts";
import type { S3Limits } from "./s3-requests.ts";

/** A file in the trash, and the day on which it was moved there, in UTC. */
type TrashedFile = { name: string; day: string };

export type FileStore = {
	/** The location of the files, in words for members. */
	location: string;
	/**
	 * Writes a stream to a new file, piece by piece. The store takes over the pieces and frees their memory.
	 *
	 * @throws StorageUnavailableError if the disk is full; NoRoomForFilesError if it soon would be; any error of the stream. No failure
	 * leaves a file behind
	 */
	receive(stream: Readable): Promise<ReceivedFile>;
	/**
	 * Stores a received file under its permanent name before it resolves.
	 *
	 * @param changedAt when it arrived; now by default
	 * @throws StorageUnavailableError if the permanent storage is unreachable or full
	 */
	keep(file: ReceivedFile, name: string, changedAt?: Temporal.Instant): Promise<void>;
	/** Removes a received file; no error if it is gone. */
	discard(file: Pick<ReceivedFile, "path">): Promise<void>;
	/** Removes a kept file for good, also from the trash; no error if it is gone. */
	remove(name: string): Promise<void>;
	/**
	 * Opens a kept file as a stream.
	 *
	 * @returns undefined if it is gone
	 */
	read(name: string, options?: ReadOptions): Promise<Readable | undefined>;
	/**
	 * Copies a kept file to an unused path.
	 *
	 * @returns false if the kept file is gone
	 */
	copy(name: string, path: string): Promise<boolean>;
	/** Lists the names of the kept files, in batches. */
	list(): AsyncIterable<string[]>;
	/**
	 * Lists everything stored, in batches, with folders in the names, including the trash. Leaves out the mark, received files, and files
	 * moved by moveAside.
	 */
	listEverything(): AsyncIterable<string[]>;
	/** @returns undefined if it is gone */
	stat(name: string): Promise<{ bytes: number; changedAt: Temporal.Instant } | undefined>;
	/**
	 * Reads a file to its end for the SHA-256 of what is stored now.
	 *
	 * @returns undefined if it is gone
	 */
	hash(name: string): Promise<string | undefined>;
	/**
	 * Moves a kept file to a folder that nothing else reads, and returns its new name.
	 *
	 * @param label distinguishes one occasion from others
	 */
	moveAside(name: string, label: string): Promise<string>;
	/** @returns when a kept file arrived; undefined if it is gone */
	findTimeOf(name: string): Promise<Temporal.Instant | undefined>;
	/**
	 * Moves a kept file to the trash.
	 *
	 * @param day listed with it
	 * @returns false if it is gone, or that day's trash already has its name; nothing is moved then
	 */
	moveToTrash(name: string, day: string): Promise<boolean>;
	/** Lists the trash. */
	listTrash(): AsyncIterable<TrashedFile[]>;
	/** Moves a file from the trash back to the kept files, unless its name is taken. */
	takeFromTrash(file: TrashedFile): Promise<void>;
	/** Removes a file of the trash for good. */
	removeFromTrash(file: TrashedFile): Promise<void>;
	/**
	 * Removes received files that were neither kept nor discarded, left by a dead process.
	 *
	 * @param olderThanMs spares files of requests that may still be running
	 * @returns how many were removed
	 */
	removeStaleUploads(olderThanMs: number, signal: AbortSignal): Promise<number>;
	/** Reads the text that writeMark last wrote. */
	readMark(): Promise<string | undefined>;
	/** Writes a short text that says whose files these are. */
	writeMark(text: string): Promise<void>;
	/** Writes a short text that outlives every database beside it: a note that a person was erased. */
	writeErasureNote(name: string, text: string): Promise<void>;
	/** Reads the erasure notes, one by one. */
	readErasureNotes(): AsyncIterable<{ name: string; text: string }>;
	/** Removes an erasure note; no error if it is gone. */
	removeErasureNote(name: string): Promise<void>;
};

const markName = "installation.json";
const incomingFolder = "incoming/";
const asideFolder = "replaced/";

/** Error codes of a disk that is full, over quota, broken or read-only, or of too many open files (errno). */
const diskUnavailable = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS", "EMFILE", "ENFILE"]);

/** Larger than any piece that a parser retains: those are shorter than the boundary, part of a request's head of at most 16 KB. */
const minFreedBytes = 16 * 1024;

/** Default disk space that uploads leave free, and its largest share of the disk. */
const defaultReserveBytes = 1_024 * 1_024 * 1_024;
const defaultReserveShare = 0.1;
/** How much of an upload is written between two checks of the disk. */
const reserveCheckBytes = 1_024 * 1_024;

/** The remaining disk space is reserved for the database. */
export class NoRoomForFilesError extends StorageUnavailableError {
	override readonly retryAfterSeconds = 300;

	constructor() {
		super(undefined, "The disk has less room than FILES_RESERVE_MB, so no file is taken");
		this.name = "NoRoomForFilesError";
	}
}

/** The part of the configuration that locates files. */
export type FilesConfig = Pick<Config, "dataDirectory"> & Partial<Pick<Config, "filesReserveBytes" | "s3">>;

/**
 * Opens the store of uploaded files and creates its folders: in a bucket if FILES_URL is set, otherwise below DATA_DIR. Received files
 * are below DATA_DIR in both cases until they have been checked.
 *
 * @param limits for a bucket; those of a visitor who waits if absent
 * @throws FilesUnavailableError if the bucket cannot be used
 */
export async function openFileStore(
	{ dataDirectory, filesReserveBytes, s3 }: FilesConfig,
	limits?: S3Limits,
): Promise<FileStore> {
	const folder = join(dataDirectory, "files");
	const incoming = join(folder, "incoming");
	makeFolder(incoming);
	const backend = s3 ? await openS3Backend(s3, limits) : await openFolderBackend(folder);
	return createFileStore(withCheckedNames(backend), { incoming, reserveBytes: filesReserveBytes });
}

/**
 * Keeps a backend to names that the product gives: a name in a record or in an archive may have been written by somebody else. Nothing is
 * stored under another, there is nothing to read or remove under it, and what lies there is left alone.
 */
function withCheckedNames(backend: FileBackend): FileBackend {
	const assertNames = (...names: string[]) => {
		if (!names.every(isFileName)) throw new FileNameError();
	};
	return {
		location: backend.location,
		async put(file, name, changedAt) {
			assertNames(name);
			await backend.put(file, name, changedAt);
		},
		async move(from, to) {
			assertNames(from, to);
			await backend.move(from, to);
		},
		async write(name, text) {
			assertNames(name);
			await backend.write(name, text);
		},
		remove: async (name) => (isFileName(name) ? backend.remove(name) : undefined),
		read: async (name, options) => (isFileName(name) ? backend.read(name, options) : undefined),
		stat: async (name) => (isFileName(name) ? backend.stat(name) : undefined),
		async *list(folder) {
			for await (const names of backend.list(folder)) yield names.filter(isFileName);
		},
		async *listAll() {
			for await (const names of backend.listAll()) yield names.filter(isFileName);
		},
		listFolders: (folder) => backend.listFolders(folder),
	};
}

function createFileStore(
	backend: FileBackend,
	{ incoming, reserveBytes }: { incoming: string; reserveBytes: number | undefined },
): FileStore {
	return {
		location: backend.location,
		async receive(stream) {
			const path = join(incoming, randomUUID());
			const hash = createHash("sha256");
			let bytes = 0;
			try {
				await assertRoom(incoming, reserveBytes);
				let checkedBytes = 0;
				const file = await open(path, "wx", 0o600);
				try {
					giveToFolderOwner(path);
					for await (const chunk of stream as AsyncIterable<Buffer>) {
						hash.update(chunk);
						bytes += chunk.length;
						if (bytes - checkedBytes >= reserveCheckBytes) {
							await assertRoom(incoming, reserveBytes);
							checkedBytes = bytes;
						}
						// On a nearly full disk, a plain write may take part of the piece and report no error.
						await file.appendFile(chunk);
						freeMemory(chunk);
					}
					await file.sync();
				} finally {
					await file.close();
				}
			} catch (error) {
				await rm(path, { force: true });
				throw asStorageError(error);
			}
			return { path, bytes, sha256: hash.digest("hex") };
		},
		keep: (file, name, changedAt) => backend.put(file, name, changedAt).catch(throwAsStorageError),
		discard: ({ path }) => rm(path, { force: true }),
		async remove(name) {
			await backend.remove(name);
			for (const day of await backend.listFolders(trashFolder)) await backend.remove(day + name);
		},
		read: (name, options) => backend.read(name, options).catch(throwAsStorageError),
		async copy(name, path) {
			const content = await backend.read(name);
			if (!content) return false;
			const copy = await open(path, "wx").catch((error: unknown) => {
				content.destroy();
				throw error;
			});
			await pipeline(content, copy.createWriteStream());
			return true;
		},
		async *list() {
			for await (const names of backend.list("")) yield names.filter((name) => name !== markName);
		},
		async *listEverything() {
			for await (const names of backend.listAll())
				yield names.filter(
					(name) => name !== markName && !name.startsWith(incomingFolder) && !name.startsWith(asideFolder),
				);
		},
		stat: (name) => backend.stat(name).catch(throwAsStorageError),
		async hash(name) {
			const content = await backend.read(name, { isChecked: false }).catch(throwAsStorageError);
			if (!content) return undefined;
			const sum = createHash("sha256");
			await pipeline(content, sum);
			return sum.digest("hex");
		},
		async moveAside(name, label) {
			const target = `${asideFolder}${label}/${name}`;
			await backend.move(name, target);
			return target;
		},
		findTimeOf: async (name) => (await backend.stat(name))?.changedAt,
		async moveToTrash(name, day) {
			const target = `${trashFolder}${day}/${name}`;
			if (await backend.stat(target)) return false;
			try {
				await backend.move(name, target);
				return true;
			} catch (error) {
				if (isMissing(error)) return false;
				throw error;
			}
		},
		async *listTrash() {
			for (const folder of await backend.listFolders(trashFolder))
				for await (const names of backend.list(folder))
					yield names.map((name) => ({
						name: name.slice(folder.length),
						day: folder.slice(trashFolder.length, -1),
					}));
		},
		async takeFromTrash({ name, day }) {
			if (!(await backend.stat(name))) await backend.move(`${trashFolder}${day}/${name}`, name);
		},
		removeFromTrash: ({ name, day }) => backend.remove(`${trashFolder}${day}/${name}`),
		async removeStaleUploads(olderThanMs, signal) {
			let removed = 0;
			for (const name of await readdir(incoming)) {
				if (signal.aborted) break;
				const path = join(incoming, name);
				const facts = await stat(path).catch(() => undefined);
				if (!facts?.isFile() || Date.now() - Math.floor(facts.mtimeMs) < olderThanMs) continue;
				await rm(path, { force: true });
				removed += 1;
			}
			return removed;
		},
		readMark: () => readText(markName),
		writeMark: (text) => backend.write(markName, text),
		writeErasureNote: (name, text) => backend.write(erasureFolder + name, text).catch(throwAsStorageError),
		async *readErasureNotes() {
			for await (const paths of backend.list(erasureFolder))
				for (const path of paths) {
					const text = await readText(path);
					if (text !== undefined) yield { name: path.slice(erasureFolder.length), text };
				}
		},
		removeErasureNote: (name) => backend.remove(erasureFolder + name),
	};

	async function readText(name: string): Promise<string | undefined> {
		const content = await backend.read(name);
		return content && (await content.setEncoding("utf8").toArray()).join("");
	}
}

/** @throws NoRoomForFilesError if less of the disk is free than is reserved */
export async function assertRoom(folder: string, reserveBytes: number | undefined): Promise<void> {
	const { bavail, blocks, bsize } = await statfs(folder);
	const reserve = reserveBytes ?? Math.min(defaultReserveBytes, blocks * bsize * defaultReserveShare);
	if (bavail * bsize < reserve) throw new NoRoomForFilesError();
}

/**
 * Frees the memory of a written piece.
 *
 * The garbage collector is slow to free memory outside its heap: with fifty uploads at once, 70 MB of written pieces waited for it.
 * Pieces that share their memory, or are small enough to belong to their parser, are left to the collector.
 */
function freeMemory({ buffer, byteLength }: Buffer): void {
	if (byteLength >= minFreedBytes && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer)
		buffer.transfer(0);
}

function throwAsStorageError(error: unknown): never {
	throw asStorageError(error);
}

function asStorageError(error: unknown): unknown {
	const code = (error as NodeJS.ErrnoException | undefined)?.code;
	return code !== undefined && diskUnavailable.has(code) && !isStorageUnavailable(error)
		? new StorageUnavailableError(error)
		: error;
}
