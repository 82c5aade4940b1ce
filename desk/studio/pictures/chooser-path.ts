import { readShapeName, type PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import { readOwnPath } from "../../../shared/own-path.ts";

/** The page that chooses a picture without scripts. */
const chooserPath = "/studio/pictures/choose";

/** A place that a picture is chosen for. */
export type ChooserPlace = {
	shape: PictureShapeName;
	/** Path and query of the form's page, to return to. */
	to: string;
	/** Name of the input. */
	field: string;
};

/** Returns the address of the page that chooses a picture and returns to the form, where readChosenPicture reads the choice. */
export function writeChooserPath({ shape, to, field }: ChooserPlace): string {
	return `${chooserPath}?${new URLSearchParams({ shape, to, field }).toString()}`;
}

/** Reads the place from such an address; undefined when it returns to anything but a page of the desk. */
export function readChooserPlace(query: Readonly<Record<string, string>>): ChooserPlace | undefined {
	const shape = readShapeName(query["shape"]);
	const to = readOwnPath(query["to"]);
	const { field = "" } = query;
	return shape && to !== undefined && field !== "" ? { shape, to, field } : undefined;
}

/** Returns the form's address with a chosen picture. */
export function writeChosenPath({ to, field }: Pick<ChooserPlace, "to" | "field">, path: string): string {
	const url = new URL(to, "http://desk");
	url.searchParams.set("picture", path);
	url.searchParams.set("for", field);
	return url.pathname + url.search;
}

/** Reads the chosen picture and its input from the query of a form's page; undefined without a choice. */
export function readChosenPicture(
	query: Readonly<Record<string, string>>,
): { path: string; field: string } | undefined {
	const { picture, for: field } = query;
	return picture === undefined || field === undefined ? undefined : { path: picture, field };
}
