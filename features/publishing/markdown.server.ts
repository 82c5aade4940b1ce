import type { Root } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";

// Headings get their ids after sanitizing, so that an id in the source can never shadow one of the page's own.
const markdownProcessor = unified()
	.use(remarkParse)
	.use(remarkGfm)
	.use(remarkRehype, { allowDangerousHtml: true })
	.use(rehypeRaw)
	.use(rehypeSanitize)
	.use(rehypeSlug, { prefix: "section-" })
	.use(makeAccessible)
	.use(rehypeStringify);

const quoteProcessor = unified()
	.use(rehypeParse, { fragment: true })
	.use(rehypeSanitize, { tagNames: ["p", "em", "strong", "br"], attributes: {} })
	.use(rehypeStringify);

/**
 * Mends what Markdown's HTML lacks: the boxes of a task list are print, not controls, and what scrolls sideways must be reachable
 * by keyboard (WCAG 2.1.1).
 */
function makeAccessible() {
	return (tree: Root) => {
		visit(tree, "element", (element, index, parent) => {
			if (element.tagName === "input") {
				element.tagName = "span";
				element.properties = { className: ["task-box"], ariaHidden: "true" };
			}
			if (element.tagName === "pre") element.properties.tabIndex = 0;
			if (element.tagName === "table" && parent && index !== undefined) {
				parent.children[index] = { type: "element", tagName: "div", properties: { className: ["table-frame"], tabIndex: 0, role: "region", ariaLabel: "Table" }, children: [element] };
				return SKIP;
			}
			return undefined;
		});
	};
}

/** Turns Markdown into HTML that holds no script, style or event handler, whatever the source holds. */
export async function renderMarkdown(markdown: string): Promise<string> {
	return String(await markdownProcessor.process(markdown));
}

/** Reduces a testimonial's HTML to paragraphs, emphasis and line breaks. */
export function cleanQuote(html: string): string {
	return String(quoteProcessor.processSync(html)).trim();
}
