import rehypeParse from "rehype-parse";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { textOf, writeAsText } from "./markdown-text.ts";

const fragmentParser = unified().use(rehypeParse, { fragment: true });

/** Elements within one another by the thousand are more than the stack holds. */
const mostTags = 500;
const quoteProcessor = unified()
	.use(rehypeParse, { fragment: true })
	.use(rehypeSanitize, { tagNames: ["p", "em", "strong", "br"], attributes: {} })
	.use(rehypeStringify);

/** Lists the second-level headings of rendered Markdown, with their ids. */
export function listHeadings(html: string): { id: string; text: string }[] {
	const headings: { id: string; text: string }[] = [];
	visit(fragmentParser.parse(html), "element", (element) => {
		if (element.tagName === "h2") headings.push({ id: String(element.properties.id), text: textOf(element) });
	});
	return headings;
}

/** Reduces a testimonial's HTML to paragraphs, emphasis and line breaks. With more tags than a quote has, it is shown as written. */
export function cleanQuote(html: string): string {
	if (html.split("<").length > mostTags) return writeAsText(html);
	return String(quoteProcessor.processSync(html)).trim();
}
