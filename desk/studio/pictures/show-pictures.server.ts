import { findDocumentKind } from "../../../features/publishing/documents/document-kinds.ts";
import type { LibraryPicture } from "../../../features/publishing/pictures/describe-pictures.ts";
import type { PictureUse } from "../../../features/publishing/pictures/picture-uses.ts";
import type { ShownState } from "../../records/values.ts";
import { describeBytes } from "../../work/describe-bytes.ts";
import type { ShownPicture, ShownUse } from "./shown-picture.ts";

const states: Record<LibraryPicture["state"], ShownState> = {
	folder: { state: "published", name: "Public" },
	public: { state: "published", name: "Public" },
	new: { state: "waiting", name: "Unpublished" },
	changed: { state: "waiting", name: "New version" },
};

/** Converts a picture for its pages. */
export function showPicture(picture: LibraryPicture): ShownPicture {
	const { path, url, thumbnail, width, height, shape, bytes, state, uses } = picture;
	return {
		path,
		url,
		thumbnail,
		width,
		height,
		shape,
		state: states[state],
		weight: describeBytes(bytes),
		uses: uses.map(showUse),
	};
}

function showUse({ document, field, alt }: PictureUse): ShownUse {
	const found = findDocumentKind(document);
	const name = found ? [found.kind.label, found.slug].filter(Boolean).join(": ") : document;
	return { document, name, field, alt };
}
