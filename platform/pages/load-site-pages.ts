import { randomBytes } from "node:crypto";
import type { RouterContextProvider, ServerBuild } from "react-router";
import type { ErrorPage, Refusal } from "../http/error-page.ts";
import { ServerBusyError } from "../http/server-busy-error.ts";
import type { Logger } from "../log.ts";
import { memoiseByState } from "../memoise-by-state.ts";
import { isDataPath } from "./data-path.ts";
import { listInlineSources } from "./finish-pages.ts";
import { keepRefusalPages } from "./kept-refusal-pages.ts";
import { nonceContext, refusalContext, unpublishedContext } from "./live-page-context.server.ts";
import { loadPack } from "./load-pack.ts";
import { createUnknownMatcher } from "./match-unknown.ts";
import type { KeptMonths } from "./months-placeholder.ts";
import type { PageContents } from "./page-contents.ts";
import { buildPagePolicy } from "./page-policy.ts";
import { createPageRenderer } from "./page-renderer.ts";
import { loadPrerenderedPages } from "./prerendered-pages.ts";
import type { SitePages } from "./site-pages.ts";
import { unknownPath } from "./unknown-path.ts";

type PageSourceOptions = {
	/** Absolute path of build/. */
	buildDirectory: string;
	/** Absolute path of a folder of this server, for pages of another address or other terms than the build's. */
	pagesDirectory: string;
	/** Origin of every absolute link, without a trailing slash. */
	publicUrl: string;
	keptMonths: KeptMonths;
	securityHeaders: Record<string, string>;
	/** Pages whose query changes their content: with a query they are rendered for the request. */
	searchPaths: readonly string[];
	build: ServerBuild;
	contents: PageContents;
	log: Logger;
};

const errorPath = "/error";

/** Loads the built pages, and renders those that depend on the database or on a posted form. */
export async function loadSitePages({
	buildDirectory,
	pagesDirectory,
	publicUrl,
	keptMonths,
	securityHeaders,
	searchPaths,
	build,
	contents,
	log,
}: PageSourceOptions): Promise<SitePages> {
	const loaded = await loadPack(buildDirectory, pagesDirectory, { publicUrl, keptMonths }, log);
	const prerendered = await loadPrerenderedPages(buildDirectory, loaded, securityHeaders, searchPaths, contents);
	const renderPage = createPageRenderer({ publicUrl, keptMonths, securityHeaders, build, log });
	/** Hash sources of the styles in every live page, known once the first without a failure is rendered. */
	let liveStyles: { edition: number; sources: string[] } | undefined;
	const getRefusalPages = memoiseByState(
		() => contents.edition(),
		() => keepRefusalPages(renderRefusal),
	);
	const isUnrouted = createUnknownMatcher(build.routes);
	const isUnknown = (path: string) => (isUnrouted(path) && !contents.hasPage(path)) || !contents.isOffered(path);
	const getErrorPage = memoiseByState(
		() => contents.edition(),
		() => cacheUnlessFailed(renderErrorPage),
	);

	return {
		serve: prerendered.serve,
		findReady: prerendered.findReady,
		isUnknown,
		render: renderLive,
		async errorPage(status, refusal) {
			const refusalPage = refusal && (await getRefusalPages()(status, refusal));
			if (refusalPage) return refusalPage;
			const page = prerendered.findPage(errorPath);
			if (!page) return getErrorPage()();
			const { ETag: _, ...headers } = page.headers;
			return { headers: { ...headers, "Cache-Control": "no-store" }, body: page.body };
		},
	};

	/** Renders the error page of content that has changed since the build. */
	async function renderErrorPage(): Promise<ErrorPage> {
		return toErrorPage(await renderPage(new Request(publicUrl + errorPath), contents.createContext()));
	}

	async function toErrorPage(response: Response): Promise<ErrorPage> {
		const body = await response.text();
		return {
			headers: {
				...Object.fromEntries(response.headers),
				"content-security-policy": buildPagePolicy(listInlineSources(body)),
			},
			body,
		};
	}

	/** Renders the error page for a refusal, shared by all who get the same refusal; undefined if that fails too. */
	async function renderRefusal(status: number, refusal: Refusal): Promise<ErrorPage | undefined> {
		try {
			const context = contents.createContext();
			context.set(refusalContext, { status, ...refusal });
			const response = await renderPage(new Request(publicUrl + errorPath), context);
			return response.ok ? await toErrorPage(response) : undefined;
		} catch (err) {
			if (!(err instanceof ServerBusyError)) log.error({ err }, "the error page could not be rendered");
			return undefined;
		}
	}

	async function renderLive(asked: Request, context: RouterContextProvider, client?: string): Promise<Response> {
		const { pathname } = new URL(asked.url);
		const isRead = asked.method === "GET" || asked.method === "HEAD";
		// Scripts request only a page's data, under the page's path with this ending.
		const isMissing = isRead && !isDataPath(pathname) && !context.get(unpublishedContext) && isUnknown(pathname);
		// The page cache answers most of these. Paths that only look like a route or a private page come here, such as /HEALTH or
		// /career/application/.., and must not show a page of a module that is off.
		const request = isMissing ? new Request(publicUrl + unknownPath, asked) : asked;
		const edition = contents.edition();
		const nonce = randomBytes(16).toString("base64");
		context.set(nonceContext, nonce);
		const response = await renderPage(request, context, client);
		if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
		const html = await response.text();
		if (context.get(unpublishedContext)) return new Response(html, response);
		const styles = liveStyles?.edition === edition ? liveStyles.sources : listInlineSources(html).styles;
		// The page of a failure may lack the company's own colour.
		if (response.ok) liveStyles = { edition, sources: styles };
		response.headers.set("Content-Security-Policy", buildPagePolicy({ scripts: [`'nonce-${nonce}'`], styles }));
		return new Response(html, { status: response.status, headers: response.headers });
	}
}

/** Caches the result of a function, unless it failed. */
function cacheUnlessFailed<Made>(make: () => Promise<Made>): () => Promise<Made> {
	let kept: Promise<Made> | undefined;
	return () =>
		(kept ??= make().catch((error: unknown) => {
			kept = undefined;
			throw error;
		}));
}
