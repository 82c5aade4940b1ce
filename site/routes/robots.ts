import { contentContext } from "../../features/publishing/content-context.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { isOffered } from "../../shared/site-modules.ts";
import type { Route } from "./+types/robots.ts";

export function loader({ context }: Pick<Route.LoaderArgs, "context">) {
	const { parts } = context.get(contentContext).company;
	const sitemaps = ["/sitemap.xml", "/sitemap-jobs.xml"]
		.filter((path) => isOffered(path, parts))
		.map((path) => `Sitemap: ${originPlaceholder}${path}\n`)
		.join("");
	return new Response(`User-agent: *\nAllow: /\n\n${sitemaps}`, {
		headers: { "Content-Type": "text/plain; charset=utf-8" },
	});
}
