import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { findJobState } from "../../features/careers/jobs/job-states.ts";
import { findJob, listAllJobs, type StoredJob } from "../../features/careers/jobs/jobs-store.server.ts";
import { describeResponse, problem } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { employmentTypes, workplaces } from "../../shared/job-kinds.ts";
import { payPeriods } from "../../shared/job-pay.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { getCaller, type ApiCaller } from "./api-caller.server.ts";
import { apiPath, openTo, responsesOfApiReads } from "./describe-api.server.ts";
import { sendJson } from "./send-json.server.ts";

const states = ["draft", "open", "lapsed", "closed"] as const;

const jobSchema = z.object({
	id: z.string().describe("The topic of its applications."),
	title: z.string(),
	state: z.enum(states).describe("draft: never public; lapsed: past its last day; closed: by a member."),
	summary: z.string(),
	location: z.string(),
	workplace: z.enum(workplaces),
	department: z.string(),
	team: z.string(),
	type: z.enum(employmentTypes),
	keywords: z.array(z.string()),
	benefits: z.array(z.string()),
	postedOn: z.iso.date().nullable(),
	closesOn: z.iso.date().nullable().describe("The last day to apply."),
	pay: z
		.object({ currency: z.string(), from: z.number(), to: z.number(), per: z.enum(payPeriods), isPublic: z.boolean() })
		.nullable(),
});

const wholeJobSchema = z.object({
	...jobSchema.shape,
	description: z.string().describe("Markdown."),
	openings: z.number().nullable().describe("The number of people to hire."),
});

/** Every position, drafts and closed ones too. */
export const jobRoutes: FastifyPluginAsyncZod = async (app) => {
	const { config, security } = openTo("jobs:read");
	const common = { tags: ["Jobs"], security };

	app.get(
		`${apiPath}/jobs`,
		{
			config,
			schema: {
				...common,
				operationId: "listJobs",
				summary: "List all jobs, newest first",
				querystring: z.object({ state: z.enum(states, { error: `must be ${states.join(", ")}` }).optional() }),
				response: {
					...responsesOfApiReads,
					200: describeResponse("All of them.", z.object({ data: z.array(jobSchema) })),
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const { state } = request.query;
			const jobs = (await listAllJobs(caller.deps.database.db)).map((job) => showJob(caller, job));
			return sendJson(request, reply, { data: jobs.filter((job) => state === undefined || job.state === state) });
		},
	);

	app.get(
		`${apiPath}/jobs/:id`,
		{
			config,
			schema: {
				...common,
				operationId: "getJob",
				summary: "Get one job",
				params: z.object({ id: z.string().regex(/^[\w-]{1,100}$/, "must be the id of a job") }),
				response: {
					...responsesOfApiReads,
					200: describeResponse("The job.", z.object({ data: wholeJobSchema })),
					404: problem("There is no such job."),
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const job = await findJob(caller.deps.database.db, request.params.id);
			if (!job) throw new HttpProblem(404, "There is no job with this id.");
			const whole = { ...showJob(caller, job), description: job.markdown, openings: job.openings ?? null };
			return sendJson(request, reply, { data: whole });
		},
	);
};

function showJob({ deps, now }: ApiCaller, job: StoredJob): z.infer<typeof jobSchema> {
	const { id, title, summary, location, workplace, department, team, type, keywords, benefits, pay } = job;
	return {
		id,
		title,
		state: findJobState(job, findDate(now.epochMilliseconds, deps.company.timeZone)),
		summary,
		location,
		workplace,
		department,
		team,
		type,
		keywords,
		benefits,
		postedOn: job.postedOn || null,
		closesOn: job.closesOn || null,
		pay: pay ? { currency: pay.currency, from: pay.from, to: pay.to, per: pay.per, isPublic: job.isPayShown } : null,
	};
}
