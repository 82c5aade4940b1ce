import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readCompanyFile } from "./company-file.server.ts";
import { splitFrontMatter } from "./documents/front-matter.ts";
import type { LinkedContent } from "./site-paths.ts";
import { parseYamlDocument } from "./parse-yaml.ts";

/**
 * Lists the files of a folder of content/ by name, without extension and sorted.
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
 * Reads what the site's addresses are made of: the company's file, the names of others, and which posts are featured.
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
		callPages: list("call-types", ".yml"),
		posts: list("blog", ".md").map(({ slug }) => ({
			slug,
			featured: isFeatured(readFileSync(join(directory, "blog", `${slug}.md`), "utf8")),
		})),
	};
}

/** Errors of the text are reported when the content is built. */
function isFeatured(text: string): boolean {
	const { frontMatter = "" } = splitFrontMatter(text) ?? {};
	const fields: unknown = parseYamlDocument(frontMatter).toJS();
	return z.object({ featured: z.literal(true) }).safeParse(fields).success;
}
