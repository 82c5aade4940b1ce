import type { FastifyPluginAsync, FastifyReply, onRequestAsyncHookHandler } from "fastify";
import fresh from "fresh";
import { z } from "zod";
import { createEtag } from "../../platform/http/etag.ts";
import { readIdempotencyKey } from "../../platform/http/idempotency.ts";
import { idempotencyKeyParameter } from "../../platform/http/openapi.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { isCalendarDate, packAvailability } from "./availability.ts";
import type { DemoBooking } from "./demo-booking.server.ts";
import { createBookingSchema } from "./rules.ts";
import type { Company } from "../../shared/company.ts";

export type BookingRoutesOptions = {
	demoBooking: DemoBooking;
	/** Runs before a form post is read, and refuses it when its sender sent too many. */
	limitFormPosts: onRequestAsyncHookHandler;
};

type BookingPathFacts = Pick<Company, "timeZoneLabel"> & { demo: Pick<Company["demo"], "domains" | "windowDays"> };

const availabilityMaxAgeSeconds = 15;
const takenMessage = "That time has just been taken. Choose another one.";

/**
 * The API of demo bookings: GET /demo/slots/{date}, GET /demo/availability, POST /demo/book, and the two calendar files.
 *
 * Source: docs/product/booking.md, Calls. The optional Idempotency-Key header makes
 * booking twice harmless.
 */
export const bookingRoutes: FastifyPluginAsync<BookingRoutesOptions> = async (app, { demoBooking, limitFormPosts }) => {
	const { policy, freeSlots, submitBooking, manageBooking, staffCalendar } = demoBooking;

	app.get<{ Params: { date: string } }>("/demo/slots/:date", async (request, reply) => {
		const { date } = request.params;
		if (!isCalendarDate(date)) {
			const message = "must be a day of the calendar, written like 2026-11-23";
			throw new HttpProblem(400, `The date ${message}.`, { errors: [{ field: "date", message }] });
		}
		return reply.header("cache-control", "no-store").send({ data: { availableSlots: await freeSlots.onDate(date) } });
	});

	app.get("/demo/availability", async (request, reply) => {
		const body = JSON.stringify({ data: packAvailability(await freeSlots.inWindow(), policy) });
		const etag = createEtag(body);
		reply.headers({ etag, "cache-control": `public, max-age=${availabilityMaxAgeSeconds}` });
		if (fresh(request.headers, { etag })) return reply.code(304).send();
		return reply.type("application/json; charset=utf-8").send(body);
	});

	app.post("/demo/book", { onRequest: limitFormPosts }, async (request, reply) => {
		const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"]);
		const result = await submitBooking(request.body, { idempotencyKey });
		if (result.ok) return reply.header("cache-control", "no-store").send({ data: result.confirmation });
		if (result.kind === "invalid")
			throw new HttpProblem(422, "Check the fields named in errors.", { errors: result.errors });
		throw new HttpProblem(409, takenMessage, {
			errors: [{ field: "time", message: takenMessage }],
			members: { availableSlots: result.availableSlots },
		});
	});

	app.get<{ Params: { token: string } }>("/demo/booking/:token/invitation.ics", async (request, reply) => {
		const content = await manageBooking.writeCalendarFile(request.params.token);
		if (content === undefined) throw new HttpProblem(404, "There is no call at this address.");
		return sendCalendar(reply.header("content-disposition", 'attachment; filename="demo-call.ics"'), content);
	});

	app.get<{ Params: { file: string } }>("/demo/calendar/:file", async (request, reply) => {
		const { file } = request.params;
		const content = file.endsWith(".ics") ? await staffCalendar(file.slice(0, -".ics".length)) : undefined;
		if (content === undefined) throw new HttpProblem(404, "There is no calendar at this address.");
		return sendCalendar(reply, content);
	});
};

/** Answers with a calendar file from a secret address, which nobody else shall come to know. */
function sendCalendar(reply: FastifyReply, content: string): FastifyReply {
	return reply
		.headers({
			"content-type": "text/calendar; charset=utf-8",
			"cache-control": "private, no-store",
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex",
		})
		.send(content);
}

const dateSchema = z.iso.date();

const json = (schema: z.ZodType) => ({ "application/json": { schema: z.toJSONSchema(schema) } });
const calendarFile = { "text/calendar": { schema: { type: "string" } } };
const problem = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
const inPath = (name: string, schema: object) => ({ name, in: "path", required: true, schema });

/** What /openapi.json says about these routes. */
export function describeBookingPaths({ timeZoneLabel, demo }: BookingPathFacts) {
	const slotLabelSchema = z.string().describe(`Such as "10:00 AM", in ${timeZoneLabel} time.`);
	return {
		"/demo/slots/{date}": {
			get: {
				operationId: "listSlots",
				summary: "List the free slots of a date",
				parameters: [inPath("date", { type: "string", format: "date" })],
				responses: {
					200: {
						description: "The labels of the free slots, in order; none on a date that cannot be booked.",
						content: json(z.object({ data: z.object({ availableSlots: z.array(slotLabelSchema) }) })),
					},
					400: { description: "The date is no day of the calendar.", content: problem },
				},
			},
		},
		"/demo/availability": {
			get: {
				operationId: "listAvailability",
				summary: "List the free slots of every date that can be chosen",
				responses: {
					200: {
						description: `The whole window of ${demo.windowDays} days, in a short form.`,
						content: json(
							z.object({
								data: z.object({
									timeZone: z.string(),
									durationMinutes: z.int(),
									today: dateSchema.describe(`The day it is in ${timeZoneLabel}.`),
									lastDate: dateSchema.describe("The last day of the window."),
									slots: z.array(slotLabelSchema).describe("Every slot of a day, in order."),
									days: z
										.record(dateSchema, z.string())
										.describe('By date that can be chosen, one character for each of slots: "1" free, "0" not.'),
									closures: z
										.array(z.object({ date: dateSchema, reason: z.string() }))
										.describe("Holidays among the dates."),
								}),
							}),
						),
					},
					304: { description: "Nothing has changed since the answer whose ETag came in If-None-Match." },
				},
			},
		},
		"/demo/book": {
			post: {
				operationId: "bookDemo",
				summary: "Book a demo call",
				parameters: [idempotencyKeyParameter("books nothing")],
				requestBody: {
					required: true,
					content: {
						"application/json": { schema: z.toJSONSchema(createBookingSchema(demo.domains), { io: "input" }) },
					},
				},
				responses: {
					200: {
						description: "The call is booked, and its e-mails are on their way.",
						content: json(
							z.object({
								data: z.object({
									reference: z.string(),
									date: dateSchema,
									time: slotLabelSchema,
									timeZone: z.string(),
									durationMinutes: z.int(),
									manageUrl: z.url().describe("A private link that shows, moves and cancels the call."),
								}),
							}),
						),
					},
					409: {
						description:
							"The slot has been taken or has passed; availableSlots are those that are still free on the same day.",
						content: {
							"application/problem+json": {
								schema: {
									allOf: [
										{ $ref: "#/components/schemas/Problem" },
										z.toJSONSchema(z.object({ availableSlots: z.array(slotLabelSchema) })),
									],
								},
							},
						},
					},
				},
			},
		},
		"/demo/booking/{token}/invitation.ics": {
			get: {
				operationId: "getCalendarFile",
				summary: "Get a booked call as a calendar file",
				parameters: [inPath("token", { type: "string" })],
				responses: {
					200: { description: "The call as iCalendar.", content: calendarFile },
					404: { description: "The link is unknown, or the call is cancelled.", content: problem },
				},
			},
		},
		"/demo/calendar/{token}.ics": {
			get: {
				operationId: "getStaffCalendar",
				summary: "Subscribe to the calendar of all calls",
				parameters: [inPath("token", { type: "string" })],
				responses: {
					200: {
						description: "The calls of the last 30 days and all that are to come, as iCalendar.",
						content: calendarFile,
					},
					404: { description: "The address is unknown.", content: problem },
				},
			},
		},
	};
}
