/**
 * Makes the value of an Idempotency-Key header: 128 random bits in hexadecimal.
 *
 * crypto.randomUUID would do, but browsers have it only on pages that came over HTTPS or from this machine.
 */
export function createIdempotencyKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Gives the same key as long as the request's body stays the same, so that sending it again after a lost answer is the same request. */
export function createKeyPerBody(): (body: string) => string {
	let last: { body: string; key: string } | undefined;
	return (body) => {
		if (last?.body !== body) last = { body, key: createIdempotencyKey() };
		return last.key;
	};
}
