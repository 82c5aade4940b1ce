import type { Content } from "./documents/content.ts";

/** Lists every picture and its narrower copies: the path below pictures/, and the address on the site. */
export function listPictureAddresses({ pictures }: Pick<Content, "pictures">): { src: string; url: string }[] {
	return Object.entries(pictures).flatMap(([src, { url, variants }]) => [
		{ src, url },
		...variants.map((variant) => ({ src: variant.src, url: variant.url })),
	]);
}
