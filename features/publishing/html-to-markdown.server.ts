import type { Element, Nodes, Root as HtmlRoot } from "hast";
import type { BlockContent, DefinitionContent, ListItem, PhrasingContent, Root, RootContent, TableRow } from "mdast";
import rehypeParse from "rehype-parse";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { isTooComplicated } from "../../core/conversations/incoming/html-text.ts";
import { textOf } from "./markdown-text.ts";

/** Markdown, and how many pictures and embedded items of the HTML are left out of it. */
export type ConvertedHtml = { markdown: string; pictures: number; embeds: number };

export type ConvertOptions = {
	/** Returns what stands for a picture in the text: letters, digits and hyphens; undefined for one to leave out. By default all are. */
	placePicture?: (picture: { src: string; alt: string }) => string | undefined;
};

const parser = unified().use(rehypeParse, { fragment: true });
const writer = unified().use(remarkGfm).use(remarkStringify, { bullet: "-", emphasis: "_", rule: "-" });

const dropped = new Set(["script", "style", "template", "noscript", "title", "head"]);
const embeds = new Set(["iframe", "video", "audio", "object", "embed", "form"]);
const blocks = new Set(
	"address article aside blockquote body dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table ul".split(
		" ",
	),
);

/**
 * Converts the HTML of an article to Markdown: headings from level two, paragraphs, lists, quotations, code, tables, links, and the lists,
 * footnotes and formats of word processors. Pictures without a place and embedded pages are left out and counted. Lines that are divided
 * by an empty one are paragraphs, as blogs store them.
 * @returns undefined when the HTML is too complicated to read
 */
export function convertHtml(
	html: string,
	{ placePicture = () => undefined }: ConvertOptions = {},
): ConvertedHtml | undefined {
	if (isTooComplicated(html)) return undefined;
	const counts = { pictures: 0, embeds: 0, placePicture };
	const tree: Root = { type: "root", children: toBlocks(parser.parse(html), counts) as RootContent[] };
	return { markdown: writer.stringify(tree).trim(), pictures: counts.pictures, embeds: counts.embeds };
}

type Counts = Pick<ConvertedHtml, "pictures" | "embeds"> & Required<ConvertOptions>;
type Block = BlockContent | DefinitionContent;

/** Converts the children of a node to blocks; text between blocks becomes paragraphs. */
function toBlocks(parent: HtmlRoot | Element, counts: Counts): Block[] {
	const made: Block[] = [];
	let run: PhrasingContent[] = [];
	const endParagraph = () => {
		const children = trimRun(run);
		if (children.length > 0) made.push({ type: "paragraph", children });
		run = [];
	};
	for (const child of joinWordLists(parent.children)) {
		if (child.type === "element" && holdsBlocks(child)) {
			endParagraph();
			made.push(...toBlock(child, counts));
		} else if (child.type === "text" && parent.type === "root") {
			const [first = "", ...others] = child.value.split(/\n[ \t]*\n\s*/);
			run.push(...toText(first));
			for (const part of others) {
				endParagraph();
				run.push(...toText(part));
			}
		} else run.push(...toPhrases(child, counts));
	}
	endParagraph();
	return made;
}

/** Links and formats may stand around blocks. */
function holdsBlocks(element: Element): boolean {
	return (
		blocks.has(element.tagName) || element.children.some((child) => child.type === "element" && holdsBlocks(child))
	);
}

function toBlock(element: Element, counts: Counts): Block[] {
	const level = /^h([1-6])$/.exec(element.tagName)?.[1];
	if (level !== undefined) {
		const children = trimRun(toPhrasesOf(element, counts));
		const depth = Math.max(2, Number(level)) as 2 | 3 | 4 | 5 | 6;
		return children.length === 0 ? [] : [{ type: "heading", depth, children }];
	}
	if (isHidden(element)) return [];
	const note = readNoteText(element);
	if (note)
		return [
			{
				type: "footnoteDefinition",
				identifier: note.number,
				label: note.number,
				children: toBlocks(note.text, counts) as BlockContent[],
			},
		];
	switch (element.tagName) {
		case "ul":
		case "ol":
			return [toList(element, counts)];
		case "blockquote":
			return [{ type: "blockquote", children: toBlocks(element, counts) }];
		case "pre":
			return [{ type: "code", value: textOf(element).replace(/\n$/, "") }];
		case "hr":
			// Word draws one above its footnotes.
			return element.properties.width === "33%" ? [] : [{ type: "thematicBreak" }];
		case "table":
			return toTable(element, counts);
		default:
			return toBlocks(element, counts);
	}
}

function toList(element: Element, counts: Counts): Block {
	const items: ListItem[] = [];
	for (const child of element.children.filter((one) => one.type === "element")) {
		const last = items.at(-1);
		// Google Docs and Word write a list within a list beside its item.
		if (last && (child.tagName === "ul" || child.tagName === "ol")) last.children.push(toList(child, counts));
		else items.push({ type: "listItem", spread: false, children: toBlocks(child, counts) });
	}
	return { type: "list", ordered: element.tagName === "ol", spread: false, children: items };
}

function toTable(element: Element, counts: Counts): Block[] {
	const rows = findAll(element, "tr").map((row): TableRow => {
		const cells = row.children.filter((child) => child.type === "element");
		return {
			type: "tableRow",
			children: cells.map((cell) => ({ type: "tableCell", children: trimRun(toPhrasesOf(cell, counts)) })),
		};
	});
	return rows.length === 0 ? [] : [{ type: "table", children: rows }];
}

function findAll(element: Element, tagName: string): Element[] {
	return element.children.flatMap((child) =>
		child.type !== "element" ? [] : child.tagName === tagName ? [child] : findAll(child, tagName),
	);
}

function toPhrasesOf(element: Element, counts: Counts): PhrasingContent[] {
	return element.children.flatMap((child) => toPhrases(child, counts));
}

function toPhrases(node: Nodes, counts: Counts): PhrasingContent[] {
	if (node.type === "text") return toText(node.value);
	if (node.type !== "element" || dropped.has(node.tagName) || isHidden(node)) return [];
	if (node.tagName === "img") return toPicture(node, counts);
	if (embeds.has(node.tagName)) {
		counts.embeds += 1;
		return [];
	}
	if (node.tagName === "br") return [{ type: "break" }];
	if (node.tagName === "code" || node.tagName === "kbd") return [{ type: "inlineCode", value: textOf(node) }];
	const reference = readNoteReference(node);
	if (reference !== undefined) return [{ type: "footnoteReference", identifier: reference, label: reference }];
	const children = toPhrasesOf(node, counts);
	if (children.length === 0) return [];
	const address = node.tagName === "a" ? readAddress(node) : undefined;
	// The paragraphs of a cell are its words.
	if (blocks.has(node.tagName)) return [...toText(" "), ...children, ...toText(" ")];
	// A link around a picture leads to the same picture in another size.
	if (address !== undefined && !isPicture(node)) return [{ type: "link", url: address, children: trimRun(children) }];
	return readFormats(node).reduceRight<PhrasingContent[]>((within, type) => format(type, within), children);
}

function toPicture({ properties: { src, alt } }: Element, counts: Counts): PhrasingContent[] {
	const place = counts.placePicture({ src: src ?? "", alt: alt ?? "" });
	if (place === undefined) counts.pictures += 1;
	return place === undefined ? [] : toText(place);
}

function isPicture({ children: [child, ...others] }: Element): boolean {
	return others.length === 0 && child?.type === "element" && child.tagName === "img";
}

type Format = "strong" | "emphasis" | "delete";

const formatOfTag: Record<string, Format> = {
	strong: "strong",
	b: "strong",
	em: "emphasis",
	i: "emphasis",
	cite: "emphasis",
	del: "delete",
	s: "delete",
	strike: "delete",
};

/** Word processors write formats as styles, and take those of tags back by styles. */
function readFormats(element: Element): Format[] {
	const weight = readStyle(element, "font-weight");
	const slant = readStyle(element, "font-style");
	const formats = new Set<Format>();
	const ofTag = Object.hasOwn(formatOfTag, element.tagName) ? formatOfTag[element.tagName] : undefined;
	if (ofTag) formats.add(ofTag);
	if (weight.startsWith("bold") || Number(weight) >= 600) formats.add("strong");
	else if (weight !== "") formats.delete("strong");
	if (slant === "italic") formats.add("emphasis");
	else if (slant === "normal") formats.delete("emphasis");
	const lines = readStyle(element, "text-decoration") + readStyle(element, "text-decoration-line");
	if (lines.includes("line-through")) formats.add("delete");
	return [...formats];
}

/** White space at the ends of formatted words belongs outside: `**bold **` is not a format. */
function format(type: Format, children: PhrasingContent[]): PhrasingContent[] {
	const words = trimRun(children);
	if (words.length === 0) return children;
	const [first, last] = [children[0], children.at(-1)];
	const before = first?.type === "text" && /^\s/.test(first.value) ? toText(" ") : [];
	const after = last?.type === "text" && /\s$/.test(last.value) ? toText(" ") : [];
	const isAlready = words.length === 1 && words[0]?.type === type;
	return [...before, ...(isAlready ? words : [{ type, children: words } satisfies PhrasingContent]), ...after];
}

/** The address of a link, without the page by which a search engine counts it; undefined for an address that Markdown must not hold. */
function readAddress({ properties: { href } }: Element): string | undefined {
	if (typeof href !== "string" || !/^(?:https?:|mailto:|tel:|\/|#)/i.test(href)) return undefined;
	const url = URL.parse(href);
	const isCounted = url?.hostname === "www.google.com" && url.pathname === "/url";
	const target = isCounted ? (url.searchParams.get("q") ?? url.searchParams.get("url")) : null;
	return target !== null && /^https?:/i.test(target) ? target : href;
}

/** Reads a property of an element's own style, in lower case; empty without it. */
function readStyle({ properties: { style } }: Element, name: string): string {
	if (typeof style !== "string") return "";
	for (const declaration of style.toLowerCase().split(";")) {
		const [property = "", ...value] = declaration.split(":");
		if (property.trim() === name) return value.join(":").trim();
	}
	return "";
}

function isHidden(element: Element): boolean {
	return (
		readStyle(element, "display") === "none" ||
		readStyle(element, "mso-hide") === "all" ||
		readStyle(element, "mso-list") === "ignore"
	);
}

/** The number of a footnote that Word refers to. */
function readNoteReference({ tagName, properties: { href } }: Element): string | undefined {
	return tagName === "a" ? /^#_(?:ftn|edn)(\d{1,4})$/.exec(String(href))?.[1] : undefined;
}

/** A footnote of Word, below its text. */
function readNoteText(element: Element): { number: string; text: Element } | undefined {
	const [, number] = /^(?:ftn|edn)(\d{1,4})$/.exec(String(element.properties.id)) ?? [];
	if (number === undefined) return undefined;
	const withoutBackLink = (within: Element): Element => ({
		...within,
		children: within.children.flatMap((child): Element["children"] => {
			if (child.type !== "element") return [child];
			return /^#_(?:ftn|edn)ref\d/.test(String(child.properties.href)) ? [] : [withoutBackLink(child)];
		}),
	});
	return { number, text: withoutBackLink(element) };
}

const numbering = /^\(?(?:\d{1,3}|[a-z]|[ivxl]{1,5})[.)]/i;

/** Makes lists of the paragraphs by which Word writes them, each with its level and its sign. */
function joinWordLists(children: readonly RootContentOfHtml[]): RootContentOfHtml[] {
	const joined: RootContentOfHtml[] = [];
	/** The open lists, outermost first. */
	let open: Element[] = [];
	for (const child of children) {
		const level = child.type === "element" && child.tagName === "p" ? readWordLevel(child) : undefined;
		if (child.type !== "element" || level === undefined) {
			if (child.type === "element" || (child.type === "text" && child.value.trim() !== "")) open = [];
			if (child.type !== "comment" || open.length === 0) joined.push(child);
			continue;
		}
		open = open.slice(0, level);
		while (open.length < level) {
			const list = makeElement(numbering.test(findSign(child)) ? "ol" : "ul");
			const around = open.at(-1);
			if (around) around.children.push(list);
			else joined.push(list);
			open.push(list);
		}
		open.at(-1)?.children.push({ ...makeElement("li"), children: child.children });
	}
	return joined;
}

type RootContentOfHtml = HtmlRoot["children"][number];

/** The level of a list's paragraph, 1 for the outermost and 9 at most, as in Word; undefined for other paragraphs. */
function readWordLevel(paragraph: Element): number | undefined {
	const [, level] = /\blevel([1-9])\b/.exec(readStyle(paragraph, "mso-list")) ?? [];
	return level === undefined ? undefined : Number(level);
}

/** The sign of an item of Word's lists, such as "·" or "2.", which it marks as no text. */
function findSign(element: Element): string {
	for (const child of element.children) {
		if (child.type !== "element") continue;
		const sign = readStyle(child, "mso-list") === "ignore" ? textOf(child).trim() : findSign(child);
		if (sign !== "") return sign;
	}
	return "";
}

function makeElement(tagName: string): Element {
	return { type: "element", tagName, properties: {}, children: [] };
}

function toText(value: string): PhrasingContent[] {
	const text = value.replaceAll(/\s+/g, " ");
	return text === "" ? [] : [{ type: "text", value: text }];
}

/** Joins neighbouring texts, and removes white space and line breaks at both ends of a line. */
function trimRun(nodes: readonly PhrasingContent[]): PhrasingContent[] {
	const run: PhrasingContent[] = [];
	for (const node of nodes) {
		const before = run.at(-1);
		const isAlike = node.type === before?.type && (node.type === "strong" || node.type === "emphasis");
		if (isAlike && "children" in before)
			run[run.length - 1] = { ...node, children: trimRun([...before.children, ...node.children]) } as PhrasingContent;
		else if (node.type === "text" && before?.type === "text")
			run[run.length - 1] = { type: "text", value: `${before.value}${node.value}`.replaceAll(/ {2,}/g, " ") };
		else run.push(node);
	}
	const isEmpty = (node: PhrasingContent | undefined) =>
		node?.type === "break" || (node?.type === "text" && node.value.trim() === "");
	let [start, end] = [0, run.length];
	while (start < end && isEmpty(run[start])) start += 1;
	while (end > start && isEmpty(run[end - 1])) end -= 1;
	return run.slice(start, end).map((node, index, kept) => {
		if (node.type !== "text") return node;
		const value = index === 0 ? node.value.trimStart() : node.value;
		return { ...node, value: index === kept.length - 1 ? value.trimEnd() : value };
	});
}
