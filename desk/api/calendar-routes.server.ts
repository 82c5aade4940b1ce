import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { listMembers } from "../../core/records/members.server.ts";
import { nameOf } from "../../core/records/name-of.ts";
import type { Member } from "../../core/records/record-kind.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import { titleOfCall, type BookingRecord } from "../../features/booking/booking-record.server.ts";
import { bookingStore } from "../../features/booking/store.server.ts";
import type { InterviewPlace } from "../../features/careers/interviews/rules.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { answer } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { getApiKind, getCaller } from "./api-caller.server.ts";
import {
	apiPath,
	instantParameter,
	instantSchema,
	memberSchema,
	notModified,
	openTo,
	pageOf,
	pageParameters,
	problemsOfApiReads,
} from "./describe-api.server.ts";
import { sendJson } from "./send-json.server.ts";

/** Interviews come without pages, so their interval is bounded. */
const mostDays = 62;

const appointmentFields = {
	reference: z.string(),
	state: z.enum(["booked", "cancelled"]),
	startsAt: instantSchema,
	durationMinutes: z.number(),
	timeZone: z.string().meta({ examples: ["Asia/Kolkata"] }),
	hosts: z.array(memberSchema),
	place: z.string().describe("Empty for a video call or a telephone call."),
	url: z.url().describe("Its page at the desk."),
};

const callSchema = z.object({
	...appointmentFields,
	title: z.string(),
	visitor: z.object({ name: z.string(), email: z.string() }),
	isConfirmed: z.boolean().describe("False while it waits for its visitor to confirm it."),
	videoUrl: z.string().nullable(),
});

const interviewSchema = z.object({
	...appointmentFields,
	application: z.string().describe("Reference of the application."),
	applicant: z.string(),
	job: z.string(),
	outcome: z.enum(["held", "no-show"]).nullable(),
});

/** Calls and interviews with a time. */
export const calendarRoutes: FastifyPluginAsyncZod = async (app) => {
	const calls = openTo("bookings:read");
	const interviews = openTo("applications:read");

	app.get(
		`${apiPath}/calls`,
		{
			config: calls.config,
			schema: {
				operationId: "listCalls",
				summary: "List calls in the order of their times",
				tags: ["Calendar"],
				security: calls.security,
				querystring: z.object({
					...pageParameters,
					from: instantParameter.optional(),
					until: instantParameter.optional(),
				}),
				response: { ...problemsOfApiReads, 200: answer("A page of them.", pageOf(callSchema)), 304: notModified },
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const { deps } = caller;
			const { db } = deps.database;
			const { limit, cursor, from, until } = request.query;
			const kind = getApiKind(caller, bookingNames);
			const filter = { kind, kinds: [kind], momentFrom: from, momentBefore: until };
			const { records, next } = await deps.records.list(filter, { limit, sort: "moment", after: cursor });
			const found = await bookingStore.listOf(
				db,
				records.map(({ reference }) => reference),
			);
			const members = await listMembers(db);
			const inOrder = records.flatMap(({ reference }) => found.find((call) => call.reference === reference) ?? []);
			return sendJson(request, reply, {
				data: inOrder.map((call) => showCall(call, members, `${deps.config.deskUrl}/calls/${call.reference}`)),
				next: next ?? null,
			});
		},
	);

	app.get(
		`${apiPath}/interviews`,
		{
			config: interviews.config,
			schema: {
				operationId: "listInterviews",
				summary: "List booked interviews in the order of their times",
				tags: ["Calendar"],
				security: interviews.security,
				querystring: z.object({
					from: instantParameter,
					until: instantParameter.describe(`At most ${mostDays} days after from.`),
				}),
				response: {
					...problemsOfApiReads,
					200: answer("All of the interval.", z.object({ data: z.array(interviewSchema) })),
					304: notModified,
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

function showCall(call: BookingRecord, members: readonly Member[], url: string): z.infer<typeof callSchema> {
	return {
		reference: call.reference,
		state: call.state === "booked" ? "booked" : "cancelled",
		startsAt: toInstantText(call.startsAt),
		durationMinutes: call.durationMinutes,
		timeZone: call.timeZone,
		hosts: nameHosts(call.hostIds, members),
		place: call.place,
		url,
		title: titleOfCall(call),
		visitor: { name: `${call.firstName} ${call.lastName}`.trim(), email: call.email },
		isConfirmed: call.confirmBy === undefined,
		videoUrl: call.videoUrl ?? null,
	};
}

function nameHosts(hostIds: readonly string[], members: readonly Member[]): z.infer<typeof memberSchema>[] {
	return hostIds.map((id) => ({ id, name: nameOf(members, id) }));
}

function writePlace(place: InterviewPlace): string {
	return place.kind === "office" ? place.address : "";
}
