import type { Element } from "hast";
import { visit } from "unist-util-visit";

/** Markdown as HTML, and why a part could not be rendered. */
export type ReadMarkdown = { html: string; fault?: string };

/** Shows a text as it was written. */
export function writeAsText(text: string): string {
	return `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;
}

/** Returns the text within an element. */
export function textOf(element: Element): string {
	let text = "";
	visit(element, "text", (node) => {
		text += node.value;
	});
	return text;
}
