import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import fresh from "fresh";
import { z } from "zod";
import {
	describeResponse,
	emptyResponse,
	problem,
	problemsOfReads,
	readyJson,
} from "../../../platform/http/openapi.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { employmentTypes, workplaces } from "../../../shared/job-kinds.ts";
import { payPeriods } from "../../../shared/job-pay.ts";
import { jobQuestionKinds } from "../../../shared/questions.ts";
import { toApiJob, type JobsReader } from "./jobs.server.ts";

const jobsMaxAgeSeconds = 15;

const dateSchema = z.iso.date();
const jobSchema = z.object({
	_id: z.string(),
	id: z.string(),
	title: z.string(),
	location: z.string(),
	type: z.enum(employmentTypes),
	summary: z.string(),
	description: z.string().describe("HTML"),
	keywords: z.array(z.string()),
	department: z.string(),
	team: z.string(),
	workplace: z.enum(workplaces),
	postedOn: dateSchema,
	closesOn: dateSchema,
	pay: z
		.object({ currency: z.string(), from: z.number(), to: z.number(), per: z.enum(payPeriods) })
		.optional()
		.describe("The range of pay, if it is public"),
	benefits: z.array(z.string()),
});

const questionSchema = z
	.object({
		key: z.string(),
		kind: z.enum(jobQuestionKinds),
		label: z.string(),
		required: z.boolean(),
		options: z.array(z.string()),
	})
	.describe("A question of this position; send its answer in the field question-KEY");

/** GET /api/jobs and GET /api/jobs/{id}: docs/product/careers.md, Calls. A closed job does not exist. */
export const jobRoutes: FastifyPluginAsyncZod<{ getJobs(): JobsReader }> = async (app, { getJobs }) => {
	app.get(
		"/api/jobs",
		{
			schema: {
				operationId: "listJobs",
				summary: "List the open positions, newest first",
				response: {
					...problemsOfReads,
					200: describeResponse(
						"The open positions.",
						readyJson(
							z.array(
								jobSchema.extend({
									descriptionText: z.string().describe("The text of the description, which the search covers"),
								}),
							),
						),
					),
					304: emptyResponse("Nothing has changed since the response whose ETag If-None-Match holds."),
				},
			},
		},
		async (request, reply) => {
			const { json, etag } = await getJobs().readJson();
			reply.headers({ etag, "cache-control": `public, max-age=${jobsMaxAgeSeconds}` });
			if (fresh(request.headers, { etag })) return reply.code(304).send();
			return reply.type("application/json; charset=utf-8").send(json);
		},
	);

	app.get(
		"/api/jobs/:id",
		{
			schema: {
				operationId: "getJob",
				summary: "Get one open position",
				params: z.object({ id: z.string() }),
				response: {
					...problemsOfReads,
					200: describeResponse("The position.", jobSchema.extend({ questions: z.array(questionSchema) })),
					404: problem("There is no open position with this id."),
				},
			},
		},
		async (request, reply) => {
			const job = await getJobs().find(request.params.id);
			if (!job) throw new HttpProblem(404, "There is no open position with this id.");
			return reply.header("cache-control", "no-cache").send(toApiJob(job));
		},
	);
};
