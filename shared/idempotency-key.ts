/**
 * Creates the value of an Idempotency-Key header: 128 random bits in hexadecimal.
 *
 * Not crypto.randomUUID, which browsers offer only on pages from HTTPS or localhost.
 */
export function createIdempotencyKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns a function that gives the same key for the same body, so that a retry after a lost response is the same
 * request.
 */
export function createKeyPerBody(): (body: string) => string {
	let last: { body: string; key: string } | undefined;
	return (body) => {
		if (last?.body !== body) last = { body, key: createIdempotencyKey() };
		return last.key;
	};
}
