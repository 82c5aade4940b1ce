/**
 * Makes the value of an Idempotency-Key header: 128 random bits in hexadecimal.
 *
 * crypto.randomUUID would do, but browsers have it only on pages that came over HTTPS or from this machine.
 */
export function createIdempotencyKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
