import type { PictureData } from "../../ui/picture.tsx";
import type { PictureReference } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";
import { keepInlineSvg } from "./inline-svgs.ts";

/**
 * Turns a picture named in the content into what an img element needs: addresses that name its bytes, sizes and alt text. The page that is
 * rendered with it may have it in its own HTML (inline-picture.tsx).
 *
 * The content is checked when it is built, so a missing file cannot get here.
 */
export function resolvePicture({ pictures }: Pick<Content, "pictures">, { src, alt }: PictureReference): PictureData {
	const file = pictures[src];
	if (!file) throw new Error(`Picture ${src} does not exist`);
	const { url, width, height, variants, svg } = file;
	if (svg !== undefined) keepInlineSvg(url, svg);
	const srcSet = variants.map((variant) => `${variant.url} ${variant.width}w`);
	return {
		src: url,
		alt,
		width,
		height,
		...(srcSet.length > 0 && { srcSet: [...srcSet, `${url} ${width}w`].join(", ") }),
	};
}
