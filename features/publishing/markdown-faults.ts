import { isPlainText, withoutControls } from "../../shared/company.ts";

/** An article of so many characters is read for an hour. */
const mostCharacters = 100_000;
/** Of brackets, quotes or lists within each other: more is no text, and reading it takes minutes. */
const mostNested = 50;
/** Of marks of emphasis in one paragraph: what they belong to is sought among all of them. */
const mostMarks = 2_000;

export const nestedTooDeeply = "is nested too deeply";
export const takesTooMuch = "takes too long to be shown: make its tables and lists shorter";
export const pictureFromElsewhere = "shows a picture from another site: upload it here and use that address";

/** Says why Markdown is not rendered; undefined when it is. */
export function findMarkdownFault(markdown: string): string | undefined {
	if (markdown.length > mostCharacters) return `has ${markdown.length} characters; the limit is ${mostCharacters}`;
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
