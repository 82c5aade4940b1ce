import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { describeResponse, problem, problemsOfReads } from "../../../platform/http/openapi.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { sendCalendar } from "../../../platform/http/send-calendar.ts";
import type { ManageInterview } from "./manage-interview.server.ts";

export type InterviewRoutesOptions = { getManageInterview(): Pick<ManageInterview, "writeCalendarFile"> };

/** The calendar file of an interview: docs/product/careers.md, Interviews. */
export const interviewRoutes: FastifyPluginAsyncZod<InterviewRoutesOptions> = async (app, { getManageInterview }) => {
	app.get(
		"/career/interview/:token/invitation.ics",
		{
			schema: {
				operationId: "getInterviewFile",
				summary: "Get an interview as a calendar file",
				params: z.object({ token: z.string() }),
				response: {
					...problemsOfReads,
					200: describeResponse("The interview as iCalendar.", z.string(), "text/calendar"),
					404: problem("The link is unknown, or the interview has no time."),
				},
			},
		},
		async (request, reply) => {
			const content = await getManageInterview().writeCalendarFile(request.params.token);
			if (content === undefined) throw new HttpProblem(404, "There is no interview at this address.");
			return sendCalendar(reply.header("content-disposition", 'attachment; filename="interview.ics"'), content);
		},
	);
};
