import { join } from "node:path";
import { ContentError } from "../features/publishing/documents/content-error.ts";
import { loadContent } from "../features/publishing/load-content.server.ts";
import { readFolders } from "../platform/config.ts";

/** Prints the errors of the content by file and field, and exits with 1 if there are any. */
const directory = readFolders().contentDirectory;

try {
	const content = await loadContent(directory);
	// Not before: the drawings cannot be loaded without a valid accent colour.
	const { listStalePictures } = await import("./list-stale-pictures.ts");
	const [stale, ...others] = listStalePictures(join(directory, "pictures"));
	if (stale !== undefined)
		throw new ContentError([
			{
				file: `pictures/${stale}${others.length > 0 ? ` and ${others.length} more` : ""}`,
				field: "",
				message: "drawn with another accent colour than that of content/company.yml: npm run pictures",
			},
		]);
	console.log(
		`content is valid: ${content.services.length} services, ${content.projects.length} projects, ${content.posts.length} posts`,
	);
} catch (error) {
	if (!(error instanceof ContentError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
