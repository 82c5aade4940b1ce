import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { listMembers } from "../../core/records/members.server.ts";
import type { Member } from "../../core/records/record-kind.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import { titleOfCall, type BookingRecord } from "../../features/booking/booking-record.server.ts";
import { findBooking } from "../../features/booking/find-bookings.server.ts";
import { bookingStore } from "../../features/booking/store.server.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { idempotencyHeaders } from "../../platform/http/idempotency.ts";
import { describeResponse, problem } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { demoSlug } from "../../shared/call-type.ts";
import { getApiKind, getCaller, type ApiCaller } from "./api-caller.server.ts";
import { bookCall, newCallSchema } from "./book-call.server.ts";
import { callChangeSchema, changeCall } from "./change-call.server.ts";
import {
	apiPath,
	instantParameter,
	instantSchema,
	matchHeaders,
	openTo,
	pageOf,
	pageParameters,
	problemsOfApiChanges,
	problemsOfMatches,
	referenceParameters,
	responsesOfApiReads,
} from "./describe-api.server.ts";
import { readVersion, sendJson } from "./send-json.server.ts";
import { appointmentFields, nameHosts } from "./show-appointment.server.ts";

const callSchema = z.object({
	...appointmentFields,
	title: z.string(),
	visitor: z.object({ name: z.string(), email: z.string() }),
	isConfirmed: z.boolean().describe("False until the visitor confirms it."),
	videoUrl: z.string().nullable(),
});

const callTypeSchema = z.object({
	type: z.string().meta({ examples: [demoSlug] }),
	title: z.string(),
	durationMinutes: z.number(),
	topics: z.array(z.string()).describe("The topics to choose from, the default first."),
});

const typeParameters = z.object({
	type: z
		.string()
		.max(100, "must be the type of a call")
		.meta({ examples: [demoSlug] }),
});

const noCall = "There is no call with this reference.";
const noType = "There is no such type of call.";

/** Calls, and the times at which they can start. */
export const callRoutes: FastifyPluginAsyncZod = async (app) => {
	const calls = openTo("bookings:read");
	const callChanges = openTo("bookings:change");

	app.get(
		`${apiPath}/calls`,
		{
			config: calls.config,
			schema: {
				operationId: "listCalls",
				summary: "List calls, earliest first",
				tags: ["Calendar"],
				security: calls.security,
				querystring: z.object({
					...pageParameters,
					from: instantParameter.optional(),
					until: instantParameter.optional(),
				}),
				response: {
					...responsesOfApiReads,
					200: describeResponse("A page of them.", pageOf(callSchema)),
				},
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
		`${apiPath}/calls/:reference`,
		{
			config: calls.config,
			schema: {
				operationId: "getCall",
				summary: "Get one call",
				tags: ["Calendar"],
				security: calls.security,
				params: referenceParameters,
				response: {
					...responsesOfApiReads,
					200: describeResponse("The call.", z.object({ data: callSchema })),
					404: problem(noCall),
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			return sendCall(caller, await findCall(caller, request.params.reference), request, reply);
		},
	);

	app.get(
		`${apiPath}/calls/:reference/times`,
		{
			config: calls.config,
			schema: {
				operationId: "listCallTimes",
				summary: "List the times to which a call can be moved; none if it can no longer be changed",
				tags: ["Calendar"],
				security: calls.security,
				params: referenceParameters,
				response: {
					...responsesOfApiReads,
					200: describeResponse("Its possible starts.", z.object({ data: z.array(instantSchema) })),
					404: problem(noCall),
				},
			},
		},
		async (request, reply) => {
			const choices = await getCaller(request).deps.openCalls().findChoices(request.params.reference);
			if (!choices) throw new HttpProblem(404, noCall);
			return sendJson(request, reply, { data: choices.free.map(showStart) });
		},
	);

	app.get(
		`${apiPath}/call-types`,
		{
			config: calls.config,
			schema: {
				operationId: "listCallTypes",
				summary: "List the types of calls that can be booked",
				tags: ["Calendar"],
				security: calls.security,
				response: {
					...responsesOfApiReads,
					200: describeResponse("All of them.", z.object({ data: z.array(callTypeSchema) })),
				},
			},
		},
		async (request, reply) => {
			const { callTypes } = getCaller(request).deps.openCalls();
			const data = callTypes.map(({ slug, title, callMinutes, domains }) => ({
				type: slug,
				title,
				durationMinutes: callMinutes,
				topics: [...domains],
			}));
			return sendJson(request, reply, { data });
		},
	);

	app.get(
		`${apiPath}/call-types/:type/times`,
		{
			config: calls.config,
			schema: {
				operationId: "listFreeTimes",
				summary: "List the times at which a new call of a type can start",
				tags: ["Calendar"],
				security: calls.security,
				params: typeParameters,
				response: {
					...responsesOfApiReads,
					200: describeResponse("Its possible starts.", z.object({ data: z.array(instantSchema) })),
					404: problem(noType),
				},
			},
		},
		async (request, reply) => {
			const { type } = request.params;
			const desk = getCaller(request).deps.openCalls();
			if (!desk.callTypes.some(({ slug }) => slug === type)) throw new HttpProblem(404, noType);
			return sendJson(request, reply, { data: (await desk.listFree(type)).map(showStart) });
		},
	);

	app.post(
		`${apiPath}/calls`,
		{
			config: callChanges.config,
			schema: {
				operationId: "bookCall",
				summary: "Book a call for a visitor; they get the same invitation as when a member books it at the desk",
				tags: ["Calendar"],
				security: callChanges.security,
				headers: idempotencyHeaders("books nothing"),
				body: newCallSchema,
				response: {
					...problemsOfApiChanges,
					201: describeResponse("The call; Location is its address.", z.object({ data: callSchema })),
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const reference = await bookCall(caller, request.body, request.headers["idempotency-key"]);
			reply.code(201).header("location", `${apiPath}/calls/${reference}`);
			return sendCall(caller, await findCall(caller, reference), request, reply);
		},
	);

	app.patch(
		`${apiPath}/calls/:reference`,
		{
			config: callChanges.config,
			schema: {
				operationId: "changeCall",
				summary: "Move or cancel a call; the visitor and hosts get e-mails",
				tags: ["Calendar"],
				security: callChanges.security,
				params: referenceParameters,
				headers: matchHeaders,
				body: callChangeSchema,
				response: {
					...problemsOfApiChanges,
					200: describeResponse("The call as it is now.", z.object({ data: callSchema })),
					404: problem(noCall),
					...problemsOfMatches,
				},
			},
		},
		async (request, reply) => {
			const caller = getCaller(request);
			const { reference } = await findCall(caller, request.params.reference);
			await changeCall(caller, reference, { ...request.body, version: readVersion(request.headers["if-match"]) });
			return sendCall(caller, await findCall(caller, reference), request, reply);
		},
	);
};

function showStart(startMs: number): string {
	return toInstantText(Temporal.Instant.fromEpochMilliseconds(startMs));
}

/** @throws HttpProblem 404 for a reference of no call */
async function findCall({ deps }: ApiCaller, reference: string): Promise<BookingRecord> {
	const call = await findBooking(deps.database.db, reference);
	if (!call) throw new HttpProblem(404, noCall);
	return call;
}

async function sendCall(
	{ deps }: ApiCaller,
	call: BookingRecord,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const members = await listMembers(deps.database.db);
	const data = showCall(call, members, `${deps.config.deskUrl}/calls/${call.reference}`);
	return sendJson(request, reply, { data }, call.sequence);
}

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
