import { renderToReadableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from "react-router";
import { nonceContext, reportPageErrorContext } from "../features/publishing/live-page-context.server.ts";

/** Renders one page whole. */
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
	return new Response(loadScriptsAfterPaint(html), { status: failed ? 500 : status, headers });
}

/** The inline module with which React Router starts a page: its imports, and what it does with them. */
const startModule = /(<script [^>]*type="module"[^>]*>)((?:import [^;]+;\s*)+)([\s\S]*?)(<\/script>)/;
const startImport = /import (?:\* as (\w+) from )?("[^"]+");/g;

/**
 * Lets a page paint before its scripts load, so that they take no bandwidth from the text and its fonts.
 *
 * React Router asks for them by modulepreload links in the head, which cost a second of Largest Contentful Paint on a phone, and by
 * static imports at the end of the page; they become imports that wait for the first paint.
 */
function loadScriptsAfterPaint(html: string): string {
	return html
		.replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
		.replace(startModule, (_, open: string, imports: string, start: string, close: string) => {
			const modules = [...imports.matchAll(startImport)];
			const requests = modules.map(([, , address]) => `import(${address})`).join(",");
			const names = modules.map(([, name = ""]) => name).join(",");
			const load = `Promise.all([${requests}]).then(([${names}])=>{${start.trim()}})`;
			return `${open}new PerformanceObserver((_,observer)=>{observer.disconnect();${load}}).observe({type:"paint",buffered:true})${close}`;
		});
}

/** Errors of loaders and actions; those that are answers, such as 404, and those of visitors who left are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (!request.signal.aborted && !isRouteErrorResponse(error)) (context as RouterContextProvider).get(reportPageErrorContext)(error);
};
