import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { z } from "zod";
import type { PortableRow } from "../database/table-rows.ts";
import { isArchivedFileName } from "../files/file-name.ts";
import { isUnsupported, syncFile, syncFolder } from "../files/sync-folder.ts";
import { PlainError } from "../plain-error.ts";
import {
	ArchiveEncryptionError,
	decryptPieces,
	encryptPieces,
	type ArchiveKeys,
	type ArchiveLock,
} from "./archive-encryption.ts";

/** Version of the archive format; raised by changes that older releases cannot read. */
const format = 1;
const firstName = "front-office-backup.json";
const manifestName = "manifest.json";
const tablesFolder = "tables/";
const filesFolder = "files/";
/** Rows are written in parts of this size, so that a table of any size needs little memory. */
const partCharacters = 1_024 * 1_024;

/** Files that a sentence names. */
const mostNamed = 10;

/** As migrations name them. */
const tableSchema = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const fileSchema = z.string().refine(isArchivedFileName);
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const headSchema = z.object({ format: z.number(), createdAt: z.string() });
const manifestSchema = z.object({
	format: z.literal(format),
	/** The moment that the archive shows. */
	createdAt: z.string(),
	/** The release that wrote it. */
	release: z.string(),
	database: z.enum(["sqlite", "postgres"]),
	/** The installation of database and files; null for databases older than installations. */
	installation: z.string().nullable(),
	migrations: z.array(z.string()),
	/** Number of rows, and the sum of their SHA-256. */
	tables: z.array(z.object({ name: tableSchema, rows: z.number(), sha256: hashSchema })),
	files: z.array(z.object({ name: fileSchema, bytes: z.number(), sha256: hashSchema, changedAt: z.string() })),
	/** Files that records name but that were gone when read: their records were erased meanwhile, they are in the trash, or they are lost. */
	missingFiles: z.array(z.string()),
	/** The missing files that records still name, and that are not in the trash. */
	lostFiles: z.array(z.string()).optional(),
	/** Files that had changed on the disk, each with the hash that its record names. The archive holds them as they were found. */
	damagedFiles: z.array(z.object({ name: fileSchema, sha256: hashSchema })).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ArchivedFile = Manifest["files"][number];

/** Says how many files are damaged and how many lost, and names the first of them; undefined if all is well. */
export function describeDamage({
	damagedFiles = [],
	lostFiles = [],
}: Pick<Manifest, "damagedFiles" | "lostFiles">): string | undefined {
	const damaged = damagedFiles.map(({ name }) => name);
	const parts = [
		...(damaged.length > 0
			? [
					`${damaged.length} ${damaged.length === 1 ? "file differs from its record" : "files differ from their records"}: ${listNames(damaged)}`,
				]
			: []),
		...(lostFiles.length > 0
			? [`${lostFiles.length} ${lostFiles.length === 1 ? "file is" : "files are"} lost: ${listNames(lostFiles)}`]
			: []),
	];
	return parts.length > 0 ? parts.join("; ") : undefined;
}

/** Lists the first of the names, and the number of the others. */
export function listNames(names: readonly string[]): string {
	const more = names.length - mostNamed;
	return `${names.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** An unusable archive; the message says why. */
export class ArchiveError extends PlainError {
	override name = "ArchiveError";
}

export type ArchiveWriter = {
	addRows(table: string, pages: AsyncIterable<PortableRow[]>, onRow: (line: string) => void): Promise<void>;
	/** @returns the hash of the content */
	addFile(name: string, content: Readable, bytes: number): Promise<string>;
	/** Writes the manifest. An archive without it counts as truncated. */
	finish(manifest: Omit<Manifest, "format">): Promise<void>;
};

/** Functions that some file systems lack. */
export type ArchiveDisk = { link: typeof link; syncFile: typeof syncFile; syncFolder: typeof syncFolder };

export type ArchiveOptions = {
	/** Encrypts it; without one, it is a plain gzipped tar. */
	lock?: ArchiveLock | undefined;
	/** Reads the archive while it is written, before it is encrypted. A rejection gives the archive up. */
	check?: ((content: Readable) => Promise<unknown>) | undefined;
	disk?: ArchiveDisk | undefined;
};

/**
 * Writes an archive: a gzipped tar that only its owner may read, encrypted if wanted. It gets its name once it is complete and on disk, and
 * replaces no other file.
 *
 * @throws ArchiveError if a file of that name exists; ArchiveEncryptionError if it cannot be encrypted
 */
export async function writeArchive(
	path: string,
	createdAt: Temporal.Instant,
	write: (writer: ArchiveWriter) => Promise<void>,
	{ lock, check, disk = { link, syncFile, syncFolder } }: ArchiveOptions = {},
): Promise<void> {
	const partial = `${path}.partial`;
	const file = await open(partial, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
		throw error.code === "EEXIST"
			? new ArchiveError(
					`${partial} exists: another backup is writing it or was interrupted. Delete it, or choose another name`,
				)
			: error;
	});
	try {
		const { readable, controller } = createTarPacker();
		const output = file.createWriteStream();
		const writing = pipeline(
			Readable.fromWeb(readable as NodeReadableStream),
			createGzip(),
			(zipped: AsyncIterable<Uint8Array>) => {
				const checked = check ? readAlong(zipped, check) : zipped;
				return lock ? encryptPieces(checked, lock) : checked;
			},
			output,
		);
		const adding = addAll();
		// When one of them fails, the other would wait for ever; the first error counts.
		adding.catch((error: Error) => output.destroy(error));
		await Promise.all([adding, writing]);
		// The stream has closed its own handle.
		const written = await open(partial, "r+");
		await disk.syncFile(written).finally(() => written.close());
		await nameFile(partial, path, disk);
		await disk.syncFolder(dirname(path));

		async function addAll(): Promise<void> {
			await addText(firstName, JSON.stringify({ format, createdAt: createdAt.toString() }));
			await write({
				async addRows(table, pages, onRow) {
					let lines = "";
					let part = 0;
					const flush = async () => {
						part += 1;
						await addText(`${tablesFolder}${table}/${String(part).padStart(6, "0")}.ndjson`, lines);
						lines = "";
					};
					for await (const rows of pages)
						for (const row of rows) {
							const line = JSON.stringify(row);
							onRow(line);
							lines += `${line}\n`;
							if (lines.length >= partCharacters) await flush();
						}
					if (lines !== "" || part === 0) await flush();
				},
				async addFile(name, content, bytes) {
					const sum = createHash("sha256");
					const body = controller.add(headerOf(filesFolder + name, bytes)).getWriter();
					for await (const piece of content) {
						sum.update(piece as Uint8Array);
						await body.write(piece as Uint8Array<ArrayBuffer>);
					}
					await body.close();
					return sum.digest("hex");
				},
				finish: (manifest) => addText(manifestName, `${JSON.stringify({ format, ...manifest }, undefined, "\t")}\n`),
			});
			controller.finalize();
		}

		async function addText(name: string, text: string): Promise<void> {
			const content = new TextEncoder().encode(text);
			const body = controller.add(headerOf(name, content.length)).getWriter();
			await body.write(content);
			await body.close();
		}
	} finally {
		await rm(partial, { force: true });
	}

	function headerOf(name: string, size: number) {
		return { name, size, mode: 0o600, mtime: new Date(createdAt.epochMilliseconds) };
	}
}

/** Passes a stream on, and lets `check` read a copy of it. */
async function* readAlong(
	pieces: AsyncIterable<Uint8Array>,
	check: (content: Readable) => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
	const copy = new PassThrough();
	const checking = check(copy).finally(() => copy.destroy());
	// The error is thrown at the end, and its stream closed before.
	checking.catch(() => undefined);
	copy.on("error", () => undefined);
	try {
		for await (const piece of pieces) {
			yield piece;
			if (!copy.destroyed) await writeOrClose(copy, piece);
		}
		copy.end();
		await checking;
	} finally {
		copy.destroy();
	}
}

/** Resolves when a piece is taken, or never will be, because the stream was destroyed. */
function writeOrClose(stream: PassThrough, piece: Uint8Array): Promise<void> {
	return new Promise((resolve) => {
		const settle = () => {
			stream.off("close", settle);
			resolve();
		};
		stream.on("close", settle);
		stream.write(piece, settle);
	});
}

/** Gives a file its name. On file systems without hard links the name is taken first, because a rename would replace another file. */
async function nameFile(partial: string, path: string, disk: ArchiveDisk): Promise<void> {
	const fail = (error: NodeJS.ErrnoException) => {
		throw error.code === "EEXIST" ? new ArchiveError(`${path} already exists. Choose another name`) : error;
	};
	try {
		await disk.link(partial, path);
	} catch (error) {
		if (!isUnsupported(error)) fail(error as NodeJS.ErrnoException);
		await (await open(path, "wx", 0o600).catch(fail)).close();
		await rename(partial, path).catch(async (renaming: unknown) => {
			await rm(path, { force: true });
			throw renaming;
		});
	}
}

/** An entry of an archive, in order; a file's content must be read or destroyed before the next entry. */
export type ArchiveEntry =
	| { kind: "rows"; table: string; rows: PortableRow[] }
	| { kind: "file"; name: string; content: Readable }
	| { kind: "manifest"; manifest: Manifest };

export type ReadingOptions = {
	/** For encrypted archives. */
	keys?: ArchiveKeys | undefined;
	/** The archive's bytes; by default those of the file. */
	content?: Readable | undefined;
	/** Names to read; other entries are skipped. */
	wanted?: (kind: ArchiveEntry["kind"], name: string) => boolean;
};

/**
 * Reads an archive entry by entry, encrypted or not.
 *
 * @throws ArchiveError if it is not an archive, is damaged, comes from a newer release, or holds a link or a file with a name that this program
 * does not give; ArchiveEncryptionError if it is encrypted and the key is missing or wrong
 */
export async function* readArchive(
	path: string,
	{ keys, content: input = createReadStream(path), wanted = () => true }: ReadingOptions = {},
): AsyncGenerator<ArchiveEntry> {
	const unzipped = createGunzip();
	const decrypted = Readable.from(decryptPieces(input, { path, keys }), { objectMode: false });
	decrypted.on("error", (error) => unzipped.destroy(error));
	// Node and the browser types declare the same streams differently.
	const tar = NodeReadableStream.from(decrypted.pipe(unzipped)) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
	const entries = tar.pipeThrough(createTarDecoder({ strict: true }));
	let isFirst = true;
	try {
		for await (const { header, body } of entries) {
			const { name, type = "file" } = header;
			if (type !== "file")
				throw new ArchiveError(
					`${path} holds ${JSON.stringify(name)}, which is no file: a backup of this program holds files alone`,
				);
			const skip = () => body.pipeTo(new WritableStream());
			if (isFirst) {
				if (name !== firstName) throw new ArchiveError(`${path} is not a backup of this program`);
				assertReadable(headSchema.parse(JSON.parse(await readText(body))));
				isFirst = false;
			} else if (name.startsWith(tablesFolder)) {
				const [, table = ""] = name.split("/");
				if (!wanted("rows", table)) await skip();
				else {
					const lines = (await readText(body)).split("\n").filter((line) => line !== "");
					yield { kind: "rows", table, rows: lines.map((line) => JSON.parse(line) as PortableRow) };
				}
			} else if (name.startsWith(filesFolder)) {
				const fileName = name.slice(filesFolder.length);
				if (!isArchivedFileName(fileName))
					throw new ArchiveError(
						`${path} holds a file named ${JSON.stringify(fileName)}, which is no name that this program gives`,
					);
				if (!wanted("file", fileName)) await skip();
				else {
					yield { kind: "file", name: fileName, content: Readable.from(piecesOf(body), { objectMode: false }) };
					// An unread body would block the next entry for ever.
					if (!body.locked) await skip();
				}
			} else if (name === manifestName) {
				const manifest = manifestSchema.safeParse(JSON.parse(await readText(body)));
				if (!manifest.success) throw new ArchiveError(`The manifest of ${path} cannot be read`);
				yield { kind: "manifest", manifest: manifest.data };
			} else await skip();
		}
		if (isFirst) throw new ArchiveError(`${path} is empty`);
	} catch (error) {
		throw describeFailure(error);
	} finally {
		input.destroy();
		decrypted.destroy();
		unzipped.destroy();
	}

	/** Copies of the pieces, because the reader may free their memory. */
	async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
		try {
			for await (const piece of body) yield Buffer.from(piece);
		} catch (error) {
			throw describeFailure(error);
		}
	}

	function describeFailure(error: unknown): PlainError {
		if (error instanceof ArchiveError || error instanceof ArchiveEncryptionError) return error;
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return new ArchiveError(`${path} does not exist`);
		if (isFirst) return new ArchiveError(`${path} is not a backup of this program`, { cause: error });
		return new ArchiveError(`${path} is damaged: it ends early or has changed`, { cause: error });
	}

	function assertReadable(head: z.infer<typeof headSchema>): void {
		if (head.format > format)
			throw new ArchiveError(`${path} was written by a newer release. Restore it with that release or a later one`);
	}
}

function readText(body: ReadableStream<Uint8Array>): Promise<string> {
	return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
}
