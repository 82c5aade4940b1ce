import { hash, randomBytes } from "node:crypto";

/** Creates the secret of a private link: 160 random bits, in hexadecimal, because mail programs may cut a dash off the end of a link. */
export function createToken(): string {
	return randomBytes(20).toString("hex");
}

/**
 * Returns the hash that a record keeps of its token: enough to recognise it, not enough to make the link.
 *
 * The link itself is stored with its e-mail until that has been sent, and for a day in the response that an Idempotency-Key repeats.
 */
export function hashToken(token: string): string {
	return hash("sha256", token, "hex");
}

/** Tells whether a text can be a token; PostgreSQL refuses to look for some that cannot. */
export function isToken(text: string): boolean {
	return /^[0-9a-f]{40}$/.test(text);
}
