import type { Element } from "hast";
import { visit } from "unist-util-visit";
import { escapeMarkup } from "../../shared/escape-markup.ts";

/** Markdown as HTML, and why a part could not be rendered. */
export type ReadMarkdown = { html: string; fault?: string };

/** Shows a text as it was written. */
export function writeAsText(text: string): string {
	return `<p>${escapeMarkup(text)}</p>`;
}

/** Returns the text within an element. */
export function textOf(element: Element): string {
	let text = "";
	visit(element, "text", (node) => {
		text += node.value;
	});
	return text;
}
