/**
 * Finds a heading of a text that breaks the order of its page's headings, in words for the author; undefined without one.
 * @param html the rendered text
 * @param first the level directly below the heading that the text belongs to
 */
export function findHeadingFault(html: string, first: number): string | undefined {
	let before = first - 1;
	for (const [, digit = ""] of html.matchAll(/<h([1-6])[\s>]/g)) {
		const level = Number(digit);
		const marks = "#".repeat(level);
		if (level < first) return `has a heading of level ${level} (${marks}): use level ${first} (${"#".repeat(first)})`;
		if (level > before + 1)
			return `has a heading of level ${level} (${marks}) without one of level ${level - 1} above it`;
		before = level;
	}
	return undefined;
}
