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
import type { ResumeView } from "./resume-view.ts";
import { findArchiveEnd } from "./word-package.server.ts";

/** For the parts with text and layout; a resume's take a few hundred KB. */
const maxXmlBytes = 16 * 1024 * 1024;
const maxHtmlLength = 1_000_000;
const partName = /\.(?:xml|rels)$/i;

/** Keeps a document's text in order, and nothing that leads elsewhere or loads anything. */
const harmless = {
	tagNames: "p br h1 h2 h3 h4 h5 h6 ul ol li strong em sup sub table thead tbody tr td th".split(" "),
	attributes: { td: ["colSpan", "rowSpan"], th: ["colSpan", "rowSpan"] },
	strip: ["script", "style"],
};

const shownAddress = /^(?:https?:|mailto:)/i;

/**
 * Reads the text of a DOCX as HTML. Leaves out pictures, and writes links as text with the address after it.
 *
 * @throws Error if it unpacks to more than a resume would, or is no DOCX
 */
export async function readWordText(file: Uint8Array): Promise<ResumeView> {
	const { value } = await mammoth.convertToHtml(
		{ buffer: await repackText(Buffer.from(file)) },
		{
			convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
			includeEmbeddedStyleMap: false,
			externalFileAccess: false,
		},
	);
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

/** Packs the text parts again, up to the limit: the library unpacks everything in a file, whatever its claimed size. */
async function repackText(file: Buffer): Promise<Buffer> {
	const zip = await yauzl.fromBufferPromise(file.subarray(0, findArchiveEnd(file)), { validateEntrySizes: true });
	const packed = new ZipFile();
	let left = maxXmlBytes;
	for await (const entry of zip.eachEntry()) {
		if (!partName.test(entry.fileName)) continue;
		left -= entry.uncompressedSize;
		if (left < 0) throw new Error("The document unpacks to more than a resume does");
		packed.addBuffer(await buffer(await zip.openReadStreamPromise(entry)), entry.fileName, { compress: false });
	}
	packed.end();
	return buffer(packed.outputStream as Readable);
}
