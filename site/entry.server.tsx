import { renderToReadableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from "react-router";
import { nonceContext, reportPageErrorContext } from "../features/publishing/live-page-context.server.ts";

/**
 * Renders one page whole.
 *
 * React Router's modulepreload links are taken out: they make the browser fetch every script before the first paint, which cost
 * a second of Largest Contentful Paint. The module script finds the same files through its imports.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	loadContext: RouterContextProvider,
): Promise<Response> {
	const nonce = loadContext.get(nonceContext) ?? undefined;
	let failed = false;
	const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />, {
		...(nonce && { nonce }),
		onError(error) {
			failed = true;
			loadContext.get(reportPageErrorContext)(error);
		},
	});
	await stream.allReady;
	const html = await new Response(stream).text();
	headers.set("Content-Type", "text/html; charset=utf-8");
	return new Response(html.replaceAll(/<link rel="modulepreload"[^>]*>/g, ""), { status: failed ? 500 : status, headers });
}

/** Errors of loaders and actions; those that are answers, such as 404, and those of visitors who left are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (!request.signal.aborted && !isRouteErrorResponse(error)) (context as RouterContextProvider).get(reportPageErrorContext)(error);
};
