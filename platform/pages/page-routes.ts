import { normalizeIP } from "@fastify/rate-limit";
import type {
	FastifyError,
	FastifyPluginAsync,
	FastifyReply,
	FastifyRequest,
	onRequestAsyncHookHandler,
} from "fastify";
import type { RouterContextProvider } from "react-router";
import type { PageSource } from "./page-source.ts";
import { createRenderLimit } from "./render-limit.ts";
import { sendErrorPage } from "../http/error-page.ts";
import { HttpProblem } from "../http/problem.ts";
import { acceptForms, readAddress, signalWhenGone, toPageRequest } from "./page-request.ts";

/** So that those who send forms that are not counted take few of the places in which forms wait for their turn. */
const mostUncountedAtOnce = 30;

export type PageRoutesOptions = {
	pages: PageSource;
	/** Base of every URL that a page sees; the Host header is not believed. */
	publicUrl: string;
	/** Makes what the routes' loaders and actions find in their context, new for every request; `client` is the address that it came from. */
	createContext(client: string): RouterContextProvider;
	limitFormPosts: onRequestAsyncHookHandler;
	/** Patterns of pages whose forms are not counted towards that limit. */
	unlimitedForms: string[];
	/** Records a failure of our own; visitors are told that it was. */
	reportFailure(request: FastifyRequest, error: unknown): void;
};

/** Everything that is no API route: pages rendered for the request, and forms sent without JavaScript. */
export const pageRoutes: FastifyPluginAsync<PageRoutesOptions> = async (app, options) => {
	acceptForms(app);
	app.setErrorHandler((error: FastifyError, request, reply) => sendErrorPage(error, request, reply, options));
	app.route({ method: ["GET", "HEAD"], url: "*", handler: (request, reply) => renderPage(request, reply, options) });
	const limitUncounted = createRenderLimit({ atOnce: mostUncountedAtOnce, mostWaiting: 0 });
	for (const url of options.unlimitedForms)
		app.post(url, (request, reply) =>
			limitUncounted({ client: normalizeIP(request.ip), signal: signalWhenGone(reply) }, () =>
				renderPage(request, reply, options),
			),
		);
	app.post("*", { onRequest: options.limitFormPosts }, (request, reply) => renderPage(request, reply, options));
};

async function renderPage(
	request: FastifyRequest,
	reply: FastifyReply,
	options: PageRoutesOptions,
): Promise<FastifyReply> {
	const url = readAddress(request, options.publicUrl);
	const gone = signalWhenGone(reply);
	const response = await render(
		options.pages,
		await toPageRequest(request, url, gone),
		options.createContext(request.ip),
		normalizeIP(request.ip),
	);
	// A page that was broken off answers with status 500, which nobody sees and which is no failure.
	if (gone.aborted) return reply;
	if (response.status >= 500) {
		// 503 is a page's own answer: the form with its text kept, to be sent again, or the page without what could not be read.
		if (response.status !== 503) throw new Error(`The page answered with status ${response.status}`);
		options.reportFailure(
			request,
			new Error(
				request.method === "POST" ? "The page could not store what was sent" : "The page could not read what it shows",
			),
		);
	}
	return reply.send(response);
}

/** Renders a page; one that throws a Response, as React Router's pages may, wants the error page with its status. */
async function render(
	pages: PageSource,
	request: Request,
	context: RouterContextProvider,
	client: string,
): Promise<Response> {
	try {
		return await pages.render(request, context, client);
	} catch (error) {
		throw error instanceof Response ? new HttpProblem(error.status, "The page does not answer such a request.") : error;
	}
}
