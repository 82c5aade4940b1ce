import type { Element, Root } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { findMarkdownFault, nestedTooDeeply, pictureFromElsewhere } from "./markdown-faults.ts";

/** A picture's source would be loaded from wherever it names. */
const allowed = {
	...defaultSchema,
	tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "picture" && name !== "source"),
};

// Headings get their ids after sanitizing, so that an id in the source never shadows one of the page.
const markdownProcessor = unified()
	.use(remarkParse)
	.use(remarkGfm)
	.use(remarkRehype, { allowDangerousHtml: true })
	.use(rehypeRaw)
	.use(rehypeSanitize, allowed)
	.use(dropForeignPictures)
	.use(rehypeSlug, { prefix: "section-" })
	.use(alignByClass)
	.use(makeAccessible)
	.use(rehypeStringify);

const fragmentParser = unified().use(rehypeParse, { fragment: true });

const quoteProcessor = unified()
	.use(rehypeParse, { fragment: true })
	.use(rehypeSanitize, { tagNames: ["p", "em", "strong", "br"], attributes: {} })
	.use(rehypeStringify);

/** Removes pictures of other servers, which would learn who visits the page. */
function dropForeignPictures() {
	return (tree: Root, file: { data: Record<string, unknown> }) => {
		visit(tree, "element", (element, index, parent) => {
			if (element.tagName !== "img" || !parent || index === undefined) return undefined;
			if (/^\/(?![/\\])/.test(element.properties.src?.toString() ?? "")) return undefined;
			file.data.fault = pictureFromElsewhere;
			parent.children.splice(index, 1);
			return index;
		});
	};
}

/** Right-aligned columns hold numbers; the attribute that Markdown writes is obsolete. */
function alignByClass() {
	return (tree: Root) => {
		visit(tree, "element", ({ properties }) => {
			if (properties.align === "right") properties.className = ["numeric"];
			delete properties.align;
		});
	};
}

/**
 * Corrects Markdown's HTML: boxes of a task list are not controls, and what scrolls sideways must be reachable by keyboard (WCAG 2.1.1).
 */
function makeAccessible() {
	return (tree: Root) => {
		let heading = "";
		let tablesBelowHeading = 0;
		visit(tree, "element", (element, index, parent) => {
			if (/^h[2-4]$/.test(element.tagName)) {
				heading = textOf(element);
				tablesBelowHeading = 0;
			}
			if (element.tagName === "input") {
				element.tagName = "span";
				element.properties = { className: ["task-box"], ariaHidden: "true" };
			}
			if (element.tagName === "pre") element.properties.tabIndex = 0;
			if (element.tagName === "table" && parent && index !== undefined) {
				tablesBelowHeading += 1;
				// Landmarks need names, so a table is named after its heading.
				const ariaLabel = ["Table", tablesBelowHeading > 1 && tablesBelowHeading, heading && `: ${heading}`]
					.filter(Boolean)
					.join(" ")
					.replace(" :", ":");
				parent.children[index] = {
					type: "element",
					tagName: "section",
					properties: { className: ["table-frame"], tabIndex: 0, ariaLabel },
					children: [element],
				};
				return SKIP;
			}
			return undefined;
		});
	};
}

/** Markdown as HTML, and why a part could not be rendered. */
export type ReadMarkdown = { html: string; fault?: string };

/**
 * Renders Markdown to HTML without scripts, styles, event handlers or content from elsewhere, whatever the source holds. Text over the
 * limits is shown as written.
 */
export async function readMarkdown(markdown: string): Promise<ReadMarkdown> {
	const tooMuch = findMarkdownFault(markdown);
	if (tooMuch !== undefined) return { html: writeAsText(markdown), fault: tooMuch };
	try {
		const file = await markdownProcessor.process(markdown);
		return { html: String(file), ...(typeof file.data.fault === "string" && { fault: file.data.fault }) };
	} catch (error) {
		// Elements nested deeper than the stack.
		if (error instanceof RangeError) return { html: writeAsText(markdown), fault: nestedTooDeeply };
		throw error;
	}
}

/** Renders Markdown as readMarkdown does, without reporting faults. */
export async function renderMarkdown(markdown: string): Promise<string> {
	return (await readMarkdown(markdown)).html;
}

function writeAsText(text: string): string {
	return `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;
}

/** Lists the second-level headings of rendered Markdown, with their ids. */
export function listHeadings(html: string): { id: string; text: string }[] {
	const headings: { id: string; text: string }[] = [];
	visit(fragmentParser.parse(html), "element", (element) => {
		if (element.tagName === "h2") headings.push({ id: String(element.properties.id), text: textOf(element) });
	});
	return headings;
}

function textOf(element: Element): string {
	let text = "";
	visit(element, "text", (node) => {
		text += node.value;
	});
	return text;
}

/** Reduces a testimonial's HTML to paragraphs, emphasis and line breaks. */
export function cleanQuote(html: string): string {
	return String(quoteProcessor.processSync(html)).trim();
}
