import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { lookup } from "mrmime";
import { RouterContextProvider } from "react-router";
import { jobsContext } from "../features/careers/context.server.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { markContent } from "../features/publishing/editing/mark-content.server.ts";
import type { PictureLibrary } from "../features/publishing/pictures/picture-library.server.ts";
import { readFilePath } from "../features/publishing/pictures/picture-paths.ts";
import { listPathsWithRecords, listPrerenderedPaths, publishedPaths } from "../features/publishing/site-paths.ts";
import { unpublishedContext } from "../platform/pages/live-page-context.server.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import { isDocument } from "./content-page-source.ts";
import { nameFieldsInPage } from "./name-fields-in-page.ts";
import { toEditablePage, toPreviewPage, type PreviewPage, type ReadSiteFile } from "./preview-page.ts";

/**
 * Renders a page of the site with a content; undefined when it has no such page, and for private pages, which show no content.
 * @param isEditable whether its texts name their fields and tell when they are pressed
 */
export type RenderSitePreview = (
	path: string,
	content: Content,
	options?: { isEditable?: boolean },
) => Promise<PreviewPage | undefined>;

/** Creates the preview of pages with unpublished content, by the renderer of the public site. */
export function createSitePreview({
	config,
	pages,
	pictures,
}: {
	config: { publicUrl: string; buildDirectory: string };
	pages: Pick<SitePages, "render">;
	pictures: Pick<PictureLibrary, "findFile">;
}): RenderSitePreview {
	const render = async (path: string, content: Content): Promise<Response | undefined> => {
		const response = await pages.render(new Request(new URL(path, config.publicUrl)), createPreviewContext(content));
		if (response.status === 404) return undefined;
		if (!response.ok) throw new Error(`The preview of ${path} answered with ${response.status}`);
		return response;
	};
	const readSiteFile = createSiteFileReader(config, pictures);

	return async (path, content, { isEditable = false } = {}) => {
		if (!listPages(content).includes(new URL(path, config.publicUrl).pathname)) return undefined;
		const response = await render(path, content);
		if (!response) return undefined;
		if (!isEditable) return toPreviewPage(response, { framedBy: "desk" });
		const { content: marked, texts } = markContent(content);
		const [html, markedHtml = ""] = [await response.text(), await (await render(path, marked))?.text()];
		return toEditablePage(nameFieldsInPage(html, markedHtml, texts), readSiteFile);
	};
}

/** Reads the fonts of the build, and pictures, public or not. */
function createSiteFileReader(
	{ buildDirectory }: { buildDirectory: string },
	pictures: Pick<PictureLibrary, "findFile">,
): ReadSiteFile {
	return async (address) => {
		const picture = readFilePath(address);
		if (picture) return pictures.findFile(picture.address, picture.name);
		try {
			const body = await readFile(join(buildDirectory, "client", address));
			return { body, contentType: lookup(address) ?? "application/octet-stream" };
		} catch {
			return undefined;
		}
	};
}

/** Creates the context of pages that the content has; pages of positions do not work with it. */
export function createPreviewContext(content: Content): RouterContextProvider {
	const context = new RouterContextProvider();
	context.set(contentContext, content);
	context.set(unpublishedContext, true);
	context.set(jobsContext, {
		list: async () => [],
		listChanges: async () => [],
		search: async () => [],
		find: async () => undefined,
	});
	return context;
}

/** Lists the addresses of the pages that a content has, without files and without private pages. */
export function listPages(content: Content): string[] {
	return [...listPrerenderedPaths(content), ...publishedPaths, ...listPathsWithRecords(content)].filter(
		(path) => !isDocument(path),
	);
}
