import type { Element } from "hast";
import { visit } from "unist-util-visit";

/** Markdown as HTML, and why a part could not be rendered. */
export type ReadMarkdown = { html: string; fault?: string };

/** Shows a text as it was written. */
export function writeAsText(text: string): string {
	return `<p>${escapeHtml(text)}</p>`;
}

/** Writes a text for HTML, within an element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Returns the text within an element. */
export function textOf(element: Element): string {
	let text = "";
	visit(element, "text", (node) => {
		text += node.value;
	});
	return text;
}
