import { normalizeIP } from "@fastify/rate-limit";
import type {
	FastifyError,
	FastifyInstance,
	FastifyPluginAsync,
	FastifyReply,
	FastifyRequest,
	onRequestAsyncHookHandler,
} from "fastify";
import type { RouterContextProvider } from "react-router";
import type { PageSource } from "./page-source.ts";
import { sendErrorPage } from "../http/error-page.ts";
import { HttpProblem } from "../http/problem.ts";

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

/** Headers that belong to the connection, or that React Router would hold against PUBLIC_URL. */
const headersNotForwarded = new Set([
	"host",
	"connection",
	"keep-alive",
	"transfer-encoding",
	"content-length",
	"te",
	"trailer",
	"upgrade",
	"expect",
	"proxy-authorization",
	// React Router refuses a form post whose Origin is not PUBLIC_URL. The site has no sessions that another site could
	// misuse, and its forms shall work under every name that the server is reached by.
	"origin",
]);

/** Everything that is no API route: pages rendered for the request, and forms sent without JavaScript. */
export const pageRoutes: FastifyPluginAsync<PageRoutesOptions> = async (app, options) => {
	acceptForms(app);
	app.setErrorHandler((error: FastifyError, request, reply) => sendErrorPage(error, request, reply, options));
	app.route({ method: ["GET", "HEAD"], url: "*", handler: (request, reply) => renderPage(request, reply, options) });
	for (const url of options.unlimitedForms) app.post(url, (request, reply) => renderPage(request, reply, options));
	app.post("*", { onRequest: options.limitFormPosts }, (request, reply) => renderPage(request, reply, options));
};

function acceptForms(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		["application/x-www-form-urlencoded", "multipart/form-data"],
		{ parseAs: "buffer" },
		(_request, body, done) => done(null, body),
	);
	// Anything else is refused by readForm, in words for a form.
	app.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

async function renderPage(
	request: FastifyRequest,
	reply: FastifyReply,
	options: PageRoutesOptions,
): Promise<FastifyReply> {
	// A proxy's absolute form names a host of its own; "*" names nothing.
	if (!request.raw.url?.startsWith("/"))
		throw new HttpProblem(400, "The address of the request must begin with a slash.");
	const body = request.method === "POST" ? await readForm(request) : undefined;
	const gone = signalWhenGone(reply);
	const response = await render(
		options.pages,
		new Request(options.publicUrl + request.raw.url, {
			method: request.method,
			headers: listForwardedHeaders(request),
			signal: gone,
			body: body ?? null,
		}),
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

/** Aborts when the visitor has gone. Fastify's own signal aborts once a form's body has been read, for that closes the request too. */
function signalWhenGone(reply: FastifyReply): AbortSignal {
	const controller = new AbortController();
	reply.raw.once("close", () => controller.abort());
	return controller.signal;
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

/** Gives the body of a form post, once it is sure that it can be read as a form. */
async function readForm(request: FastifyRequest): Promise<Uint8Array<ArrayBuffer>> {
	const { body } = request;
	const contentType = request.headers["content-type"];
	if (!Buffer.isBuffer(body) || contentType === undefined)
		throw new HttpProblem(415, "Send the form as application/x-www-form-urlencoded or multipart/form-data.");
	const form = new Uint8Array(body);
	try {
		await new Response(form, { headers: { "content-type": contentType } }).formData();
	} catch {
		throw new HttpProblem(400, "The form could not be read.");
	}
	return form;
}

function listForwardedHeaders(request: FastifyRequest): [string, string][] {
	return Object.entries(request.headers).flatMap(([name, value]) =>
		headersNotForwarded.has(name) || value === undefined
			? []
			: [[name, Array.isArray(value) ? value.join(", ") : value] satisfies [string, string]],
	);
}
