import { randomUUIDv7 } from "node:crypto";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import fastify, {
	errorCodes,
	LogController,
	type FastifyBaseLogger,
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from "fastify";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { discardRestOfBody } from "./discard-rest-of-body.ts";
import { sendErrorPage, type ReadyPages } from "./error-page.ts";
import { errorToProblem } from "./error-to-problem.ts";
import type { FinishedRequest } from "./finished-request.ts";
import { removeForwardedPorts } from "./forwarded-addresses.ts";
import { createProblem, HttpProblem, problemContentType, sendProblem } from "./problem.ts";
import { formatFields, keepAliveMs } from "./ready-response.ts";
import { servePlainGets } from "./serve-plain-gets.ts";
import { ServerBusyError } from "./server-busy-error.ts";

/** Largest body of a JSON request or a page's form. */
const maxBodyBytes = 64 * 1024;

export type HttpServerDeps = {
	config: Pick<Config, "trustedProxies">;
	/** Headers of every response, unless its handler sets others. */
	securityHeaders: Record<string, string>;
	pages: ReadyPages;
	metrics: Pick<Metrics, "countPage" | "countRequest">;
	log: Logger;
	/** Aborted when the server is about to stop: from then on no connection is kept alive. */
	draining: AbortSignal;
	/** Records an internal error. */
	reportFailure(request: FastifyRequest, error: unknown): void;
	/** Called with every request once it has been answered. */
	onResponse?(request: FinishedRequest): void;
	/** A request without a response by then gets 503. */
	handlerTimeoutMs?: number;
};

/**
 * Creates the server without its routes. Files from the build are answered before the framework. Everything else gets its limits,
 * security headers, a log line and, on failure, an error in a form that its sender can read.
 */
export function createHttpServer({
	config,
	securityHeaders,
	pages,
	metrics,
	log,
	draining,
	reportFailure,
	onResponse = () => {},
	handlerTimeoutMs = 15_000,
}: HttpServerDeps): FastifyInstance {
	const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
		const problem = errorToProblem(error);
		if (problem.statusCode >= 500) reportFailure(request, error);
		return sendProblem(reply, problem);
	};

	/** Responses to malformed HTTP requests, whose connection then ends. */
	const describeRefusal = (status: number) => {
		const body = JSON.stringify(createProblem(status, "The request could not be read."));
		const headers = {
			...securityHeaders,
			"Content-Type": problemContentType,
			"Content-Length": String(Buffer.byteLength(body)),
			Connection: "close",
		};
		return { headers, body };
	};
	const refuse = (response: ServerResponse, status: number) => {
		const { headers, body } = describeRefusal(status);
		response.writeHead(status, headers).end(body);
	};

	/** Errors that answers from memory threw, by request. */
	const failed = new WeakMap<IncomingMessage, unknown>();
	/** An error thrown here would end the process, so the framework answers with it instead. */
	const serveFromMemory = (request: IncomingMessage, response: ServerResponse) => {
		try {
			return pages.serve(request, response);
		} catch (error) {
			if (response.headersSent) {
				log.error({ err: error }, "a cached response was cut off");
				response.destroy();
				return true;
			}
			failed.set(request, error);
			return false;
		}
	};
	const findReady: ReadyPages["findReady"] = (path, acceptEncoding) => {
		try {
			return pages.findReady(path, acceptEncoding);
		} catch {
			// The HTTP server meets the same error, and reports it.
			return undefined;
		}
	};

	const closing = new AbortController();
	const app = fastify({
		loggerInstance: log as FastifyBaseLogger,
		// Each request gets one line below, without its URL and its address.
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
		genReqId: () => randomUUIDv7(),
		trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
		bodyLimit: maxBodyBytes,
		// Requests on connections that are still open when the server stops are answered as before.
		return503OnClosing: false,
		serverFactory: (handler) => {
			const server = createServer(
				{
					requestTimeout: 10 * 60_000,
					headersTimeout: 10_000,
					keepAliveTimeout: keepAliveMs,
					connectionsCheckingInterval: 5_000,
					// Node's own response has none of the usual headers.
					requireHostHeader: false,
				},
				(request, response) => {
					if (draining.aborted) response.shouldKeepAlive = false;
					if (!namesOneHost(request)) return refuse(response, 400);
					removeForwardedPorts(request);
					if (!serveFromMemory(request, response)) return handler(request, response);
					metrics.countPage(response.statusCode);
					onResponse(describeAnswered(request, response.statusCode));
				},
			);
			server.on("checkExpectation", (_request, response) => refuse(response, 417));
			server.timeout = 60_000;
			servePlainGets(server, {
				find: findReady,
				onResponse({ path, header }) {
					metrics.countPage(200);
					onResponse({ method: "GET", path, status: 200, header });
				},
				until: AbortSignal.any([draining, closing.signal]),
			});
			return server;
		},
		clientErrorHandler(error, socket) {
			if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
			const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
			const { headers, body } = describeRefusal(status);
			socket.end(`HTTP/1.1 ${status} \r\n${formatFields(headers)}\r\n${body}`);
		},
		frameworkErrors(error, request, reply) {
			reply.headers(securityHeaders);
			return sendFittingError(error, request, reply);
		},
	});

	const sendFittingError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
		request.headers.accept?.includes("text/html")
			? sendErrorPage(error, request, reply, { pages, reportFailure })
			: sendError(error, request, reply);

	/** Requests whose handler has responded. */
	const responding = new WeakSet<FastifyRequest>();
	const limitTime = createTimeLimit(
		handlerTimeoutMs,
		(request) => responding.has(request),
		async (request, reply, error) => {
			const { statusCode, headers, message } = errorToProblem(error);
			const page = request.headers.accept?.includes("text/html")
				? await pages.errorPage(statusCode, request.method === "POST" ? { message } : undefined)
				: {
						headers: { "content-type": problemContentType },
						body: JSON.stringify(createProblem(statusCode, message)),
					};
			if (responding.has(request) || reply.sent || reply.raw.destroyed) return;
			reportFailure(request, error);
			// A later response of the handler is dropped.
			reply.code(statusCode).hijack();
			if (draining.aborted) reply.header("connection", "close");
			reply.raw
				.writeHead(statusCode, {
					...(reply.getHeaders() as OutgoingHttpHeaders),
					...page.headers,
					...headers,
					"cache-control": "no-store",
					"content-length": Buffer.byteLength(page.body),
				})
				.end(page.body);
		},
	);

	// Closing without draining first does not wait for idle connections.
	app.addHook("preClose", async () => closing.abort());
	app.addHook("onResponse", async () => {
		// Node closes the connections that are idle at that moment, not those still sending a response.
		if (closing.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.headers(securityHeaders);
		limitTime(request, reply);
		if (failed.has(request.raw)) throw failed.get(request.raw);
	});
	app.addHook("onSend", async (request, reply) => {
		responding.add(request);
		if (reply.statusCode === 413 && discardRestOfBody(request)) {
			reply.removeHeader("connection");
			reply.raw.shouldKeepAlive = true;
		}
		// Also for requests that arrived before the server was told to stop.
		else if (draining.aborted) reply.header("connection", "close");
	});
	app.addHook("onResponse", async (request, reply) => {
		const { method } = request;
		const { statusCode: status, elapsedTime } = reply;
		const route = routeOf(request);
		metrics.countRequest({ method, route, status, milliseconds: elapsedTime });
		onResponse(describeAnswered(request.raw, status));
		request.log.info({ method, route, status, ms: Math.round(elapsedTime) }, "request");
	});
	app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
	app.setNotFoundHandler((request, reply) =>
		sendFittingError(
			new HttpProblem(405, "This method is not allowed at this address.", { headers: { allow: "GET, HEAD, POST" } }),
			request,
			reply,
		),
	);

	app.decorateRequest("pattern", undefined);
	// Plain text would reach the handlers as a string; none of them takes it.
	app.removeContentTypeParser("text/plain");
	return app;
}

/** RFC 9112, 3.2: a proxy may route by the other of two hosts, so such a request is refused, as is one without any. */
function namesOneHost({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
	const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
	return hosts === 1 || (hosts === 0 && httpVersionMajor === 1 && httpVersionMinor === 0);
}

/**
 * A response slower than the time limit must send this much within each interval; reading a byte now and then keeps no connection open.
 */
const minBytesPerInterval = 64 * 1024;

/**
 * Creates the time limit of handlers, which starts again at the end of the request's body. On routes with a longer limit of their own it
 * starts only there, because a file may take longer to arrive as long as it makes progress.
 *
 * Fastify's own limit ends with the body: it takes the close of a request that has arrived in full for a visitor who has gone. It also
 * lets a handler that responds at that moment write into the same response.
 *
 * @param isResponding whether the handler has responded, though nothing may have been sent yet
 * @param respondLate responds in the handler's place, unless the handler has responded meanwhile
 */
function createTimeLimit(
	handlerTimeoutMs: number,
	isResponding: (request: FastifyRequest) => boolean,
	respondLate: (request: FastifyRequest, reply: FastifyReply, error: FastifyError) => Promise<void>,
): (request: FastifyRequest, reply: FastifyReply) => void {
	return function limitTime(request, reply) {
		let timer: NodeJS.Timeout | undefined;
		let written: number | undefined;
		const wait = () => {
			clearTimeout(timer);
			if (!reply.sent && !reply.raw.destroyed) timer = setTimeout(look, handlerTimeoutMs);
		};
		const look = () => {
			if (reply.sent || reply.raw.destroyed) return;
			if (!reply.raw.headersSent && !isResponding(request)) {
				const error = new errorCodes.FST_ERR_HANDLER_TIMEOUT(handlerTimeoutMs, routeOf(request));
				respondLate(request, reply, error).then(wait, () => reply.raw.destroy());
				return;
			}
			const now = reply.raw.socket?.bytesWritten ?? 0;
			// A response that began after the last check has had no time yet.
			const hasProgressed = written === undefined || now - written >= minBytesPerInterval;
			written = now;
			if (hasProgressed || endsByItself(reply)) wait();
			else reply.raw.destroy();
		};
		reply.raw.once("close", () => clearTimeout(timer));
		const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
		const hasBody = length !== "0" || coding !== undefined;
		if (hasBody) request.raw.once("close", wait);
		if (!hasBody || (request.routeOptions.handlerTimeout ?? 0) <= handlerTimeoutMs) wait();
	};
}

/** Server-sent events send little over a long time; their route ends them. */
function endsByItself(reply: FastifyReply): boolean {
	return String(reply.getHeader("content-type")).startsWith("text/event-stream");
}

/** How often to log that requests are refused because of overload. */
const busyLineMs = 10_000;

/** Creates the function that records internal errors in metrics and log. */
export function createFailureReport(metrics: Pick<Metrics, "countFailure">): HttpServerDeps["reportFailure"] {
	let busySince = -busyLineMs;
	return (request, error) => {
		// The sender disconnected before the request had arrived in full.
		if (error instanceof Error && error === request.raw.errored) return;
		metrics.countFailure();
		// One line for each would be another way to keep the server busy.
		if (error instanceof ServerBusyError) {
			if (performance.now() - busySince < busyLineMs) return;
			busySince = performance.now();
		}
		request.log.error({ method: request.method, route: routeOf(request), err: error }, "a request failed");
	};
}

function describeAnswered({ method = "", url = "", headers }: IncomingMessage, status: number): FinishedRequest {
	return {
		method,
		path: url,
		status,
		header(name) {
			const value = headers[name];
			return Array.isArray(value) ? value.join(", ") : value;
		},
	};
}

/** Returns the pattern of the matched route, for logs and metrics: the path may be private. */
function routeOf(request: FastifyRequest): string {
	return request.pattern ?? request.routeOptions.url ?? "none";
}
