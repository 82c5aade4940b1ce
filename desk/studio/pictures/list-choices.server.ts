import { fitsPlace, type PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import type { SiteWork } from "../site-work.server.ts";
import { textOfPicture, type Choices } from "./choice-grid.tsx";
import { showPicture } from "./show-pictures.server.ts";

/** Lists the library's pictures for a place of a shape, those that fit and the others, by the words of a search. */
export async function listChoices(
	site: Pick<SiteWork["site"], "pictures">,
	shape: PictureShapeName,
	words: readonly string[] = [],
): Promise<Choices> {
	const pictures = (await site.pictures.list())
		.map(showPicture)
		.filter((picture) => words.every((word) => textOfPicture(picture).includes(word)));
	const { fitting = [], others = [] } = Object.groupBy(pictures, (picture) =>
		fitsPlace(picture, shape) ? "fitting" : "others",
	);
	return { fitting, others };
}
