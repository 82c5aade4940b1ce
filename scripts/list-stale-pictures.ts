import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { illustrations } from "../pictures/illustrations/illustrations.ts";

/**
 * Lists the illustrations that were drawn with another accent colour than the content has now, by their paths. A picture that is not one
 * of ours, or no longer, is left alone.
 *
 * @param directory absolute path of the folder with the pictures
 */
export function listStalePictures(directory: string): string[] {
	return Object.entries(illustrations).flatMap(([path, draw]) => {
		const file = join(directory, path);
		if (!existsSync(file)) return [];
		const [there, drawn] = [readFileSync(file, "utf8"), draw()];
		return there !== drawn && dropColours(there) === dropColours(drawn) ? [path] : [];
	});
}

/** Drawings write a colour of three pairs with three digits. */
function dropColours(svg: string): string {
	return svg.replaceAll(/#(?:[\dA-F]{3}){1,2}\b/g, "#");
}
