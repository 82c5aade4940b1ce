import { isDeepStrictEqual } from "node:util";
import {
	Document,
	isMap,
	isScalar,
	isSeq,
	Scalar,
	stringify as stringifyYaml,
	type Node,
	type Pair,
	type ParsedNode,
	type YAMLMap,
	type YAMLSeq,
} from "yaml";
import { parseYaml, parseYamlDocument } from "../parse-yaml.ts";

/** Where folded paragraphs break. */
const foldedWidth = 120;

/** The container of a value: a pair of a block map, an item of a block list, or a flow collection. */
type Place = { within: "pair" | "item" | "flow"; indent: number };

/** A pair or an item in the file: the lines above it, and its own. */
type Piece = { lead: string; text: string };

/**
 * Writes values into a YAML text. Unchanged parts stay the same to the byte, with comments, blank lines, quotes and breaks; a changed text
 * keeps its style, and a moved item keeps the comments above it.
 * @param values JSON values
 * @returns a text that holds exactly these values
 */
export function rewriteYaml(source: string, values: unknown): string {
	const wanted: unknown = values === undefined ? null : JSON.parse(JSON.stringify(values));
	const document = parseYamlDocument(source, { keepSourceTokens: true });
	if (document.errors.length === 0 && document.contents) {
		if (isDeepStrictEqual(document.toJS(), wanted)) return source;
		const rewritten = createRewriter(source, document)(document.contents, wanted);
		if (rewritten !== undefined && holds(rewritten, wanted)) return rewritten;
	}
	return stringifyYaml(wanted, { lineWidth: 0 });
}

/** Verifies the result, because an unforeseen layout, such as anchors, must not change the meaning. */
function holds(text: string, wanted: unknown): boolean {
	try {
		return isDeepStrictEqual(parseYaml(text), wanted);
	} catch {
		return false;
	}
}

function createRewriter(source: string, document: Document.Parsed) {
	return (root: ParsedNode, wanted: unknown): string | undefined =>
		hasSameShape(root, wanted) ? rewriteBlock(root, wanted, 0, source.length) : undefined;

	/** Returns text from..to of a collection with new values. */
	function rewriteBlock(node: YAMLMap | YAMLSeq, wanted: unknown, from: number, to: number): string {
		if (node.flow) {
			const [start, end] = rangeOf(node);
			return source.slice(from, start) + rewriteFlow(node, wanted) + source.slice(end, to);
		}
		const starts = listStarts(node);
		const first = starts[0] ?? from;
		const isInline = source.slice(startOfLine(first), first).trim() !== "";
		const begin = isInline ? first : startOfLine(first);
		const indent = first - startOfLine(first);
		const ends = node.items.map((item) => endOfLines(endOfItem(item)));
		const pieces = starts.map((start, index): Piece => ({
			lead: index === 0 ? "" : source.slice(ends[index - 1], startOfLine(start)),
			text: source.slice(start, ends[index]),
		}));
		const written = isSeq(node)
			? rewriteItems(node, wanted as unknown[], { pieces, starts, ends, indent })
			: rewritePairs(node, wanted as Record<string, unknown>, { pieces, starts, ends, indent });
		const text = written
			.map(({ lead, text: own }, index) => {
				const line = `${" ".repeat(indent)}${own}`;
				if (index > 0 || !isInline) return `${lead}${line}`;
				return lead.trim() === "" ? own : `\n${lead}${line}`;
			})
			.reduce((before, after) => `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${after}`, "");
		const tail = source.slice(ends.at(-1) ?? to, to);
		return source.slice(from, begin) + text + (tail !== "" && !text.endsWith("\n") ? "\n" : "") + tail;
	}

	type Layout = { pieces: Piece[]; starts: number[]; ends: number[]; indent: number };

	function rewriteItems(node: YAMLSeq, wanted: unknown[], { pieces, starts, ends, indent }: Layout): Piece[] {
		const values = node.items.map((item) => toValue(item as ParsedNode));
		const free = new Set(values.keys());
		const take = (index: number | undefined) => {
			if (index !== undefined) free.delete(index);
			return index;
		};
		const same = wanted.map((value, index) =>
			take(
				free.has(index) && isDeepStrictEqual(values[index], value)
					? index
					: [...free].find((one) => isDeepStrictEqual(values[one], value)),
			),
		);
		return wanted.map((value, index): Piece => {
			const unchanged = pieces[same[index] ?? -1];
			if (unchanged) return unchanged;
			const changed = take(free.has(index) ? index : undefined);
			const piece = pieces[changed ?? -1];
			if (changed === undefined || !piece)
				return { lead: "", text: `-${writeFresh(value, { within: "item", indent })}\n` };
			const start = (starts[changed] as number) + 1;
			return {
				lead: piece.lead,
				text: `-${rewriteValue(node.items[changed] as ParsedNode, value, { from: start, to: ends[changed] as number }, { within: "item", indent })}`,
			};
		});
	}

	function rewritePairs(
		node: YAMLMap,
		wanted: Record<string, unknown>,
		{ pieces, starts, ends, indent }: Layout,
	): Piece[] {
		const written = new Map<string, Piece>();
		for (const [index, { key, value }] of (node.items as Pair<ParsedNode, ParsedNode | null>[]).entries()) {
			const name = String(toValue(key));
			const piece = pieces[index];
			if (!Object.hasOwn(wanted, name) || !piece) continue;
			const from = rangeOf(key)[1];
			const own = source.slice(starts[index], from);
			const rest = { from, to: ends[index] as number };
			written.set(name, {
				lead: piece.lead,
				text:
					own +
					(value ? rewriteValue(value, wanted[name], rest, { within: "pair", indent }) : source.slice(from, rest.to)),
			});
		}
		const order = [...written.keys()];
		let previous = -1;
		for (const [name, value] of Object.entries(wanted)) {
			const place = order.indexOf(name);
			if (place === -1) {
				order.splice(previous + 1, 0, name);
				const key = stringifyYaml({ [name]: null }, { lineWidth: 0 }).replace(/: null\n$/, "");
				written.set(name, { lead: "", text: `${key}:${writeFresh(value, { within: "pair", indent })}\n` });
			}
			previous = place === -1 ? previous + 1 : place;
		}
		return order.map((name) => written.get(name) as Piece);
	}

	/** Returns text from..to after a key or a dash with a new value. */
	function rewriteValue(
		node: ParsedNode,
		wanted: unknown,
		{ from, to }: { from: number; to: number },
		place: Place,
	): string {
		if (isDeepStrictEqual(toValue(node), wanted)) return source.slice(from, to);
		if (hasSameShape(node, wanted)) return rewriteBlock(node, wanted, from, to);
		const end = endOfNode(node);
		const rest = source[end - 1] === "\n" ? "\n" : source.slice(end, to);
		const fresh = writeFresh(wanted, place, isScalar(node) ? node.type : undefined);
		// A comment after block lines would become part of them.
		const isBlock = fresh.includes("\n");
		return `${place.within === "pair" ? ":" : ""}${fresh}${isBlock ? "\n" : rest}`;
	}

	function rewriteFlow(node: YAMLMap | YAMLSeq, wanted: unknown): string {
		const [start, end] = rangeOf(node);
		const children = isSeq(node)
			? (node.items as ParsedNode[]).map((item, index) => ({ item, key: index }))
			: (node.items as Pair<ParsedNode, ParsedNode | null>[]).flatMap(({ key, value }) =>
					value ? [{ item: value, key: String(toValue(key)) }] : [],
				);
		const keys = Object.keys(wanted as object);
		if (keys.length !== children.length || !children.every(({ key }) => Object.hasOwn(wanted as object, key)))
			return writeFresh(wanted, { within: "flow", indent: 0 });
		let text = "";
		let position = start;
		for (const { item, key } of children) {
			const value = (wanted as Record<string | number, unknown>)[key];
			if (isDeepStrictEqual(toValue(item), value)) continue;
			const [from, to] = rangeOf(item);
			text += source.slice(position, from);
			text += hasSameShape(item, value)
				? rewriteFlow(item, value)
				: writeFresh(value, { within: "flow", indent: 0 }, isScalar(item) ? item.type : undefined);
			position = to;
		}
		return text + source.slice(position, end);
	}

	function toValue(node: Node): unknown {
		return node.toJS(document);
	}

	function listStarts(node: YAMLMap | YAMLSeq): number[] {
		if (isMap(node)) return (node.items as Pair<ParsedNode>[]).map(({ key }) => rangeOf(key)[0]);
		const token = node.srcToken;
		if (token?.type !== "block-seq") return [];
		return token.items.flatMap(({ start }) =>
			start.filter(({ type }) => type === "seq-item-ind").map(({ offset }) => offset),
		);
	}

	function startOfLine(position: number): number {
		return source.lastIndexOf("\n", position - 1) + 1;
	}

	/** Returns the end of the line of a position. */
	function endOfLines(position: number): number {
		if (source[position - 1] === "\n") return position;
		const newline = source.indexOf("\n", position);
		return newline === -1 ? source.length : newline + 1;
	}
}

/** Tells whether a value can replace a collection part by part. */
function hasSameShape(node: Node, wanted: unknown): node is YAMLMap | YAMLSeq {
	if (typeof wanted !== "object" || wanted === null) return false;
	if (isSeq(node)) return Array.isArray(wanted) && wanted.length > 0 && node.items.length > 0;
	return isMap(node) && !Array.isArray(wanted) && Object.keys(wanted).length > 0 && node.items.length > 0;
}

function rangeOf(node: Node): [number, number] {
	const range = node.range;
	if (!range) throw new Error("A part of a parsed text has no place in it");
	return [range[0], range[1]];
}

function endOfItem(item: unknown): number {
	if (typeof item === "object" && item !== null && "key" in item) {
		const { key, value } = item as Pair<ParsedNode, ParsedNode | null>;
		return value ? endOfNode(value) : rangeOf(key)[1] + 1;
	}
	return endOfNode(item as ParsedNode);
}

/** Returns where a node's content ends: a collection's own range includes the lines below it. */
function endOfNode(node: Node): number {
	const last = (isMap(node) || isSeq(node)) && !node.flow ? node.items.at(-1) : undefined;
	return last ? endOfItem(last) : rangeOf(node)[1];
}

/** Writes a value as it appears after a colon, after a dash or in brackets. */
function writeFresh(value: unknown, { within, indent }: Place, style?: Scalar.Type | null): string {
	const document = new Document(within === "pair" ? { k: value } : [value]);
	const contents = document.contents as unknown as YAMLMap | YAMLSeq;
	if (within === "flow") contents.flow = true;
	const node = document.getIn([within === "pair" ? "k" : 0], true);
	if (style && isScalar(node)) node.type = style;
	const isFolded = style === Scalar.BLOCK_FOLDED;
	const text = document.toString({ lineWidth: isFolded ? Math.max(40, foldedWidth - indent) : 0 }).trimEnd();
	if (within === "flow") return text.replace(/^\[ ?/, "").replace(/ ?\]$/, "");
	const [first = "", ...others] = text.slice(within === "pair" ? 2 : 1).split("\n");
	return [first, ...others.map((line) => (line === "" ? "" : " ".repeat(indent) + line))].join("\n");
}
