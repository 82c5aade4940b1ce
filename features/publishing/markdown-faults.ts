import { isPlainText, withoutControls } from "../../shared/company.ts";
import { mostMarkdownCharacters } from "./markdown-limits.ts";

/** Nested brackets, quotes or lists: more is not text, and parsing takes minutes. */
const mostNested = 50;
/** Emphasis marks in a paragraph: each is matched against all others. */
const mostMarks = 2_000;

export const nestedTooDeeply = "is nested too deeply";
export const takesTooMuch = "takes too long to be shown: make its tables and lists shorter";
export const pictureFromElsewhere = "shows a picture from another site: upload it here and use that address";

/** Explains why Markdown cannot be rendered; undefined when it can. */
export function findMarkdownFault(markdown: string): string | undefined {
	if (markdown.length > mostMarkdownCharacters)
		return `has ${markdown.length} characters; the limit is ${mostMarkdownCharacters}`;
	if (!isPlainText(markdown)) return withoutControls;
	return isNestedTooDeeply(markdown) ? nestedTooDeeply : undefined;
}

function isNestedTooDeeply(markdown: string): boolean {
	let brackets = 0;
	let marks = 0;
	for (const line of markdown.split("\n")) {
		if (line.trim() === "") brackets = marks = 0;
		const [start = ""] = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*/.exec(line) ?? [];
		if (start.replaceAll(/[^->+*.)]/g, "").length > mostNested) return true;
		for (const character of line) {
			if (character === "[") brackets += 1;
			else if (character === "]") brackets = Math.max(0, brackets - 1);
			else if (character === "*" || character === "_" || character === "~") marks += 1;
			if (brackets > mostNested || marks > mostMarks) return true;
		}
	}
	return false;
}
