import type { onRequestAsyncHookHandler } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { idempotencyHeaders } from "../../../platform/http/idempotency.ts";
import { describeResponse, problemsOfPosts } from "../../../platform/http/openapi.ts";
import { refuseFields } from "../../../platform/http/problem.ts";
import type { JobAlerts } from "./job-alerts.server.ts";
import { jobAlertSchema } from "./rules.ts";

export type JobAlertRoutesOptions = {
	getJobAlerts(): JobAlerts;
	/** Refuses form posts of a sender who sent too many, before the body is read. */
	limitFormPosts: onRequestAsyncHookHandler;
};

/**
 * POST /api/job-alerts: an address and a search in, `{data: {reference}}` out: docs/product/careers.md, Job alerts.
 * The same Idempotency-Key returns the first response again.
 */
export const jobAlertRoutes: FastifyPluginAsyncZod<JobAlertRoutesOptions> = async (
	app,
	{ getJobAlerts, limitFormPosts },
) => {
	app.post(
		"/api/job-alerts",
		{
			onRequest: limitFormPosts,
			schema: {
				operationId: "requestJobAlert",
				summary: "Ask for an e-mail when a new job matches a search",
				headers: idempotencyHeaders("sends nothing"),
				body: jobAlertSchema,
				response: {
					...problemsOfPosts,
					200: describeResponse(
						"An e-mail that asks for consent is on its way; nothing else is sent until it is given.",
						z.object({ data: z.object({ reference: z.string() }) }),
					),
				},
			},
		},
		async (request, reply) => {
			const idempotencyKey = request.headers["idempotency-key"];
			const result = await getJobAlerts().request(request.body, { idempotencyKey });
			if (!result.ok) throw refuseFields(result.errors);
			return reply.header("cache-control", "no-store").send({ data: { reference: result.reference } });
		},
	);
};
