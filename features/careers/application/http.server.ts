import type { FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import type { FileStore } from "../../../server/files/file-store.ts";
import { isStorageUnavailable } from "../../../server/database/storage-errors.ts";
import { readIdempotencyKey } from "../../../server/http/idempotency.ts";
import { HttpProblem } from "../../../server/http/problem.ts";
import type { RejectedApplication } from "../context.server.ts";
import { receiveForm, type ReceivedForm } from "./receive-form.server.ts";
import { selfIdentificationOptions } from "./options.ts";
import type { FieldError } from "./rules.ts";
import type { SubmitApplication } from "./submit-application.server.ts";

export type ApplicationRoutesOptions = {
	submitApplication: SubmitApplication;
	files: FileStore;
	/** Runs before a form post is read, and refuses it when its sender sent too many. */
	limitFormPosts: onRequestAsyncHookHandler;
	/** Renders the application page with what was refused, for a browser that sent the form without scripts. */
	renderRefusal(request: FastifyRequest, jobId: string, rejected: RejectedApplication): Promise<Response>;
};

/** Ten megabytes over a slow mobile connection. */
const uploadTimeoutMs = 10 * 60_000;
const maxBodyBytes = 12 * 1024 * 1024;

/**
 * POST /api/applications: a multipart application in, `{data: {reference, manageUrl}}` out; a form sent without scripts gets pages.
 *
 * Source: careers specification, section 7; DECISIONS.md, "Careers".
 */
export const applicationRoutes: FastifyPluginAsync<ApplicationRoutesOptions> = async (app, { submitApplication, files, limitFormPosts, renderRefusal }) => {
	// The body is read as it arrives, by receiveForm.
	app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));

	app.post("/api/applications", { onRequest: limitFormPosts, handlerTimeout: uploadTimeoutMs, bodyLimit: maxBodyBytes }, async (request, reply) => {
		const wantsPage = request.headers.accept?.startsWith("text/html") ?? false;
		if (!request.headers["content-type"]?.startsWith("multipart/form-data")) throw new HttpProblem(415, "Send the application as multipart/form-data.");
		let form: ReceivedForm | undefined;
		try {
			form = await receiveForm(request.raw, files);
			const result = await submitApplication(form, { idempotencyKey: readIdempotencyKey(request.headers["idempotency-key"] ?? form.fields.idempotencyKey) });
			if (!result.ok) throw new HttpProblem(422, listMessages(result.errors), { errors: result.errors });
			if (wantsPage) return reply.redirect(`/career?applied=${result.reference}`, 303);
			return reply.header("cache-control", "no-store").send({ data: { reference: result.reference, manageUrl: result.manageUrl } });
		} catch (error) {
			if (!wantsPage || !form?.fields.jobId || !(error instanceof HttpProblem || isStorageUnavailable(error))) throw error;
			return refuseWithPage(error, form, form.fields.jobId, request, reply);
		}
	});

	async function refuseWithPage(error: unknown, { fields }: ReceivedForm, jobId: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const problem = error instanceof HttpProblem ? error : undefined;
		const page = await renderRefusal(request, jobId, { values: withoutSelfIdentification(fields), errors: problem?.errors ?? [], failed: problem === undefined });
		return reply.send(new Response(page.body, { status: problem?.statusCode ?? 503, headers: page.headers }));
	}
};

/** The words for people, for a client that shows only the message. */
function listMessages(errors: FieldError[]): string {
	return errors.map(({ message }) => message.replace(/\.$/, "")).join(". ");
}

/** Those answers are counted or forgotten; not even the page that asks for corrections repeats them. */
function withoutSelfIdentification(fields: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(selfIdentificationOptions, name)));
}

/** The route in the words of OpenAPI 3.1. */
export const applicationPaths = {
	"/api/applications": {
		post: {
			operationId: "submitApplication",
			summary: "Apply for an open position",
			requestBody: {
				required: true,
				content: {
					"multipart/form-data": {
						schema: {
							type: "object",
							required: ["jobId", "fullName", "email", "phone", "city", "resume", "preferredLocation", "minimumQualifications", "eligibleToWork", "requiresSponsorship"],
							properties: {
								jobId: { type: "string" },
								resume: { type: "string", format: "binary", description: "PDF, DOC or DOCX, at most 10 MB" },
								education: { type: "string", description: "JSON array" },
								workExperience: { type: "string", description: "JSON array" },
								minimumQualifications: { type: "string", description: "JSON array of {text, answer}" },
							},
							additionalProperties: { type: "string" },
						},
					},
				},
			},
			responses: {
				200: {
					description: "The application is stored, and its letters are on their way.",
					content: { "application/json": { schema: z.toJSONSchema(z.object({ data: z.object({ reference: z.string(), manageUrl: z.url() }) })) } },
				},
			},
		},
	},
};
