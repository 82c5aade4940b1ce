import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyError, FastifyPluginAsync, FastifyRequest } from "fastify";
import type { RouterContextProvider } from "react-router";
import { contentContext } from "../features/publishing/content-context.server.ts";
import type { PreviewLinks, ShownSite } from "../features/publishing/preview-links/preview-links.server.ts";
import { siteSearchPath } from "../features/publishing/site-paths.ts";
import { sendErrorPage } from "../platform/http/error-page.ts";
import { HttpProblem } from "../platform/http/problem.ts";
import { unpublishedContext } from "../platform/pages/live-page-context.server.ts";
import { signalWhenGone } from "../platform/pages/page-request.ts";
import { createRenderLimit } from "../platform/pages/render-limit.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import { toPreviewPage } from "./preview-page.ts";
import { writeShownPage } from "./shown-page.tsx";
import { listPages } from "./site-preview.ts";

/** One page at a time leaves the other places of the renderer to visitors. */
const rendersAtOnce = 1;
const mostWaiting = 20;

/** Previews are for those who hold the link: nothing keeps them, finds them, or tells their address. */
const headers = {
	"cache-control": "no-store",
	"referrer-policy": "no-referrer",
	"x-robots-tag": "noindex, nofollow, noarchive",
};

const unknown = () => new HttpProblem(404, "There is nothing at this address.");

type PreviewRoutesOptions = {
	previewLinks: Pick<PreviewLinks, "open">;
	pages: Pick<SitePages, "render" | "errorPage">;
	publicUrl: string;
	/** Creates the context of a page for one client. */
	createContext(client: string): RouterContextProvider;
	/** Records an internal error. */
	reportFailure(request: FastifyRequest, error: unknown): void;
};

/** GET /preview/{token}/…: the site with the drafts of a private link, without scripts and without a cookie. */
export const previewRoutes: FastifyPluginAsync<PreviewRoutesOptions> = async (
	app,
	{ previewLinks, pages, publicUrl, createContext, reportFailure },
) => {
	const limitRendering = createRenderLimit({ atOnce: rendersAtOnce, mostWaiting });
	app.setErrorHandler((error: FastifyError, request, reply) =>
		sendErrorPage(error, request, reply, { pages, reportFailure }),
	);
	app.addHook("onSend", async (_request, reply) => void reply.headers(headers));

	async function open(token: string): Promise<ShownSite> {
		const site = await previewLinks.open(token);
		if (!site) throw unknown();
		return site;
	}

	async function render(
		request: FastifyRequest,
		{ token, path, gone }: { token: string; path: string; gone: AbortSignal },
	) {
		const site = await open(token);
		const { content, published, endsAt, hasDrafts } = site;
		const shown = listShownPages(content);
		if (!shown.has(path)) throw unknown();
		const { search } = new URL(request.raw.url ?? "/", publicUrl);
		const context = createContext(request.ip);
		context.set(contentContext, content);
		context.set(unpublishedContext, true);
		const response = await pages.render(
			new Request(publicUrl + path + search, { signal: gone }),
			context,
			normalizeIP(request.ip),
		);
		if (response.status === 404) throw unknown();
		if (!response.ok) throw new Error(`The preview of a page answered with ${response.status}`);
		const html = writeShownPage(await response.text(), {
			prefix: `/preview/${token}`,
			isShown: (page) => shown.has(page),
			publicPath: listShownPages(published).has(path) ? path : undefined,
			content,
			published,
			endsAt,
			hasDrafts,
		});
		return toPreviewPage(new Response(html), { isFollowed: true });
	}

	app.get<{ Params: { token: string; address: string; name: string } }>(
		"/preview/:token/pictures/:address/:name",
		async ({ params: { token, address, name } }, reply) => {
			const site = await open(token);
			const picture = await site.readPicture(`/pictures/${address}/${name}`);
			if (!picture) throw unknown();
			return reply.type(name.endsWith(".svg") ? "image/svg+xml" : "image/avif").send(picture);
		},
	);
	for (const url of ["/preview/:token", "/preview/:token/*"])
		app.get<{ Params: { token: string; "*"?: string } }>(url, async (request, reply) => {
			const { token, "*": rest = "" } = request.params;
			const gone = signalWhenGone(reply);
			const { html, policy } = await limitRendering({ client: normalizeIP(request.ip), signal: gone }, () =>
				render(request, { token, path: `/${rest}`, gone }),
			);
			return reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(html);
		});
};

/** Lists the pages that a preview shows: those of the content, without the search, whose index is of the public pages. */
function listShownPages(content: ShownSite["content"]): Set<string> {
	return new Set(listPages(content).filter((path) => path !== siteSearchPath));
}
