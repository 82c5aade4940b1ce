import { create } from "xmlbuilder2";
import type { Content } from "./load-content.server.ts";
import { listIndexedPaths } from "./site-paths.ts";

/**
 * The sitemap of every page that belongs in a search engine's index. Source: sitemaps.org protocol 0.9.
 *
 * Only posts carry a date of change, because only posts state one.
 */
export function writeSitemap(content: Pick<Content, "services" | "projects" | "posts">, origin: string): string {
	const changed = new Map(content.posts.map((post) => [`/blog/${post.slug}`, post.updated ?? post.date]));
	const urlset = create({ version: "1.0", encoding: "UTF-8" }).ele("urlset", { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" });
	for (const path of listIndexedPaths(content)) {
		const url = urlset.ele("url");
		url.ele("loc").txt(origin + path);
		const date = changed.get(path);
		if (date) url.ele("lastmod").txt(date);
	}
	return urlset.end({ prettyPrint: true });
}
