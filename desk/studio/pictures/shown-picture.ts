import type { PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import type { LibraryPicture } from "../../../features/publishing/pictures/describe-pictures.ts";
import type { ShownState } from "../../records/values.ts";

/** A place where a picture stands, in words. */
export type ShownUse = { document: string; name: string; field: string; alt: string | undefined };

/** A picture as the library's pages show it. */
export type ShownPicture = Pick<LibraryPicture, "path" | "url" | "thumbnail" | "width" | "height"> & {
	shape: PictureShapeName;
	state: ShownState;
	/** What its heaviest file weighs, in words. */
	weight: string;
	uses: ShownUse[];
};

/** The address of a picture's own page. */
export function pathOfPicture(path: string): string {
	return `/studio/pictures/of/${path}`;
}

/** What became of files that were uploaded. */
export type UploadReport = { taken: { name: string; path: string }[]; refused: { name: string; why: string }[] };
