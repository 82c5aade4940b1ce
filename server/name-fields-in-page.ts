import { findMarks, type MarkedText } from "../features/publishing/editing/mark-content.server.ts";
import { findElements, replaceParts, type HtmlElement } from "../platform/pages/html-elements.ts";

/** Elements whose texts nobody sees in the page, or that hold no others. */
const unseen = new Set(["title", "meta", "script", "style", "link", "noscript", "template"]);

/**
 * Writes the names of its fields on the elements of a page: `data-field="home.yml#fields.hero.title"`, several separated by spaces, and
 * `data-whole` where the element's whole content is the text of one field. Nothing else of the page changes.
 * @param html the page
 * @param markedHtml the same page, rendered with marked content
 */
export function nameFieldsInPage(html: string, markedHtml: string, texts: readonly MarkedText[]): string {
	const elements = findElements(html, () => true);
	const marked = findElements(markedHtml, () => true);
	if (elements.length !== marked.length || elements.some(({ name }, index) => name !== marked[index]?.name))
		return html;
	const names = new Map<HtmlElement, Set<string>>();
	const whole = new Set<HtmlElement>();
	for (const { index, around } of placeMarks(markedHtml, marked)) {
		const element = elements[around];
		const text = texts[index];
		if (!element || !text || unseen.has(element.name)) continue;
		const found = names.get(element) ?? new Set();
		names.set(element, found.add(`${text.document}#${text.name}`));
		if (html.slice(element.contentStart, element.contentEnd) === escapeText(text.text)) whole.add(element);
	}
	return replaceParts(
		html,
		[...names].map(([element, found]) => {
			const place = element.start + 1 + element.name.length;
			const isWhole = whole.has(element) && found.size === 1;
			return {
				start: place,
				end: place,
				text: ` data-field="${[...found].join(" ")}"${isWhole ? " data-whole" : ""}`,
			};
		}),
	);
}

/** Finds the innermost element around each mark, or with it in an attribute, by its index. */
function placeMarks(html: string, elements: readonly HtmlElement[]): { index: number; around: number }[] {
	const open: number[] = [];
	let next = 0;
	return findMarks(html).flatMap(({ index, at }) => {
		for (let element = elements[next]; element && element.start < at; element = elements[++next]) open.push(next);
		while (open.length > 0 && !isAround(elements[open.at(-1) ?? 0], at)) open.pop();
		const around = open.at(-1);
		return around === undefined ? [] : [{ index, around }];
	});
}

function isAround(element: HtmlElement | undefined, at: number): boolean {
	return element !== undefined && at < Math.max(element.contentStart, element.contentEnd);
}

/** Escapes a text as React does. */
function escapeText(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#x27;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");
}
