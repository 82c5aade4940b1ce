import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";

const hash = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes. About 30 ms, outside the main thread. */
const current = { memoryKib: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/**
 * Hashes a password with argon2id, in the standard text form, so that the cost can be raised later.
 * Source: OWASP Password Storage Cheat Sheet; RFC 9106.
 */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(saltBytes);
	const tag = await hashInTurn(toParameters(password, salt, current));
	const { memoryKib, passes, parallelism } = current;
	return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/**
 * Verifies a password. Without a hash it takes as long, so that the time does not reveal which accounts exist.
 * @throws when `stored` is not a hash of hashPassword
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
	const { costs, salt, tag } = parse(stored ?? (await getUnusedHash()));
	const found = await hashInTurn(toParameters(password, salt, costs));
	return timingSafeEqual(found, tag) && stored !== undefined;
}

let unusedHash: Promise<string> | undefined;

function getUnusedHash(): Promise<string> {
	return (unusedHash ??= hashPassword(randomBytes(saltBytes).toString("hex")));
}

/** One at a time: each takes memory and one of the threads that read files for the public site. */
let lastTurn: Promise<unknown> = Promise.resolve();

function hashInTurn(parameters: Argon2Parameters): Promise<Buffer> {
	const turn = lastTurn.then(() => hash("argon2id", parameters));
	lastTurn = turn.catch(() => undefined);
	return turn;
}

function parse(text: string): { costs: typeof current; salt: Buffer; tag: Buffer } {
	const [, memory, passes, parallelism, salt = "", tag = ""] =
		/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text) ?? [];
	if (memory === undefined) throw new Error("What is stored is no hash of a password");
	return {
		costs: { memoryKib: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
		salt: Buffer.from(salt, "base64"),
		tag: Buffer.from(tag, "base64"),
	};
}

function toParameters(
	password: string,
	salt: Buffer,
	{ memoryKib, passes, parallelism }: typeof current,
): Argon2Parameters {
	// One form for characters that look the same (NIST SP 800-63B).
	const message = password.normalize("NFKC");
	return { message, nonce: salt, parallelism, tagLength: hashBytes, memory: memoryKib, passes };
}

function encode(bytes: Buffer): string {
	return bytes.toString("base64").replaceAll("=", "");
}
