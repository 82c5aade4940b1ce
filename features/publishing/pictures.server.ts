import urls from "virtual:content/pictures";
import type { PictureData } from "../../ui/picture.tsx";
import type { PictureReference } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";

/**
 * Turns a picture named in the content into what an img element needs: hashed URLs, sizes and alt text.
 *
 * The content is checked when the site is built, so a missing file cannot get here.
 */
export function resolvePicture({ pictures }: Pick<Content, "pictures">, { src, alt }: PictureReference): PictureData {
	const file = pictures[src];
	const url = urlOf(src);
	if (!file) throw new Error(`There is no picture ${src}`);
	const srcSet = file.variants.map((variant) => `${urlOf(variant.src)} ${variant.width}w`);
	return {
		src: url,
		alt,
		width: file.width,
		height: file.height,
		...(srcSet.length > 0 && { srcSet: [...srcSet, `${url} ${file.width}w`].join(", ") }),
	};
}

function urlOf(src: string): string {
	const url = urls[src];
	if (!url) throw new Error(`There is no picture ${src}`);
	return url;
}
