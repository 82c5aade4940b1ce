import type { FastifyPluginAsync } from "fastify";
import fresh from "fresh";
import { z } from "zod";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { employmentTypes, workplaces } from "../../../shared/job-kinds.ts";
import { toApiJob, type JobsReader } from "./jobs.server.ts";

const jobsMaxAgeSeconds = 15;

/** GET /api/jobs and GET /api/jobs/{id}: docs/product/careers.md, Calls. A closed job is as if it were not there. */
export const jobRoutes: FastifyPluginAsync<{ jobs: JobsReader }> = async (app, { jobs }) => {
	app.get("/api/jobs", async (request, reply) => {
		const { json, etag } = await jobs.readJson();
		reply.headers({ etag, "cache-control": `public, max-age=${jobsMaxAgeSeconds}` });
		if (fresh(request.headers, { etag })) return reply.code(304).send();
		return reply.type("application/json; charset=utf-8").send(json);
	});

	app.get<{ Params: { id: string } }>("/api/jobs/:id", async (request, reply) => {
		const job = await jobs.find(request.params.id);
		if (!job) throw new HttpProblem(404, "There is no open position with this id.");
		return reply.header("cache-control", "no-cache").send(toApiJob(job));
	});
};

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
});
const json = (schema: z.ZodType) => ({ "application/json": { schema: z.toJSONSchema(schema) } });

/** The routes in the words of OpenAPI 3.1. */
export const jobPaths = {
	"/api/jobs": {
		get: {
			operationId: "listJobs",
			summary: "List the open positions, newest first",
			responses: {
				200: {
					description: "The open positions.",
					content: json(
						z.array(
							jobSchema.extend({
								descriptionText: z.string().describe("The words of the description, which the search looks into"),
							}),
						),
					),
				},
			},
		},
	},
	"/api/jobs/{id}": {
		get: {
			operationId: "getJob",
			summary: "Get one open position",
			parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
			responses: {
				200: { description: "The position.", content: json(jobSchema) },
				404: {
					description: "There is no open position with this id.",
					content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
				},
			},
		},
	},
};
