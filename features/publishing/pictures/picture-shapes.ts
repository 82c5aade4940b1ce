/** A place's requirements for its pictures. */
export type PictureShape = {
	/** As an editor reads it. */
	label: string;
	/** Width to height; without one, a picture keeps its own. */
	ratio?: readonly [number, number];
	/** In pixels, narrowest first; the last is the picture itself, the others are for small screens. */
	widths: readonly number[];
	/** For each width, in bytes. */
	maxBytes: number;
	/** Below pictures/, for new ones. */
	folder: string;
};

const card = 40_000;
const fullWidth = 120_000;

/** The shapes of the site's layout, as the content's pictures have them (docs/product/studio.md, Pictures). */
const pictureShapes = {
	illustration: {
		label: "Page or article (4:3)",
		ratio: [4, 3],
		widths: [480, 880],
		maxBytes: card,
		folder: "illustrations",
	},
	portrait: { label: "Person (square)", ratio: [1, 1], widths: [240, 480], maxBytes: card, folder: "people" },
	card: { label: "Project card (8:5)", ratio: [8, 5], widths: [480, 960], maxBytes: card, folder: "projects" },
	screen: {
		label: "Case study, full width (8:5)",
		ratio: [8, 5],
		widths: [720, 1440],
		maxBytes: fullWidth,
		folder: "projects",
	},
	header: { label: "Service header (11:9)", ratio: [11, 9], widths: [480, 880], maxBytes: card, folder: "services" },
	gallery: {
		label: "Service gallery (44:31)",
		ratio: [44, 31],
		widths: [480, 880],
		maxBytes: card,
		folder: "services",
	},
	process: {
		label: "Service process (22:15)",
		ratio: [22, 15],
		widths: [480, 880],
		maxBytes: card,
		folder: "services",
	},
	hero: { label: "Home page (8:7)", ratio: [8, 7], widths: [480, 960], maxBytes: card, folder: "home" },
	logo: { label: "Logo", widths: [240, 480], maxBytes: card, folder: "logo" },
	free: { label: "Original shape", widths: [480, 960], maxBytes: card, folder: "more" },
} as const satisfies Record<string, PictureShape>;

export type PictureShapeName = keyof typeof pictureShapes;

export const pictureShapeNames = Object.keys(pictureShapes) as PictureShapeName[];

/** Reads the name of a shape; undefined for an unknown one. */
export function readShapeName(text: string | null | undefined): PictureShapeName | undefined {
	return pictureShapeNames.find((name) => name === text);
}

export function getShape(name: PictureShapeName): PictureShape {
	return pictureShapes[name];
}

/** The shape of each place; the first match counts. Paths of fields have no indexes: "tab.gallery.src" is each picture of the gallery. */
const places: readonly { document: RegExp; field: RegExp; shape: PictureShapeName }[] = [
	{ document: /^services\//, field: /^header\b/, shape: "header" },
	{ document: /^services\//, field: /^tab\.gallery\b/, shape: "gallery" },
	{ document: /^services\//, field: /^process\b/, shape: "process" },
	{ document: /^portfolio\//, field: /^caseStudy\.projectScreens\b/, shape: "screen" },
	{ document: /^portfolio\//, field: /^image\b/, shape: "card" },
	{ document: /^(?:team|authors)\.yml$/, field: /\bportrait\b/, shape: "portrait" },
	{ document: /^testimonials\.yml$/, field: /\bavatar\b/, shape: "portrait" },
	{ document: /^company\.yml$/, field: /^(?:logo|squareLogo)\b/, shape: "logo" },
	{ document: /^home\.yml$/, field: /^hero\b/, shape: "hero" },
	{ document: /^(?:blog|pages)\//, field: /./, shape: "illustration" },
];

/**
 * Returns the shape of a place.
 * @param document path below the content folder, such as "services/erp.yml"
 * @param field path in the document, such as "tab.gallery.0"
 */
export function shapeOfPlace(document: string, field: string): PictureShapeName {
	const path = field.replaceAll(/\.\d+(?=\.|$)/g, "").replace(/^\d+\./, "");
	return places.find((place) => place.document.test(document) && place.field.test(path))?.shape ?? "free";
}

/** Tells whether a picture fits a place: it was cut for it or has the required sides. */
export function fitsPlace(
	picture: { shape: PictureShapeName; width: number; height: number },
	place: PictureShapeName,
): boolean {
	if (picture.shape === place || place === "free") return true;
	return place !== "logo" && picture.shape !== "logo" && fitsShape(place, picture);
}

/** Tells whether a picture's sides match a shape, with tolerance for rounding and drawing by hand. */
export function fitsShape(shape: PictureShapeName, { width, height }: { width: number; height: number }): boolean {
	const { ratio } = getShape(shape);
	return ratio === undefined || Math.abs((width / height / ratio[0]) * ratio[1] - 1) < 0.02;
}
