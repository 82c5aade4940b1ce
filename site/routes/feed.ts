import { contentContext } from "../../features/publishing/content-context.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import type { Route } from "./+types/feed.ts";

export async function loader({ context }: Route.LoaderArgs) {
	const { writeFeed } = await import("../../features/publishing/feed.server.ts");
	const content = context.get(contentContext);
	return new Response(writeFeed(content, originPlaceholder), {
		headers: { "Content-Type": "application/rss+xml; charset=utf-8" },
	});
}
