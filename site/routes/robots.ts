import { originPlaceholder } from "../../platform/pages/origin.ts";

export function loader() {
	const sitemaps = ["/sitemap.xml", "/sitemap-jobs.xml"]
		.map((path) => `Sitemap: ${originPlaceholder}${path}\n`)
		.join("");
	return new Response(`User-agent: *\nAllow: /\n\n${sitemaps}`, {
		headers: { "Content-Type": "text/plain; charset=utf-8" },
	});
}
