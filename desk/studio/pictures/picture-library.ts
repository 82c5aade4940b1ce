import type { PictureShapeName } from "../../../features/publishing/pictures/picture-shapes.ts";
import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";
import type { Choices } from "./choice-grid.tsx";

/** Said where the library did not answer. The form stays as it is. */
export const libraryFault = "The picture library did not respond. Check the connection and try again.";

/**
 * Lists the library's pictures for a shape.
 * @throws Error when it does not respond
 */
export async function readLibrary(shape: PictureShapeName): Promise<Choices> {
	return ask<Choices>(shape);
}

/** The report of an upload, and the library's pictures after it. */
export type UploadAnswer = { report: UploadReport; choices: Choices };

/**
 * Uploads files to the library.
 * @throws Error when it does not respond
 */
export async function uploadPictures(shape: PictureShapeName, files: readonly File[]): Promise<UploadAnswer> {
	const body = new FormData();
	for (const file of files) body.append("files", file, file.name || "picture.png");
	return ask<UploadAnswer>(shape, body);
}

/**
 * Copies a picture of another shape.
 * @throws Error when the library does not respond
 */
export async function copyPicture(shape: PictureShapeName, path: string): Promise<UploadAnswer> {
	return ask<UploadAnswer>(shape, new URLSearchParams({ copy: path }));
}

async function ask<Answer>(shape: PictureShapeName, body?: FormData | URLSearchParams): Promise<Answer> {
	const address = `/studio/pictures/library?${new URLSearchParams({ shape }).toString()}`;
	const response = await fetch(address, body && { method: "POST", body });
	// A member who is no longer signed in is redirected to do so.
	if (!response.ok || response.redirected) throw new Error(`The library answered with status ${response.status}`);
	return (await response.json()) as Answer;
}
