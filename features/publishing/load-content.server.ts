import { createContentBuilder } from "./documents/build-content.server.ts";
import { readContentFolder } from "./documents/content-source.server.ts";
import type { Content } from "./documents/content.ts";

/**
 * Reads and validates the whole content folder.
 * @param directory absolute path of the content folder
 * @throws ContentError listing every file and field with an error
 */
export async function loadContent(directory: string): Promise<Content> {
	return createContentBuilder().build(await readContentFolder(directory));
}
