import type { onRequestAsyncHookHandler } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { emptyResponse, problem, problemsOfPosts } from "./openapi.ts";
import { HttpProblem } from "./problem.ts";

export type PageFailureRoutesOptions = {
	metrics: Pick<Metrics, "countFailure">;
	log: Logger;
	limitFormPosts: onRequestAsyncHookHandler;
};

/** A route pattern and the name of an error. Anybody can send a report, so it has room for nothing else. */
const reportSchema = z.object({
	route: z
		.string()
		.max(100)
		.regex(/^[\w/:.*?-]*$/),
	error: z
		.string()
		.max(60)
		.regex(/^[A-Za-z][\w$.]*$/),
});

/** Log lines per minute for the reports of all browsers; further reports are counted, and one line gives their number. */
const linesPerMinute = 10;
const minuteMs = 60_000;

/**
 * POST /failures: a browser reports a page's failure (site/report-failure.ts), which is counted like internal errors, and logged, at most
 * ten times a minute.
 */
export const pageFailureRoutes: FastifyPluginAsyncZod<PageFailureRoutesOptions> = async (
	app,
	{ metrics, log, limitFormPosts },
) => {
	let minute = { startedAt: -minuteMs, lines: 0, unwritten: 0 };

	/** Tells whether one more line may be written, and logs once a minute how many were not. */
	function takeLine(): boolean {
		const now = performance.now();
		if (now - minute.startedAt >= minuteMs) {
			if (minute.unwritten > 0)
				log.warn(
					{ reports: minute.unwritten },
					"more pages failed in browsers, or somebody says so, than lines were written",
				);
			minute = { startedAt: now, lines: 0, unwritten: 0 };
		}
		minute.lines += 1;
		if (minute.lines <= linesPerMinute) return true;
		minute.unwritten += 1;
		return false;
	}

	app.post(
		"/failures",
		{
			onRequest: limitFormPosts,
			schemaErrorFormatter: () => new HttpProblem(422, "A report names the route and the error."),
			schema: {
				operationId: "reportPageFailure",
				summary: "Report that a page failed in a browser",
				body: reportSchema,
				response: {
					...problemsOfPosts,
					204: emptyResponse("The failure is logged."),
					400: problem("The body is not JSON."),
					422: problem("The report names no route or no error."),
				},
			},
		},
		async (request, reply) => {
			const { route, error } = request.body;
			metrics.countFailure();
			if (takeLine()) log.error({ page: route, error }, "a page failed in a browser");
			return reply.code(204).send();
		},
	);
};
