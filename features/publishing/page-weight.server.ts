import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { findElements } from "../../platform/pages/html-elements.ts";
import type { Content } from "./documents/content.ts";
import type { PageWeight } from "./page-budget.ts";

/** Bytes of pictures by address. */
export type PictureBytes = ReadonlyMap<string, number>;

const brotli = promisify(brotliCompress);
/** Fast; cached pages are compressed a few per cent more. */
const quality = 5;
/** Lighthouse's phone: 412 CSS pixels at 1.75. A picture that is narrower there may load less than counted. */
const phonePixels = 721;

/** Weighs a page as a phone loads it: its compressed HTML, its elements, and each picture once, visible at first or not. */
export async function weighPage(html: string, pictureBytes: PictureBytes): Promise<PageWeight> {
	let elements = 0;
	const images = findElements(html, (name) => {
		elements += 1;
		return name === "img";
	});
	const addresses = new Set(images.map(({ attributes }) => findPhoneAddress(attributes)));
	const text = Buffer.from(html);
	const compressed = await brotli(text, {
		params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
	});
	return {
		textBytes: compressed.length,
		elements,
		pictureBytes: [...addresses].reduce((sum, address) => sum + (pictureBytes.get(address) ?? 0), 0),
	};
}

/** Finds the narrowest candidate of an image that fills a phone, or the widest. */
function findPhoneAddress({ src = "", srcset = "" }: Record<string, string>): string {
	const candidates = srcset
		.split(",")
		.map((candidate) => candidate.trim().split(/\s+/))
		.flatMap(([address = "", width = ""]) => (address === "" ? [] : [{ address, width: Number.parseInt(width, 10) }]))
		.toSorted((a, b) => a.width - b.width);
	return (candidates.find(({ width }) => width >= phonePixels) ?? candidates.at(-1))?.address ?? src;
}

/** Lists the bytes of each picture of a content, in each width. */
export function listPictureBytes({ pictures }: Pick<Content, "pictures">): PictureBytes {
	return new Map(
		Object.values(pictures).flatMap(({ url, bytes, variants }) => [
			[url, bytes] as const,
			...variants.map((variant) => [variant.url, variant.bytes] as const),
		]),
	);
}
