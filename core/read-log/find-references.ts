/** Creates a search for references of records, such as ENQ-7K3F9QXM, in a text that arrives in parts. */
export function createReferenceSearch(prefixes: readonly string[]): (part: string) => string[] {
	const pattern = new RegExp(`\\b(?:${prefixes.join("|")})-[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Z])`, "g");
	const longest = Math.max(...prefixes.map(({ length }) => length)) + "-7K3F9QXM".length;
	let rest = "";
	return (part) => {
		const text = rest + part;
		// A reference may be cut in two; one at the very end is found again in the next part, which does no harm.
		rest = text.slice(-longest);
		return text.match(pattern) ?? [];
	};
}
