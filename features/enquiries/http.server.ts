import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { idempotencyHeaders } from "../../platform/http/idempotency.ts";
import { describeResponse, problemsOfPosts } from "../../platform/http/openapi.ts";
import { refuseFields } from "../../platform/http/problem.ts";
import { sentAnswers, sentNotice } from "../../shared/field-rules.ts";
import { joinAnswers } from "../../shared/question-answers.ts";
import { enquirySchema, invalidEnquiry, readEnquiry } from "./rules.ts";
import type { SubmitEnquiry } from "./submit-enquiry.server.ts";

export type EnquiryRoutesOptions = {
	getSubmitEnquiry(): SubmitEnquiry;
	/** Finds the trial of the site that a request belongs to; undefined for those of visitors. */
	findTrial(request: FastifyRequest): Promise<{ id: string; email: string | undefined } | undefined>;
	/** Refuses form posts of a sender who sent too many, before the body is read. */
	limitFormPosts: onRequestAsyncHookHandler;
};

const askedFields = {
	service: z.string().optional().describe("Last part of the address of a service page that has its own form."),
	answers: sentAnswers,
	notice: sentNotice,
};

/**
 * POST /contactus/submit: a JSON enquiry in, `{data: {reference, receivedAt}}` out.
 * Source: docs/product/enquiries.md, Call. With an Idempotency-Key header, a repeated enquiry is harmless.
 */
export const enquiryRoutes: FastifyPluginAsyncZod<EnquiryRoutesOptions> = async (
	app,
	{ getSubmitEnquiry, findTrial, limitFormPosts },
) => {
	app.post(
		"/contactus/submit",
		{
			async onRequest(request, reply) {
				if (!(await findTrial(request))) await limitFormPosts.call(app, request, reply);
			},
			schema: {
				operationId: "submitEnquiry",
				summary: "Send an enquiry",
				headers: idempotencyHeaders("stores nothing"),
				body: z.object({ ...enquirySchema.shape, ...askedFields }, { error: invalidEnquiry }),
				response: {
					...problemsOfPosts,
					200: describeResponse(
						"The enquiry is stored, and its e-mails are on their way.",
						z.object({
							data: z.object({
								reference: z.string(),
								receivedAt: z.iso.datetime(),
								personCheckUrl: z
									.url()
									.optional()
									.describe(
										"The page where the sender says that they are a person; nobody reads the enquiry until then.",
									),
							}),
						}),
					),
				},
			},
		},
		async (request, reply) => {
			const idempotencyKey = request.headers["idempotency-key"];
			const { service, answers, notice, ...fields } = request.body;
			const trial = await findTrial(request);
			const result = await getSubmitEnquiry()(readEnquiry(fields), {
				idempotencyKey,
				trial,
				notice,
				// Nobody but a person can answer the company's own.
				asksQuestions: trial === undefined,
				service,
				answers: answers && joinAnswers(answers),
			});
			if (!result.ok) throw refuseFields(result.errors);
			const { ok: _, ...data } = result;
			return reply.header("cache-control", "no-store").send({ data });
		},
	);
};
