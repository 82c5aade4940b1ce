import { randomUUIDv7 } from "node:crypto";
import { createServer } from "node:http";
import rateLimit from "@fastify/rate-limit";
import fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyPluginAsync, type FastifyReply, type FastifyRequest, type onRequestAsyncHookHandler } from "fastify";
import { RouterContextProvider } from "react-router";
import { demoBookingContext } from "../features/booking/context.server.ts";
import { createDemoBooking } from "../features/booking/demo-booking.server.ts";
import { bookingPaths, bookingRoutes } from "../features/booking/http.server.ts";
import { submitEnquiryContext } from "../features/enquiries/context.server.ts";
import { applicationFormRoutes, applicationPaths, applicationRoutes, type ApplicationRoutesOptions } from "../features/careers/application/http.server.ts";
import { createManageApplication } from "../features/careers/application/manage-application.server.ts";
import { createSelfIdentificationCounter } from "../features/careers/application/self-identification.server.ts";
import { createSubmitApplication } from "../features/careers/application/submit-application.server.ts";
import { clockContext, jobsContext, manageApplicationContext, rejectedApplicationContext, type RejectedApplication } from "../features/careers/context.server.ts";
import { jobAlertsContext } from "../features/careers/job-alerts/context.server.ts";
import { jobAlertPaths, jobAlertRoutes } from "../features/careers/job-alerts/http.server.ts";
import { createJobAlerts } from "../features/careers/job-alerts/job-alerts.server.ts";
import { jobPaths, jobRoutes } from "../features/careers/jobs-http.server.ts";
import { createJobsReader } from "../features/careers/jobs.server.ts";
import { enquiryPaths, enquiryRoutes } from "../features/enquiries/http.server.ts";
import { createSubmitEnquiry } from "../features/enquiries/submit-enquiry.server.ts";
import type { Company } from "../features/publishing/content-schema.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { FileStore } from "./files/file-store.ts";
import { errorToProblem } from "./http/error-to-problem.ts";
import { healthRoutes } from "./http/health-routes.ts";
import { createOpenApiDocument } from "./http/openapi.ts";
import { pageRoutes, sendErrorPage } from "./http/page-routes.ts";
import { createProblem, HttpProblem, problemContentType, sendProblem } from "./http/problem.ts";
import { apiContentSecurityPolicy, listSecurityHeaders } from "./http/security-headers.ts";
import type { Logger } from "./log.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { Metrics } from "./metrics.ts";
import type { PageSource } from "./pages/page-source.ts";

/** Largest body of a JSON request or a page's form. */
const maxBodyBytes = 64 * 1024;
/** A request that has not been answered by then gets 503. */
const handlerTimeoutMs = 15_000;
/** How long it takes at most until those who asked for job alerts are written to about a new job. */
const announceMs = 60_000;

export type AppParts = {
	config: Config;
	company: Company;
	clock: Clock;
	database: Database;
	files: FileStore;
	outbox: Pick<Outbox, "wake">;
	pages: PageSource;
	metrics: Metrics;
	log: Logger;
	/** Aborted when the server is about to stop: it says so at /readyz and keeps no connection open. */
	draining: AbortSignal;
};

/** Puts the server together from its parts; it does not listen yet. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
	const { config, pages, metrics, log } = parts;
	const securityHeaders = { ...listSecurityHeaders(config.publicUrl), "Content-Security-Policy": apiContentSecurityPolicy };

	const reportFailure = (request: FastifyRequest, error: unknown) => {
		metrics.countFailure();
		request.log.error({ method: request.method, route: routeOf(request), err: error }, "a request failed");
	};
	const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
		const problem = errorToProblem(error);
		if (problem.statusCode >= 500) reportFailure(request, error);
		return sendProblem(reply, problem);
	};

	const app = fastify({
		loggerInstance: log as FastifyBaseLogger,
		// One line a request is written below, without its URL and its address.
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
		genReqId: () => randomUUIDv7(),
		trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
		bodyLimit: maxBodyBytes,
		handlerTimeout: handlerTimeoutMs,
		// Requests on connections that are still open when the server stops are answered as ever.
		return503OnClosing: false,
		serverFactory: (handler) => {
			const server = createServer(
				{ requestTimeout: 10 * 60_000, headersTimeout: 10_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
				(request, response) => {
					if (parts.draining.aborted) response.shouldKeepAlive = false;
					if (pages.answer(request, response)) metrics.countPage(response.statusCode);
					else handler(request, response);
				},
			);
			server.maxRequestsPerSocket = 10_000;
			server.timeout = 60_000;
			return server;
		},
		clientErrorHandler(error, socket) {
			if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
			const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
			const body = JSON.stringify(createProblem(status, "The request could not be read."));
			const headers = { ...securityHeaders, "Content-Type": problemContentType, "Content-Length": String(Buffer.byteLength(body)), Connection: "close" };
			socket.end(`HTTP/1.1 ${status} \r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`);
		},
		frameworkErrors(error, request, reply) {
			reply.headers(securityHeaders);
			return sendFittingError(error, request, reply);
		},
	});

	const sendFittingError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
		request.headers.accept?.includes("text/html") ? sendErrorPage(error, request, reply, { pages, reportFailure }) : sendError(error, request, reply);

	app.addHook("onRequest", async (_request, reply) => {
		reply.headers(securityHeaders);
	});
	app.addHook("onResponse", async (request, reply) => {
		const { method } = request;
		const { statusCode: status, elapsedTime } = reply;
		const route = routeOf(request);
		metrics.countRequest({ method, route, status, milliseconds: elapsedTime });
		request.log.info({ method, route, status, ms: Math.round(elapsedTime) }, "request");
	});
	app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
	app.setNotFoundHandler((request, reply) =>
		sendFittingError(new HttpProblem(405, "This address answers other methods.", { headers: { allow: "GET, HEAD, POST" } }), request, reply),
	);

	// Plain text would reach the handlers as a string; nothing here takes it.
	app.removeContentTypeParser("text/plain");

	const limitFormPosts = await createFormPostLimit(app, config.rateLimitPerMinute);
	const featureParts = {
		...parts,
		salesEmail: config.salesEmail ?? parts.company.salesEmail,
		messageIdDomain: config.mailFrom?.address.split("@").at(-1) ?? new URL(config.publicUrl).hostname,
		publicUrl: config.publicUrl,
	};
	const submitEnquiry = createSubmitEnquiry({
		...featureParts,
		onStored(state) {
			metrics.countEnquiry(state);
			parts.outbox.wake();
		},
	});
	const demoBooking = createDemoBooking({
		...featureParts,
		onOccurrence(occurrence) {
			metrics.countBooking(occurrence);
			parts.outbox.wake();
		},
	});

	const jobs = createJobsReader(parts);
	const applicationParts = {
		...featureParts,
		careersEmail: config.careersEmail ?? parts.company.careersEmail,
		jobs,
		countSelfIdentification: createSelfIdentificationCounter(parts).count,
		onStored() {
			metrics.countApplication();
			parts.outbox.wake();
		},
	};
	const submitApplication = createSubmitApplication(applicationParts);
	const manageApplication = createManageApplication(applicationParts);
	const jobAlerts = createJobAlerts({ ...featureParts, onLetters: () => parts.outbox.wake() });
	const announcing = setInterval(() => {
		jobAlerts.announce().catch((error: unknown) => log.warn({ err: error }, "job alerts could not be written; the next minute tries again"));
	}, announceMs);
	app.addHook("onClose", async () => clearInterval(announcing));

	function createContext(rejectedApplication: RejectedApplication | null = null): RouterContextProvider {
		const context = new RouterContextProvider();
		context.set(submitEnquiryContext, submitEnquiry);
		context.set(demoBookingContext, demoBooking);
		context.set(clockContext, parts.clock);
		context.set(jobsContext, jobs);
		context.set(manageApplicationContext, manageApplication);
		context.set(jobAlertsContext, jobAlerts);
		context.set(rejectedApplicationContext, rejectedApplication);
		return context;
	}

	const applicationRoutesOptions: ApplicationRoutesOptions = {
		submitApplication,
		files: parts.files,
		limitFormPosts,
		renderRefusal: (jobId, rejected) =>
			pages.render(new Request(`${config.publicUrl}/career/apply/${encodeURIComponent(jobId)}?view=whole`), createContext(rejected)),
		sendErrorPage: (error, request, reply, backTo) => sendErrorPage(error, request, reply, { pages, reportFailure, backTo }),
		reportFailure,
	};

	await app.register(healthRoutes, { ...parts, dataDirectory: config.dataDirectory });
	await app.register(apiRoutes, {
		document: createOpenApiDocument({ title: `${parts.company.name}: public API`, publicUrl: config.publicUrl, paths: { ...enquiryPaths, ...bookingPaths, ...jobPaths, ...jobAlertPaths, ...applicationPaths } }),
		features: [(api) => api.register(enquiryRoutes, { submitEnquiry, limitFormPosts }), (api) => api.register(bookingRoutes, { demoBooking, limitFormPosts }), (api) => api.register(jobRoutes, { jobs }), (api) => api.register(jobAlertRoutes, { jobAlerts, limitFormPosts }),
			(api) => api.register(applicationRoutes, applicationRoutesOptions),
		],
	});
	await app.register(applicationFormRoutes, applicationRoutesOptions);
	await app.register(pageRoutes, {
		pages,
		publicUrl: config.publicUrl,
		limitFormPosts,
		// A mail provider ends the alerts of all its users with one click each (RFC 8058) from a few addresses of its own.
		unlimitedForms: ["/career/alerts/:token"],
		reportFailure,
		createContext: () => createContext(),
	});
	return app;
}

type ApiRoutesOptions = { document: object; features: ((api: FastifyInstance) => PromiseLike<unknown>)[] };

/** The features' API routes, their description, and 405 for every method that they do not have. */
const apiRoutes: FastifyPluginAsync<ApiRoutesOptions> = async (app, { document, features }) => {
	const methodsByUrl = new Map<string, Set<string>>();
	app.addHook("onRoute", ({ url, method }) => {
		const methods = methodsByUrl.get(url) ?? new Set();
		for (const name of [method].flat()) methods.add(name);
		methodsByUrl.set(url, methods);
	});
	app.get("/openapi.json", () => document);
	for (const register of features) await register(app);
	for (const [url, methods] of Array.from(methodsByUrl)) {
		const allow = [...methods].join(", ");
		app.route({
			url,
			method: ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.has(method)),
			handler() {
				throw new HttpProblem(405, `This address answers ${allow}.`, { headers: { allow } });
			},
		});
	}
};

/** Makes the hook that refuses form posts beyond the limit, counted by client address (IPv6: by /64) over all forms together. */
async function createFormPostLimit(app: FastifyInstance, perMinute: number): Promise<onRequestAsyncHookHandler> {
	if (perMinute === 0) return async () => undefined;
	await app.register(rateLimit, { global: false, max: perMinute, timeWindow: 60_000, ipv6Subnet: 64 });
	const limit = app.rateLimit();
	return async function limitFormPosts(request, reply) {
		await limit.call(app, request, reply);
	};
}

/** The pattern of the route that a request matched, for logs and metrics: a path may hold something private. */
function routeOf(request: FastifyRequest): string {
	return request.routeOptions.url ?? "none";
}
