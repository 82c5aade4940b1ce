import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { findElements } from "../../platform/pages/html-elements.ts";
import type { Content } from "./documents/content.ts";
import type { PageWeight } from "./page-budget.ts";

/** Bytes of pictures, by the address of each. */
export type PictureBytes = ReadonlyMap<string, number>;

const brotli = promisify(brotliCompress);
/** As far as it takes no time; what is kept for long is compressed by some per cent more. */
const quality = 5;
/** Pixels across of a phone as Lighthouse has it: 412, at 1.75. A picture that is no wider on it may load less than is counted. */
const phonePixels = 721;

/**
 * Weighs a page as a phone loads it: its own text compressed, its elements, and each of its pictures once, whether it is seen at once or only
 * when somebody gets to it.
 */
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

/** The narrowest of an image's candidates that fills a phone, or the widest. */
function findPhoneAddress({ src = "", srcset = "" }: Record<string, string>): string {
	const candidates = srcset
		.split(",")
		.map((candidate) => candidate.trim().split(/\s+/))
		.flatMap(([address = "", width = ""]) => (address === "" ? [] : [{ address, width: Number.parseInt(width, 10) }]))
		.toSorted((a, b) => a.width - b.width);
	return (candidates.find(({ width }) => width >= phonePixels) ?? candidates.at(-1))?.address ?? src;
}

/** What each picture of a content weighs, in each of its widths. */
export function listPictureBytes({ pictures }: Pick<Content, "pictures">): PictureBytes {
	return new Map(
		Object.values(pictures).flatMap(({ url, bytes, variants }) => [
			[url, bytes] as const,
			...variants.map((variant) => [variant.url, variant.bytes] as const),
		]),
	);
}
