import { readOwnPath } from "../../../shared/own-path.ts";
import { readShapeName, type PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";

/** The page that chooses a picture, for whoever has no scripts. */
export const chooserPath = "/studio/pictures/choose";

/** A place that a picture is chosen for. */
export type ChooserPlace = {
	shape: PictureShapeName;
	/** Path and query of the page with the form, which is returned to. */
	to: string;
	/** Name of the input. */
	field: string;
};

/** Writes the address of the page that chooses a picture, and returns to the form: readChosenPicture reads there what was chosen. */
export function writeChooserPath({ shape, to, field }: ChooserPlace): string {
	return `${chooserPath}?${new URLSearchParams({ shape, to, field }).toString()}`;
}

/** Reads the place of such an address; undefined when it leads anywhere but to a page of the desk. */
export function readChooserPlace(query: Readonly<Record<string, string>>): ChooserPlace | undefined {
	const shape = readShapeName(query["shape"]);
	const to = readOwnPath(query["to"]);
	const { field = "" } = query;
	return shape && to !== undefined && field !== "" ? { shape, to, field } : undefined;
}

/** The address that the form has with a picture that was chosen. */
export function writeChosenPath({ to, field }: Pick<ChooserPlace, "to" | "field">, path: string): string {
	const url = new URL(to, "http://desk");
	url.searchParams.set("picture", path);
	url.searchParams.set("for", field);
	return url.pathname + url.search;
}

/** Reads from the query of a form's page which picture was chosen for which input; undefined when none was. */
export function readChosenPicture(
	query: Readonly<Record<string, string>>,
): { path: string; field: string } | undefined {
	const { picture, for: field } = query;
	return picture === undefined || field === undefined ? undefined : { path: picture, field };
}
