import { content } from "../../features/publishing/content.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { listSitemapPages, writeSitemap } from "../../features/publishing/sitemap.server.ts";

export function loader() {
	return new Response(writeSitemap(listSitemapPages(content), originPlaceholder), {
		headers: { "Content-Type": "application/xml; charset=utf-8" },
	});
}
