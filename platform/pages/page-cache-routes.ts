import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ReadyPages } from "../http/error-page.ts";
import { isDataPath } from "./data-path.ts";
import { createPathMatcher } from "./match-path.ts";
import type { PageCache } from "./page-cache.ts";
import type { SitePages } from "./site-pages.ts";
import { hasCopy, pickVariant, type StoredResponse } from "./stored-response.ts";
import { unknownPath } from "./unknown-path.ts";

/**
 * Adds published responses to those from the build: both are served before the framework if they are ready.
 *
 * @param isRouted tells whether the framework has its own route for a path
 */
export function addCachedPages(
	pages: SitePages,
	pageCache: PageCache,
	isRouted: (pathname: string) => boolean,
): ReadyPages {
	return {
		serve(request, response) {
			if (pages.serve(request, response) || pageCache.serve(request, response)) return true;
			const path = (request.url ?? "/").split("?", 1)[0] as string;
			return isNotFound(path, pages, isRouted) && pageCache.serve(request, response, unknownPath);
		},
		findReady: (url, acceptEncoding) =>
			pages.findReady(url, acceptEncoding) ?? pageCache.findReady(url, acceptEncoding),
		errorPage: pages.errorPage,
	};
}

export type PageCacheRoutesOptions = {
	pageCache: PageCache;
	pages: SitePages;
	isRouted(pathname: string): boolean;
	/** Patterns of pages that belong to one person; always rendered for the request. */
	privatePages: readonly string[];
	/** Records an internal error. */
	reportFailure(request: FastifyRequest, error: unknown): void;
};

/**
 * Answers every GET of a public page from the page cache, stored or newly rendered. Responses for one visitor are made and not kept, as is the
 * data that scripts request for client-side navigation. Only private pages are left to the routes.
 */
export function addPageCacheRoutes(app: FastifyInstance, options: PageCacheRoutesOptions): void {
	const { pageCache, pages, isRouted, reportFailure } = options;
	const isPrivate = createPathMatcher(options.privatePages);

	async function findResponse(request: FastifyRequest, reply: FastifyReply): Promise<StoredResponse | undefined> {
		const url = request.raw.url ?? "/";
		const client = normalizeIP(request.ip);
		const published = await pageCache.find(url, client);
		if (published) return published;
		const path = url.split("?", 1)[0] as string;
		if (isNotFound(path, pages, isRouted)) return pageCache.find(unknownPath);
		if (!path.startsWith("/") || isRouted(path) || isPrivate(path)) return undefined;
		const gone = new AbortController();
		reply.raw.once("close", () => gone.abort());
		return pageCache.makeOnce(url, { client, signal: gone.signal });
	}

	/** Finds the address of a published page that is requested with a trailing slash. */
	function findWithoutSlash(url: string): string | undefined {
		const [, path = "", query = ""] = /^([^?]+)\/(\?.*)?$/.exec(url) ?? [];
		return path !== "" && !isRouted(path) && pageCache.isPublished(path + query) ? path + query : undefined;
	}

	app.addHook("onRequest", async (request, reply) => {
		if (request.method !== "GET" && request.method !== "HEAD") return;
		const canonical = findWithoutSlash(request.raw.url ?? "/");
		if (canonical !== undefined) return reply.redirect(canonical, 308);
		const response = await findResponse(request, reply);
		if (!response) return;
		if (response.status >= 500) reportFailure(request, new Error("The page could not read what it shows"));
		const variant = pickVariant(response, request.headers["accept-encoding"] ?? "");
		if (response.status === 200 && hasCopy(variant, request.headers)) {
			const { "Content-Length": _, ...headers } = variant.headers;
			return reply.code(304).headers(headers).send();
		}
		return reply.code(response.status).headers(variant.headers).send(variant.ready.body);
	});
}

/** Tells whether a path has neither a page nor a route. */
function isNotFound(path: string, pages: SitePages, isRouted: (pathname: string) => boolean): boolean {
	return path.startsWith("/") && !isDataPath(path) && pages.isUnknown(path) && !isRouted(path);
}
