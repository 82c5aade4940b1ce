import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { LinkedContent } from "./site-paths.ts";

/**
 * The names, without extension, of the files in a folder of content/ that hold one entry each, in alphabetical order.
 *
 * @param directory absolute path of the folder
 * @param extension such as ".yml"
 */
export function listEntries(directory: string, extension: string): string[] {
	if (!existsSync(directory)) return [];
	return readdirSync(directory)
		.filter((name) => name.endsWith(extension))
		.toSorted()
		.map((name) => name.slice(0, -extension.length));
}

/**
 * What the site's URLs are made of, from the names of the files alone, without reading or validating them.
 *
 * @param directory absolute path of the content folder
 */
export function listLinkedContent(directory: string): LinkedContent {
	const list = (folder: string, extension: string) =>
		listEntries(join(directory, folder), extension).map((slug) => ({ slug }));
	return { services: list("services", ".yml"), projects: list("portfolio", ".yml"), posts: list("blog", ".md") };
}
