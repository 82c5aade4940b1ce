import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import type * as Encodings from "@scure/base";
import type * as Age from "age-encryption";
import { PlainError } from "../plain-error.ts";

/** Encrypts an archive: a passphrase, or the public key (age1…) of a key pair, with the name of its setting unless it is that of backups. */
export type ArchiveLock = { passphrase: string } | { recipient: string; setting?: string };

/** Open encrypted archives: the passphrase, and secret keys (AGE-SECRET-KEY-1…), with the name of their setting unless it is that of backups. */
export type ArchiveKeys = { passphrase?: string | undefined; identities: readonly string[]; setting?: string };

/** An archive cannot be encrypted or opened: a key is missing or wrong, or the content has changed; the message says which. */
export class ArchiveEncryptionError extends PlainError {
	override name = "ArchiveEncryptionError";
}

const require = createRequire(import.meta.url);
/** Loads the library with the first archive: it takes several megabytes of memory in each thread (docs/decisions/0242-less-memory-at-rest.md). */
const loadAge = () => require("age-encryption") as typeof Age;

type Pieces = AsyncIterable<Uint8Array>;

/** The first line of the age format (age-encryption.org/v1). */
const firstLine = Buffer.from("age-encryption.org/v1\n");
/**
 * Base-2 logarithm of the work of guessing a passphrase. At 16 it takes 64 MB for the time of one guess; age's own 18 would take 256 MB,
 * which small servers do not have. BACKUP_PASSPHRASE is long instead.
 */
const scryptWorkFactor = 16;

/** The backups' part of the configuration. */
type KeyConfig = { passphrase: string | undefined; recipient: string | undefined; identityFile: string | undefined };

/** Returns the lock of new archives; undefined where they are not encrypted. */
export function findArchiveLock({ passphrase, recipient }: KeyConfig): ArchiveLock | undefined {
	if (passphrase !== undefined) return { passphrase };
	return recipient === undefined ? undefined : { recipient };
}

/** The public key of a pair of X25519, which age-keygen makes. */
const usualRecipient = /^age1.{58}$/;
const usualBytes = 32;

/**
 * Tells whether a text is a public key of age, by its checksum. Each thread that reads the configuration asks, so that the library is
 * loaded only for other kinds of keys.
 */
export function isRecipient(text: string): boolean {
	try {
		if (usualRecipient.test(text)) {
			const { prefix, bytes } = (require("@scure/base") as typeof Encodings).bech32.decodeToBytes(text);
			return prefix === "age" && bytes.length === usualBytes;
		}
		new (loadAge().Encrypter)().addRecipient(text);
		return true;
	} catch {
		return false;
	}
}

/**
 * Reads the keys of the configuration.
 *
 * @throws ArchiveEncryptionError if the file of BACKUP_IDENTITY cannot be read or holds no secret key
 */
export async function readArchiveKeys({
	passphrase,
	identityFile,
}: Omit<KeyConfig, "recipient">): Promise<ArchiveKeys> {
	if (identityFile === undefined) return { passphrase, identities: [] };
	return { passphrase, identities: await readIdentities(identityFile, "BACKUP_IDENTITY") };
}

/**
 * Reads the secret keys in a file, as age-keygen writes it.
 *
 * @param setting names the file in messages
 * @throws ArchiveEncryptionError if it cannot be read or holds no secret key
 */
export async function readIdentities(identityFile: string, setting: string): Promise<string[]> {
	const text = await readFile(identityFile, "utf8").catch((error: NodeJS.ErrnoException) => {
		throw new ArchiveEncryptionError(`${setting}: ${identityFile} cannot be read (${error.code ?? error.message})`);
	});
	// age-keygen writes comments above the key.
	const identities = text.split(/\r?\n/).filter((line) => line.startsWith("AGE-SECRET-KEY-1"));
	if (identities.length === 0)
		throw new ArchiveEncryptionError(`${setting}: ${identityFile} holds no secret key (AGE-SECRET-KEY-1…)`);
	return identities.map((line) => line.trim());
}

/**
 * Encrypts a stream in the age format.
 *
 * @throws ArchiveEncryptionError if the public key is none
 */
export async function* encryptPieces(pieces: Pieces, lock: ArchiveLock): AsyncGenerator<Uint8Array> {
	const encrypter = new (loadAge().Encrypter)();
	if ("passphrase" in lock) {
		encrypter.setPassphrase(lock.passphrase);
		encrypter.setScryptWorkFactor(scryptWorkFactor);
	} else
		try {
			encrypter.addRecipient(lock.recipient);
		} catch (error) {
			const { setting = "BACKUP_RECIPIENT" } = lock;
			throw new ArchiveEncryptionError(`${setting} is not a public key of age: a character is wrong`, { cause: error });
		}
	yield* readPieces(await encrypter.encrypt(toWebStream(pieces)));
}

/**
 * Decrypts a stream in the age format, and passes any other on as it is.
 *
 * @param path for messages
 * @throws ArchiveEncryptionError if the key is missing or wrong, or the content has changed
 */
export async function* decryptPieces(
	pieces: Pieces,
	{ path, keys }: { path: string; keys: ArchiveKeys | undefined },
): AsyncGenerator<Uint8Array> {
	const { head, rest } = await peek(pieces);
	if (!head.subarray(0, firstLine.length).equals(firstLine)) {
		yield* rest;
		return;
	}
	const isByPassphrase = head.includes("\n-> scrypt ");
	const decrypter = new (loadAge().Decrypter)();
	const setting = keys?.setting ?? "BACKUP_IDENTITY";
	if (isByPassphrase) {
		if (keys?.passphrase === undefined)
			throw new ArchiveEncryptionError(`${path} is encrypted with a passphrase. Set BACKUP_PASSPHRASE to it`);
		decrypter.addPassphrase(keys.passphrase);
	} else {
		if (keys === undefined || keys.identities.length === 0)
			throw new ArchiveEncryptionError(
				`${path} is encrypted with a public key. Set ${setting} to the file with its secret key`,
			);
		try {
			for (const identity of keys.identities) decrypter.addIdentity(identity);
		} catch (error) {
			throw new ArchiveEncryptionError(`${setting}: its secret key cannot be read`, { cause: error });
		}
	}
	let plain: ReadableStream<Uint8Array>;
	try {
		plain = await decrypter.decrypt(toWebStream(rest));
	} catch (error) {
		if (!/no identity matched/.test((error as Error).message)) throw describeDamage(error);
		throw new ArchiveEncryptionError(
			isByPassphrase
				? `Wrong passphrase: BACKUP_PASSPHRASE does not open ${path}`
				: `Wrong key: the secret key of ${setting} does not open ${path}`,
			{ cause: error },
		);
	}
	try {
		yield* readPieces(plain);
	} catch (error) {
		throw describeDamage(error);
	}

	function describeDamage(cause: unknown): ArchiveEncryptionError {
		return new ArchiveEncryptionError(`${path} is damaged: it ends early or has changed`, { cause });
	}
}

/** Longer than the head of an archive for one key. */
const headBytes = 1_024;

/** Reads the beginning of a stream, and returns it with the whole stream. */
async function peek(pieces: Pieces): Promise<{ head: Buffer; rest: AsyncGenerator<Uint8Array> }> {
	const iterator = pieces[Symbol.asyncIterator]();
	let head = Buffer.alloc(0);
	while (head.length < headBytes) {
		const { done, value } = await iterator.next();
		if (done === true) break;
		head = Buffer.concat([head, value]);
	}
	async function* readAll(): AsyncGenerator<Uint8Array> {
		if (head.length > 0) yield head;
		yield* { [Symbol.asyncIterator]: () => iterator };
	}
	return { head, rest: readAll() };
}

function toWebStream(pieces: Pieces): ReadableStream<Uint8Array> {
	// Node and the browser types declare the same streams differently.
	return NodeReadableStream.from(pieces) as unknown as ReadableStream<Uint8Array>;
}

async function* readPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
	for await (const piece of stream) yield piece;
}
