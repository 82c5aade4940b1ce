import { Parser } from "htmlparser2";

/** An element of a page, and where in the page's text it stands: all places are indexes into it. */
export type HtmlElement = {
	name: string;
	/** Their values as they are meant, not as they are written. */
	attributes: Record<string, string>;
	start: number;
	/** Behind the start tag. */
	contentStart: number;
	/** Before the end tag; where there is none, where the element ends. */
	contentEnd: number;
};

/** Finds the elements of a page that are wanted, in the order of their start tags. */
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

/** A part of a text, and what shall stand in its place. */
export type Replacement = { start: number; end: number; text: string };

/** Gives the text with some parts replaced, which must not overlap; everything else stays as it is, byte by byte. */
export function replaceParts(text: string, replacements: readonly Replacement[]): string {
	let result = "";
	let copied = 0;
	for (const { start, end, text: part } of replacements.toSorted((a, b) => a.start - b.start)) {
		result += text.slice(copied, start) + part;
		copied = end;
	}
	return result + text.slice(copied);
}
