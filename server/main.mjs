import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Runs the built server (run.ts). It imports nothing of the project: the modules that run are the built ones, and each is loaded once.
 * It is plain JavaScript, because Node keeps 23 MB for its reader of TypeScript once a program is written in it.
 */
const program = join(resolve(process.env.BUILD_DIR || "build"), "modules", "server", "run.js");
if (existsSync(program)) {
	await import(pathToFileURL(program).href);
} else {
	console.error("There is no build yet. Run: npm run build");
	process.exitCode = 1;
}
