import { RouterContextProvider } from "react-router";
import { jobsContext } from "../features/careers/context.server.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { listPrerenderedPaths, publishedPaths } from "../features/publishing/site-paths.ts";
import { unpublishedContext } from "../platform/pages/live-page-context.server.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import { isDocument } from "./content-page-source.ts";
import { toPreviewPage, type PreviewPage } from "./preview-page.ts";

/** Renders a page of the site with a content; undefined when it has no such page, and for private pages, which show no content. */
export type RenderSitePreview = (path: string, content: Content) => Promise<PreviewPage | undefined>;

/** Creates the preview of pages with unpublished content, by the renderer of the public site. */
export function createSitePreview({
	config,
	pages,
}: {
	config: { publicUrl: string };
	pages: Pick<SitePages, "render">;
}): RenderSitePreview {
	return async (path, content) => {
		const url = new URL(path, config.publicUrl);
		if (!listPages(content).includes(url.pathname)) return undefined;
		const response = await pages.render(new Request(url), createPreviewContext(content));
		if (response.status === 404) return undefined;
		if (!response.ok) throw new Error(`The preview of ${path} answered with ${response.status}`);
		return toPreviewPage(response, { framedBy: "desk" });
	};
}

/** Creates the context of content pages; pages of positions do not work with it. */
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
	return [...listPrerenderedPaths(content), ...publishedPaths].filter((path) => !isDocument(path));
}
