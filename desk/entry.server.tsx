import { renderToReadableStream } from "react-dom/server";
import {
	isRouteErrorResponse,
	ServerRouter,
	type EntryContext,
	type HandleErrorFunction,
	type RouterContextProvider,
} from "react-router";
import { nonceContext, reportErrorContext } from "./context.server.ts";

/** Renders one page whole. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	loadContext: RouterContextProvider,
): Promise<Response> {
	const nonce = loadContext.get(nonceContext);
	let failed = false;
	const stream = await renderToReadableStream(
		<ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
		{
			nonce,
			onError(error) {
				failed = true;
				loadContext.get(reportErrorContext)(error);
			},
		},
	);
	await stream.allReady;
	headers.set("Content-Type", "text/html; charset=utf-8");
	return new Response(stream, { status: failed ? 500 : status, headers });
}

/** Errors of loaders and actions; those that are answers, such as 404, and those of people who left are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (!request.signal.aborted && !isRouteErrorResponse(error))
		(context as RouterContextProvider).get(reportErrorContext)(error);
};
