import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from "saxes";
import { escapeMarkup } from "../../../shared/escape-markup.ts";
import { PictureRefusal } from "./picture-refusal.ts";

/** The head of a file, in which its first element begins. */
const headBytes = 64_000;
/** Drawing programs name namespaces and styles by entities. */
const maxEntityCharacters = 1_000;
const maxCharacters = 2_000_000;

const svgNamespace = "http://www.w3.org/2000/svg";
const xlinkNamespace = "http://www.w3.org/1999/xlink";
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
/** Files of drawing programs use these without declaring them. */
const additionalNamespaces = { xlink: xlinkNamespace };
/** Elements that are never drawn from a file. */
const leftOut = new Set(["script", "foreignObject", "metadata"]);

/** Tells whether a file is an XML text whose first element is svg, in any namespace prefix. */
export function isSvg(bytes: Uint8Array): boolean {
	let root: string | undefined;
	const parser = new SaxesParser();
	parser.on("opentagstart", ({ name }) => void (root ??= name));
	parser.on("error", () => void (root ??= ""));
	parser.write(decodeXml(bytes.subarray(0, headBytes)));
	return root !== undefined && /^(?:[\w.-]+:)?svg$/i.test(root);
}

/**
 * Rewrites an SVG in UTF-8, without prefixes, document type, scripts, comments, links to other files, and the data of drawing
 * programs. Entities that stand for a plain text are replaced by it.
 * @throws PictureRefusal when it defines other entities, or is not well-formed XML
 */
export function cleanSvg(bytes: Uint8Array): string {
	const parser = new SaxesParser({ xmlns: true, additionalNamespaces });
	const parts: string[] = [];
	let characters = 0;
	const write = (text: string) => {
		characters += text.length;
		if (characters > maxCharacters) throw new PictureRefusal("Too complex to process. Save it as JPEG or PNG.");
		parts.push(text);
	};
	let depth = 0;
	/** Depth of the outermost element that is left out around the current place. */
	let leftOutFrom: number | undefined;
	parser.on("doctype", (text) => void Object.assign(parser.ENTITIES, readEntities(text)));
	parser.on("opentag", (tag) => {
		depth += 1;
		if (leftOutFrom === undefined && (!isDrawn(tag) || leftOut.has(tag.local))) leftOutFrom = depth;
		if (leftOutFrom !== undefined) return;
		const root = depth === 1 ? ` xmlns="${svgNamespace}" xmlns:xlink="${xlinkNamespace}"` : "";
		write(`<${tag.local}${root}${Object.values(tag.attributes).map(writeAttribute).join("")}>`);
	});
	parser.on("closetag", (tag) => {
		if (leftOutFrom === undefined) write(`</${tag.local}>`);
		else if (leftOutFrom === depth) leftOutFrom = undefined;
		depth -= 1;
	});
	const writeText = (text: string) => {
		if (leftOutFrom === undefined && depth > 0) write(escapeMarkup(text));
	};
	parser.on("text", writeText);
	parser.on("cdata", writeText);
	parser.on("error", (error) => {
		// Left out like all that has a prefix of its own.
		if (!/unbound namespace prefix/i.test(error.message)) throw error;
	});
	try {
		parser.write(decodeXml(bytes)).close();
	} catch (error) {
		if (error instanceof PictureRefusal) throw error;
		throw new PictureRefusal("Damaged or incomplete. Open it in an image editor and save it again.");
	}
	return parts.join("");
}

/** Files without any namespace are common, and drawn too. */
function isDrawn({ uri }: SaxesTagNS): boolean {
	return uri === svgNamespace || uri === "";
}

function writeAttribute({ local, prefix, uri, value }: SaxesAttributeNS): string {
	const isNamespace = prefix === "xmlns" || (prefix === "" && local === "xmlns");
	if (isNamespace || local.startsWith("on")) return "";
	if (local === "href" && !/^\s*(?:#|data:image\/)/i.test(value)) return "";
	if (uri === "" && prefix === "") return ` ${local}="${escapeMarkup(value)}"`;
	if (uri === xlinkNamespace) return ` xlink:${local}="${escapeMarkup(value)}"`;
	return uri === xmlNamespace ? ` xml:${local}="${escapeMarkup(value)}"` : "";
}

/**
 * Reads the entities that a document type defines.
 * @throws PictureRefusal when one stands for another file, markup, another entity, or a long text
 */
function readEntities(documentType: string): Record<string, string> {
	const entities = [...documentType.matchAll(/<!ENTITY\s+([\w.:-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>/g)]
		.map(([, name = "", quoted, alsoQuoted]) => ({ name, text: quoted ?? alsoQuoted ?? "" }))
		.filter(({ text }) => text.length <= maxEntityCharacters);
	if (entities.length < documentType.split("<!ENTITY").length - 1)
		throw new PictureRefusal(
			"This SVG defines entities that are more than short texts. Save it without them, or as PNG.",
		);
	// The first definition counts.
	return Object.fromEntries(entities.toReversed().map(({ name, text }) => [name, text]));
}

/** Decodes XML by its first bytes, which tell UTF-16 and its order (XML 1.0, appendix F), or by its declaration. */
function decodeXml(bytes: Uint8Array): string {
	const [first = 0, second = 0] = bytes;
	if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return decode(bytes, "utf-16le");
	if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return decode(bytes, "utf-16be");
	const declaration = Buffer.from(bytes.subarray(0, 200)).toString("latin1").split("?>")[0] ?? "";
	const [, named = "utf-8"] = /\sencoding=["']([\w-]+)["']/.exec(declaration) ?? [];
	return decode(bytes, /^utf-?16/i.test(named) ? "utf-8" : named);
}

function decode(bytes: Uint8Array, encoding: string): string {
	try {
		return new TextDecoder(encoding).decode(bytes).trimStart();
	} catch {
		return new TextDecoder().decode(bytes).trimStart();
	}
}
