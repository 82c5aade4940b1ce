import type { Readable } from "node:stream";

/** A file that has arrived whole on this machine's disk but that nothing refers to yet. */
export type ReceivedFile = { path: string; bytes: number; sha256: string };

/**
 * Where files lie for good. A name may begin with folders, such as "trash/2026-11-23/APP-7K3F9QXM.pdf".
 *
 * What resolves is on disk for good, as far as the place promises.
 */
export type FileBackend = {
	/** Where it is, in words for staff, without a secret. */
	location: string;
	/**
	 * Stores a received file under a name; the file on this machine's disk may be gone afterwards.
	 *
	 * @param changedAt what stat says of it; now unless it is given
	 */
	put(file: ReceivedFile, name: string, changedAt?: Temporal.Instant): Promise<void>;
	/**
	 * Gives a file another name.
	 *
	 * @throws an error of which isMissing is true when there is none
	 */
	move(from: string, to: string): Promise<void>;
	/** Stores a short text, in place of what had the name before. */
	write(name: string, text: string): Promise<void>;
	/** Removes a file; no error when it is gone. */
	remove(name: string): Promise<void>;
	/** @returns undefined when it is gone */
	read(name: string): Promise<Readable | undefined>;
	/** @returns undefined when it is gone */
	stat(name: string): Promise<{ bytes: number; changedAt: Temporal.Instant } | undefined>;
	/** Lists the names of the files of a folder, some at a time, without those in folders below it; "" is the outermost. */
	list(folder: string): AsyncIterable<string[]>;
	/** Lists the names of all files, those in folders too, some at a time. */
	listAll(): AsyncIterable<string[]>;
	/** Lists the folders in a folder, each with a slash at its end. */
	listFolders(folder: string): Promise<string[]>;
};

/** Tells whether an error of the file system says that there is nothing of that name. */
export function isMissing(error: unknown): boolean {
	return (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
}
