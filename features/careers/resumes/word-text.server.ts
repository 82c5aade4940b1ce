import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Element } from "hast";
import mammoth from "mammoth";
import rehypeParse from "rehype-parse";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import yauzl from "yauzl";
import { ZipFile } from "yazl";
import { findArchiveEnd } from "../../../platform/files/recognition/package-file.server.ts";
import type { ResumeView } from "./resume-view.ts";

/** For the parts with text and layout; a resume's take a few hundred KB. */
const maxXmlBytes = 16 * 1024 * 1024;
const maxHtmlLength = 1_000_000;
/** A section may have three of each. */
const maxMargins = 12;
const marginNames = { header: /^word\/header\w*\.xml$/i, footer: /^word\/footer\w*\.xml$/i };
const marginStart = /<([\w.-]+:)?(?:hdr|ftr)((?:\s[^<>]*)?)>/;
const marginEnd = /<\/([\w.-]+:)?(?:hdr|ftr)\s*>/;
const partName = /\.(?:xml|rels)$/i;

/** Keeps a document's text in order, and nothing that leads elsewhere or loads anything. */
const harmless = {
	tagNames: "p br h1 h2 h3 h4 h5 h6 ul ol li strong em sup sub table thead tbody tr td th".split(" "),
	attributes: { td: ["colSpan", "rowSpan"], th: ["colSpan", "rowSpan"] },
	strip: ["script", "style"],
};

const shownAddress = /^(?:https?:|mailto:)/i;

/**
 * Reads the text of a DOCX as HTML, with its headers first and its footers last. Leaves out pictures, and writes links as text with the address after it.
 *
 * @throws Error if it unpacks to more than a resume would, or is no DOCX
 */
export async function readWordText(file: Uint8Array): Promise<ResumeView> {
	const parts = await readParts(Buffer.from(file));
	const headers = await convertMargins(parts, "header");
	const value = [...headers, await convert(parts), ...(await convertMargins(parts, "footer"))].join("");
	if (value.length > maxHtmlLength) throw new Error("The document is longer than a resume");
	const html = await unified()
		.use(rehypeParse, { fragment: true })
		.use(() => (tree) => visit(tree, "element", writeAddress))
		.use(rehypeSanitize, harmless)
		.use(rehypeStringify)
		.process(value);
	return { shows: "text", html: String(html) };
}

/** Appends a link's address to its text, unless the text has it. */
function writeAddress(element: Element): void {
	const href = element.tagName === "a" ? element.properties.href : undefined;
	if (typeof href !== "string" || !shownAddress.test(href)) return;
	const [first] = element.children;
	const address = href.replace(/^mailto:/i, "");
	if (first?.type === "text" && first.value.includes(address.replace(/^https?:\/\/|\/$/gi, ""))) return;
	element.children.push({ type: "text", value: ` (${address})` });
}

async function convert(parts: ReadonlyMap<string, Buffer>): Promise<string> {
	const { value } = await mammoth.convertToHtml(
		{ buffer: await pack(parts) },
		{
			convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
			includeEmbeddedStyleMap: false,
			externalFileAccess: false,
		},
	);
	return value;
}

/**
 * Converts the headers or footers, which the library leaves out, each as a document of its own; those of the first, the even and the other
 * pages once if they are the same.
 */
async function convertMargins(
	parts: ReadonlyMap<string, Buffer>,
	kind: keyof typeof marginNames,
): Promise<ReadonlySet<string>> {
	const converted = new Set<string>();
	for (const [name, xml] of [...parts].filter(([one]) => marginNames[kind].test(one)).slice(0, maxMargins)) {
		const document = xml
			.toString()
			.replace(marginStart, "<$1document$2><$1body>")
			.replace(marginEnd, "</$1body></$1document>");
		const relationships = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${name}"/></Relationships>`;
		const alone = new Map(parts).set("_rels/.rels", Buffer.from(relationships)).set(name, Buffer.from(document));
		alone.delete("word/document.xml");
		const html = await convert(alone).catch(() => "");
		if (html !== "") converted.add(html);
	}
	return converted;
}

/** Reads the text parts, up to the limit: the library unpacks everything in a file, whatever its claimed size. */
async function readParts(file: Buffer): Promise<Map<string, Buffer>> {
	const zip = await yauzl.fromBufferPromise(file.subarray(0, findArchiveEnd(file)), { validateEntrySizes: true });
	const parts = new Map<string, Buffer>();
	let left = maxXmlBytes;
	for await (const entry of zip.eachEntry()) {
		if (!partName.test(entry.fileName)) continue;
		left -= entry.uncompressedSize;
		if (left < 0) throw new Error("The document unpacks to more than a resume does");
		parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
	}
	return parts;
}

function pack(parts: ReadonlyMap<string, Buffer>): Promise<Buffer> {
	const packed = new ZipFile();
	for (const [name, content] of parts) packed.addBuffer(content, name, { compress: false });
	packed.end();
	return buffer(packed.outputStream as Readable);
}
