import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Content } from "../features/publishing/documents/content.ts";
import { listPrerenderedPaths, publishedPaths } from "../features/publishing/site-paths.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import { isDocument, nameData } from "./content-publication.ts";
import { createPreviewContext } from "./site-preview.ts";

/** A page that a publication changes. */
export type ChangedPage = { path: string; change: "new" | "changed" | "gone" };

/**
 * Lists the pages that differ between two contents, in reading order: those whose data do, for nothing else decides what they show.
 *
 * @param publicUrl origin of the site
 */
export async function listChangedPages(
	{ pages, publicUrl }: { pages: Pick<PageSource, "render">; publicUrl: string },
	before: Content,
	after: Content,
): Promise<ChangedPage[]> {
	const pathsBefore = new Set(listPages(before));
	const pathsAfter = new Set(listPages(after));
	const readData = async (path: string, content: Content) => {
		// In turn with whatever else this thread has to do.
		await nextTurn();
		const response = await pages.render(new Request(publicUrl + nameData(path)), createPreviewContext(content));
		return createHash("sha256")
			.update(await response.text())
			.digest("base64");
	};
	const changed: ChangedPage[] = [];
	for (const path of pathsAfter) {
		if (!pathsBefore.has(path)) changed.push({ path, change: "new" });
		else if ((await readData(path, before)) !== (await readData(path, after)))
			changed.push({ path, change: "changed" });
	}
	for (const path of pathsBefore) if (!pathsAfter.has(path)) changed.push({ path, change: "gone" });
	return changed;
}

function listPages(content: Content): string[] {
	return [...listPrerenderedPaths(content), ...publishedPaths].filter((path) => !isDocument(path));
}
