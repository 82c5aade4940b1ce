import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router";
import { findElements, replaceParts } from "../platform/pages/html-elements.ts";
import { nonceContext, reportPageErrorContext } from "../platform/pages/live-page-context.server.ts";
import type { PagePart } from "../platform/pages/page-part.ts";
import { isFailure, renderPage } from "../platform/pages/render-page.server.tsx";
import { careerResultsPart } from "./career-results-part.server.tsx";

/** Parts of pages that are rendered separately. */
export const pageParts: readonly PagePart[] = [careerResultsPart];

/** Renders one whole page. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	loadContext: RouterContextProvider,
): Promise<Response> {
	const nonce = loadContext.get(nonceContext) ?? undefined;
	const reportError = loadContext.get(reportPageErrorContext);
	const { stream, failed } = await renderPage({ request, routerContext, nonce, reportError });
	const html = await new Response(stream).text();
	headers.set("Content-Type", "text/html; charset=utf-8");
	return new Response(loadScriptsAfterPaint(html), { status: failed ? 500 : status, headers });
}

/** The imports at the start of React Router's inline module, and each of them. */
const startImports = /^(?:import [^;]+;\s*)+/;
const startImport = /import (?:\* as (\w+) from )?"([^"]+)";/g;

/**
 * Lets a page paint before its scripts load, so that they take no bandwidth from the text and its fonts.
 *
 * React Router requests them by modulepreload links in the head, which cost a second of Largest Contentful Paint on a phone, and by
 * static imports at the end of the page. Here both wait for the first paint: then the links are added, each in a task of its own, as
 * React would add them again if they were missing, and the imports become dynamic. Imports of the page's own modules run before them, one
 * file after the other: the whole graph at once is one long task.
 */
function loadScriptsAfterPaint(html: string): string {
	const elements = findElements(html, (name, { rel, type }) =>
		name === "link" ? rel === "modulepreload" : name === "script" && type === "module",
	);
	const preloads = elements.flatMap(({ name, attributes: { href = "" } }) => (name === "link" ? [href] : []));
	return replaceParts(
		html,
		elements.map(({ name, start, contentStart, contentEnd }) =>
			name === "link"
				? { start, end: contentStart, text: "" }
				: {
						start: contentStart,
						end: contentEnd,
						text: startAfterPaint(html.slice(contentStart, contentEnd), preloads),
					},
		),
	);
}

function startAfterPaint(code: string, preloads: string[]): string {
	const [imports = ""] = startImports.exec(code) ?? [];
	if (imports === "") return code;
	const start = code.slice(imports.length);
	const modules = [...imports.matchAll(startImport)];
	const addresses = modules.map(([, , address = ""]) => address);
	const isImported = (address: string) => addresses.includes(address) || start.includes(address);
	const { shared = [], others = [] } = Object.groupBy(preloads, (address) =>
		isImported(address) ? "others" : "shared",
	);
	const requests = addresses.map((address) => `import("${address}")`).join(",");
	const names = modules.map(([, name = ""]) => name).join(",");
	const load = [
		`const shared=${JSON.stringify(shared)};`,
		`for(const href of shared.concat(${JSON.stringify(others)})){`,
		'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));',
		"await new Promise((next)=>setTimeout(next))}",
		"for(const file of shared)await import(file);",
		`const [${names}]=await Promise.all([${requests}]);`,
		start.trim(),
	].join("");
	return `new PerformanceObserver(async(_,observer)=>{observer.disconnect();${load}}).observe({type:"paint",buffered:true})`;
}

/** Handles errors of loaders and actions. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (isFailure(error, request)) (context as RouterContextProvider).get(reportPageErrorContext)(error);
};
