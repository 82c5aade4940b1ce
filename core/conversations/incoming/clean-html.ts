import type { Element, Root } from "hast";
import rehypeParse from "rehype-parse";
import rehypeSanitize, { type Options as Schema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { decodePercent } from "../../../shared/decode-percent.ts";
import { isTooComplicated, maxReadHtmlCharacters } from "./html-text.ts";

/** Characters of a message's HTML, with its pictures. */
const maxHtmlCharacters = 500_000;

/** A picture of the message, by its Content-ID without angle brackets. */
export type Picture = { contentType: string; bytes: Uint8Array };

const shownPictures = /^image\/(?:png|jpe?g|gif|webp)$/;
const properties =
	/^(?:color|background-color|font|font-(?:family|size|style|weight|variant)|text-(?:align|decoration|indent|transform)|line-height|letter-spacing|white-space|vertical-align|list-style-type|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|border-(?:collapse|radius|spacing)|padding(?:-(?:top|right|bottom|left))?|margin(?:-(?:top|right|bottom|left))?|width|max-width|height|direction)$/;
const values = /^(?:[\w#%.,'"\s!-]|rgba?\([\d\s.,%]{1,40}\))*$/i;

const schema: Schema = {
	strip: [
		"script",
		"style",
		"title",
		"template",
		"iframe",
		"noembed",
		"noframes",
		"noscript",
		"xmp",
		"object",
		"svg",
		"math",
		"select",
		"textarea",
		"audio",
		"video",
	],
	tagNames:
		"a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr".split(
			" ",
		),
	attributes: {
		a: ["href"],
		img: ["src", "alt", "width", "height"],
		font: ["color", "face", "size"],
		ol: ["start", "type"],
		td: ["colSpan", "rowSpan"],
		th: ["colSpan", "rowSpan"],
		table: ["cellPadding", "cellSpacing", "border"],
		"*": ["style", "title", "dir", "lang", "align", "vAlign", "bgColor", "width", "height"],
	},
	// They are compared as they are written.
	protocols: { href: ["http", "https", "mailto", "tel", "HTTP", "HTTPS", "MAILTO", "TEL"], src: ["cid", "CID"] },
};

const processor = unified()
	.use(rehypeParse, { fragment: true })
	.use(rehypeSanitize, schema)
	.use(restrictElements)
	.use(rehypeStringify);

/** Keeps only styles that load nothing and lay nothing over the page, and leads links out of the frame. */
function restrictElements() {
	return (tree: Root) => {
		visit(tree, "element", (element, index, parent) => {
			cleanStyle(element);
			if (element.tagName === "a" && !/^[a-z]+:/i.test(String(element.properties.href))) delete element.properties.href;
			else if (element.tagName === "a") {
				element.properties.target = "_blank";
				element.properties.rel = ["noopener", "noreferrer"];
			}
			if (element.tagName !== "img" || !parent || index === undefined || element.properties.src !== undefined)
				return undefined;
			parent.children[index] = { type: "text", value: readAlternative(element) };
			return SKIP;
		});
	};
}

const readAlternative = ({ properties: { alt } }: Element) => (typeof alt === "string" ? alt : "");

function cleanStyle(element: Element): void {
	const { style } = element.properties;
	if (typeof style !== "string") return;
	const kept = style.split(";").flatMap((declaration) => {
		const colon = declaration.indexOf(":");
		const name = declaration.slice(0, colon).trim().toLowerCase();
		const value = declaration.slice(colon + 1).trim();
		const isHarmless = colon > 0 && properties.test(name) && value.length <= 200 && values.test(value);
		// Negative margins lay text over other text.
		return isHarmless && !/(?:^|\s)-[\d.]/.test(value) ? [`${name}:${value}`] : [];
	});
	if (kept.length > 0) element.properties.style = kept.join(";");
	else delete element.properties.style;
}

/**
 * Cleans a message's HTML for a frame without scripts: it loads nothing, and links open outside the frame.
 *
 * @param pictures shown where the HTML names them, as far as the HTML remains within its limit; other pictures give way to their texts
 * @returns undefined if it is too complicated or remains too long
 */
export function cleanHtml(html: string, pictures: ReadonlyMap<string, Picture>): string | undefined {
	const read = html.slice(0, maxReadHtmlCharacters);
	if (isTooComplicated(read)) return undefined;
	let left = maxHtmlCharacters;
	try {
		const tree = processor.runSync(processor.parse(read));
		const markup = processor.stringify(tree);
		left -= markup.length;
		if (left < 0) return undefined;
		visit(tree, "element", (element, index, parent) => {
			if (element.tagName !== "img" || !parent || index === undefined) return undefined;
			const source = showPicture(String(element.properties.src), pictures, left);
			if (source === undefined) parent.children[index] = { type: "text", value: readAlternative(element) };
			else {
				element.properties.src = source;
				left -= source.length;
			}
			return SKIP;
		});
		return processor.stringify(tree);
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

function showPicture(
	source: string,
	pictures: ReadonlyMap<string, Picture>,
	mostCharacters: number,
): string | undefined {
	const contentId = source.replace(/^cid:/i, "");
	const picture = pictures.get(contentId) ?? pictures.get(decodePercent(contentId));
	if (!picture || !shownPictures.test(picture.contentType)) return undefined;
	if (picture.bytes.length * 1.4 + 40 > mostCharacters) return undefined;
	return `data:${picture.contentType};base64,${Buffer.from(picture.bytes).toString("base64")}`;
}
