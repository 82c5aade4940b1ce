import { compile, type DomNode, type FormatCallback } from "html-to-text";
import { markCharacter, marks } from "./message-text.ts";

/** Characters of HTML that are read. */
export const maxReadHtmlCharacters = 500_000;
/** Elements within one another; readers of HTML work through them by recursion. */
const maxDepth = 500;
/** Tags of one HTML; its readers take some microseconds for each. */
const maxTags = 25_000;
/** Quotations within one another that are marked; each costs the lines of all within it. */
const maxMarkedQuotations = 10;
/** Unclosed formatting elements times tags: a parser repeats each of the former at each of the latter. */
const maxRepeated = 400_000;

const closedByOthers = new Set(
	"p li td th tr tbody thead tfoot dt dd option colgroup br img hr input meta link area base col embed source wbr !doctype".split(
		" ",
	),
);
const formatting = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));

/** Whether reading an HTML takes more than it should, by an estimate that takes time proportional to its length. */
export function isTooComplicated(html: string): boolean {
	const open = new Map<string, number>();
	let depth = 0;
	let deepest = 0;
	let formats = 0;
	let mostFormats = 0;
	let tags = 0;
	for (const [, slash, written = ""] of html.matchAll(/<(\/?)([a-z!][^\s/<>]{0,30})/gi)) {
		const name = written.toLowerCase();
		tags++;
		if (closedByOthers.has(name)) continue;
		const count = open.get(name) ?? 0;
		if (slash && count === 0) continue;
		const step = slash ? -1 : 1;
		open.set(name, count + step);
		depth += step;
		if (formatting.has(name)) formats += step;
		deepest = Math.max(deepest, depth);
		mostFormats = Math.max(mostFormats, formats);
	}
	return tags > maxTags || deepest > maxDepth || mostFormats * tags > maxRepeated;
}

/** The text of an HTML that is not read as such. */
function stripTags(html: string): string {
	return html.replaceAll(/<[^<>]*>/g, " ");
}

const blocks = new Set("p div table ul ol dl blockquote pre section article h1 h2 h3 h4 h5 h6 hr".split(" "));
const isElement = (node: DomNode) => node.type === "tag";
const childrenOf = (node: DomNode): DomNode[] => node.children ?? [];

/** A link's text, as far as it matters for comparing it. */
function readText(element: DomNode): string {
	let text = "";
	const left = [element];
	for (let node = left.pop(); node && text.length < 2_000; node = left.pop()) {
		if (node.type === "text") text += node.data ?? "";
		left.push(...childrenOf(node).toReversed());
	}
	return text.trim();
}

const bare = (address: string) =>
	address
		.trim()
		.replace(/^(?:mailto|tel|https?):(?:\/\/)?/i, "")
		.replace(/\/$/, "")
		.toLowerCase();

const formatLink: FormatCallback = (element, walk, builder) => {
	walk(childrenOf(element), builder);
	const href = (element.attribs?.href ?? "").trim();
	if (/^(?:https?|mailto|tel):/i.test(href) && href.length <= 2_000 && bare(href) !== bare(readText(element)))
		builder.addInline(` (${href})`, { noWordTransform: true });
};

/** A cell that holds only one paragraph is as good as its text. */
function unwrapCell(cell: DomNode): DomNode[] {
	const filled = childrenOf(cell).filter((node) => isElement(node) || (node.data ?? "").trim() !== "");
	const [only] = filled;
	return filled.length === 1 && only && (only.name === "p" || only.name === "div")
		? childrenOf(only)
		: childrenOf(cell);
}

const formatRow: FormatCallback = (row, walk, builder) => {
	const cells = childrenOf(row)
		.filter((node) => node.name === "td" || node.name === "th")
		.map(unwrapCell);
	const isLayout = cells.some((nodes) => nodes.some((node) => blocks.has(node.name ?? "")));
	builder.openBlock({ leadingLineBreaks: 1 });
	for (const [at, nodes] of cells.entries()) {
		if (isLayout) builder.openBlock({ leadingLineBreaks: 1 });
		else if (at > 0) builder.addInline(" | ");
		walk(nodes, builder);
		if (isLayout) builder.closeBlock({ trailingLineBreaks: 1 });
	}
	builder.closeBlock({ trailingLineBreaks: 1 });
};

const formatQuotation: FormatCallback = (element, walk, builder) => {
	let depth = 0;
	for (let node = element.parent; node; node = node.parent) if (node.name === "blockquote") depth++;
	builder.openBlock({ leadingLineBreaks: 2, reservedLineLength: 2 });
	walk(childrenOf(element), builder);
	builder.closeBlock({
		trailingLineBreaks: 2,
		...(depth < maxMarkedQuotations && { blockTransform: (text: string) => text.replaceAll(/^/gm, "> ") }),
	});
};

const mark = (opening: string, closing?: string): FormatCallback => {
	const addLine = (builder: Parameters<FormatCallback>[2], line: string) => {
		builder.openBlock({ leadingLineBreaks: 1 });
		builder.addInline(line);
		builder.closeBlock({ trailingLineBreaks: 1 });
	};
	return (element, walk, builder) => {
		addLine(builder, opening);
		builder.openBlock({ leadingLineBreaks: 1 });
		walk(childrenOf(element), builder);
		builder.closeBlock({ trailingLineBreaks: 1 });
		if (closing !== undefined) addLine(builder, closing);
	};
};

/** Where the answered message begins, in the markup of Outlook, Yahoo and Zoho; other programs mark it as a quotation. */
const histories = [
	"#divRplyFwdMsg",
	"#appendonsend",
	"#mail-editor-reference-message-container",
	"#OLK_SRC_BODY_SECTION",
	'div[style*="border-top:solid #E1E1E1"]',
	'div[style*="border-top:solid #B5C4DF"]',
	'div[style*="border-top: solid #E1E1E1"]',
	'div[style*="border-top: 1pt solid rgb(225, 225, 225)"]',
	".yahoo_quoted",
	".zmail_extra",
];
const signatures = [
	".gmail_signature",
	".moz-signature",
	"#Signature",
	"#ms-outlook-mobile-signature",
	"#AppleMailSignature",
	".protonmail_signature_block",
	".x_gmail_signature",
];

const convert = compile({
	wordwrap: false,
	baseElements: { selectors: ["#\ue000"], returnDomByDefault: true },
	limits: { maxDepth: maxDepth + 100, maxInputLength: maxReadHtmlCharacters },
	formatters: {
		link: formatLink,
		row: formatRow,
		quotation: formatQuotation,
		history: mark(marks.quote),
		signature: mark(marks.signature, marks.signatureEnd),
		alternative: (element, _walk, builder) => builder.addInline(element.attribs?.alt ?? ""),
	},
	selectors: [
		{ selector: "a", format: "link" },
		{ selector: "tr", format: "row" },
		{ selector: "blockquote", format: "quotation" },
		{ selector: "img", format: "alternative" },
		{ selector: "title", format: "skip" },
		{ selector: "p", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
		...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
			selector,
			options: { uppercase: false, leadingLineBreaks: 2 },
		})),
		...histories.map((selector) => ({ selector, format: "history" })),
		...signatures.map((selector) => ({ selector, format: "signature" })),
	],
});

/** Reads HTML as text: links with their addresses, lists, the rows of tables, and "> " before quotations. Marks tell where history begins. */
export function readHtml(html: string): string {
	const clean = html.replaceAll(markCharacter, "").slice(0, maxReadHtmlCharacters);
	if (isTooComplicated(clean)) return stripTags(clean);
	return convert(clean).replaceAll("\u00a0", " ");
}
