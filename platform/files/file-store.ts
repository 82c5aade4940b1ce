import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { isStorageUnavailable, StorageUnavailableError } from "../database/storage-errors.ts";

/** A file that has arrived whole but that nothing refers to yet. */
export type ReceivedFile = { path: string; bytes: number; sha256: string };

export type FileStore = {
	/**
	 * Writes a stream to a file of its own, piece by piece. The pieces are the store's from then on; it gives their memory back.
	 *
	 * @throws StorageUnavailableError when the disk takes no more; whatever the stream fails with; nothing stays behind then
	 */
	receive(stream: Readable): Promise<ReceivedFile>;
	/** Puts a received file under its lasting name, on disk for good before it resolves. */
	keep(file: ReceivedFile, name: string): Promise<void>;
	/** Removes a received file; no error when it is gone. */
	discard(file: Pick<ReceivedFile, "path">): Promise<void>;
	/** Removes a kept file; no error when it is gone. */
	remove(name: string): Promise<void>;
	/**
	 * Opens a kept file to be read piece by piece.
	 *
	 * @returns undefined when it is gone
	 */
	read(name: string): Promise<Readable | undefined>;
	/** Copies a kept file to a path where nothing stands yet. */
	copy(name: string, path: string): Promise<void>;
	/**
	 * Removes what a dead process left behind: files that nothing refers to.
	 *
	 * @param isReferred tells which names are referred to, of those it is given
	 * @param olderThanMs spares files of requests that may still be under way
	 * @param signal ends the sweep after the file under way; the next one goes on
	 * @returns how many were removed
	 */
	sweep(
		isReferred: (names: string[]) => Promise<Set<string>>,
		olderThanMs: number,
		signal: AbortSignal,
	): Promise<number>;
};

/** Codes of a disk that is full, over its quota or limit, broken or read-only, or of too many open files (errno). */
const diskUnavailable = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS", "EMFILE", "ENFILE"]);

/** More than a parser keeps for itself: that is shorter than the boundary, which stands in a request's head of at most 16 KB. */
const smallestPieceGivenBack = 16 * 1024;

/** Opens the store of uploaded files below DATA_DIR, making its folders. */
export async function openFileStore(dataDirectory: string): Promise<FileStore> {
	const kept = join(dataDirectory, "files");
	const incoming = join(kept, "incoming");
	await mkdir(incoming, { recursive: true, mode: 0o700 });

	async function removeOld(folder: string, names: string[], olderThanMs: number, signal: AbortSignal): Promise<number> {
		let removed = 0;
		for (const name of names) {
			if (signal.aborted) break;
			const path = join(folder, name);
			const facts = await stat(path).catch(() => undefined);
			if (!facts?.isFile() || Date.now() - facts.mtimeMs < olderThanMs) continue;
			await rm(path, { force: true });
			removed += 1;
		}
		return removed;
	}

	return {
		async receive(stream) {
			const path = join(incoming, randomUUID());
			const hash = createHash("sha256");
			let bytes = 0;
			try {
				const file = await open(path, "wx", 0o600);
				try {
					for await (const chunk of stream as AsyncIterable<Buffer>) {
						hash.update(chunk);
						bytes += chunk.length;
						// On a disk that is nearly full, a plain write may take a part of the piece and report no error.
						await file.appendFile(chunk);
						giveBack(chunk);
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
		async keep(file, name) {
			try {
				await rename(file.path, join(kept, name));
				// A rename is only on disk when its folder is.
				const folder = await open(kept, "r");
				await folder.sync().finally(() => folder.close());
			} catch (error) {
				throw asStorageError(error);
			}
		},
		discard: ({ path }) => rm(path, { force: true }),
		remove: (name) => rm(join(kept, name), { force: true }),
		async read(name) {
			try {
				return (await open(join(kept, name), "r")).createReadStream();
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
				throw asStorageError(error);
			}
		},
		copy: (name, path) => copyFile(join(kept, name), path, constants.COPYFILE_EXCL),
		async sweep(isReferred, olderThanMs, signal) {
			if (signal.aborted) return 0;
			const names = (await readdir(kept, { withFileTypes: true }))
				.filter((entry) => entry.isFile())
				.map(({ name }) => name);
			const referred = await isReferred(names);
			const orphans = names.filter((name) => !referred.has(name));
			return (
				(await removeOld(incoming, await readdir(incoming), olderThanMs, signal)) +
				(await removeOld(kept, orphans, olderThanMs, signal))
			);
		},
	};
}

/**
 * Frees the memory of a piece that has been written.
 *
 * The garbage collector is in no hurry with memory that lies outside its heap: of fifty uploads at once, 70 MB of written pieces waited
 * for it. A piece that shares its memory with others, or is so small that it may be its parser's own, is left to it.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
	if (byteLength >= smallestPieceGivenBack && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer)
		buffer.transfer(0);
}

function asStorageError(error: unknown): unknown {
	const code = (error as NodeJS.ErrnoException | undefined)?.code;
	return code !== undefined && diskUnavailable.has(code) && !isStorageUnavailable(error)
		? new StorageUnavailableError(error)
		: error;
}
