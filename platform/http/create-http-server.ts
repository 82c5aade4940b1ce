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
import type { AnsweredRequest } from "./answered-request.ts";
import { answerPlainGets } from "./answer-plain-gets.ts";
import { discardRestOfBody } from "./discard-rest-of-body.ts";
import { errorToProblem } from "./error-to-problem.ts";
import { sendErrorPage, type ReadyPages } from "./error-page.ts";
import { createProblem, HttpProblem, problemContentType, sendProblem } from "./problem.ts";
import { formatFields, keepAliveMs } from "./ready-answer.ts";
import { ServerBusyError } from "./server-busy-error.ts";

/** Largest body of a JSON request or a page's form. */
const maxBodyBytes = 64 * 1024;

export type HttpServerDeps = {
	config: Pick<Config, "trustedProxies">;
	/** What every answer carries unless its handler says otherwise. */
	securityHeaders: Record<string, string>;
	pages: ReadyPages;
	metrics: Pick<Metrics, "countPage" | "countRequest">;
	log: Logger;
	/** Aborted when the server is about to stop: from then on no connection is kept. */
	draining: AbortSignal;
	/** Records a failure of our own. */
	reportFailure(request: FastifyRequest, error: unknown): void;
	/** Called with every request once it has been answered. */
	onAnswered?(request: AnsweredRequest): void;
	/** A request that has not been answered by then gets 503. */
	handlerTimeoutMs?: number;
};

/**
 * Makes the server without its routes: what was made when the site was built is answered before the framework, and everything else gets
 * its limits, security headers, a line in the log and, when it fails, an error in the form that its sender can read.
 */
export function createHttpServer({
	config,
	securityHeaders,
	pages,
	metrics,
	log,
	draining,
	reportFailure,
	onAnswered = () => {},
	handlerTimeoutMs = 15_000,
}: HttpServerDeps): FastifyInstance {
	const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
		const problem = errorToProblem(error);
		if (problem.statusCode >= 500) reportFailure(request, error);
		return sendProblem(reply, problem);
	};

	/** What cannot be read as a request of HTTP is told so, and its connection ends. */
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

	const closing = new AbortController();
	const app = fastify({
		loggerInstance: log as FastifyBaseLogger,
		// One line a request is written below, without its URL and its address.
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
		genReqId: () => randomUUIDv7(),
		trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
		bodyLimit: maxBodyBytes,
		// Requests on connections that are still open when the server stops are answered as ever.
		return503OnClosing: false,
		serverFactory: (handler) => {
			const server = createServer(
				{
					requestTimeout: 10 * 60_000,
					headersTimeout: 10_000,
					keepAliveTimeout: keepAliveMs,
					connectionsCheckingInterval: 5_000,
					// Node's own answer has none of the headers that every answer has.
					requireHostHeader: false,
				},
				(request, response) => {
					if (draining.aborted) response.shouldKeepAlive = false;
					if (!namesOneHost(request)) return refuse(response, 400);
					if (!pages.answer(request, response)) return handler(request, response);
					metrics.countPage(response.statusCode);
					onAnswered(describeAnswered(request, response.statusCode));
				},
			);
			server.on("checkExpectation", (_request, response) => refuse(response, 417));
			server.timeout = 60_000;
			answerPlainGets(server, {
				find: pages.findReady,
				onAnswered({ path, header }) {
					metrics.countPage(200);
					onAnswered({ method: "GET", path, status: 200, header });
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

	/** Requests whose handler has answered. */
	const answering = new WeakSet<FastifyRequest>();
	const limitTime = createTimeLimit(
		handlerTimeoutMs,
		(request) => answering.has(request),
		async (request, reply, error) => {
			const { statusCode, headers, message } = errorToProblem(error);
			const page = request.headers.accept?.includes("text/html")
				? await pages.errorPage(statusCode, request.method === "POST" ? { message } : undefined)
				: {
						headers: { "content-type": problemContentType },
						body: JSON.stringify(createProblem(statusCode, message)),
					};
			if (answering.has(request) || reply.sent || reply.raw.destroyed) return;
			reportFailure(request, error);
			// Whatever the handler answers from now on goes nowhere.
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

	// Whoever closes the server without draining it first does not wait for connections that only stand open.
	app.addHook("preClose", async () => closing.abort());
	app.addHook("onResponse", async () => {
		// Node closes the connections that are idle when it is told to, not those whose answer was still on its way.
		if (closing.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.headers(securityHeaders);
		limitTime(request, reply);
	});
	app.addHook("onSend", async (request, reply) => {
		answering.add(request);
		if (reply.statusCode === 413 && discardRestOfBody(request)) {
			reply.removeHeader("connection");
			reply.raw.shouldKeepAlive = true;
		}
		// Of a request too that came before the server was told to stop.
		else if (draining.aborted) reply.header("connection", "close");
	});
	app.addHook("onResponse", async (request, reply) => {
		const { method } = request;
		const { statusCode: status, elapsedTime } = reply;
		const route = routeOf(request);
		metrics.countRequest({ method, route, status, milliseconds: elapsedTime });
		onAnswered(describeAnswered(request.raw, status));
		request.log.info({ method, route, status, ms: Math.round(elapsedTime) }, "request");
	});
	app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
	app.setNotFoundHandler((request, reply) =>
		sendFittingError(
			new HttpProblem(405, "This address answers other methods.", { headers: { allow: "GET, HEAD, POST" } }),
			request,
			reply,
		),
	);

	app.decorateRequest("pattern", undefined);
	// Plain text would reach the handlers as a string; nothing here takes it.
	app.removeContentTypeParser("text/plain");
	return app;
}

/** RFC 9112, 3.2: proxies that believe the other of two hosts are answered as little as who names none. */
function namesOneHost({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
	const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
	return hosts === 1 || (hosts === 0 && httpVersionMajor === 1 && httpVersionMinor === 0);
}

/** Of an answer that takes longer than a handler may, so much has to leave each time; nobody keeps one open by reading a byte now and then. */
const leastBytesInTime = 64 * 1024;

/**
 * Makes what gives a handler this long, once more from the end of the request's body on; on routes with a limit of their own that is
 * longer, from there alone, for a file that is on its way may take longer, as long as it goes on.
 *
 * Fastify's own limit ends with the body: a request that has come in full closes, which it takes for a visitor who has gone. And it lets
 * a handler that answers just then answer beside it, in one and the same answer.
 *
 * @param isAnswering whether the handler has answered, though nothing of it may have left yet
 * @param answerLate answers in the handler's place, unless that has answered meanwhile
 */
function createTimeLimit(
	handlerTimeoutMs: number,
	isAnswering: (request: FastifyRequest) => boolean,
	answerLate: (request: FastifyRequest, reply: FastifyReply, error: FastifyError) => Promise<void>,
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
			if (!reply.raw.headersSent && !isAnswering(request)) {
				const error = new errorCodes.FST_ERR_HANDLER_TIMEOUT(handlerTimeoutMs, routeOf(request));
				answerLate(request, reply, error).then(wait, () => reply.raw.destroy());
				return;
			}
			const now = reply.raw.socket?.bytesWritten ?? 0;
			// One that has begun since the last look has had no time yet.
			const hasGoneOn = written === undefined || now - written >= leastBytesInTime;
			written = now;
			if (hasGoneOn || endsByItself(reply)) wait();
			else reply.raw.destroy();
		};
		reply.raw.once("close", () => clearTimeout(timer));
		const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
		const hasBody = length !== "0" || coding !== undefined;
		if (hasBody) request.raw.once("close", wait);
		if (!hasBody || (request.routeOptions.handlerTimeout ?? 0) <= handlerTimeoutMs) wait();
	};
}

/** Of server-sent events little is sent, and long: their route ends them. */
function endsByItself(reply: FastifyReply): boolean {
	return String(reply.getHeader("content-type")).startsWith("text/event-stream");
}

/** How often the log says that requests are refused because too much is asked at once. */
const busyLineMs = 10_000;

/** Makes what records a failure of our own, in the figures and in the log. */
export function createFailureReport(metrics: Pick<Metrics, "countFailure">): HttpServerDeps["reportFailure"] {
	let busySince = -busyLineMs;
	return (request, error) => {
		// Its sender has gone before all of it had come.
		if (error instanceof Error && error === request.raw.errored) return;
		metrics.countFailure();
		// A line for each would be one more way to keep the server busy.
		if (error instanceof ServerBusyError) {
			if (performance.now() - busySince < busyLineMs) return;
			busySince = performance.now();
		}
		request.log.error({ method: request.method, route: routeOf(request), err: error }, "a request failed");
	};
}

function describeAnswered({ method = "", url = "", headers }: IncomingMessage, status: number): AnsweredRequest {
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

/** The pattern of the route that a request matched, for logs and metrics: a path may hold something private. */
function routeOf(request: FastifyRequest): string {
	return request.pattern ?? request.routeOptions.url ?? "none";
}
