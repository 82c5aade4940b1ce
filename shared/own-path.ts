import { parseUrl } from "./parse-url.ts";

/** Never resolves (RFC 2606). */
const base = "https://origin.invalid";

/**
 * Returns path and query of an address of this origin, normalised as browsers do it, or undefined for any other address. The
 * result is safe in a Location header: it begins with one slash, so no browser reads the rest as a host.
 *
 * @param text an address from outside, such as a query, a form or a file
 */
export function readOwnPath(text: unknown): string | undefined {
	const url = typeof text === "string" && text.startsWith("/") ? parseUrl(text, base) : undefined;
	if (!url) return undefined;
	const { origin, pathname, search } = url;
	// Only now: dots within an address are gone, and "/..//host" has become "//host".
	return origin === base && !pathname.startsWith("//") ? pathname + search : undefined;
}
