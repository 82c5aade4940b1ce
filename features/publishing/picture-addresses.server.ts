import type { Content } from "./documents/content.ts";

/** Lists every picture and its narrower copies: the path below pictures/, and the address on the site. */
export function listPictureAddresses({ pictures }: Pick<Content, "pictures">): { src: string; url: string }[] {
	return Object.entries(pictures).flatMap(([src, { url, variants }]) => [
		{ src, url },
		...variants.map((variant) => ({ src: variant.src, url: variant.url })),
	]);
}

/** A picture as a page shows it. */
export type ShownFile = {
	url: string;
	width: number;
	height: number;
	/** Narrower copies, narrowest first. */
	variants: readonly { url: string; width: number }[];
};

/** Writes the srcset of a picture; undefined for one without narrower copies. */
export function writeSrcSet({ url, width, variants }: Omit<ShownFile, "height">): string | undefined {
	if (variants.length === 0) return undefined;
	return [...variants, { url, width }].map((copy) => `${copy.url} ${copy.width}w`).join(", ");
}
