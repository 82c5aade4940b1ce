import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import type { PdfDictionary, PdfValue } from "./pdf-syntax.server.ts";

/** How the content of an encrypted PDF is decrypted that opens without a password. */
export type PdfDecryption = {
	/** Decrypts a string of an object; one that is not encrypted as it should be is anything. */
	decryptString(bytes: Buffer, object: PdfObjectId): Buffer;
	/** Makes what decrypts a stream of an object, given its bytes piece by piece from the first one on. */
	createStreamDecryptor(object: PdfObjectId): (piece: Buffer) => Buffer;
};

export type PdfObjectId = { number: number; generation: number };

type Method = "none" | "rc4" | "aes128" | "aes256";
type Decrypt = (piece: Buffer) => Buffer;

/** What a password is filled up with (ISO 32000-1, 7.6.3.3): all of it, for the empty one. */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const noVector = Buffer.alloc(16);

/**
 * Tells whether an encrypted PDF opens without a password, as one does that only its owner's password protects from changes.
 *
 * The standard security handler in all its revisions (ISO 32000-1, 7.6.3 and ISO 32000-2, 7.6.4), with the empty password.
 *
 * @param entries those of the file's encryption dictionary
 * @param firstId the first half of the file's identifier; empty when it has none
 * @returns undefined when a password is needed to open it, or another key
 */
export function openWithoutPassword(entries: PdfDictionary["entries"], firstId: Buffer): PdfDecryption | undefined {
	const number = (key: string) => toNumber(entries.get(key));
	const string = (key: string) => toBytes(entries.get(key));
	if (toName(entries.get("Filter")) !== "Standard") return undefined;
	const version = number("V") ?? 0;
	const revision = number("R") ?? 0;
	const streams = findMethod(entries, "StmF", version);
	const strings = findMethod(entries, "StrF", version);
	if (!streams || !strings) return undefined;
	const facts = {
		revision,
		keyLengths: listKeyLengths(entries, version),
		owner: string("O"),
		user: string("U"),
		userKey: string("UE"),
		permissions: number("P") ?? 0,
		plainMetadata: toKeyword(entries.get("EncryptMetadata")) === "false",
		firstId,
	};
	const key = revision >= 5 ? findLongKey(facts) : revision >= 2 ? findShortKey(facts) : undefined;
	if (!key) {
		// Only what is attached needs a password (ISO 32000-1, table 20, EFF).
		if (streams !== "none" || strings !== "none") return undefined;
		return { decryptString: (bytes) => bytes, createStreamDecryptor: () => (piece) => piece };
	}
	return {
		decryptString: (bytes, object) => {
			const plain = createDecrypt(strings, key, object)(bytes);
			return strings === "none" || strings === "rc4" ? plain : plain.subarray(0, -(plain.at(-1) ?? 0) || undefined);
		},
		createStreamDecryptor: (object) => createDecrypt(streams, key, object),
	};
}

function findMethod(entries: PdfDictionary["entries"], use: "StmF" | "StrF", version: number): Method | undefined {
	if (version === 1 || version === 2) return "rc4";
	if (version !== 4 && version !== 5) return undefined;
	if ((toName(entries.get(use)) ?? "Identity") === "Identity") return "none";
	return methods.get(toName(findFilter(entries, use)?.get("CFM")) ?? "None");
}

/** The filter that streams or strings are encrypted with. */
function findFilter(entries: PdfDictionary["entries"], use: "StmF" | "StrF"): PdfDictionary["entries"] | undefined {
	const filters = entries.get("CF");
	const filter = filters?.kind === "dictionary" ? filters.entries.get(toName(entries.get(use)) ?? "") : undefined;
	return filter?.kind === "dictionary" ? filter.entries : undefined;
}

const methods: ReadonlyMap<string, Method> = new Map([
	["None", "none"],
	["V2", "rc4"],
	["AESV2", "aes128"],
	["AESV3", "aes256"],
] as const);

type Facts = {
	revision: number;
	/** In bytes. */
	keyLengths: number[];
	owner: Buffer;
	user: Buffer;
	userKey: Buffer;
	permissions: number;
	plainMetadata: boolean;
	firstId: Buffer;
};

/** How long the key may be, in bytes: files of version 4 say it in three places, in bits or bytes, or not at all. */
function listKeyLengths(entries: PdfDictionary["entries"], version: number): number[] {
	const length = toNumber(entries.get("Length")) ?? 0;
	if (version === 1) return [5];
	if (version === 2) return [length === 0 ? 5 : Math.floor(length / 8)];
	const filterLength = toNumber(findFilter(entries, "StmF")?.get("Length")) ?? 0;
	return [16, Math.floor(length / 8), filterLength, Math.floor(filterLength / 8)];
}

/** The key of revisions 2 to 4, if the empty password gives it (ISO 32000-1, algorithms 2, 4 to 6). */
function findShortKey({ revision, keyLengths, owner, user, permissions, plainMetadata, firstId }: Facts) {
	if (owner.length < 32 || user.length < 16) return undefined;
	const permissionBytes = Buffer.alloc(4);
	permissionBytes.writeInt32LE(permissions | 0);
	const rest = revision >= 4 && plainMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
	const start = hash("md5", padding, owner.subarray(0, 32), permissionBytes, firstId, rest);
	for (const length of keyLengths) {
		if (length < 5 || length > 16) continue;
		let key = start;
		if (revision >= 3) for (let round = 0; round < 50; round++) key = hash("md5", key.subarray(0, length));
		key = key.subarray(0, revision === 2 ? 5 : length);
		if (isKey(key, { revision, user, firstId })) return key;
	}
	return undefined;
}

function isKey(key: Buffer, { revision, user, firstId }: Pick<Facts, "revision" | "user" | "firstId">): boolean {
	if (revision === 2) return createRc4(key)(padding).equals(user.subarray(0, 32));
	let check = hash("md5", padding, firstId);
	for (let round = 0; round < 20; round++) check = createRc4(key.map((byte) => byte ^ round))(check);
	return check.equals(user.subarray(0, 16));
}

/** The key of revisions 5 and 6, if the empty password gives it (ISO 32000-2, algorithms 2.A and 11). */
function findLongKey({ revision, user, userKey }: Facts) {
	if (user.length < 48 || userKey.length < 32) return undefined;
	const mix = (salt: Buffer) => (revision === 5 ? hash("sha256", salt) : hashLong(salt));
	if (!mix(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined;
	return decryptAes("aes-256-cbc", mix(user.subarray(40, 48)), noVector)(userKey.subarray(0, 32));
}

/** ISO 32000-2, algorithm 2.B, for the empty password: at most 287 rounds, as each lets a byte be larger by one. */
function hashLong(salt: Buffer): Buffer {
	let key = hash("sha256", salt);
	for (let round = 0; ; round++) {
		const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
		const mixed = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)));
		const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
		key = hash((["sha256", "sha384", "sha512"] as const)[remainder] ?? "sha256", mixed);
		if (round >= 63 && (mixed.at(-1) ?? 0) <= round - 32 + 1) return key.subarray(0, 32);
	}
}

function createDecrypt(method: Method, key: Buffer, { number, generation }: PdfObjectId): Decrypt {
	if (method === "none") return (piece) => piece;
	if (method === "aes256") return decryptAesWithVector("aes-256-cbc", key);
	const id = Buffer.alloc(5);
	id.writeUIntLE(number & 0xffffff, 0, 3);
	id.writeUInt16LE(generation & 0xffff, 3);
	const salt = method === "aes128" ? Buffer.from("sAlT") : Buffer.alloc(0);
	const objectKey = hash("md5", key, id, salt).subarray(0, Math.min(16, key.length + 5));
	return method === "rc4" ? createRc4(objectKey) : decryptAesWithVector("aes-128-cbc", objectKey);
}

/** Decrypts what begins with its initialisation vector; the padding at the end stays. */
function decryptAesWithVector(algorithm: "aes-128-cbc" | "aes-256-cbc", key: Buffer): Decrypt {
	let head = Buffer.alloc(0);
	let decrypt: Decrypt | undefined;
	return (piece) => {
		if (decrypt) return decrypt(piece);
		head = Buffer.concat([head, piece]);
		if (head.length < 16) return Buffer.alloc(0);
		decrypt = decryptAes(algorithm, key, head.subarray(0, 16));
		return decrypt(head.subarray(16));
	};
}

function decryptAes(algorithm: "aes-128-cbc" | "aes-256-cbc", key: Buffer, vector: Buffer): Decrypt {
	const decipher = createDecipheriv(algorithm, key, vector).setAutoPadding(false);
	return (piece) => decipher.update(piece);
}

/** RC4, which OpenSSL has put aside with all that is broken, but old files are encrypted with. */
export function createRc4(key: Uint8Array): Decrypt {
	const state = Uint8Array.from({ length: 256 }, (_, index) => index);
	const swap = (one: number, other: number) => {
		const kept = state[one] as number;
		state[one] = state[other] as number;
		state[other] = kept;
	};
	for (let one = 0, other = 0; one < 256; one++) {
		other = (other + (state[one] as number) + (key[one % key.length] as number)) & 0xff;
		swap(one, other);
	}
	let one = 0;
	let other = 0;
	return (piece) => {
		const plain = Buffer.allocUnsafe(piece.length);
		for (let at = 0; at < piece.length; at++) {
			one = (one + 1) & 0xff;
			other = (other + (state[one] as number)) & 0xff;
			swap(one, other);
			plain[at] = (piece[at] as number) ^ (state[((state[one] as number) + (state[other] as number)) & 0xff] as number);
		}
		return plain;
	};
}

function hash(algorithm: "md5" | "sha256" | "sha384" | "sha512", ...parts: Uint8Array[]): Buffer {
	const digest = createHash(algorithm);
	for (const part of parts) digest.update(part);
	return digest.digest();
}

function toNumber(value: PdfValue | undefined): number | undefined {
	return value?.kind === "number" ? value.value : undefined;
}

function toBytes(value: PdfValue | undefined): Buffer {
	return value?.kind === "string" ? value.bytes : Buffer.alloc(0);
}

function toName(value: PdfValue | undefined): string | undefined {
	return value?.kind === "name" ? value.text : undefined;
}

function toKeyword(value: PdfValue | undefined): string | undefined {
	return value?.kind === "keyword" ? value.text : undefined;
}
