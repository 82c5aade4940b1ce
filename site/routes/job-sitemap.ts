import { jobsContext } from "../../features/careers/context.server.ts";
import { writeSitemap } from "../../features/publishing/sitemap.server.ts";
import type { Route } from "./+types/job-sitemap.ts";

/** The sitemap of open positions, which are in the database; no page for search engines links to them. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const jobs = await context.get(jobsContext).listChanges();
	const pages = jobs.map(({ id, changedOn }) => ({ path: `/career/jobs/${id}`, changed: changedOn }));
	return new Response(writeSitemap(pages, new URL(request.url).origin), {
		headers: { "Content-Type": "application/xml; charset=utf-8" },
	});
}
