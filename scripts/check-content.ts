import { fileURLToPath } from "node:url";
import { ContentError, loadContent } from "../features/publishing/load-content.server.ts";

/** Prints what is wrong with content/, file and field, and exits with 1; exits with 0 when nothing is. */
try {
	const content = await loadContent(fileURLToPath(new URL("../content", import.meta.url)));
	console.log(
		`content is valid: ${content.services.length} services, ${content.projects.length} projects, ${content.posts.length} posts`,
	);
} catch (error) {
	if (!(error instanceof ContentError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
