import { compile } from "html-to-text";

/** Returns the words of an HTML text, without tags and entities such as "R&amp;D". */
export const readSearchableText: (html: string) => string = compile({
	wordwrap: false,
	selectors: [
		{ selector: "a", options: { ignoreHref: true } },
		{ selector: "img", format: "skip" },
		{ selector: "ul", options: { itemPrefix: " " } },
		...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
	],
});
