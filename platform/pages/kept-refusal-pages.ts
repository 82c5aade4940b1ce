import { LRUCache } from "lru-cache";
import type { ErrorPage, Refusal } from "../http/error-page.ts";

/** Enough for every form with every reason; addresses that somebody makes up push each other out. */
const mostPages = 50;

type RenderRefusal = (status: number, refusal: Refusal) => Promise<ErrorPage | undefined>;

/**
 * Renders the page of each refusal once: whoever sends too much is told so again and again, and a page takes several milliseconds.
 *
 * @param render gives undefined when it fails, and is then asked again the next time
 */
export function keepRefusalPages(render: RenderRefusal): RenderRefusal {
	const pages = new LRUCache<string, ErrorPage, { status: number; refusal: Refusal }>({
		max: mostPages,
		fetchMethod: (_key, _stale, { context: { status, refusal } }) => render(status, refusal),
		// A page that is pushed out while it is rendered is still shown to those who wait for it.
		ignoreFetchAbort: true,
	});
	return (status, refusal) =>
		pages.fetch(JSON.stringify([status, refusal.message, refusal.backTo]), { context: { status, refusal } });
}
