import type { PictureData } from "../../ui/picture.tsx";
import type { PictureReference } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";
import { keepInlineSvg } from "./inline-svgs.ts";
import { writeSrcSet } from "./picture-addresses.server.ts";

/**
 * Returns the addresses, sizes and alt text of a picture for an img element. The page may also inline it (inline-picture.tsx).
 * The built content has no missing files.
 */
export function resolvePicture({ pictures }: Pick<Content, "pictures">, { src, alt }: PictureReference): PictureData {
	const file = pictures[src];
	if (!file) throw new Error(`Picture ${src} does not exist`);
	const { url, width, height, variants, svg } = file;
	if (svg !== undefined) keepInlineSvg(url, svg);
	const srcSet = writeSrcSet({ url, width, variants });
	return {
		src: url,
		alt,
		width,
		height,
		...(srcSet !== undefined && { srcSet }),
	};
}
