import type { onRequestAsyncHookHandler } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { emptyAnswer, problem, problemsOfPosts } from "./openapi.ts";
import { HttpProblem } from "./problem.ts";

export type PageFailureRoutesOptions = {
	metrics: Pick<Metrics, "countFailure">;
	log: Logger;
	limitFormPosts: onRequestAsyncHookHandler;
};

/** A pattern of ours and the name of an error: anybody can send a report, so there is no room in it for anything else. */
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

/** Lines of the log that reports of all browsers together fill in a minute; those beyond are counted, and said in one line. */
const linesPerMinute = 10;
const minuteMs = 60_000;

/** POST /failures: a browser tells that a page failed in it (site/report-failure.ts), which is counted as our own failures are, and logged, ten times a minute at most. */
export const pageFailureRoutes: FastifyPluginAsyncZod<PageFailureRoutesOptions> = async (
	app,
	{ metrics, log, limitFormPosts },
) => {
	let minute = { startedAt: -minuteMs, lines: 0, unwritten: 0 };

	/** Tells whether one more line may be written, and says once a minute how many were not. */
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
					204: emptyAnswer("The failure is logged."),
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
