import { content } from "../../features/publishing/content.server.ts";
import { writeFeed } from "../../features/publishing/feed.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";

export function loader() {
	return new Response(writeFeed(content, originPlaceholder), {
		headers: { "Content-Type": "application/rss+xml; charset=utf-8" },
	});
}
