import { hash } from "node:crypto";
import { compile } from "html-to-text";
import { Parser } from "htmlparser2";
import pMap from "p-map";

/** A page, document or file as a visitor gets it. */
export type ReadPage = {
	/** 0 when nothing was answered. */
	status: number;
	/** Where a redirect leads. */
	location: string | undefined;
	/** Title, description and visible words, one line for each block. */
	words: string[];
	/** Bytes that travel, compressed. */
	weight: { page: number; scripts: number; styles: number; pictures: number };
	/** SHA-256 and bytes of its pictures, by address. */
	pictures: Map<string, { sha256: string; bytes: number }>;
	/** Paths of the same site that it links to. */
	links: string[];
};

type Fetched = { status: number; type: string; location: string | undefined; body: Buffer; bytes: number };

const filesAtOnce = 4;
/** Most requests by status: while a page is rendered, a request may be told to come again, and a connection may close as one is sent. */
const attempts: Record<number, number> = { 503: 20, 0: 2 };
const retryMs = 250;

const readBlocks = compile({
	wordwrap: false,
	baseElements: { selectors: ["body"], returnDomByDefault: true },
	selectors: [
		{ selector: "a", options: { ignoreHref: true } },
		{ selector: "img", format: "skip" },
		{ selector: "ul", options: { itemPrefix: "" } },
		...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
		{ selector: "table", format: "block" },
		{ selector: "tr", format: "block" },
		{ selector: "script", format: "skip" },
		{ selector: "style", format: "skip" },
		{ selector: "template", format: "skip" },
	],
});

/** Creates a reader of a site's pages, which fetches each file of the site once. */
export function createPageReader(url: string): (path: string) => Promise<ReadPage> {
	const files = new Map<string, Promise<Fetched>>();
	const readFile = (path: string) => {
		const file = files.get(path) ?? get(url + path);
		files.set(path, file);
		return file;
	};
	return async (path) => {
		const fetched = await get(url + path);
		const { status, location, body, type } = fetched;
		const isHtml = type.startsWith("text/html");
		const text = /^text\/|[+/](?:xml|json)/.test(type) ? body.toString() : "";
		const found = isHtml ? findReferences(text) : { title: [], scripts: [], styles: [], pictures: [], links: [] };
		const weigh = async (paths: readonly string[]) =>
			(await pMap(paths, readFile, { concurrency: filesAtOnce })).reduce((sum, { bytes }) => sum + bytes, 0);
		const pictures = await pMap(
			found.pictures,
			async (picture) => {
				const { body: bytes } = await readFile(picture);
				return [picture, { sha256: hash("sha256", bytes, "hex"), bytes: bytes.length }] as const;
			},
			{ concurrency: filesAtOnce },
		);
		return {
			status,
			location,
			words: isHtml ? [...found.title, ...listWords(text)] : splitLines(text),
			weight: {
				page: fetched.bytes,
				scripts: await weigh(found.scripts),
				styles: await weigh(found.styles),
				pictures: await weigh(found.pictures),
			},
			pictures: new Map(pictures),
			links: isHtml ? found.links : [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address),
		};
	};
}

/** Returns the visible words of an HTML document, one line for each block. */
export function listWords(html: string): string[] {
	return splitLines(readBlocks(html));
}

function splitLines(text: string): string[] {
	return text
		.split("\n")
		.map((line) => line.replaceAll(/\s+/g, " ").trim())
		.filter((line) => line !== "");
}

/** Lists the addresses of an HTML document's pictures. */
export function listPictures(html: string): string[] {
	const addresses: string[] = [];
	const parser = new Parser({
		onopentag(name, { src }) {
			if (name === "img" && src !== undefined) addresses.push(src);
		},
	});
	parser.end(html);
	return addresses;
}

/** Lists the files that a page loads, without those that a visitor may never need, and what it links to. */
function findReferences(html: string) {
	const title: string[] = [];
	const [scripts, styles, pictures, links] = [
		new Set<string>(),
		new Set<string>(),
		new Set<string>(),
		new Set<string>(),
	];
	let isTitle = false;
	const add = (set: Set<string>, address: string | undefined) => {
		if (address?.startsWith("/") && !address.startsWith("//")) set.add(address.split("#", 1)[0] ?? "");
	};
	const parser = new Parser({
		onopentag(name, { src, href, rel = "", srcset, content, name: metaName, type }) {
			isTitle = name === "title";
			if (name === "script" && type !== "application/json") add(scripts, src);
			else if (name === "img") add(pictures, src ?? srcset?.split(/[\s,]/)[0]);
			else if (name === "a") add(links, href);
			else if (name === "meta" && metaName === "description") title.push(`Description: ${content ?? ""}`);
			else if (name === "link" && rel === "modulepreload") add(scripts, href);
			else if (name === "link" && rel === "stylesheet") add(styles, href);
		},
		ontext(text) {
			if (isTitle && text.trim() !== "" && title.every((line) => !line.startsWith("Title: ")))
				title.push(`Title: ${text.trim()}`);
		},
		onclosetag() {
			isTitle = false;
		},
	});
	parser.end(html);
	// A page's start-up script imports them.
	for (const [, address] of html.matchAll(/["'](\/assets\/[\w.-]+\.js)["']/g)) add(scripts, address);
	return { title, scripts: [...scripts], styles: [...styles], pictures: [...pictures], links: [...links] };
}

async function get(url: string): Promise<Fetched> {
	for (let attempt = 1; ; attempt++) {
		const fetched = await getOnce(url);
		if (attempt >= (attempts[fetched.status] ?? 1)) return fetched;
		await new Promise((resolve) => setTimeout(resolve, retryMs));
	}
}

async function getOnce(url: string): Promise<Fetched> {
	try {
		const response = await fetch(url, { redirect: "manual", headers: { "accept-encoding": "br, gzip" } });
		const body = Buffer.from(await response.arrayBuffer());
		return {
			status: response.status,
			type: response.headers.get("content-type") ?? "",
			location: response.headers.get("location") ?? undefined,
			body,
			// That of the compressed body.
			bytes: Number(response.headers.get("content-length") ?? body.length),
		};
	} catch {
		return { status: 0, type: "", location: undefined, body: Buffer.of(), bytes: 0 };
	}
}
