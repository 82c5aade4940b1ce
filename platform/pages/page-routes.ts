import { normalizeIP } from "@fastify/rate-limit";
import type {
	FastifyError,
	FastifyPluginAsync,
	FastifyReply,
	FastifyRequest,
	onRequestAsyncHookHandler,
} from "fastify";
import type { RouterContextProvider } from "react-router";
import { sendErrorPage } from "../http/error-page.ts";
import { HttpProblem } from "../http/problem.ts";
import type { FileForm } from "../http/receive-files.ts";
import { formFilesContext } from "./live-page-context.server.ts";
import { acceptForms, readAddress, signalWhenGone, toPageRequest } from "./page-request.ts";
import { createRenderLimit } from "./render-limit.ts";
import type { SitePages } from "./site-pages.ts";

/** Files over a slow mobile connection. */
const uploadTimeoutMs = 10 * 60_000;

/** Few, so that forms outside the limit leave most of the queue to others. */
const maxUncountedAtOnce = 30;

export type PageRoutesOptions = {
	pages: SitePages;
	/** Base of every URL that a page sees; the Host header is not trusted. */
	publicUrl: string;
	/** Creates the context of loaders and actions, new for every request; `client` is the address it came from. */
	createContext(client: string): RouterContextProvider;
	limitFormPosts: onRequestAsyncHookHandler;
	/** Patterns of pages whose forms the limit does not count. */
	unlimitedForms: string[];
	/** Pages whose forms may hold files. */
	fileForms: { patterns: string[]; receive: ReceiveForm };
	/** Records an internal error, which visitors are told about. */
	reportFailure(request: FastifyRequest, error: unknown): void;
};

/** Everything except API routes: pages rendered for the request, and forms sent without JavaScript. */
export const pageRoutes: FastifyPluginAsync<PageRoutesOptions> = async (app, options) => {
	acceptForms(app);
	app.setErrorHandler((error: FastifyError, request, reply) =>
		sendErrorPage(error, request, reply, { ...options, backTo: findForm(error, request, options.pages) }),
	);
	app.route({ method: ["GET", "HEAD"], url: "*", handler: (request, reply) => renderPage(request, reply, options) });
	const limitUncounted = createRenderLimit({ atOnce: maxUncountedAtOnce, mostWaiting: 0 });
	for (const url of options.unlimitedForms)
		app.post(url, (request, reply) =>
			limitUncounted({ client: normalizeIP(request.ip), signal: signalWhenGone(reply) }, () =>
				renderPage(request, reply, options),
			),
		);
	await app.register(fileFormRoutes, options);
	app.post("*", { onRequest: options.limitFormPosts }, (request, reply) => renderPage(request, reply, options));
};

/** Returns the address that a refused form was sent to, for the way back; undefined without a page there, or if it takes no forms. */
function findForm(
	{ statusCode }: FastifyError,
	{ raw: { url = "" } }: FastifyRequest,
	pages: SitePages,
): string | undefined {
	const [path = ""] = url.split("?", 1);
	return statusCode === 405 || pages.isUnknown(path) ? undefined : url;
}

/** Reads a form with files as it arrives; the caller discards the files once the page has answered. */
type ReceiveForm = (request: FastifyRequest) => Promise<{ form: FileForm; discard(): Promise<void> }>;

/** The forms that may hold files, read as they arrive. */
const fileFormRoutes: FastifyPluginAsync<PageRoutesOptions> = async (app, options) => {
	const { patterns, receive } = options.fileForms;
	app.removeContentTypeParser("multipart/form-data");
	app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
	for (const url of patterns)
		app.post(
			url,
			{ onRequest: options.limitFormPosts, handlerTimeout: uploadTimeoutMs },
			async (request, reply): Promise<FastifyReply> => {
				if (!request.headers["content-type"]?.startsWith("multipart/form-data"))
					return renderPage(request, reply, options);
				const { form, discard } = await receive(request);
				return renderPage(request, reply, options, form).finally(discard);
			},
		);
};

async function renderPage(
	request: FastifyRequest,
	reply: FastifyReply,
	options: PageRoutesOptions,
	form?: FileForm,
): Promise<FastifyReply> {
	const context = options.createContext(request.ip);
	if (form) context.set(formFilesContext, form);
	const url = readAddress(request, options.publicUrl);
	const gone = signalWhenGone(reply);
	const response = await render(
		options.pages,
		await toPageRequest(request, url, gone, { fields: form?.fields }),
		context,
		normalizeIP(request.ip),
	);
	// An aborted page has status 500, which nobody sees and which is not a failure.
	if (gone.aborted) return reply;
	if (response.status >= 500) {
		// 503 is a page's own response: the form with its text kept, to send again, or the page without the unreadable data.
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

/**
 * Renders a page.
 * @throws HttpProblem where React Router does not respond with a page: where it throws a Response, and where the page takes no forms
 */
async function render(
	pages: SitePages,
	request: Request,
	context: RouterContextProvider,
	client: string,
): Promise<Response> {
	const refuse = (status: number) =>
		new HttpProblem(status, "This page does not accept such a request.", {
			headers: status === 405 ? { allow: "GET, HEAD" } : {},
		});
	const response = await pages.render(request, context, client).catch((error: unknown) => {
		throw error instanceof Response ? refuse(error.status) : error;
	});
	if (response.status === 405) throw refuse(405);
	return response;
}
