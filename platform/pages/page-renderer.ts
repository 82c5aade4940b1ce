import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { isStorageUnavailable } from "../database/storage-errors.ts";
import type { Logger } from "../log.ts";
import { formRefusedContext, reportPageErrorContext } from "./live-page-context.server.ts";
import { fillMonths, type KeptMonths } from "./months-placeholder.ts";
import { originPlaceholder } from "./origin.ts";
import { createRenderLimit } from "./render-limit.ts";

/** More at the same time finish no sooner, and delay everybody else for longer. */
const rendersAtOnce = 4;
/** A page takes some ten milliseconds, so the last one waits for about a second. */
const maxRendersWaiting = 60;
/**
 * Senders of forms may wait longer, rather than send again: many choose the same time at the same moment. Each address may send few, and
 * the last is answered within half the time limit of handlers.
 */
const maxFormsWaiting = 400;

/** Pages, their data, and documents such as the sitemap may hold links that begin with the site's origin. */
const isText = /^(?:text\/|application\/(?:\w+\+)?(?:xml|json))/;

export type PageRendererDeps = {
	/** Origin of every absolute link, without a trailing slash. */
	publicUrl: string;
	keptMonths: KeptMonths;
	securityHeaders: Record<string, string>;
	build: ServerBuild;
	log: Logger;
};

/**
 * Creates the renderer of whole pages, with every header but the policy for inline code. It rejects with a storage error unchanged, and
 * with ServerBusyError under overload.
 */
export function createPageRenderer({ publicUrl, keptMonths, securityHeaders, build, log }: PageRendererDeps) {
	const handleRequest = createRequestHandler(build, "production");
	const limitRendering = createRenderLimit({
		atOnce: rendersAtOnce,
		mostWaiting: maxRendersWaiting,
		mostFormsWaiting: maxFormsWaiting,
	});

	return async function renderPage(request: Request, context: RouterContextProvider, client = ""): Promise<Response> {
		let unavailable: unknown;
		context.set(reportPageErrorContext, (err) => {
			if (isStorageUnavailable(err)) unavailable ??= err;
			// The URL stays out of the log: it can hold the token of a private link.
			else log.error({ err }, "a page could not be rendered");
		});
		const kind = request.method === "POST" || context.get(formRefusedContext) ? "form" : "page";
		const response = await limitRendering({ client, signal: request.signal, kind }, () =>
			handleRequest(request, context),
		);
		// React Router answers any failure with 500.
		if (response.status === 500 && unavailable !== undefined) throw unavailable;
		const headers = new Headers(response.headers);
		// A page may set its own headers, such as a stricter Referrer-Policy.
		for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
		headers.set("Cache-Control", "no-store");
		const contentType = headers.get("Content-Type") ?? "";
		if (!isText.test(contentType)) return new Response(response.body, { status: response.status, headers });
		if (contentType.startsWith("text/") && !contentType.includes("charset"))
			headers.set("Content-Type", `${contentType}; charset=utf-8`);
		return new Response(fillMonths((await response.text()).replaceAll(originPlaceholder, publicUrl), keptMonths), {
			status: response.status,
			headers,
		});
	};
}
