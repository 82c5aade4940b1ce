import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { noteWrites } from "../../core/accounts/note-writes.server.ts";
import { nameApiToken } from "../../core/api-tokens/api-token-store.server.ts";
import { maxMessageLength } from "../../core/appointments/appointment.ts";
import { listMembers } from "../../core/records/members.server.ts";
import { nameOf } from "../../core/records/name-of.ts";
import type { Member } from "../../core/records/record-kind.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import { titleOfCall, type BookingRecord } from "../../features/booking/booking-record.server.ts";
import { findBooking } from "../../features/booking/find-bookings.server.ts";
import { bookingStore } from "../../features/booking/store.server.ts";
import { visitorFields, type VisitorField } from "../../features/booking/visitor-fields.ts";
import type { InterviewPlace } from "../../features/careers/interviews/rules.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { idempotencyHeaders } from "../../platform/http/idempotency.ts";
import { describeResponse, problem } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { demoSlug } from "../../shared/call-type.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { getApiKind, getCaller, keyOf, keyReused, type ApiCaller } from "./api-caller.server.ts";
import {
	apiPath,
	instantParameter,
	instantSchema,
	matchHeaders,
	memberSchema,
	notModified,
	openTo,
	pageOf,
	pageParameters,
	problemsOfApiChanges,
	problemsOfApiReads,
	problemsOfMatches,
	referenceParameters,
} from "./describe-api.server.ts";
import { readVersion, sendJson } from "./send-json.server.ts";

/** Interviews come without pages, so their interval is bounded. */
const mostDays = 62;
/** How often a change that any state of a call allows is tried while others come first. */
const mostAttempts = 20;

const appointmentFields = {
	reference: z.string(),
	state: z.enum(["booked", "cancelled"]),
	startsAt: instantSchema,
	durationMinutes: z.number(),
	timeZone: z.string().meta({ examples: ["Asia/Tokyo"] }),
	hosts: z.array(memberSchema),
	place: z.string().describe("Empty for a video call or a telephone call."),
	url: z.url().describe("Its page in the desk."),
};

const callSchema = z.object({
	...appointmentFields,
	title: z.string(),
	visitor: z.object({ name: z.string(), email: z.string() }),
	isConfirmed: z.boolean().describe("False until the visitor confirms it."),
	videoUrl: z.string().nullable(),
});

const interviewSchema = z.object({
	...appointmentFields,
	application: z.string().describe("Reference of the application."),
	applicant: z.string(),
	job: z.string(),
	outcome: z.enum(["held", "no-show"]).nullable(),
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

const timeRule = "Enter a time such as 2026-11-23T06:00:00Z";
const checkFields = "Check the fields named in errors.";
const notFree = "That time is not free. Choose one of the times of the type of call";

const requiredText = (name: VisitorField) => z.string(`Enter ${visitorFields[name].subject.toLowerCase()}`);

/** A new call; the form's rules check its texts, in the words of the desk. */
const newCallSchema = z
	.strictObject({
		type: z.string("Enter the type of a call").default(demoSlug),
		startsAt: z.iso.datetime({ offset: true, error: timeRule }).describe("A free time of the type."),
		firstName: requiredText("firstName"),
		lastName: z.string().default(""),
		email: requiredText("email").describe("The invitation is sent here."),
		phone: requiredText("phone"),
		topic: z.string().optional().describe("A topic of the type; defaults to the first."),
		message: z.string().default("").describe("What the visitor says about the call."),
	})
	.meta({
		examples: [
			{
				type: demoSlug,
				startsAt: "2026-11-30T04:30:00Z",
				firstName: "Asha",
				lastName: "Rao",
				email: "asha@visitor.example",
				phone: "+91 98100 00000",
				message: "Asked for a demo at the fair.",
			},
		],
	});

const oneOf = "Give startsAt to move the call, or the state cancelled, and not both";

/** The changes of a call that a program can ask for. */
const callChangeSchema = z
	.strictObject({
		startsAt: z.iso.datetime({ offset: true, error: timeRule }).optional().describe("One of its times."),
		state: z.literal("cancelled", "Must be cancelled").optional(),
		message: z
			.string("Enter a text")
			.trim()
			.max(maxMessageLength, `Enter at most ${maxMessageLength} characters`)
			.default("")
			.describe("A message to the visitor, for the e-mail about the change."),
	})
	.refine(({ startsAt, state }) => (startsAt === undefined) !== (state === undefined), {
		error: oneOf,
		path: ["startsAt"],
	})
	.meta({ examples: [{ startsAt: "2026-11-23T06:00:00Z", message: "We are in a meeting until eleven." }] });

const noCall = "There is no call with this reference.";
const noType = "There is no such type of call.";

/** Calls and interviews with a time. */
export const calendarRoutes: FastifyPluginAsyncZod = async (app) => {
	const calls = openTo("bookings:read");
	const callChanges = openTo("bookings:change");
	const interviews = openTo("applications:read");

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
					...problemsOfApiReads,
					200: describeResponse("A page of them.", pageOf(callSchema)),
					304: notModified,
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
					...problemsOfApiReads,
					200: describeResponse("The call.", z.object({ data: callSchema })),
					304: notModified,
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
					...problemsOfApiReads,
					200: describeResponse("Its possible starts.", z.object({ data: z.array(instantSchema) })),
					304: notModified,
					404: problem(noCall),
				},
			},
		},
		async (request, reply) => {
			const choices = await getCaller(request).deps.openCalls().findChoices(request.params.reference);
			if (!choices) throw new HttpProblem(404, noCall);
			const data = choices.free.map((startMs) => toInstantText(Temporal.Instant.fromEpochMilliseconds(startMs)));
			return sendJson(request, reply, { data });
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
					...problemsOfApiReads,
					200: describeResponse("All of them.", z.object({ data: z.array(callTypeSchema) })),
					304: notModified,
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
					...problemsOfApiReads,
					200: describeResponse("Its possible starts.", z.object({ data: z.array(instantSchema) })),
					304: notModified,
					404: problem(noType),
				},
			},
		},
		async (request, reply) => {
			const { type } = request.params;
			const desk = getCaller(request).deps.openCalls();
			if (!desk.callTypes.some(({ slug }) => slug === type)) throw new HttpProblem(404, noType);
			const free = await desk.listFree(type);
			const data = free.map((startMs) => toInstantText(Temporal.Instant.fromEpochMilliseconds(startMs)));
			return sendJson(request, reply, { data });
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
			const reference = await book(caller, request.body, request.headers["idempotency-key"]);
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
			const { deps, token, now } = caller;
			const { reference } = await findCall(caller, request.params.reference);
			const version = readVersion(request.headers["if-match"]);
			const { startsAt, message } = request.body;
			const sequence = version === "any" ? {} : { sequence: version };
			const by = { id: token.id, name: nameApiToken(token), message, ...sequence };
			const noted = noteWrites(
				deps.database,
				() => ({
					actor: token.id,
					action: `booking.${startsAt === undefined ? "cancel" : "move"}`,
					subject: reference,
				}),
				now,
			);
			const changes = deps.openCalls(noted);
			const change = () =>
				startsAt === undefined
					? changes.cancel(reference, by)
					: changes.move(reference, Temporal.Instant.from(startsAt).epochMilliseconds, by);
			const isConflict = (found: typeof errors) => found?.some((error) => error.isConflict) === true;
			let errors = await change();
			// Each time another change came first.
			if (version === "any")
				for (let attempt = 1; isConflict(errors); attempt++) {
					if (attempt === mostAttempts)
						throw new HttpProblem(503, "Someone else is changing the call at the moment. Try again.", {
							headers: { "retry-after": "1" },
						});
					errors = await change();
				}
			if (isConflict(errors))
				throw new HttpProblem(412, "The call has changed since you read it. Read it again, then decide.");
			if (errors)
				throw new HttpProblem(422, checkFields, {
					errors: errors.map((error) => ({ ...error, field: startsAt === undefined ? "state" : "startsAt" })),
				});
			deps.onEmails();
			return sendCall(caller, await findCall(caller, reference), request, reply);
		},
	);

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
					...problemsOfApiReads,
					200: describeResponse("All of the interval.", z.object({ data: z.array(interviewSchema) })),
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

/**
 * Books a call as a member does at the desk.
 * @returns its reference
 * @throws HttpProblem 422 with the errors by field
 */
async function book(
	caller: ApiCaller,
	{ type, startsAt, topic, ...visitor }: z.infer<typeof newCallSchema>,
	key: string | undefined,
): Promise<string> {
	const { deps, token, now } = caller;
	const { timeZone } = deps.company;
	const startMs = Temporal.Instant.from(startsAt).epochMilliseconds;
	const slot = toSlot(startMs, timeZone);
	const noted = noteWrites(
		deps.database,
		(result) => {
			const made = bookedSchema.parse(result);
			return made?.isNew ? { actor: token.id, action: "booking.book", subject: made.reference } : undefined;
		},
		now,
	);
	const calls = deps.openCalls(noted);
	if (!calls.callTypes.some(({ slug }) => slug === type))
		throw new HttpProblem(422, checkFields, { errors: [{ field: "type", message: `There is no “${type}”` }] });
	if (startOfSlot(slot.date, slot.time, timeZone) !== startMs)
		throw new HttpProblem(422, checkFields, { errors: [{ field: "startsAt", message: notFree }] });
	const input = { ...visitor, ...slot, ...(topic !== undefined && { domain: topic }) };
	const result = await calls.book(type, input, { idempotencyKey: keyOf(caller, key), by: token.id });
	if (!result.ok)
		throw new HttpProblem(422, checkFields, {
			errors: result.errors.map(({ field, message }) => {
				if (field === keyReused.field) return keyReused;
				if (["slot", "date", "time"].includes(field)) return { field: "startsAt", message: notFree };
				return { field: field === "domain" ? "topic" : field, message };
			}),
		});
	deps.onEmails();
	return result.reference;
}

/** The result of booking; undefined when nothing was booked. */
const bookedSchema = z.object({ reference: z.string(), isNew: z.boolean() }).optional();

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

function nameHosts(hostIds: readonly string[], members: readonly Member[]): z.infer<typeof memberSchema>[] {
	return hostIds.map((id) => ({ id, name: nameOf(members, id) }));
}

function writePlace(place: InterviewPlace): string {
	return place.kind === "office" ? place.address : "";
}
