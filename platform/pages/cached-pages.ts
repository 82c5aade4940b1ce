import type { RouterContextProvider } from "react-router";
import { memoiseByState } from "../memoise-by-state.ts";
import { listInlineSources } from "./finish-pages.ts";
import { fillMonths } from "./months-placeholder.ts";
import { originPlaceholder } from "./origin.ts";
import type { PageContents } from "./page-contents.ts";
import type { PagePart, RenderedPart } from "./page-part.ts";
import { buildPagePolicy } from "./page-policy.ts";
import { createPageRenderer, type PageRendererDeps } from "./page-renderer.ts";
import { createPartFrame, type PartFrame } from "./part-frame.ts";
import type { SitePages } from "./site-pages.ts";

/**
 * Creates the pages of the thread that makes responses for everybody: like those from the build, their inline code is allowed by hash.
 *
 * @param parts the parts of pages that depend on the query
 */
export function createPublishedPages({
	parts,
	contents,
	...deps
}: PageRendererDeps & {
	parts: readonly PagePart[];
	contents: Pick<PageContents, "edition">;
}): SitePages {
	const renderPage = createPageRenderer(deps);
	/** By the paths of the pages, each with the headers of its original page. */
	const getFrames = memoiseByState(
		() => contents.edition(),
		() => new Map<string, { frame: PartFrame; headers: Headers }>(),
	);

	async function renderPart(request: Request, context: RouterContextProvider): Promise<RenderedPart | undefined> {
		const { pathname } = new URL(request.url);
		const rendered = await parts.find(({ path }) => path === pathname)?.render(request, context);
		if (!rendered) return undefined;
		const locate = (text: string) => fillMonths(text.replaceAll(originPlaceholder, deps.publicUrl), deps.keptMonths);
		return { html: locate(rendered.html), data: locate(rendered.data) };
	}

	async function renderWhole(request: Request, context: RouterContextProvider, client?: string): Promise<Response> {
		const response = await renderPage(request, context, client);
		if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
		return respondWith(await response.text(), response);
	}

	return {
		serve: () => false,
		findReady: () => undefined,
		isUnknown: () => false,
		async render(request, context, client) {
			const frames = getFrames();
			const part = await renderPart(request, context);
			if (!part) return renderWhole(request, context, client);
			const { pathname } = new URL(request.url);
			const known = frames.get(pathname);
			if (known) {
				const { html, inlineSources } = known.frame.fill(part);
				return respondWith(html, known, inlineSources);
			}
			const response = await renderWhole(request, context, client);
			const html = await response.text();
			const frame = response.status === 200 ? createPartFrame(html, part) : undefined;
			if (frame) frames.set(pathname, { frame, headers: response.headers });
			return new Response(html, response);
		},
		// The requester of the page replaces this by the real error page.
		errorPage: async (status) => ({
			headers: { "Content-Type": "text/plain; charset=utf-8" },
			body: `Error ${status}`,
		}),
	};
}

function respondWith(
	html: string,
	{ status = 200, headers }: { status?: number; headers: Headers },
	inlineSources = listInlineSources(html),
): Response {
	const response = new Response(html, { status, headers });
	response.headers.set("Content-Security-Policy", buildPagePolicy(inlineSources));
	return response;
}
