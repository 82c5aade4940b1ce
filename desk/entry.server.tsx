import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router";
import { isFailure, renderPage } from "../platform/pages/render-page.server.tsx";
import { nonceContext, reportErrorContext } from "./guard/context.server.ts";

/** Renders one page as a whole. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	loadContext: RouterContextProvider,
): Promise<Response> {
	const nonce = loadContext.get(nonceContext);
	const reportError = loadContext.get(reportErrorContext);
	const { stream, failed } = await renderPage({ request, routerContext, nonce, reportError });
	headers.set("Content-Type", "text/html; charset=utf-8");
	return new Response(stream, { status: failed ? 500 : status, headers });
}

/** Reports errors of loaders and actions. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (isFailure(error, request)) (context as RouterContextProvider).get(reportErrorContext)(error);
};
