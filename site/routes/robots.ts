import { originPlaceholder } from "../../features/publishing/origin.ts";

export function loader() {
	return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${originPlaceholder}/sitemap.xml\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
