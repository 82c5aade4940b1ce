import { LRUCache } from "lru-cache";
import type { ErrorPage, Refusal } from "../http/error-page.ts";

/** Enough for every form with every reason; made-up paths displace each other. */
const maxPages = 50;

type RenderRefusal = (status: number, refusal: Refusal) => Promise<ErrorPage | undefined>;

/**
 * Renders the page of each refusal once: a sender over the limit gets it again and again, and rendering takes several milliseconds.
 *
 * @param render returns undefined on failure, and is then called again the next time
 */
export function keepRefusalPages(render: RenderRefusal): RenderRefusal {
	const pages = new LRUCache<string, ErrorPage, { status: number; refusal: Refusal }>({
		max: maxPages,
		fetchMethod: (_key, _stale, { context: { status, refusal } }) => render(status, refusal),
		// A page evicted while it is rendered still goes to those who wait for it.
		ignoreFetchAbort: true,
	});
	return (status, refusal) =>
		pages.fetch(JSON.stringify([status, refusal.message, refusal.backTo]), { context: { status, refusal } });
}
