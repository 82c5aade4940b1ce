import type { LibraryPicture } from "../../../features/publishing/pictures/describe-pictures.ts";
import type { PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import type { ShownState } from "../../records/values.ts";

/** A place of a picture, in words. */
export type ShownUse = { document: string; name: string; field: string; alt: string | undefined };

/** A picture as the library's pages show it. */
export type ShownPicture = Pick<LibraryPicture, "path" | "url" | "thumbnail" | "width" | "height"> & {
	shape: PictureShapeName;
	state: ShownState;
	/** Size of its largest file, in words. */
	weight: string;
	uses: ShownUse[];
};

export function pathOfPicture(path: string): string {
	return `/studio/pictures/of/${path}`;
}
