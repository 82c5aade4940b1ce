import { originPlaceholder } from "../../platform/pages/origin.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { listSitemapPages, writeSitemap } from "../../features/publishing/sitemap.server.ts";
import type { Route } from "./+types/sitemap.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	return new Response(writeSitemap(listSitemapPages(content), originPlaceholder), {
		headers: { "Content-Type": "application/xml; charset=utf-8" },
	});
}
