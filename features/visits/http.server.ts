import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { emptyAnswer, problem, problemsOfPosts } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import type { VisitCounter } from "./visit-counter.server.ts";

const visitSchema = z.object({ page: z.string().startsWith("/").max(200) });

/** POST /visits: a browser has gone on to another page by itself (site/count-visit.ts), which is counted as a page that is asked for. */
export const visitRoutes: FastifyPluginAsyncZod<{ visits: Pick<VisitCounter, "noteNext"> }> = async (
	app,
	{ visits },
) => {
	app.post(
		"/visits",
		{
			schemaErrorFormatter: () => new HttpProblem(422, "A visit names the path of a page."),
			schema: {
				operationId: "countVisit",
				summary: "Count that a page was opened without asking for it",
				description: "Added to the day's sum of the page; nothing about the visitor is stored.",
				body: visitSchema,
				response: {
					...problemsOfPosts,
					204: emptyAnswer("The visit is counted, if there is such a page."),
					400: problem("The body is not JSON."),
					422: problem("The body names no page."),
				},
			},
		},
		async (request, reply) => {
			visits.noteNext(request.body.page);
			return reply.code(204).send();
		},
	);
};
