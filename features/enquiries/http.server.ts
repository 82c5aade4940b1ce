import type { FastifyPluginAsync, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import { readIdempotencyKey } from "../../platform/http/idempotency.ts";
import { idempotencyKeyParameter } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { enquirySchema } from "./rules.ts";
import type { SubmitEnquiry } from "./submit-enquiry.server.ts";

export type EnquiryRoutesOptions = {
	submitEnquiry: SubmitEnquiry;
	/** Runs before a form post is read, and refuses it when its sender sent too many. */
	limitFormPosts: onRequestAsyncHookHandler;
};

/**
 * POST /contactus/submit: a JSON enquiry in, `{data: {reference, receivedAt}}` out.
 *
 * Source: docs/product/enquiries.md, Call. The optional Idempotency-Key header makes sending it twice harmless.
 */
export const enquiryRoutes: FastifyPluginAsync<EnquiryRoutesOptions> = async (
	app,
	{ submitEnquiry, limitFormPosts },
) => {
	app.post("/contactus/submit", { onRequest: limitFormPosts }, async (request, reply) => {
		const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"]);
		const result = await submitEnquiry(request.body, { idempotencyKey });
		if (!result.ok) throw new HttpProblem(422, "Check the fields named in errors.", { errors: result.errors });
		return reply
			.header("cache-control", "no-store")
			.send({ data: { reference: result.reference, receivedAt: result.receivedAt } });
	});
};

/** What /openapi.json says about these routes. */
export const enquiryPaths = {
	"/contactus/submit": {
		post: {
			operationId: "submitEnquiry",
			summary: "Send an enquiry",
			parameters: [idempotencyKeyParameter("stores nothing")],
			requestBody: {
				required: true,
				content: { "application/json": { schema: z.toJSONSchema(enquirySchema, { io: "input" }) } },
			},
			responses: {
				200: {
					description: "The enquiry is stored, and its e-mails are on their way.",
					content: {
						"application/json": {
							schema: z.toJSONSchema(
								z.object({ data: z.object({ reference: z.string(), receivedAt: z.iso.datetime() }) }),
							),
						},
					},
				},
			},
		},
	},
};
