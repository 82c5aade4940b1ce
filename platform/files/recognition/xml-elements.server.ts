import { Parser } from "htmlparser2";

export type XmlElement = { name: string; attributes: Readonly<Record<string, string>> };

/** Types and relationships of a package are two levels deep. */
const maxDepth = 50;

/**
 * Lists an XML document's elements in order of their start, without namespace prefixes.
 *
 * @throws Error for a document type, which the parts of a package may not have (ECMA-376, part 2, 8.1.4), and for elements nested too deep
 */
export function listXmlElements(content: Buffer): XmlElement[] {
	const elements: XmlElement[] = [];
	let depth = 0;
	const parser = new Parser(
		{
			onopentag(name, attributes) {
				depth += 1;
				if (depth > maxDepth) throw new Error("Its elements are nested too deeply");
				const named = Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value] as const);
				elements.push({ name: withoutPrefix(name), attributes: Object.fromEntries(named) });
			},
			onclosetag() {
				depth -= 1;
			},
			onprocessinginstruction(name) {
				if (name.startsWith("!")) throw new Error("It has a document type");
			},
		},
		{ xmlMode: true },
	);
	parser.end(decodeXml(content));
	return elements;
}

/** Parts of a package are UTF-8 or UTF-16 (ECMA-376, part 2, 8.1.4). */
function decodeXml(content: Buffer): string {
	const start = content.toString("latin1", 0, 2);
	const encoding =
		start === "\u00ff\u00fe" || start === "<\0"
			? "utf-16le"
			: start === "\u00fe\u00ff" || start === "\0<"
				? "utf-16be"
				: "utf-8";
	return new TextDecoder(encoding).decode(content);
}

function withoutPrefix(name: string): string {
	return name.slice(name.indexOf(":") + 1);
}
