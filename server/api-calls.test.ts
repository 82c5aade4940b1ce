import { describe, expect, test } from "vitest";
import { saveHost } from "../core/appointments/host-store.server.ts";
import type { Company } from "../shared/company.ts";
import { addProgram } from "../tests/support/api-tokens.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { testBooking } from "../tests/support/demo-booking.ts";
import { hearEvents } from "../tests/support/hear-events.ts";
import { bothPurposes } from "../tests/support/interviews.ts";
import { reviewType, withReviews } from "../tests/support/review-type.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

type Call = { data: { reference: string; state: string; startsAt: string } };
type Times = { data: string[] };

/** Books a call with the member of the desk as its host, and returns a program that may change it. */
async function bookCall(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const desk = await server.openDesk();
	const now = server.clock.now();
	await server.database.write((transaction) =>
		saveHost(transaction, desk.accountId, bothPurposes, { version: 0, now }),
	);
	const booked = await fetch(`${server.url}/demo/book`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(testBooking),
	});
	expect(booked.status).toBe(200);
	const program = await addProgram(server, desk, ["bookings:change"]);
	const [call] = (await program.get("/api/v1/calls")).json<{ data: Call["data"][] }>().data;
	const path = `/api/v1/calls/${call?.reference}`;
	const change = (payload: object, etag: string | undefined) =>
		program.patch(path, payload, etag === undefined ? {} : { "if-match": etag });
	const read = async () => {
		const response = await program.get(path);
		return { ...response.json<Call>().data, etag: response.headers.etag as string };
	};
	const listTimes = async () => (await program.get(`${path}/times`)).json<Times>().data;
	return { server, desk, program, path, change, read, listTimes };
}

describe.each(serverDatabaseKinds)("calls by the API on %s", (kind) => {
	test("a program moves a call to one of its times, and visitor and host hear of it", async () => {
		const { server, program, path, change, read, listTimes } = await bookCall(kind);
		const before = await read();
		const times = await listTimes();
		const startsAt = times.find((time) => time !== before.startsAt) as string;
		const moved = await change({ startsAt, message: "Asha is away until then." }, before.etag);
		expect([moved.statusCode, moved.json<Call>().data]).toMatchObject([200, { state: "booked", startsAt }]);
		expect(await read()).toMatchObject({ startsAt });
		const { database } = server;
		expect(
			await database.db.selectFrom("auditLog").select(["action", "subject"]).where("actor", "=", program.id).execute(),
		).toEqual([{ action: "booking.move", subject: before.reference }]);
		const emails = await database.db.selectFrom("emails").select("parameters").execute();
		expect(emails.filter(({ parameters }) => parameters?.includes("Asha is away until then."))).not.toEqual([]);
		expect((await program.get(path)).body).not.toContain("Asha is away");
	});

	test("of two changes that saw the same call, one is made", async () => {
		const { change, read, listTimes } = await bookCall(kind);
		const { etag, startsAt: from } = await read();
		const [first, second] = (await listTimes()).filter((time) => time !== from);
		const responses = await Promise.all([first, second].map((startsAt) => change({ startsAt }, etag)));
		expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412]);
		expect((await change({ state: "cancelled" }, etag)).statusCode).toBe(412);
		expect(await read()).toMatchObject({ state: "booked" });
	});

	test("of several changes of the call as it then is, all are made", async () => {
		const { server, program, change, read, listTimes } = await bookCall(kind);
		const { startsAt: from, reference } = await read();
		const times = (await listTimes()).filter((time) => time !== from).slice(0, 5);
		const responses = await Promise.all(times.map((startsAt) => change({ startsAt }, "*")));
		expect(responses.map(({ statusCode }) => statusCode)).toEqual(times.map(() => 200));
		const { db } = server.database;
		const audited = await db.selectFrom("auditLog").select("subject").where("actor", "=", program.id).execute();
		expect(audited).toEqual(times.map(() => ({ subject: reference })));
	});

	test("a program cancels a call, which cannot be changed any more", async () => {
		const { change, read, listTimes } = await bookCall(kind);
		const { etag } = await read();
		const cancelled = await change({ state: "cancelled" }, etag);
		expect([cancelled.statusCode, cancelled.json<Call>().data.state]).toEqual([200, "cancelled"]);
		expect(await listTimes()).toEqual([]);
		const again = await change({ state: "cancelled" }, "*");
		expect(again.statusCode).toBe(422);
		expect(again.json()).toMatchObject({ errors: [{ field: "state", message: "The call is cancelled." }] });
	});
});

const visitor = {
	firstName: "Ravi",
	lastName: "Das",
	email: "ravi@visitor.example",
	phone: "+91 98200 00000",
	message: "Asked for a demo at the fair.",
};

type Problem = { errors: { field: string; message: string }[] };

/** Returns a program that may book calls at a desk without calls, and what webhooks hear. */
async function openBooking(kind: DatabaseKind, company: Company = testCompany) {
	const server = await startTestServer(kind, { company });
	const { listEvents } = await hearEvents(server);
	const desk = await server.openDesk();
	const program = await addProgram(server, desk, ["bookings:change"]);
	const listTimes = async (type = "demo") => (await program.get(`/api/v1/call-types/${type}/times`)).json<Times>().data;
	const book = (body: object, key?: string) =>
		program.post("/api/v1/calls", body, key === undefined ? {} : { "idempotency-key": key });
	return { server, desk, program, listEvents, listTimes, book };
}

describe.each(serverDatabaseKinds)("a program on %s", (kind) => {
	test("books a call as a member does, once for each key", async () => {
		const { server, desk, program, listEvents, listTimes, book } = await openBooking(kind);
		const { db } = server.database;
		const [startsAt = "", next = ""] = await listTimes();
		const body = { ...visitor, startsAt, topic: "Hosting" };
		const booked = await book(body, "one");
		const call = booked.json<Call>().data;
		expect([booked.statusCode, booked.headers.location]).toEqual([201, `/api/v1/calls/${call.reference}`]);
		expect(call).toMatchObject({
			state: "booked",
			startsAt,
			durationMinutes: 30,
			visitor: { name: "Ravi Das", email: visitor.email },
			isConfirmed: true,
		});
		expect(await listTimes()).not.toContain(startsAt);
		const again = await book(body, "one");
		expect([again.statusCode, again.json<Call>().data.reference]).toEqual([201, call.reference]);
		expect((await book({ ...body, startsAt: next }, "one")).json<Problem>().errors).toEqual([
			{ field: "Idempotency-Key", message: "This key was used before with another body." },
		]);
		expect(await db.selectFrom("bookings").select(["reference", "domain", "message"]).execute()).toEqual([
			{ reference: call.reference, domain: "Hosting", message: visitor.message },
		]);
		const recipients = await db
			.selectFrom("emails")
			.select("recipient")
			.where("reference", "=", call.reference)
			.execute();
		expect(recipients.map(({ recipient }) => recipient)).toContain(visitor.email);
		expect(await listEvents()).toMatchObject([
			{ type: "record.created", data: { record: { reference: call.reference, kind: "booking" } } },
			{
				type: "call.booked",
				data: { record: { reference: call.reference }, call: { startsAt }, by: { id: program.id } },
			},
		]);
		expect(
			await db.selectFrom("auditLog").select(["action", "subject"]).where("actor", "=", program.id).execute(),
		).toEqual([{ action: "booking.book", subject: call.reference }]);
		expect((await program.get(String(booked.headers.location))).json()).toEqual(booked.json());
		// Another program's key is another key.
		const other = await addProgram(server, desk, ["bookings:change"]);
		const taken = await other.post("/api/v1/calls", body, { "idempotency-key": "one" });
		expect([taken.statusCode, taken.json<Problem>().errors.map(({ field }) => field)]).toEqual([422, ["startsAt"]]);
	});

	test("gets one call of several that it books for one time at once", async () => {
		const { server, listTimes, book } = await openBooking(kind);
		const [startsAt] = await listTimes();
		const responses = await Promise.all(Array.from({ length: 4 }, () => book({ ...visitor, startsAt })));
		expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422, 422]);
		expect(await server.database.db.selectFrom("bookings").select("reference").execute()).toHaveLength(1);
	});
});

test("a program books a call of any type that the company offers, at its times", async () => {
	const { program, listTimes, book } = await openBooking("sqlite", withReviews());
	expect((await program.get("/api/v1/call-types")).json()).toEqual({
		data: [
			{ type: "demo", title: "Demo call", durationMinutes: 30, topics: testCompany.demo.domains },
			{
				type: reviewType.slug,
				title: reviewType.title,
				durationMinutes: reviewType.callMinutes,
				topics: reviewType.domains,
			},
		],
	});
	const [startsAt] = await listTimes(reviewType.slug);
	const booked = await book({ ...visitor, startsAt, type: reviewType.slug });
	expect(booked.json()).toMatchObject({ data: { startsAt, durationMinutes: 45, title: reviewType.title } });
	expect((await program.get("/api/v1/call-types/other/times")).statusCode).toBe(404);
});

test("a program that books wrongly hears which field is wrong, and books nothing", async () => {
	const { server, desk, program, listTimes, book } = await openBooking("sqlite");
	const [startsAt = ""] = await listTimes();
	const good = { ...visitor, startsAt };
	const cases: [body: object, fields: string[]][] = [
		[{ startsAt }, ["firstName", "email", "phone"]],
		[{ ...good, firstName: " ", email: "ravi" }, ["firstName", "email"]],
		[{ ...good, startsAt: undefined }, ["startsAt"]],
		[{ ...good, startsAt: "tomorrow" }, ["startsAt"]],
		[{ ...good, startsAt: "2001-01-01T04:30:00Z" }, ["startsAt"]],
		[{ ...good, startsAt: "0001-01-01T00:00:00Z" }, ["startsAt"]],
		[{ ...good, startsAt: "9999-12-31T23:59:59Z" }, ["startsAt"]],
		// In the middle of a minute, of a free time, and of the night.
		[{ ...good, startsAt: startsAt.replace(":00.000Z", ":30.000Z") }, ["startsAt"]],
		[{ ...good, startsAt: Temporal.Instant.from(startsAt).add({ minutes: 7 }).toString() }, ["startsAt"]],
		[{ ...good, startsAt: "2026-11-30T20:00:00Z" }, ["startsAt"]],
		[{ ...good, type: "other" }, ["type"]],
		[{ ...good, topic: "Astrology" }, ["topic"]],
		[{ ...good, message: "x".repeat(5_001) }, ["message"]],
		[{ ...good, hosts: [] }, [""]],
		[{ ...good, leaveEmpty: "x" }, [""]],
	];
	for (const [body, fields] of cases) {
		const response = await book(body);
		expect([body, response.statusCode, response.json<Problem>().errors?.map(({ field }) => field)]).toEqual([
			body,
			422,
			fields,
		]);
	}
	const reader = await addProgram(server, desk, ["bookings:read"]);
	expect((await reader.post("/api/v1/calls", good)).statusCode).toBe(403);
	expect(await server.database.db.selectFrom("bookings").select("reference").execute()).toEqual([]);
	expect(
		await server.database.db.selectFrom("auditLog").select("action").where("actor", "=", program.id).execute(),
	).toEqual([]);
	expect((await book(good)).statusCode).toBe(201);
});

test("a change without If-Match, of both at once, or to a time that is not free changes nothing", async () => {
	const { server, program, desk, path, change, read } = await bookCall("sqlite");
	const before = await read();
	const { etag, startsAt } = before;
	expect((await change({ state: "cancelled" }, undefined)).statusCode).toBe(428);
	for (const payload of [
		{},
		{ startsAt, state: "cancelled" },
		{ state: "booked" },
		{ startsAt: "tomorrow" },
		{ startsAt },
		{ startsAt: "2001-01-01T00:00:00Z" },
		{ state: "cancelled", message: "x".repeat(2_001) },
		{ state: "cancelled", hosts: [] },
	])
		expect([payload, (await change(payload, etag)).statusCode]).toEqual([payload, 422]);
	const reader = await addProgram(server, desk, ["bookings:read"]);
	const refused = await reader.patch(path, { state: "cancelled" }, { "if-match": etag });
	expect(refused.statusCode).toBe(403);
	expect((await program.get("/api/v1/calls/DEM-7K3F9QZZ")).statusCode).toBe(404);
	expect((await program.get("/api/v1/calls/DEM-7K3F9QZZ/times")).statusCode).toBe(404);
	expect(await read()).toEqual(before);
	expect(
		await server.database.db.selectFrom("auditLog").select("action").where("actor", "=", program.id).execute(),
	).toEqual([]);
});
