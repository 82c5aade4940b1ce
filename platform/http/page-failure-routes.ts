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

const reportSchema = z.object({ route: z.string().max(100), error: z.string().max(100) });

/** POST /failures: a browser tells that a page failed in it (site/report-failure.ts), which is logged and counted as our own failures are. */
export const pageFailureRoutes: FastifyPluginAsyncZod<PageFailureRoutesOptions> = async (
	app,
	{ metrics, log, limitFormPosts },
) => {
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
			log.error({ page: route, error }, "a page failed in a browser");
			return reply.code(204).send();
		},
	);
};
