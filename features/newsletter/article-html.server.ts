import type { Element, ElementContent, Nodes } from "hast";
import rehypeParse from "rehype-parse";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { deriveAccent } from "../../shared/accent.ts";
import { palette } from "../../shared/palette.ts";

const parser = unified().use(rehypeParse, { fragment: true });
const writer = unified().use(rehypeStringify);

const text = `color:${palette.body};font-size:16px;line-height:26px`;
const heading = `color:${palette.ink};font-weight:600`;
const line = "1px solid #E3DACB";
const code = "font-family:Menlo,Consolas,monospace;font-size:14px";

/** Mail programs ignore style sheets, so every element carries its own style. */
const styles: Readonly<Record<string, string>> = {
	p: `${text};margin:0 0 16px`,
	ul: `${text};margin:0 0 16px;padding-left:24px`,
	ol: `${text};margin:0 0 16px;padding-left:24px`,
	li: "margin:0 0 6px",
	h1: `${heading};font-size:22px;line-height:28px;margin:32px 0 12px`,
	h2: `${heading};font-size:20px;line-height:26px;margin:32px 0 12px`,
	h3: `${heading};font-size:17px;line-height:24px;margin:24px 0 8px`,
	h4: `${heading};font-size:16px;line-height:24px;margin:24px 0 8px`,
	blockquote: `${text};border-left:3px solid #E3DACB;margin:0 0 16px;padding:0 0 0 16px`,
	pre: `background-color:${palette.sand};color:${palette.ink};${code};line-height:20px;margin:0 0 16px;padding:12px 16px;white-space:pre-wrap;word-break:break-word`,
	code,
	table: `${text};border-collapse:collapse;margin:0 0 16px;width:100%`,
	th: `border-bottom:${line};color:${palette.ink};padding:6px 12px 6px 0;text-align:left;vertical-align:top`,
	td: `border-bottom:${line};padding:6px 12px 6px 0;vertical-align:top`,
	hr: `border:none;border-top:${line};margin:24px 0`,
	strong: `color:${palette.ink}`,
};

/** The class of tables that stay tables in the text part of an e-mail: email-renderer.server.ts. */
const tableClass = "numbers";

/** The properties that an e-mail keeps. */
const keptProperties = ["href", "title", "start", "align", "colSpan", "rowSpan"];

/**
 * Writes an article's text for an e-mail: each element with its own style, links with the site's address, and pictures, which few mail
 * programs show in the site's format, as links to the article.
 * @param html of the article, without scripts and styles
 * @param articleUrl of its page
 */
export function writeArticleHtml(
	html: string,
	{ articleUrl, accentColour }: { articleUrl: string; accentColour: string },
): string {
	const tree = parser.parse(html);
	const linkColour = deriveAccent(accentColour).text;
	visit(tree, "element", (element, index, parent) => {
		if (element.tagName === "img" && parent && index !== undefined) {
			const described = describePicture(element, isWithinLink(parent), articleUrl, linkColour);
			parent.children.splice(index, 1, ...described);
			return [SKIP, index + described.length];
		}
		// Of a list of tasks.
		if (element.tagName === "input" && parent && index !== undefined) {
			parent.children.splice(index, 1, { type: "text", value: element.properties["checked"] ? "☑" : "☐" });
			return [SKIP, index + 1];
		}
		// A callout, which mail programs show as a quote.
		if (element.properties["role"] === "note") element.tagName = "blockquote";
		const ownStyle = element.tagName === "a" ? `color:${linkColour};word-break:break-word` : styles[element.tagName];
		// A style outranks the alignment of a column.
		const style = "align" in element.properties ? ownStyle?.replace("text-align:left;", "") : ownStyle;
		const kept = Object.entries(element.properties).filter(([name]) => keptProperties.includes(name));
		element.properties = {
			...Object.fromEntries(kept),
			...(element.tagName === "table" && { className: [tableClass] }),
			...(style !== undefined && { style }),
		};
		const { href } = element.properties;
		if (typeof href === "string" && URL.canParse(href, articleUrl))
			element.properties["href"] = new URL(href, articleUrl).href;
		return undefined;
	});
	return writer.stringify(tree);
}

function isWithinLink(parent: Nodes): boolean {
	return parent.type === "element" && parent.tagName === "a";
}

/** Returns the text of a picture, as a link to the article where it is in none. */
function describePicture(
	{ properties }: Element,
	isLinked: boolean,
	articleUrl: string,
	linkColour: string,
): ElementContent[] {
	const { alt } = properties;
	if (typeof alt !== "string" || alt.trim() === "") return [];
	const value: ElementContent = { type: "text", value: `Picture: ${alt}` };
	if (isLinked) return [value];
	const style = `color:${linkColour};word-break:break-word`;
	return [{ type: "element", tagName: "a", properties: { href: articleUrl, style }, children: [value] }];
}
