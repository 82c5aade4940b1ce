export type XmlElement = { name: string; attributes: ReadonlyMap<string, string> };

/** The text breaks the rules of XML, or uses what Office documents may not. */
class MalformedXmlError extends Error {}

const tagPattern = /<\/?([^\s/>"'=<]+)/y;
const attributePattern = /\s+([^\s=>"'/<]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEndPattern = /\s*\/?>/y;
const spans: readonly (readonly [string, string])[] = [
	["<!--", "-->"],
	["<![CDATA[", "]]>"],
	["<?", "?>"],
];

/**
 * Lists the elements of an XML document in the order in which they begin, without their namespaces' prefixes, in time in proportion to
 * its length and without nesting.
 *
 * @throws MalformedXmlError also for a document type, which the parts of a package may not have (ECMA-376, part 2, 8.1.4)
 */
export function* listXmlElements(content: Buffer): Generator<XmlElement> {
	const text = decodeXml(content);
	for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
		const span = spans.find(([start]) => text.startsWith(start, at));
		if (span) {
			const end = text.indexOf(span[1], at + span[0].length);
			if (end === -1) throw new MalformedXmlError("Something has no end");
			at = end + span[1].length;
			continue;
		}
		tagPattern.lastIndex = at;
		const tag = tagPattern.exec(text);
		if (!tag?.[1] || tag[1].startsWith("!")) throw new MalformedXmlError("It has no name or a document type");
		const attributes = new Map<string, string>();
		let end = tagPattern.lastIndex;
		attributePattern.lastIndex = end;
		for (let match = attributePattern.exec(text); match; match = attributePattern.exec(text)) {
			attributes.set(withoutPrefix(match[1] ?? ""), decodeEntities(match[2] ?? match[3] ?? ""));
			end = attributePattern.lastIndex;
		}
		tagEndPattern.lastIndex = end;
		if (!tagEndPattern.test(text)) throw new MalformedXmlError("A tag has no end");
		at = tagEndPattern.lastIndex;
		if (!tag[0].startsWith("</")) yield { name: withoutPrefix(tag[1]), attributes };
	}
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

const entities: ReadonlyMap<string, string> = new Map([
	["amp", "&"],
	["lt", "<"],
	["gt", ">"],
	["quot", '"'],
	["apos", "'"],
]);

function decodeEntities(text: string): string {
	return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,4}));/gi, (entity, hex, decimal, name) => {
		if (name !== undefined) return entities.get(name) ?? entity;
		const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
	});
}
