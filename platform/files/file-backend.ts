import type { Readable } from "node:stream";

/** A file that has arrived whole on this machine's disk but that nothing refers to yet. */
export type ReceivedFile = { path: string; bytes: number; sha256: string };

export type ReadOptions = {
	/** Whether content that differs from what was stored fails at its end, where the storage can tell; true by default. */
	isChecked?: boolean;
};

/**
 * Permanent storage of files. A name may begin with folders, such as "trash/2026-11-23/APP-7K3F9QXM.pdf".
 *
 * A resolved promise means that the data is on disk, as far as the storage guarantees it.
 */
export type FileBackend = {
	/** The location in words for members, without secrets. */
	location: string;
	/**
	 * Stores a received file under a name; the file on this machine's disk may be gone afterwards.
	 *
	 * @param changedAt the time that stat returns; now by default
	 */
	put(file: ReceivedFile, name: string, changedAt?: Temporal.Instant): Promise<void>;
	/**
	 * Renames a file.
	 *
	 * @throws an error for which isMissing is true if there is none
	 */
	move(from: string, to: string): Promise<void>;
	/** Stores a short text, replacing any file of that name. */
	write(name: string, text: string): Promise<void>;
	/** Removes a file; no error if it is gone. */
	remove(name: string): Promise<void>;
	/** @returns undefined if it is gone */
	read(name: string, options?: ReadOptions): Promise<Readable | undefined>;
	/** @returns undefined if it is gone */
	stat(name: string): Promise<{ bytes: number; changedAt: Temporal.Instant } | undefined>;
	/** Lists the names of a folder's files, in batches, without those of subfolders; "" is the root. */
	list(folder: string): AsyncIterable<string[]>;
	/** Lists the names of all files, also in folders, in batches. */
	listAll(): AsyncIterable<string[]>;
	/** Lists the subfolders of a folder, each with a trailing slash. */
	listFolders(folder: string): Promise<string[]>;
};

/** Tells whether an error of the file system means that the name does not exist. */
export function isMissing(error: unknown): boolean {
	return (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
}
