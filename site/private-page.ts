/** Headers of a page whose address is a secret: it shall reach neither other sites nor search engines. */
export const secretAddressHeaders = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };

/** What a visitor is told when a change could not be stored, with `notStored`. */
export const notStoredMessage = "We could not store this just now, so nothing has changed. Try again in a few seconds.";

/** The answer to a change that could not be stored. */
export const notStored = { status: 503, headers: { "Retry-After": "30" } };

/** Gives every answer of a private page the headers that keep its address secret, beside those that its action set. */
export function keepAddressSecret({ actionHeaders }: { actionHeaders: Headers }): Headers {
	const headers = new Headers(actionHeaders);
	for (const [name, value] of Object.entries(secretAddressHeaders)) headers.set(name, value);
	return headers;
}
