import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpProblem } from "../http/problem.ts";
import { mostFormFields } from "../http/receive-files.ts";

/** Headers of the connection, and headers that make React Router reject the URL it is given. */
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
	// React Router refuses a form post whose Origin differs from the URL it is given. The site has no sessions that another site could
	// misuse, and its forms must work under every hostname of the server; the desk's guard has checked it before.
	"origin",
]);

/** Accepts bodies unparsed; readForm checks that they are forms. */
export function acceptForms(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		["application/x-www-form-urlencoded", "multipart/form-data"],
		{ parseAs: "buffer" },
		(_request, body, done) => done(null, body),
	);
	// readForm refuses anything else, in words for a form.
	app.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

/**
 * Returns the URL of a request below a base, because the Host header is not trusted.
 *
 * @throws HttpProblem
 */
export function readAddress(request: FastifyRequest, base: string): URL {
	// A proxy's absolute form names a host of its own; "*" names no page.
	if (!request.raw.url?.startsWith("/"))
		throw new HttpProblem(400, "The address of the request must begin with a slash.");
	return new URL(base + request.raw.url);
}

/**
 * Turns a request into the one for a page's loaders and actions.
 *
 * @param gone aborted when nobody is waiting for the response
 * @param form its fields if already parsed, or the most it may have
 * @throws HttpProblem if it is not a form, or has too many fields
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
		// React Router would drop the body of a response to HEAD and leave its file open.
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

/**
 * Returns a signal that aborts when the visitor has gone. Fastify's own signal aborts once a form's body has been read, because that
 * closes the request too.
 */
export function signalWhenGone(reply: FastifyReply): AbortSignal {
	const controller = new AbortController();
	reply.raw.once("close", () => controller.abort());
	return controller.signal;
}

/** Returns the body of a form post after checking that it is a form. */
async function readForm(request: FastifyRequest, most = mostFormFields): Promise<Uint8Array<ArrayBuffer>> {
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

/** Tells whether bytes contain a part more often than that. */
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
		/** Pattern of the page, if one route of the server serves many; for logs and metrics. */
		pattern: string | undefined;
	}
}
