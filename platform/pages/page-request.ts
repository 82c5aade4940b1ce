import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpProblem } from "../http/problem.ts";

/** Headers that belong to the connection, or that React Router would hold against the address that it is told. */
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
	// React Router refuses a form post whose Origin is not the address that it is told. The site has no sessions that another site could
	// misuse, and its forms shall work under every name that the server is reached by; the desk's guard has looked at it before.
	"origin",
]);

/** Far more than a form that visitors fill in has, and few enough to be read within a moment. */
const mostFields = 200;

/** Takes forms as they are sent; readForm makes sure that they are some. */
export function acceptForms(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		["application/x-www-form-urlencoded", "multipart/form-data"],
		{ parseAs: "buffer" },
		(_request, body, done) => done(null, body),
	);
	// Anything else is refused by readForm, in words for a form.
	app.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

/**
 * Gives the address of a request below a base, for the Host header is not believed.
 *
 * @throws HttpProblem
 */
export function readAddress(request: FastifyRequest, base: string): URL {
	// A proxy's absolute form names a host of its own; "*" names nothing.
	if (!request.raw.url?.startsWith("/"))
		throw new HttpProblem(400, "The address of the request must begin with a slash.");
	return new URL(base + request.raw.url);
}

/**
 * Turns a request into the one that a page's loaders and actions get.
 *
 * @param gone aborted when nobody waits for the answer any more
 * @param form its fields, where somebody has read it already, or how many it may have
 * @throws HttpProblem when it sends something else than a form, or one with too many fields
 */
export async function toPageRequest(
	request: FastifyRequest,
	url: URL,
	gone: AbortSignal,
	form: { fields?: URLSearchParams | undefined; mostFields?: number } = {},
): Promise<Request> {
	const { fields } = form;
	const headers = listForwardedHeaders(request);
	return new Request(url, {
		// React Router would drop the body of an answer to HEAD and leave a file open that it reads.
		method: request.method === "HEAD" ? "GET" : request.method,
		headers: fields
			? [
					...headers.filter(([name]) => name !== "content-type"),
					["content-type", "application/x-www-form-urlencoded;charset=UTF-8"],
				]
			: headers,
		signal: gone,
		body: fields?.toString() ?? (request.method === "POST" ? await readForm(request, form.mostFields) : null),
	});
}

/** Aborts when the visitor has gone. Fastify's own signal aborts once a form's body has been read, for that closes the request too. */
export function signalWhenGone(reply: FastifyReply): AbortSignal {
	const controller = new AbortController();
	reply.raw.once("close", () => controller.abort());
	return controller.signal;
}

/** Gives the body of a form post, once it is sure that it can be read as a form. */
async function readForm(request: FastifyRequest, most = mostFields): Promise<Uint8Array<ArrayBuffer>> {
	const { body } = request;
	const contentType = request.headers["content-type"];
	if (!Buffer.isBuffer(body) || contentType === undefined)
		throw new HttpProblem(415, "Send the form as application/x-www-form-urlencoded or multipart/form-data.");
	const [, boundary] = /boundary="?([^";]+)/i.exec(contentType) ?? [];
	const separator = contentType.startsWith("multipart/") ? `--${boundary}` : "&";
	if (hasMore(body, separator, most)) throw new HttpProblem(400, "The form has too many fields.");
	const form = new Uint8Array(body);
	try {
		await new Response(form, { headers: { "content-type": contentType } }).formData();
	} catch {
		throw new HttpProblem(400, "The form could not be read.");
	}
	return form;
}

/** Whether a part stands in some bytes more often than that. */
function hasMore(bytes: Buffer, part: string, most: number): boolean {
	let found = 0;
	for (let at = bytes.indexOf(part); at !== -1 && found <= most; at = bytes.indexOf(part, at + part.length)) found += 1;
	return found > most;
}

function listForwardedHeaders(request: FastifyRequest): [string, string][] {
	return Object.entries(request.headers).flatMap(([name, value]) =>
		headersNotForwarded.has(name) || value === undefined
			? []
			: [[name, Array.isArray(value) ? value.join(", ") : value] satisfies [string, string]],
	);
}

declare module "fastify" {
	interface FastifyRequest {
		/** Pattern of the page, where a route of the server stands for many; for logs and metrics. */
		pattern: string | undefined;
	}
}
