import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import rehypeParse from "rehype-parse";
import { unified } from "unified";

// Headings get their ids after sanitizing, so that an id in the source can never shadow one of the page's own.
const markdownProcessor = unified()
	.use(remarkParse)
	.use(remarkGfm)
	.use(remarkRehype, { allowDangerousHtml: true })
	.use(rehypeRaw)
	.use(rehypeSanitize)
	.use(rehypeSlug, { prefix: "section-" })
	.use(rehypeStringify);

const quoteProcessor = unified()
	.use(rehypeParse, { fragment: true })
	.use(rehypeSanitize, { tagNames: ["p", "em", "strong", "br"], attributes: {} })
	.use(rehypeStringify);

/** Turns Markdown into HTML that holds no script, style or event handler, whatever the source holds. */
export async function renderMarkdown(markdown: string): Promise<string> {
	return String(await markdownProcessor.process(markdown));
}

/** Reduces a testimonial's HTML to paragraphs, emphasis and line breaks. */
export function cleanQuote(html: string): string {
	return String(quoteProcessor.processSync(html)).trim();
}
