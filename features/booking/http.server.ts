import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { validatorCompiler, type FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import fresh from "fresh";
import { z } from "zod";
import { createEtag } from "../../platform/http/etag.ts";
import { idempotencyHeaders } from "../../platform/http/idempotency.ts";
import {
	describeResponse,
	emptyResponse,
	problem,
	problemSchema,
	problemsOfPosts,
	problemsOfReads,
	readyJson,
} from "../../platform/http/openapi.ts";
import { HttpProblem, refuseFields } from "../../platform/http/problem.ts";
import { sendCalendar } from "../../platform/http/send-calendar.ts";
import { demoSlug } from "../../shared/call-type.ts";
import { isCalendarDate } from "../../shared/slot-times.ts";
import { packAvailability } from "./availability.ts";
import type { CallBooking, DemoBooking } from "./demo-booking.server.ts";
import { createBookingSchema } from "./rules.ts";

export type BookingRoutesOptions = {
	getDemoBooking(): DemoBooking;
	/** Finds the trial of the site that a request belongs to; undefined for those of visitors. */
	findTrial(request: FastifyRequest): Promise<{ id: string } | undefined>;
	/** Refuses form posts of a sender who sent too many, before the body is read. */
	limitFormPosts: onRequestAsyncHookHandler;
};

const availabilityMaxAgeSeconds = 15;
const takenMessage = "That time has just been taken. Choose another one.";

const dateSchema = z.iso.date();
const slotLabelSchema = z
	.string()
	.meta({ description: 'Such as "10:00 AM", in {timeZone} time.', examples: ["10:00 AM"] });
const calendarFile = (description: string) => describeResponse(description, z.string(), "text/calendar");

/** Addresses and words of the calls of some types. */
type CallsAddress = {
	base: string;
	/** The parameters of the base. */
	params: { callType?: z.ZodString };
	/** At the end of the names of operations. */
	suffix: string;
	/** At the end of summaries. */
	ofType: string;
	/** For the API document; the topics are those of the type. */
	body: ReturnType<typeof createBookingSchema>;
};

const addresses: readonly CallsAddress[] = [
	{ base: "/demo", params: {}, suffix: "", ofType: "", body: createBookingSchema(["{domains}"]) },
	{
		base: "/calls/:callType",
		params: { callType: z.string().meta({ description: "The end of the address of the type's page." }) },
		suffix: "OfType",
		ofType: " for another type of call",
		body: createBookingSchema(["{topics}"]),
	},
];

/**
 * GET /demo/slots/{date}, GET /demo/availability and POST /demo/book, and the same below /calls/{callType} for the other types of calls.
 * Source: docs/product/booking.md, Calls. With an Idempotency-Key header, a repeated booking is harmless.
 */
export const bookingRoutes: FastifyPluginAsyncZod<BookingRoutesOptions> = async (app, options) => {
	for (const address of addresses) await app.register(routesOfCalls, { ...options, address });
};

const routesOfCalls: FastifyPluginAsyncZod<BookingRoutesOptions & { address: CallsAddress }> = async (
	app,
	{ getDemoBooking, findTrial, limitFormPosts, address: { base, params, suffix, ofType, body: booking } },
) => {
	function getCalls(asked: { callType?: string | undefined }): CallBooking {
		const calls =
			"callType" in params
				? asked.callType === demoSlug
					? undefined
					: getDemoBooking().findCalls(asked.callType ?? "")
				: getDemoBooking();
		if (!calls) throw unknownType;
		return calls;
	}
	const whereUnknown = "callType" in params && { 404: problem("There is no such type of call.") };

	app.get(
		`${base}/slots/:date`,
		{
			schema: {
				operationId: `listSlots${suffix}`,
				summary: `List the free slots of a date${ofType}`,
				params: z.object({
					...params,
					date: z
						.string()
						.refine(isCalendarDate, "must be a calendar date such as 2026-11-23")
						.meta({ format: "date", examples: ["2026-11-23"] }),
				}),
				response: {
					...problemsOfReads,
					200: describeResponse(
						"The labels of the free slots, in order; none on a date that cannot be booked.",
						z.object({ data: z.object({ availableSlots: z.array(slotLabelSchema) }) }),
					),
					400: problem("The date does not exist."),
					...whereUnknown,
				},
			},
		},
		async (request, reply) =>
			reply.header("cache-control", "no-store").send({
				data: {
					availableSlots: await getCalls(request.params as { callType?: string }).freeSlots.onDate(request.params.date),
				},
			}),
	);

	app.get(
		`${base}/availability`,
		{
			schema: {
				operationId: `listAvailability${suffix}`,
				summary: `List the free slots of every date that can be chosen${ofType}`,
				...("callType" in params && { params: z.object(params) }),
				response: {
					...problemsOfReads,
					200: describeResponse(
						`The whole window${suffix === "" ? " of {windowDays} days" : ""}, in compact form.`,
						readyJson(
							z.object({
								data: z.object({
									timeZone: z.string(),
									durationMinutes: z.int(),
									today: dateSchema.describe("Today's date in {timeZone}."),
									lastDate: dateSchema.describe("The last day of the window."),
									slots: z
										.array(slotLabelSchema)
										.describe("All slots of the week, in order; each day has some of them."),
									days: z
										.record(dateSchema, z.string())
										.describe(
											'For each date that can be chosen, one character for each entry of slots: "1" free, "0" not.',
										),
									closures: z
										.array(z.object({ date: dateSchema, reason: z.string() }))
										.describe("Holidays among the dates."),
								}),
							}),
						),
					),
					...whereUnknown,
					304: emptyResponse("Nothing has changed since the response whose ETag If-None-Match holds."),
				},
			},
		},
		async (request, reply) => {
			const { policy, freeSlots } = getCalls(request.params as { callType?: string });
			const body = JSON.stringify({ data: packAvailability(await freeSlots.inWindow(), policy) });
			const etag = createEtag(body);
			reply.headers({ etag, "cache-control": `public, max-age=${availabilityMaxAgeSeconds}` });
			if (fresh(request.headers, { etag })) return reply.code(304).send();
			return reply.type("application/json; charset=utf-8").send(body);
		},
	);

	app.post(
		`${base}/book`,
		{
			async onRequest(request, reply) {
				if (!(await findTrial(request))) await limitFormPosts.call(app, request, reply);
			},
			// The handler checks the body with the current topics of the type.
			validatorCompiler: ({ schema, httpPart = "", ...route }) =>
				httpPart === "body"
					? (value: unknown) => ({ value })
					: validatorCompiler({ ...route, httpPart, schema: schema as unknown as z.ZodType }),
			schema: {
				operationId: suffix === "" ? "bookDemo" : `bookCall${suffix}`,
				summary: suffix === "" ? "Book a demo call" : "Book a call of another type",
				...("callType" in params && { params: z.object(params) }),
				headers: idempotencyHeaders("books nothing"),
				body: booking,
				response: {
					...problemsOfPosts,
					200: describeResponse(
						"The call is booked, and its e-mails are on their way.",
						z.object({
							data: z.object({
								reference: z.string(),
								date: dateSchema,
								time: slotLabelSchema,
								timeZone: z.string(),
								durationMinutes: z.int(),
								manageUrl: z.url().describe("A private link that shows, moves and cancels the call."),
								confirmBy: z.iso
									.datetime()
									.optional()
									.describe(
										"When the call must be confirmed by, with the link in its e-mail; absent if no confirmation is needed.",
									),
								personCheckUrl: z
									.url()
									.optional()
									.describe("The page where the sender says that they are a person; the call has no slot until then."),
							}),
						}),
					),
					...whereUnknown,
					409: problem(
						"The slot has been taken or has passed; availableSlots lists the slots still free on the same day.",
						problemSchema.extend({ availableSlots: z.array(slotLabelSchema) }),
					),
				},
			},
		},
		async (request, reply) => {
			const idempotencyKey = request.headers["idempotency-key"];
			const calls = getCalls(request.params as { callType?: string });
			const trial = await findTrial(request);
			// Nobody but a person can answer the company's own questions.
			const checked = calls.validateBooking(request.body, { asksQuestions: trial === undefined });
			if (!checked.ok) throw refuseFields(checked.errors);
			const result = await calls.submitBooking(checked, { idempotencyKey, client: request.ip, trial });
			if (result.ok) return reply.header("cache-control", "no-store").send({ data: result.confirmation });
			if (result.kind === "invalid") throw refuseFields(result.errors);
			if (result.kind === "limit-reached")
				throw new HttpProblem(429, result.message, { headers: { "retry-after": String(result.retryAfterSeconds) } });
			throw new HttpProblem(409, takenMessage, {
				errors: [{ field: "time", message: takenMessage }],
				members: { availableSlots: result.availableSlots },
			});
		},
	);
};

const unknownType = new HttpProblem(404, "There is no such type of call.");

/** The calendar files of booked calls: the invitation of one, and the feed of all. */
export const bookingCalendarRoutes: FastifyPluginAsyncZod<Pick<BookingRoutesOptions, "getDemoBooking">> = async (
	app,
	{ getDemoBooking },
) => {
	app.get(
		"/demo/booking/:token/invitation.ics",
		{
			schema: {
				operationId: "getCalendarFile",
				summary: "Get a booked call as a calendar file",
				params: z.object({ token: z.string() }),
				response: {
					...problemsOfReads,
					200: calendarFile("The call as iCalendar."),
					404: problem("The link is unknown, or the call is cancelled."),
				},
			},
		},
		async (request, reply) => {
			const file = await getDemoBooking().manageBooking.findCalendarFile(request.params.token);
			if (!file) throw new HttpProblem(404, "There is no call at this address.");
			const disposition = `attachment; filename="${file.name}"`;
			return sendCalendar(reply.header("content-disposition", disposition), file.content);
		},
	);

	const noCalendar = new HttpProblem(404, "There is no calendar at this address.");
	app.get(
		"/demo/calendar/:token.ics",
		{
			schema: {
				operationId: "getStaffCalendar",
				summary: "Subscribe to the calendar of all calls",
				params: z.object({ token: z.string() }),
				response: {
					...problemsOfReads,
					200: calendarFile("The calls of the last 30 days and all upcoming calls, as iCalendar."),
					404: problem("The address is unknown."),
				},
			},
		},
		async (request, reply) => {
			const content = await getDemoBooking().staffCalendar(request.params.token);
			if (content === undefined) throw noCalendar;
			return sendCalendar(reply, content);
		},
	);
	app.get("/demo/calendar/:file", { schema: { hide: true } }, () => Promise.reject(noCalendar));
};
