import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Content } from "./documents/content.ts";
import { listIndexedPaths } from "./site-paths.ts";

/** `changed` is the day of the last change, YYYY-MM-DD. */
type SitemapPage = { path: string; changed?: string | undefined };

/**
 * Lists the indexed pages of a content.
 * @param dates days of the last change by path; an article without one has the day that it states
 */
export function listSitemapPages(
	content: Pick<Content, "company" | "services" | "projects" | "callPages" | "posts" | "landingPages">,
	dates: ReadonlyMap<string, string> = new Map(),
): SitemapPage[] {
	const stated = new Map(content.posts.map((post) => [`/blog/${post.slug}`, post.updated ?? post.date]));
	return listIndexedPaths(content).map((path) => ({ path, changed: dates.get(path) ?? stated.get(path) }));
}

/** Writes the sitemap of some pages. Source: sitemaps.org protocol 0.9. */
export function writeSitemap(pages: SitemapPage[], origin: string): string {
	const urls = pages.map(({ path, changed }) =>
		createElement(
			"url",
			{ key: path },
			createElement("loc", null, origin + path),
			changed !== undefined && createElement("lastmod", null, changed),
		),
	);
	const urlset = createElement("urlset", { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" }, urls);
	return `<?xml version="1.0" encoding="UTF-8"?>\n${renderToStaticMarkup(urlset)}\n`;
}
