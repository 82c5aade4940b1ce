import { create } from "xmlbuilder2";
import type { Content } from "./documents/content.ts";
import { listIndexedPaths } from "./site-paths.ts";

/** `changed` is the day of the last change, YYYY-MM-DD. */
type SitemapPage = { path: string; changed?: string | undefined };

/** Lists the indexed pages of the build. Only posts have a date of change, because only posts state one. */
export function listSitemapPages(content: Pick<Content, "company" | "services" | "projects" | "posts">): SitemapPage[] {
	const changed = new Map(content.posts.map((post) => [`/blog/${post.slug}`, post.updated ?? post.date]));
	return listIndexedPaths(content).map((path) => ({ path, changed: changed.get(path) }));
}

/** Writes the sitemap of some pages. Source: sitemaps.org protocol 0.9. */
export function writeSitemap(pages: SitemapPage[], origin: string): string {
	const urlset = create({ version: "1.0", encoding: "UTF-8" }).ele("urlset", {
		xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9",
	});
	for (const { path, changed } of pages) {
		const url = urlset.ele("url");
		url.ele("loc").txt(origin + path);
		if (changed) url.ele("lastmod").txt(changed);
	}
	return urlset.end({ prettyPrint: true });
}
