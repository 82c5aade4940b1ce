import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BackupSettings } from "../config.ts";
import { makeFolder } from "../files/make-folder.ts";
import { openS3Backend } from "../files/s3-backend.ts";
import { backgroundLimits } from "../files/s3-requests.ts";
import { PlainError } from "../plain-error.ts";
import { readArchiveName } from "./archive-name.ts";

/** Time limit for sending an archive to a bucket, and its largest size: that of one request of S3. */
const putMs = 3 * 60 * 60 * 1_000;
const mostBytesOfPut = 5 * 1_000 * 1_000 * 1_000;

/** An archive of this installation in its place. */
export type PlacedArchive = { name: string; madeAt: Temporal.Instant; bytes: number };

/** The folder or bucket of an installation's backups. Other files there are neither listed nor changed. */
export type BackupPlace = {
	/** In words for members, without secrets. */
	location: string;
	/**
	 * Stores an archive that `write` writes to a path. It has its name once it is complete.
	 *
	 * @returns its size in bytes
	 */
	store(name: string, write: (path: string) => Promise<void>): Promise<number>;
	/** Lets `read` read an archive as a file. */
	read<Result>(name: string, read: (path: string) => Promise<Result>): Promise<Result>;
	/** Lists the archives, latest first. */
	list(): Promise<PlacedArchive[]>;
	/** Removes an archive; no error if it is gone. */
	remove(name: string): Promise<void>;
	/** Removes archives that were cut off. Nothing may be storing one. */
	removePartial(): Promise<void>;
};

type PlaceOptions = {
	/** Its id, which names begin with. */
	installation: string;
	/** Folder for archives on their way to or from a bucket. */
	scratch: string;
};

/**
 * Opens the place of backups.
 *
 * @throws FilesUnavailableError if the bucket cannot be used; PlainError if the folder cannot
 */
export async function openBackupPlace(
	place: NonNullable<BackupSettings["place"]>,
	options: PlaceOptions,
): Promise<BackupPlace> {
	return "folder" in place ? openFolder(place.folder, options) : openBucket(place, options);
}

async function openFolder(folder: string, { installation }: PlaceOptions): Promise<BackupPlace> {
	try {
		makeFolder(folder);
	} catch (error) {
		throw new PlainError(
			`The folder ${folder} cannot be created (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
		);
	}
	return {
		location: folder,
		async store(name, write) {
			await write(join(folder, name));
			return (await stat(join(folder, name))).size;
		},
		read: (name, read) => read(join(folder, name)),
		async list() {
			const archives: PlacedArchive[] = [];
			for (const entry of await readdir(folder, { withFileTypes: true })) {
				const madeAt = entry.isFile() ? readArchiveName(installation, entry.name) : undefined;
				if (madeAt) archives.push({ name: entry.name, madeAt, bytes: (await stat(join(folder, entry.name))).size });
			}
			return archives.toSorted(latestFirst);
		},
		remove: (name) => rm(join(folder, name), { force: true }),
		async removePartial() {
			for (const name of await readdir(folder))
				if (name.endsWith(".partial") && readArchiveName(installation, name.slice(0, -".partial".length)))
					await rm(join(folder, name), { force: true });
		},
	};
}

async function openBucket(
	{ bucket }: { bucket: Parameters<typeof openS3Backend>[0] },
	{ installation, scratch }: PlaceOptions,
): Promise<BackupPlace> {
	const backend = await openS3Backend(bucket, { ...backgroundLimits, putMs });
	return {
		location: backend.location,
		async store(name, write) {
			makeFolder(scratch);
			const path = join(scratch, name);
			try {
				await write(path);
				const { size: bytes } = await stat(path);
				if (bytes > mostBytesOfPut)
					throw new PlainError(
						"The archive is larger than the 5 GB that a bucket takes at once. Set BACKUP_FOLDER instead of BACKUP_BUCKET",
					);
				await backend.put({ path, bytes, sha256: await hashFile(path) }, name);
				return bytes;
			} finally {
				await rm(path, { force: true });
			}
		},
		async read(name, read) {
			makeFolder(scratch);
			const path = join(scratch, name);
			try {
				const content = await backend.read(name);
				if (!content) throw new PlainError(`The bucket does not hold ${name}`);
				await pipeline(content, createWriteStream(path, { mode: 0o600 }));
				return await read(path);
			} finally {
				await rm(path, { force: true });
			}
		},
		async list() {
			const archives: PlacedArchive[] = [];
			for await (const names of backend.list(""))
				for (const name of names) {
					const madeAt = readArchiveName(installation, name);
					const facts = madeAt && (await backend.stat(name));
					if (madeAt && facts) archives.push({ name, madeAt, bytes: facts.bytes });
				}
			return archives.toSorted(latestFirst);
		},
		remove: (name) => backend.remove(name),
		// An object is there when all of it has arrived.
		removePartial: async () => undefined,
	};
}

function latestFirst(a: PlacedArchive, b: PlacedArchive): number {
	return Temporal.Instant.compare(b.madeAt, a.madeAt);
}

async function hashFile(path: string): Promise<string> {
	const sum = createHash("sha256");
	for await (const piece of createReadStream(path)) sum.update(piece as Uint8Array);
	return sum.digest("hex");
}
