/** Parses a URL; undefined for an invalid one. URL.parse is newer than the browsers that the site promises. */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
