import { contentContext } from "../../features/publishing/content-context.server.ts";
import { pageDatesContext } from "../../features/publishing/page-dates/page-dates.server.ts";
import { listSitemapPages, writeSitemap } from "../../features/publishing/sitemap.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import type { Route } from "./+types/sitemap.ts";

export async function loader({ context }: Route.LoaderArgs) {
	const dates = await context.get(pageDatesContext)();
	const pages = listSitemapPages(context.get(contentContext), dates);
	return new Response(writeSitemap(pages, originPlaceholder), {
		headers: { "Content-Type": "application/xml; charset=utf-8" },
	});
}
