import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { illustrations } from "../pictures/illustrations/illustrations.ts";

/**
 * Lists the paths of illustrations that were drawn with an earlier accent colour. Other pictures are ignored.
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

/** Drawings shorten a colour of three pairs to three digits. */
function dropColours(svg: string): string {
	return svg.replaceAll(/#(?:[\dA-F]{3}){1,2}\b/g, "#");
}
