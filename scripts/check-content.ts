import { ContentError, loadContent } from "../features/publishing/load-content.server.ts";
import { readFolders } from "../platform/config.ts";

/** Prints what is wrong with the content, file and field, and exits with 1; exits with 0 when nothing is. */
try {
	const content = await loadContent(readFolders().contentDirectory);
	console.log(
		`content is valid: ${content.services.length} services, ${content.projects.length} projects, ${content.posts.length} posts`,
	);
} catch (error) {
	if (!(error instanceof ContentError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
