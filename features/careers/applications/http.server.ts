import type {
	FastifyInstance,
	FastifyPluginAsync,
	FastifyReply,
	FastifyRequest,
	onRequestAsyncHookHandler,
} from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { errorToProblem } from "../../../platform/http/error-to-problem.ts";
import { idempotencyHeaders, readIdempotencyKey } from "../../../platform/http/idempotency.ts";
import { describeResponse, emptyResponse, jsonText, problem, problemsOfPosts } from "../../../platform/http/openapi.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import type { UploadLimit } from "../../../platform/http/upload-limit.ts";
import type { RejectedApplication } from "../context.server.ts";
import { receiveForm } from "./receive-form.server.ts";
import { createApplicationSchema, maxResumeBytes, resumeField, type FieldError } from "./rules.ts";
import type { SubmitApplication } from "./submit-application.server.ts";

export type ApplicationRoutesOptions = {
	submitApplication: SubmitApplication;
	files: FileStore;
	/** Counts uploads against the limit of the sender's network. */
	uploadLimit: UploadLimit;
	/** Finds the trial of the site that a request belongs to; undefined for those of visitors. */
	findTrial(request: FastifyRequest): Promise<{ id: string } | undefined>;
	/** Refuses form posts of a sender who sent too many, before the body is read. */
	limitFormPosts: onRequestAsyncHookHandler;
	/** Renders the application page with the refused values, for a form sent without scripts. */
	renderRefusal(jobId: string, rejected: RejectedApplication, client: string): Promise<Response>;
	/** Sends the error page when there is no job page to show, or when it fails. */
	sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply, backTo: string): Promise<FastifyReply>;
	/** Logs an internal failure. */
	reportFailure(request: FastifyRequest, error: unknown): void;
};

/** Ten megabytes over a slow mobile connection. */
const uploadTimeoutMs = 10 * 60_000;

/** The form of an application as programs send it; the company's own choices are checked on submission. */
function createFormSchema() {
	const { shape } = createApplicationSchema({ countries: ["{countries}"], locations: ["{locations}"] });
	return z
		.object({
			jobId: z.string().describe("Of an open position."),
			...shape,
			resume: z.string().meta({ format: "binary", description: resumeField.hint }),
			education: jsonText(shape.education).optional().describe("A JSON array."),
			workExperience: jsonText(shape.workExperience).optional().describe("A JSON array."),
			minimumQualifications: jsonText(shape.minimumQualifications).describe(
				"A JSON array of {text, answer}: each question with yes, no or not_sure.",
			),
			source: z
				.string()
				.optional()
				.describe("The name of a source link, as /go/{name} adds it to the address; unknown ones are ignored."),
			notice: z
				.string()
				.optional()
				.describe("Version of the notice about personal data that the form showed; the current one by default."),
			idempotencyKey: z.string().optional().describe("Replaces the header, for forms without scripts."),
		})
		.catchall(z.string());
}

/**
 * POST /api/applications: a multipart application in, `{data: {reference, manageUrl}}` out; a browser without scripts gets pages.
 * Source: docs/product/careers.md, Calls. receiveForm and submitApplication check the form: texts arrive beside a file, so no schema sees
 * them whole.
 */
export const applicationRoutes: FastifyPluginAsyncZod<ApplicationRoutesOptions> = async (app, options) => {
	leaveBodiesAlone(app);
	app.setErrorHandler((error, request, reply) => {
		if (!wantsPage(request)) throw error;
		return options.sendErrorPage(error, request, reply, "/career");
	});

	app.post(
		"/api/applications",
		{
			async onRequest(request, reply) {
				if (!(await options.findTrial(request))) await options.limitFormPosts.call(app, request, reply);
			},
			handlerTimeout: uploadTimeoutMs,
			validatorCompiler: () => () => true,
			schema: {
				operationId: "submitApplication",
				summary: "Apply for an open position",
				description:
					"A client that prefers text/html gets pages instead of problem documents. Send answers to a position's own questions (GET /api/jobs/{id}, questions) in fields named question-KEY; if a required answer is missing, nothing is stored.",
				consumes: ["multipart/form-data"],
				headers: idempotencyHeaders("stores nothing"),
				body: createFormSchema(),
				response: {
					...orPage({
						...problemsOfPosts,
						400: problem(
							"The form is malformed, has too many parts, a part without a name, a field twice or a second file, or the Idempotency-Key is malformed.",
						),
						408: problem("No data of the upload has arrived for 20 seconds."),
						413: problem("The resume is larger than 10 MB, or the texts are longer than an application may be."),
						415: problem("The form is not sent as multipart/form-data."),
					}),
					200: describeResponse(
						"The application is stored, and its e-mails are on their way.",
						z.object({
							data: z.object({
								reference: z.string(),
								manageUrl: z.url(),
								personCheckUrl: z
									.url()
									.optional()
									.describe(
										"The page where the sender says that they are a person; nobody reads the application until then.",
									),
							}),
						}),
					),
					303: emptyResponse("The same for a browser, which is sent to the careers page."),
				},
			},
		},
		async (request, reply) => {
			const fields: Record<string, string> = {};
			try {
				const trial = await options.findTrial(request);
				const data = await takeApplication(request, fields, { ...options, trial });
				if (wantsPage(request)) return reply.redirect(addressAfter(data), 303);
				return reply.header("cache-control", "no-store").send({ data });
			} catch (error) {
				if (!wantsPage(request) || !fields.jobId) throw error;
				return refuseWithPage(error, fields, fields.jobId, request, reply, options);
			}
		},
	);
};

/**
 * POST /career/apply/{jobId}: the same form, sent without scripts to its own page.
 * So a refusal has the address of the page that it is, where scripts find what they expect.
 */
export const applicationFormRoutes: FastifyPluginAsync<ApplicationRoutesOptions> = async (app, options) => {
	leaveBodiesAlone(app);
	app.setErrorHandler((error, request, reply) =>
		options.sendErrorPage(error, request, reply, `${request.url.split("?")[0]}?view=whole`),
	);

	app.post<{ Params: { jobId: string } }>(
		"/career/apply/:jobId",
		{ onRequest: options.limitFormPosts, handlerTimeout: uploadTimeoutMs },
		async (request, reply) => {
			const fields: Record<string, string> = {};
			try {
				return reply.redirect(addressAfter(await takeApplication(request, fields, options)), 303);
			} catch (error) {
				return refuseWithPage(error, fields, request.params.jobId, request, reply, options);
			}
		},
	);
};

/** Documents that a browser gets a page instead of each problem. */
function orPage(problems: Record<number, ReturnType<typeof problem>>) {
	const page = { "text/html": { schema: z.string() } };
	return Object.fromEntries(
		Object.entries(problems).map(([status, { description, content }]) => [
			status,
			{ description, content: { ...content, ...page } },
		]),
	);
}

/** Parses no bodies: receiveForm reads multipart ones as they arrive, and no other type is accepted. */
function leaveBodiesAlone(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

function wantsPage(request: FastifyRequest): boolean {
	return request.headers.accept?.startsWith("text/html") ?? false;
}

function addressAfter({ reference, personCheckUrl }: Receipt): string {
	return personCheckUrl === undefined ? `/career?applied=${reference}` : new URL(personCheckUrl).pathname;
}

type Receipt = { reference: string; manageUrl: string; personCheckUrl?: string };

async function takeApplication(
	request: FastifyRequest,
	fields: Record<string, string>,
	{
		submitApplication,
		files,
		uploadLimit,
		trial,
	}: Pick<ApplicationRoutesOptions, "submitApplication" | "files" | "uploadLimit"> & {
		trial?: { id: string } | undefined;
	},
): Promise<Receipt> {
	if (!request.headers["content-type"]?.startsWith("multipart/form-data"))
		throw new HttpProblem(415, "Send the application as multipart/form-data.");
	const headerKey = readIdempotencyKey(request.headers["idempotency-key"]);
	const form = await receiveForm(
		request.raw,
		{
			...files,
			async receive(stream) {
				// After the texts have arrived, so that a refusal can show them again.
				if (!trial) await uploadLimit.spend(request.ip, Number(request.headers["content-length"] ?? maxResumeBytes));
				return files.receive(stream);
			},
		},
		fields,
	);
	try {
		const result = await submitApplication(form, {
			idempotencyKey: headerKey ?? readIdempotencyKey(fields.idempotencyKey),
			trial,
		});
		if (!result.ok) throw new HttpProblem(422, listMessages(result.errors), { errors: result.errors });
		const { ok: _, ...receipt } = result;
		return receipt;
	} finally {
		// The temporary file is removed whether it was kept or not.
		if (form.resume) await files.discard(form.resume);
	}
}

/** Shows the form again with the values and errors; any other error is rethrown. */
async function refuseWithPage(
	error: unknown,
	values: Record<string, string>,
	jobId: string,
	request: FastifyRequest,
	reply: FastifyReply,
	{ renderRefusal, reportFailure }: ApplicationRoutesOptions,
): Promise<FastifyReply> {
	const { statusCode, message, errors = [], headers } = errorToProblem(error);
	if (statusCode === 500) throw error;
	const page = await renderRefusal(jobId, { values, errors, message }, request.ip);
	if (page.status >= 500) throw error;
	if (statusCode > 500) reportFailure(request, error);
	return reply.headers(headers).send(new Response(page.body, { status: statusCode, headers: page.headers }));
}

/** For clients that show only the message. */
function listMessages(errors: FieldError[]): string {
	return errors.map(({ message }) => message.replace(/\.$/, "")).join(". ");
}
