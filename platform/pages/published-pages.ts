import { join } from "node:path";
import { listInlineSources } from "./finish-pages.ts";
import { buildPagePolicy } from "./page-policy.ts";
import { createPageRenderer, type PageRendererDeps } from "./page-renderer.ts";
import type { PageSource } from "./page-source.ts";
import { createStyleCutter } from "./style-cutter.ts";

/**
 * Makes the pages of the thread that makes answers for everybody: as those made when the site was built, each carries only the styles that
 * it uses, and its inline code is allowed by hash.
 *
 * @param buildDirectory absolute path of build/
 */
export async function createPublishedPages({
	buildDirectory,
	...deps
}: PageRendererDeps & { buildDirectory: string }): Promise<PageSource> {
	const renderPage = createPageRenderer(deps);
	const cutStyles = await createStyleCutter(join(buildDirectory, "client"));
	return {
		answer: () => false,
		findReady: () => undefined,
		isUnknown: () => false,
		async render(request, context, client) {
			const response = await renderPage(request, context, client);
			if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
			const html = cutStyles(await response.text());
			response.headers.set("Content-Security-Policy", buildPagePolicy(listInlineSources(html)));
			return new Response(html, { status: response.status, headers: response.headers });
		},
		// Whoever asked for the page puts the real error page in its place.
		errorPage: async (status) => ({
			headers: { "Content-Type": "text/plain; charset=utf-8" },
			body: `Error ${status}`,
		}),
	};
}
