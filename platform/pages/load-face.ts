import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";

/**
 * Loads the server build of a face: its routes, which import the server's own modules.
 *
 * @param directory absolute path of the face's build
 * @throws Error if there is none
 */
export async function loadFace(directory: string): Promise<ServerBuild> {
	const file = join(directory, "server", "index.js");
	if (!existsSync(file)) throw new Error("There is no build yet. Run: npm run build");
	return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ServerBuild;
}
