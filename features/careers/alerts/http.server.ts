import type { FastifyPluginAsync, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import { readIdempotencyKey } from "../../../platform/http/idempotency.ts";
import { idempotencyKeyParameter } from "../../../platform/http/openapi.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import type { JobAlerts } from "./job-alerts.server.ts";
import { jobAlertSchema } from "./rules.ts";

export type JobAlertRoutesOptions = {
	jobAlerts: JobAlerts;
	/** Runs before a form post is read, and refuses it when its sender sent too many. */
	limitFormPosts: onRequestAsyncHookHandler;
};

/**
 * POST /api/job-alerts: an address and a search in, `{data: {reference}}` out: docs/product/careers.md, Job alerts.
 *
 * The optional Idempotency-Key header gives the first answer again.
 */
export const jobAlertRoutes: FastifyPluginAsync<JobAlertRoutesOptions> = async (app, { jobAlerts, limitFormPosts }) => {
	app.post("/api/job-alerts", { onRequest: limitFormPosts }, async (request, reply) => {
		const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"]);
		const result = await jobAlerts.request(request.body, { idempotencyKey });
		if (!result.ok) throw new HttpProblem(422, "Check the fields named in errors.", { errors: result.errors });
		return reply.header("cache-control", "no-store").send({ data: { reference: result.reference } });
	});
};

/** What /openapi.json says about this route. */
export const jobAlertPaths = {
	"/api/job-alerts": {
		post: {
			operationId: "requestJobAlert",
			summary: "Ask for a mail when a new job matches a search",
			parameters: [idempotencyKeyParameter("sends nothing")],
			requestBody: {
				required: true,
				content: { "application/json": { schema: z.toJSONSchema(jobAlertSchema, { io: "input" }) } },
			},
			responses: {
				200: {
					description: "A mail that asks for consent is on its way; nothing else is sent before it is given.",
					content: {
						"application/json": { schema: z.toJSONSchema(z.object({ data: z.object({ reference: z.string() }) })) },
					},
				},
			},
		},
	},
};
