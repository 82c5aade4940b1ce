import type { Element, Nodes, Root as HtmlRoot } from "hast";
import type { BlockContent, DefinitionContent, ListItem, PhrasingContent, Root, RootContent, TableRow } from "mdast";
import rehypeParse from "rehype-parse";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { isTooComplicated } from "../../core/conversations/incoming/html-text.ts";
import { textOf } from "./markdown-text.ts";

/** Markdown, and what of the HTML it cannot hold. */
export type ConvertedHtml = { markdown: string; pictures: number; embeds: number };

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
 * Converts the HTML of an article to Markdown: headings from level two, paragraphs, lists, quotations, code, tables, links. Pictures and
 * embedded pages are left out and counted. Lines that are divided by an empty one are paragraphs, as blogs store them.
 * @returns undefined when the HTML is too complicated to read
 */
export function convertHtml(html: string): ConvertedHtml | undefined {
	if (isTooComplicated(html)) return undefined;
	const counts = { pictures: 0, embeds: 0 };
	const tree: Root = { type: "root", children: toBlocks(parser.parse(html), counts) as RootContent[] };
	return { markdown: writer.stringify(tree).trim(), ...counts };
}

type Counts = Pick<ConvertedHtml, "pictures" | "embeds">;
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
	for (const child of parent.children) {
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
	switch (element.tagName) {
		case "ul":
		case "ol":
			return [toList(element, counts)];
		case "blockquote":
			return [{ type: "blockquote", children: toBlocks(element, counts) }];
		case "pre":
			return [{ type: "code", value: textOf(element).replace(/\n$/, "") }];
		case "hr":
			return [{ type: "thematicBreak" }];
		case "table":
			return toTable(element, counts);
		default:
			return toBlocks(element, counts);
	}
}

function toList(element: Element, counts: Counts): Block {
	const items = element.children
		.filter((child) => child.type === "element")
		.map((child): ListItem => ({ type: "listItem", spread: false, children: toBlocks(child, counts) }));
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
	if (node.type !== "element" || dropped.has(node.tagName)) return [];
	if (node.tagName === "img") counts.pictures += 1;
	if (embeds.has(node.tagName)) counts.embeds += 1;
	if (node.tagName === "img" || embeds.has(node.tagName)) return [];
	if (node.tagName === "br") return [{ type: "break" }];
	if (node.tagName === "code" || node.tagName === "kbd") return [{ type: "inlineCode", value: textOf(node) }];
	const children = toPhrasesOf(node, counts);
	if (children.length === 0) return [];
	const { href = "" } = node.properties;
	if (node.tagName === "a" && typeof href === "string" && /^(?:https?:|mailto:|tel:|\/|#)/i.test(href))
		return [{ type: "link", url: href, children }];
	if (/^(?:strong|b)$/.test(node.tagName)) return [{ type: "strong", children }];
	if (/^(?:em|i|cite)$/.test(node.tagName)) return [{ type: "emphasis", children }];
	if (/^(?:del|s|strike)$/.test(node.tagName)) return [{ type: "delete", children }];
	return children;
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
		if (node.type === "text" && before?.type === "text")
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
