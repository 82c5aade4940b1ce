import type { Root } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { makeCallouts, makeVideos } from "./markdown-blocks.server.ts";
import { nestedTooDeeply, pictureFromElsewhere } from "./markdown-faults.ts";
import { textOf, writeAsText, type ReadMarkdown } from "./markdown-text.ts";

/** A picture's source would be loaded from wherever it names. */
const allowed = {
	...defaultSchema,
	tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "picture" && name !== "source"),
	protocols: { ...defaultSchema.protocols, href: [...(defaultSchema.protocols?.href ?? []), "tel"] },
};
/** The prefix that rehype-sanitize gives the ids of a text, so that they shadow none of the page. */
const idPrefix = "user-content-";

// Headings get their ids after sanitizing, so that an id in the source never shadows one of the page.
const markdownProcessor = unified()
	.use(remarkParse)
	.use(remarkGfm)
	.use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: "" })
	.use(rehypeRaw)
	.use(rehypeSanitize, allowed)
	.use(linkToOwnIds)
	.use(dropForeignPictures)
	.use(makeCallouts)
	.use(makeVideos)
	.use(rehypeSlug, { prefix: "section-" })
	.use(alignByClass)
	.use(makeAccessible)
	.use(rehypeStringify);

/** Leads links within a text, such as those of footnotes, to the ids that sanitizing has given. */
function linkToOwnIds() {
	return (tree: Root) => {
		const ids = new Set<unknown>();
		visit(tree, "element", ({ properties }) => void ids.add(properties.id));
		visit(tree, "element", ({ properties: { href }, properties }) => {
			const id = `${idPrefix}${String(href).slice(1)}`;
			if (String(href).startsWith("#") && ids.has(id)) properties.href = `#${id}`;
		});
	};
}

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

/** Renders Markdown; for markdown.server.ts, which bounds its time and memory. */
export async function processMarkdown(markdown: string): Promise<ReadMarkdown> {
	try {
		const file = await markdownProcessor.process(markdown);
		return { html: String(file), ...(typeof file.data.fault === "string" && { fault: file.data.fault }) };
	} catch (error) {
		// Elements nested deeper than the stack.
		if (error instanceof RangeError) return { html: writeAsText(markdown), fault: nestedTooDeeply };
		throw error;
	}
}
