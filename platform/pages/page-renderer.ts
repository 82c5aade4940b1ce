import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { isStorageUnavailable } from "../database/storage-errors.ts";
import type { Logger } from "../log.ts";
import { formRefusedContext, reportPageErrorContext } from "./live-page-context.server.ts";
import { originPlaceholder } from "./origin.ts";
import { createRenderLimit } from "./render-limit.ts";

/** More of them at the same time are not ready sooner, and keep everybody else waiting for longer. */
const rendersAtOnce = 4;
/** A page takes some ten milliseconds, so that the last of them waits for about a second. */
const mostRendersWaiting = 60;
/**
 * Whoever has sent a form waits longer rather than send it again: many choose one time at the same moment. Each address may send few, and
 * the last of them is answered within half the time that a handler has.
 */
const mostFormsWaiting = 400;

/** Pages, their data, and documents such as the sitemap may hold links that begin with the site's address. */
const isText = /^(?:text\/|application\/(?:\w+\+)?(?:xml|json))/;

export type PageRendererDeps = {
	/** Origin of every absolute link, without a trailing slash. */
	publicUrl: string;
	securityHeaders: Record<string, string>;
	build: ServerBuild;
	log: Logger;
};

/**
 * Makes what renders a page whole, with every header but the policy for its inline code. It rejects with an error of storage as it was,
 * and with ServerBusyError when too much is to be rendered already.
 */
export function createPageRenderer({ publicUrl, securityHeaders, build, log }: PageRendererDeps) {
	const handleRequest = createRequestHandler(build, "production");
	const limitRendering = createRenderLimit({
		atOnce: rendersAtOnce,
		mostWaiting: mostRendersWaiting,
		mostFormsWaiting,
	});

	return async function renderPage(request: Request, context: RouterContextProvider, client = ""): Promise<Response> {
		let unavailable: unknown;
		context.set(reportPageErrorContext, (err) => {
			if (isStorageUnavailable(err)) unavailable ??= err;
			// The address stays out of the log: it can hold the token of a private link.
			else log.error({ err }, "a page could not be rendered");
		});
		const kind = request.method === "POST" || context.get(formRefusedContext) ? "form" : "page";
		const response = await limitRendering({ client, signal: request.signal, kind }, () =>
			handleRequest(request, context),
		);
		// React Router answers with 500 whatever it was that failed.
		if (response.status === 500 && unavailable !== undefined) throw unavailable;
		const headers = new Headers(response.headers);
		// A page may set its own, such as a stricter Referrer-Policy.
		for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
		headers.set("Cache-Control", "no-store");
		const contentType = headers.get("Content-Type") ?? "";
		if (!isText.test(contentType)) return new Response(response.body, { status: response.status, headers });
		if (contentType.startsWith("text/") && !contentType.includes("charset"))
			headers.set("Content-Type", `${contentType}; charset=utf-8`);
		return new Response((await response.text()).replaceAll(originPlaceholder, publicUrl), {
			status: response.status,
			headers,
		});
	};
}
