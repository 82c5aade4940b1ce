import { hashInlineSource, listInlineSources } from "../platform/pages/finish-pages.ts";
import { findElements, replaceParts, type Replacement } from "../platform/pages/html-elements.ts";
import { framedPageScript, framedPageStyle } from "./framed-page-script.ts";

/** A page of the site, with the Content-Security-Policy for showing it. */
export type PreviewPage = { html: string; policy: string };

/**
 * Makes a rendered page safe beside others of its origin: its policy forbids scripts. A sandbox keeps the origin for fonts and pictures.
 * @param framedBy whether a page of the desk may frame it
 * @param isFollowed whether visitors follow its links and use the forms that only ask for another page
 */
export async function toPreviewPage(
	response: Response,
	{ framedBy = "nobody", isFollowed = false }: { framedBy?: "nobody" | "desk"; isFollowed?: boolean } = {},
): Promise<PreviewPage> {
	const html = await response.text();
	const policy = [
		"default-src 'none'",
		`style-src 'self' ${listInlineSources(html).styles.join(" ")}`,
		"img-src 'self' data:",
		"font-src 'self' data:",
		"script-src 'none'",
		`form-action ${isFollowed ? "'self'" : "'none'"}`,
		"base-uri 'none'",
		`frame-ancestors ${framedBy === "desk" ? "'self'" : "'none'"}`,
		`sandbox allow-same-origin${isFollowed ? " allow-forms allow-popups allow-popups-to-escape-sandbox" : ""}`,
	].join("; ");
	return { html, policy };
}

/** Reads a file of the site by its address, with its media type. */
export type ReadSiteFile = (address: string) => Promise<{ body: Buffer; contentType: string } | undefined>;

const fileAddress = /\/(?:pictures|assets)\/[\w./-]+/;
const fontAddress = /url\((\/assets\/[\w.-]+)\)/g;

/**
 * Makes a page with named fields editable in a frame of the desk: of an opaque origin, with one script, which reports presses, and unable
 * to load anything. Its fonts and pictures are within it, each picture once.
 */
export async function toEditablePage(named: string, readFile: ReadSiteFile): Promise<PreviewPage> {
	const elements = findElements(named, (name) => ["script", "link", "source", "img", "style"].includes(name));
	const replacements: Replacement[] = [];
	for (const { name, start, contentStart, contentEnd } of elements) {
		if (name === "script") replacements.push({ start, end: contentEnd + "</script>".length, text: "" });
		else if (name === "style") {
			const text = await replaceAsync(named.slice(contentStart, contentEnd), fontAddress, async (address) => {
				const data = await readAsData(address, readFile);
				return data === undefined ? undefined : `url(${data})`;
			});
			replacements.push({ start: contentStart, end: contentEnd, text });
		} else {
			const tag = name === "img" ? await withOwnPicture(named.slice(start, contentStart), readFile) : "";
			replacements.push({ start, end: contentStart, text: tag });
		}
	}
	const html = replaceParts(named, replacements).replace("</head>", () => `<style>${framedPageStyle}</style></head>`);
	const end = html.lastIndexOf("</body>");
	const policy = [
		"default-src 'none'",
		`style-src ${listInlineSources(html).styles.join(" ")}`,
		"img-src data:",
		"font-src data:",
		`script-src ${hashInlineSource(framedPageScript)}`,
		"form-action 'none'",
		"base-uri 'none'",
		"frame-ancestors 'self'",
		"sandbox allow-scripts",
	].join("; ");
	return { html: `${html.slice(0, end)}<script>${framedPageScript}</script>${html.slice(end)}`, policy };
}

async function withOwnPicture(tag: string, readFile: ReadSiteFile): Promise<string> {
	const [address] = fileAddress.exec(/\ssrc="([^"]*)"/.exec(tag)?.[1] ?? "") ?? [];
	const data = address === undefined ? undefined : await readAsData(address, readFile);
	if (data === undefined) return tag;
	return tag.replace(/\ssrcset="[^"]*"/i, "").replace(/\ssrc="[^"]*"/, () => ` src="${data}"`);
}

async function readAsData(address: string, readFile: ReadSiteFile): Promise<string | undefined> {
	const file = await readFile(address);
	return file && `data:${file.contentType};base64,${file.body.toString("base64")}`;
}

/** Replaces the matches whose replacement is known. */
async function replaceAsync(
	text: string,
	pattern: RegExp,
	replace: (address: string) => Promise<string | undefined>,
): Promise<string> {
	const found = [...text.matchAll(pattern)];
	const parts = await Promise.all(found.map(({ 1: address = "" }) => replace(address)));
	return replaceParts(
		text,
		found.flatMap(({ 0: match, index }, at) => {
			const part = parts[at];
			return part === undefined ? [] : [{ start: index, end: index + match.length, text: part }];
		}),
	);
}
