import { findElements, replaceParts } from "../../platform/pages/html-elements.ts";
import { escapeMarkup } from "../../shared/escape-markup.ts";
import { writeSrcSet, type ShownFile } from "./picture-addresses.server.ts";

const folder = "/pictures/";
/** An address with the hash of its file, which Markdown may name too. */
const hashedAddress = /^\/pictures\/[\da-f]{16}\//;
/** Characters, as for the pictures of fields. */
const leastAlt = 5;
const sizes = "(width >= 48rem) 640px, calc(100vw - 40px)";

/**
 * Gives the pictures of rendered Markdown, such as `![The yard](/pictures/more/yard.avif)`, their addresses, sizes and narrower copies.
 * @returns the HTML, and what is wrong with its pictures
 */
export function resolveMarkdownPictures(
	html: string,
	pictures: Readonly<Record<string, ShownFile>>,
): { html: string; faults: string[] } {
	if (!html.includes(`src="${folder}`)) return { html, faults: [] };
	const faults: string[] = [];
	const parts = findElements(html, (name, { src = "" }) => name === "img" && src.startsWith(folder)).flatMap(
		({ attributes: { src: address = "", alt = "" }, start, contentStart }) => {
			const src = address.slice(folder.length);
			const file = Object.hasOwn(pictures, src) ? pictures[src] : undefined;
			if (!file) {
				if (!hashedAddress.test(address)) faults.push(`shows ${address}, which is not in the picture library`);
				return [];
			}
			if (alt.trim().length < leastAlt)
				faults.push(`shows ${address} without an alt text: describe it between ![ and ]`);
			const srcSet = writeSrcSet(file);
			const copies = srcSet === undefined ? "" : ` srcset="${srcSet}" sizes="${sizes}"`;
			const text = `<img src="${file.url}"${copies} width="${file.width}" height="${file.height}" alt="${escapeMarkup(alt)}" loading="lazy" decoding="async">`;
			return [{ start, end: contentStart, text }];
		},
	);
	return { html: replaceParts(html, parts), faults };
}
