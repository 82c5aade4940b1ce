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
	const pages = new Map<string, Promise<ErrorPage | undefined>>();
	return async (status, refusal) => {
		const key = JSON.stringify([status, refusal.message, refusal.backTo]);
		let page = pages.get(key);
		if (!page) {
			page = render(status, refusal);
			pages.set(key, page);
			const [oldest] = pages.keys();
			if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
		}
		const rendered = await page;
		if (!rendered) pages.delete(key);
		return rendered;
	};
}
