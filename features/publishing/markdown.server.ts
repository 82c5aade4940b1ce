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

/** A source of a picture would be loaded from wherever it names. */
const allowed = {
	...defaultSchema,
	tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "picture" && name !== "source"),
};

// Headings get their ids after sanitizing, so that an id in the source can never shadow one of the page's own.
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

/** Leaves out pictures of other hosts: loading them would tell those who visits the page. */
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

/** Columns that the source aligns to the right hold numbers; the attribute that Markdown writes for it is obsolete. */
function alignByClass() {
	return (tree: Root) => {
		visit(tree, "element", ({ properties }) => {
			if (properties.align === "right") properties.className = ["numeric"];
			delete properties.align;
		});
	};
}

/**
 * Mends what Markdown's HTML lacks: the boxes of a task list are print, not controls, and what scrolls sideways must be reachable
 * by keyboard (WCAG 2.1.1).
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
				// Landmarks need names of their own, so a table is called after its heading.
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

/** Markdown as HTML, and what of it could not be rendered. */
export type ReadMarkdown = { html: string; fault?: string };

/**
 * Turns Markdown into HTML that holds no script, style or event handler and loads nothing from elsewhere, whatever the source holds. What is
 * too much to be rendered stands there as it was written.
 */
export async function readMarkdown(markdown: string): Promise<ReadMarkdown> {
	const tooMuch = findMarkdownFault(markdown);
	if (tooMuch !== undefined) return { html: writeAsText(markdown), fault: tooMuch };
	try {
		const file = await markdownProcessor.process(markdown);
		return { html: String(file), ...(typeof file.data.fault === "string" && { fault: file.data.fault }) };
	} catch (error) {
		// Elements within elements, as deep as the stack is.
		if (error instanceof RangeError) return { html: writeAsText(markdown), fault: nestedTooDeeply };
		throw error;
	}
}

/** The same, for whoever only shows it. */
export async function renderMarkdown(markdown: string): Promise<string> {
	return (await readMarkdown(markdown)).html;
}

function writeAsText(text: string): string {
	return `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;
}

/** The second-level headings of rendered Markdown, in order, with the ids that links can point at. */
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
