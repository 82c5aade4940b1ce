import { renderToReadableStream, type ReactDOMServerReadableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext } from "react-router";

/** What rendering a page needs of the request it answers. */
export type RenderDeps = {
	request: Request;
	routerContext: EntryContext;
	/** Of the page's inline scripts; undefined where its policy names them by their hashes. */
	nonce: string | undefined;
	/** Called with each error that a component throws. */
	reportError(error: unknown): void;
};

/**
 * Renders one page whole, and tells whether a component has thrown; React then shows the nearest error boundary.
 *
 * @throws what React throws when not even that can be rendered
 */
export async function renderPage({
	request,
	routerContext,
	nonce,
	reportError,
}: RenderDeps): Promise<{ stream: ReactDOMServerReadableStream; failed: boolean }> {
	let failed = false;
	const stream = await renderToReadableStream(
		<ServerRouter context={routerContext} url={request.url} {...(nonce !== undefined && { nonce })} />,
		{
			...(nonce !== undefined && { nonce }),
			onError(error) {
				failed = true;
				reportError(error);
			},
		},
	);
	await stream.allReady;
	return { stream, failed };
}

/** Tells whether what a loader or an action threw is a failure: neither an answer, such as 404, nor the end of a request that somebody left. */
export function isFailure(error: unknown, request: Request): boolean {
	return !request.signal.aborted && !isRouteErrorResponse(error);
}
