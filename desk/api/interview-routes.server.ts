import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { listMembers } from "../../core/records/members.server.ts";
import type { InterviewPlace } from "../../features/careers/interviews/rules.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { describeResponse } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { getCaller } from "./api-caller.server.ts";
import { apiPath, instantParameter, openTo, responsesOfApiReads } from "./describe-api.server.ts";
import { sendJson } from "./send-json.server.ts";
import { appointmentFields, nameHosts } from "./show-appointment.server.ts";

/** Interviews come without pages, so their interval is bounded. */
const mostDays = 62;

const interviewSchema = z.object({
	...appointmentFields,
	application: z.string().describe("Reference of the application."),
	applicant: z.string(),
	job: z.string(),
	outcome: z.enum(["held", "no-show"]).nullable(),
});

/** Interviews with a time. */
export const interviewRoutes: FastifyPluginAsyncZod = async (app) => {
	const interviews = openTo("applications:read");

	app.get(
		`${apiPath}/interviews`,
		{
			config: interviews.config,
			schema: {
				operationId: "listInterviews",
				summary: "List booked interviews, earliest first",
				tags: ["Calendar"],
				security: interviews.security,
				querystring: z.object({
					from: instantParameter,
					until: instantParameter.describe(`At most ${mostDays} days after from.`),
				}),
				response: {
					...responsesOfApiReads,
					200: describeResponse("All of the interval.", z.object({ data: z.array(interviewSchema) })),
				},
			},
		},
		async (request, reply) => {
			const { deps } = getCaller(request);
			const { from, until } = request.query;
			const length = until.epochMilliseconds - from.epochMilliseconds;
			if (length < 0 || length > mostDays * 24 * 3_600_000)
				throw new HttpProblem(400, `The until must be at most ${mostDays} days after from.`, {
					errors: [{ field: "until", message: `must be at most ${mostDays} days after from` }],
				});
			const members = await listMembers(deps.database.db);
			const booked = await deps.openInterviews().listBetween(from, until);
			return sendJson(request, reply, {
				data: booked.map((one) => ({
					reference: one.reference,
					state: "booked",
					startsAt: toInstantText(one.startsAt),
					durationMinutes: one.durationMinutes,
					timeZone: one.timeZone,
					hosts: nameHosts(one.hostIds, members),
					place: writePlace(one.place),
					url: `${deps.config.deskUrl}/interviews/${one.reference}`,
					application: one.application,
					applicant: one.applicant,
					job: one.jobTitle,
					outcome: one.outcome ?? null,
				})),
			});
		},
	);
};

function writePlace(place: InterviewPlace): string {
	return place.kind === "office" ? place.address : "";
}
