/** Decodes the percent-encoding of a text from an address. A malformed text is returned as it is. */
export function decodePercent(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
