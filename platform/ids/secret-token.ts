import { createHash, randomBytes } from "node:crypto";

/** Makes the secret of a private link: 160 random bits, in hexadecimal, for mail programs may cut a dash off the end of a link. */
export function createToken(): string {
	return randomBytes(20).toString("hex");
}

/**
 * What a record keeps of its token: enough to know it again, not enough to make the link.
 *
 * The link itself stands in its e-mail until that has been sent, and for a day in the answer that an Idempotency-Key repeats.
 */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** Tells whether a text of an address can be a token; PostgreSQL refuses to look for some that cannot. */
export function isToken(text: string): boolean {
	return /^[0-9a-f]{40}$/.test(text);
}
