import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readCompanyFile } from "./company-file.server.ts";
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
 * What the site's URLs are made of, from the company's file and the names of the others.
 *
 * @param directory absolute path of the content folder
 * @throws YamlFileError
 */
export function listLinkedContent(directory: string): LinkedContent {
	const list = (folder: string, extension: string) =>
		listEntries(join(directory, folder), extension).map((slug) => ({ slug }));
	return {
		company: readCompanyFile(directory),
		services: list("services", ".yml"),
		projects: list("portfolio", ".yml"),
		posts: list("blog", ".md"),
	};
}
