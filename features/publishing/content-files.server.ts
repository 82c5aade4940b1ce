import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { z } from "zod";
import { readCompanyFile } from "./company-file.server.ts";
import { documentKinds, findSlug, pathOfDocument } from "./documents/document-kinds.ts";
import { splitFrontMatter } from "./documents/front-matter.ts";
import { parseYamlDocument } from "./parse-yaml.ts";
import type { LinkedContent } from "./site-paths.ts";

/**
 * Lists the files of a folder of content/ by name, without extension and sorted.
 * @param directory absolute path of the folder
 * @param extension such as ".yml"
 * @param recursive whether files of folders within it are listed too, as "folder/name"
 */
function listEntries(directory: string, extension: string, { recursive = false } = {}): string[] {
	if (!existsSync(directory)) return [];
	return readdirSync(directory, { recursive, encoding: "utf8" })
		.filter((name) => name.endsWith(extension))
		.map((name) => name.slice(0, -extension.length).replaceAll(sep, "/"))
		.toSorted();
}

/**
 * Reads what the site's addresses are made of: the company's file, the names of others, and which posts are featured.
 * @param directory absolute path of the content folder
 * @throws YamlFileError
 */
export function listLinkedContent(directory: string): LinkedContent {
	const kind = documentKinds["landing-page"];
	const list = (folder: string, extension: string) =>
		listEntries(join(directory, folder), extension).map((slug) => ({ slug }));
	return {
		company: readCompanyFile(directory),
		services: list("services", ".yml"),
		projects: list("portfolio", ".yml"),
		callPages: list("call-types", ".yml"),
		landingPages: listEntries(join(directory, kind.folder), kind.extension, { recursive: true }).flatMap((name) => {
			const path = pathOfDocument(kind, name);
			const slug = findSlug(kind, path);
			return slug === undefined ? [] : [{ slug, ...readLandingPage(readFileSync(join(directory, path), "utf8")) }];
		}),
		posts: list("blog", ".md").map(({ slug }) => ({
			slug,
			featured: isFeatured(readFileSync(join(directory, "blog", `${slug}.md`), "utf8")),
		})),
	};
}

/** The part of a page of sections that decides where it is listed and rendered; its errors are reported when the content is built. */
const listedPart = z
	.object({
		isListed: z.boolean().catch(true),
		sections: z.array(z.object({ type: z.string() })).catch([]),
	})
	.catch({ isListed: true, sections: [] });

function readLandingPage(text: string): z.infer<typeof listedPart> {
	return listedPart.parse(parseYamlDocument(text).toJS());
}

/** Errors of the text are reported when the content is built. */
function isFeatured(text: string): boolean {
	const { frontMatter = "" } = splitFrontMatter(text) ?? {};
	const fields: unknown = parseYamlDocument(frontMatter).toJS();
	return z.object({ featured: z.literal(true) }).safeParse(fields).success;
}
