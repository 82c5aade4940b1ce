import { renderToReadableStream, type ReactDOMServerReadableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext } from "react-router";

/** Input of rendering, besides the request. */
export type RenderDeps = {
	request: Request;
	routerContext: EntryContext;
	/** Of the page's inline scripts; undefined if its policy lists them by hash. */
	nonce: string | undefined;
	/** Called with each error that a component throws. */
	reportError(error: unknown): void;
};

/**
 * Renders one whole page, and returns whether a component has thrown; React then shows the nearest error boundary.
 *
 * @throws React's error if not even that can be rendered
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
			// Otherwise React sends what is large hidden, for a script to move into place.
			progressiveChunkSize: Number.POSITIVE_INFINITY,
			onError(error) {
				failed = true;
				reportError(error);
			},
		},
	);
	await stream.allReady;
	return { stream, failed };
}

/** Tells whether an error of a loader or an action is a failure: neither a response, such as 404, nor an aborted request. */
export function isFailure(error: unknown, request: Request): boolean {
	return !request.signal.aborted && !isRouteErrorResponse(error);
}
