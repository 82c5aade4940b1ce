import { Parser } from "htmlparser2";

/** An element of a page, and its place in the text; all places are indexes into the text. */
export type HtmlElement = {
	name: string;
	/** Decoded values. */
	attributes: Record<string, string>;
	start: number;
	/** After the start tag. */
	contentStart: number;
	/** Before the end tag; without one, the end of the element. */
	contentEnd: number;
};

/** Finds the wanted elements of a page, in the order of their start tags. */
export function findElements(
	html: string,
	isWanted: (name: string, attributes: Record<string, string>) => boolean,
): HtmlElement[] {
	const found: HtmlElement[] = [];
	const open: (HtmlElement | undefined)[] = [];
	const parser = new Parser({
		onopentag(name, attributes) {
			const contentStart = parser.endIndex + 1;
			const element = isWanted(name, attributes)
				? { name, attributes, start: parser.startIndex, contentStart, contentEnd: contentStart }
				: undefined;
			if (element) found.push(element);
			open.push(element);
		},
		onclosetag() {
			const element = open.pop();
			if (element) element.contentEnd = Math.max(element.contentStart, parser.startIndex);
		},
	});
	parser.end(html);
	return found;
}

/** A part of a text, and its replacement. */
export type Replacement = { start: number; end: number; text: string };

/** Returns the text with some parts replaced, which must not overlap; the rest stays as it is, byte by byte. */
export function replaceParts(text: string, replacements: readonly Replacement[]): string {
	let result = "";
	let copied = 0;
	for (const { start, end, text: part } of replacements.toSorted((a, b) => a.start - b.start)) {
		result += text.slice(copied, start) + part;
		copied = end;
	}
	return result + text.slice(copied);
}
