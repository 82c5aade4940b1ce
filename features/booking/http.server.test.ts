import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { countEmails, listEmails } from "../../platform/email/email-list-store.ts";
import { hashToken } from "../../platform/ids/secret-token.ts";
import { readCalendarFile } from "../../tests/support/calendar-file.ts";
import { databaseKinds } from "../../tests/support/databases.ts";
import { testBooking as booking } from "../../tests/support/demo-booking.ts";
import { dubaiCompany } from "../../tests/support/dubai-company.ts";
import { startTestServer, testCompany, type TestServer } from "../../tests/support/test-server.ts";
import type { AvailabilityResponse } from "./availability.ts";
import { ofDemoType } from "./booking-record.server.ts";
import { getFeedToken } from "./calendar-feed.server.ts";
import { findBookingByToken, listBookings } from "./find-bookings.server.ts";

const allSlots = [
	"10:00 AM",
	"10:30 AM",
	"11:00 AM",
	"11:30 AM",
	"12:00 PM",
	"12:30 PM",
	"1:00 PM",
	"1:30 PM",
	"2:00 PM",
	"2:30 PM",
	"3:00 PM",
	"3:30 PM",
	"4:00 PM",
	"4:30 PM",
	"5:00 PM",
	"5:30 PM",
];

type Confirmation = {
	reference: string;
	date: string;
	time: string;
	timeZone: string;
	durationMinutes: number;
	manageUrl: string;
};
type Answer = {
	status: number;
	headers: Headers;
	body: { data: Confirmation; message: string; errors: { field: string; message: string }[]; availableSlots: string[] };
};

async function post(server: TestServer, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
	const response = await fetch(`${server.url}/demo/book`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
	return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
}

async function listSlots(server: TestServer, date: string): Promise<string[]> {
	const response = await fetch(`${server.url}/demo/slots/${date}`);
	expect(response.status).toBe(200);
	return ((await response.json()) as { data: { availableSlots: string[] } }).data.availableSlots;
}

async function expectNothingStored({ database, clock }: TestServer): Promise<void> {
	expect(await listBookings(database.db)).toEqual([]);
	expect(await countEmails(database.db, clock.now())).toEqual({
		held: 0,
		withheld: 0,
		"not-sent": 0,
		scheduled: 0,
		waiting: 0,
		sent: 0,
		failed: 0,
		late: 0,
	});
	expect(await database.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([]);
}

describe.each(databaseKinds)("POST /demo/book on %s", (kind) => {
	test("books the slot with its e-mails and answers with the reference and a private link", async () => {
		const server = await startTestServer(kind, { environment: { PUBLIC_URL: "https://narangi.example" } });
		const { status, headers, body } = await post(server, booking);
		expect(status).toBe(200);
		expect(headers.get("cache-control")).toBe("no-store");
		expect(body).toEqual({
			data: {
				reference: expect.stringMatching(/^BKG-[0-9A-HJKMNP-TV-Z]{8}$/),
				date: "2026-11-30",
				time: "10:00 AM",
				timeZone: "Asia/Kolkata",
				durationMinutes: 30,
				manageUrl: expect.stringMatching(/^https:\/\/narangi\.example\/demo\/booking\/[0-9a-f]{40}$/),
			},
		});
		const { reference } = body.data;
		const { date: _date, time: _time, ...details } = booking;
		expect(await listBookings(server.database.db)).toEqual([
			{
				...details,
				...ofDemoType,
				hostIds: [],
				id: expect.any(String),
				reference,
				bookedAt: server.clock.now(),
				timeZone: "Asia/Kolkata",
				startsAt: Temporal.Instant.from("2026-11-30T04:30:00Z"),
				durationMinutes: 30,
				sequence: 0,
				moves: 0,
				state: "booked",
			},
		]);
		const emails = await listEmails(server.database.db, { now: server.clock.now(), limit: 9 });
		expect(
			emails.map(({ kind: name, recipient, queuedAt }) => [name, recipient, queuedAt.toString()]).toSorted(),
		).toEqual([
			["booking-confirmation", "asha@visitor.example", "2026-11-23T06:00:00Z"],
			["booking-reminder-day", "asha@visitor.example", "2026-11-29T04:30:00Z"],
			["booking-reminder-hour", "asha@visitor.example", "2026-11-30T03:30:00Z"],
			["booking-staff-notice", "sales@narangi.example", "2026-11-23T06:00:00Z"],
			["booking-staff-reminder-day", "sales@narangi.example", "2026-11-29T04:30:00Z"],
			["booking-staff-reminder-hour", "sales@narangi.example", "2026-11-30T03:30:00Z"],
		]);
		expect(emails.every((email) => email.reference === reference && email.state === "waiting")).toBe(true);
		expect(server.wakes()).toBe(1);
		expect(await listSlots(server, "2026-11-30")).toEqual(allSlots.slice(1));
	});

	test("accepts a request with only the required fields", async () => {
		const server = await startTestServer(kind);
		const { lastName, message, domain, ...bare } = booking;
		expect((await post(server, bare)).status).toBe(200);
		expect(await listBookings(server.database.db)).toMatchObject([
			{ lastName: "", message: "", domain: "Web development" },
		]);
	});

	test("refuses a taken slot, with the free ones of that day", async () => {
		const server = await startTestServer(kind);
		await post(server, booking);
		const { status, headers, body } = await post(server, { ...booking, firstName: "Ravi" });
		expect(status).toBe(409);
		expect(headers.get("content-type")).toMatch("application/problem+json");
		expect(body).toMatchObject({ status: 409, availableSlots: allSlots.slice(1), errors: [{ field: "time" }] });
		expect(body.message).toContain("That time has just been taken");
		expect(await listBookings(server.database.db)).toHaveLength(1);
		expect(await countEmails(server.database.db, server.clock.now())).toMatchObject({ waiting: 2, scheduled: 4 });
	});

	test("gives one slot to one of many simultaneous requests", async () => {
		const server = await startTestServer(kind);
		const answers = await Promise.all(Array.from({ length: 30 }, () => post(server, booking)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(answers.filter(({ status }) => status === 409)).toHaveLength(29);
		expect(await listBookings(server.database.db)).toHaveLength(1);
	});

	test("gives one slot to as many as the company takes at once", async () => {
		const server = await startTestServer(kind, {
			company: { ...testCompany, demo: { ...testCompany.demo, callsPerSlot: 3 } },
		});
		const answers = await Promise.all(Array.from({ length: 10 }, () => post(server, booking)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
		const rows = await server.database.db.selectFrom("bookings").select("lane").orderBy("lane").execute();
		expect(rows.map(({ lane }) => lane)).toEqual([1, 2, 3]);
	});

	test("gives the first answer again for the same key and booking, also when the slot is then in the past", async () => {
		const server = await startTestServer(kind);
		const today = { ...booking, date: "2026-11-23", time: "1:00 PM" };
		const first = await post(server, today, { "idempotency-key": "key-1" });
		expect(first.status).toBe(200);
		for (const hours of [0, 2, 21]) {
			server.clock.advance({ hours });
			expect(await post(server, today, { "idempotency-key": "key-1" })).toMatchObject({
				status: 200,
				body: first.body,
			});
		}
		expect(await listBookings(server.database.db)).toHaveLength(1);
		expect(server.wakes()).toBe(1);
	});

	test("refuses the same key with another booking", async () => {
		const server = await startTestServer(kind);
		await post(server, booking, { "idempotency-key": "key-1" });
		const { status, body } = await post(server, { ...booking, time: "11:00 AM" }, { "idempotency-key": "key-1" });
		expect(status).toBe(422);
		expect(body.errors).toMatchObject([{ field: "Idempotency-Key" }]);
		expect(await listBookings(server.database.db)).toHaveLength(1);
	});

	test("remembers no refusal: the same key books when the slot is free again", async () => {
		const server = await startTestServer(kind);
		await post(server, booking);
		expect((await post(server, { ...booking, firstName: "Ravi" }, { "idempotency-key": "key-1" })).status).toBe(409);
		await server.database.db.updateTable("bookings").set({ state: "cancelled" }).execute();
		expect((await post(server, { ...booking, firstName: "Ravi" }, { "idempotency-key": "key-1" })).status).toBe(200);
	});

	test("stores one booking when the same key comes many times at once", async () => {
		const server = await startTestServer(kind);
		const answers = await Promise.all(
			Array.from({ length: 12 }, () => post(server, booking, { "idempotency-key": "key-1" })),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
		expect(await listBookings(server.database.db)).toHaveLength(1);
		expect(await countEmails(server.database.db, server.clock.now())).toMatchObject({ waiting: 2, scheduled: 4 });
	});

	test("quarantines a filled hidden field, with the same response, no e-mail and the slot still free", async () => {
		const server = await startTestServer(kind);
		const { status, body } = await post(server, { ...booking, leaveEmpty: "https://spam.example" });
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ reference: expect.stringMatching(/^BKG-/), manageUrl: expect.any(String) });
		expect(await listBookings(server.database.db)).toMatchObject([{ state: "quarantined" }]);
		expect(await countEmails(server.database.db, server.clock.now())).toMatchObject({
			held: 6,
			waiting: 0,
			scheduled: 0,
		});
		expect(await listSlots(server, "2026-11-30")).toEqual(allSlots);
		expect((await post(server, booking)).status).toBe(200);
	});

	test("stores nothing of the secret in the private link but a hash", async () => {
		const server = await startTestServer(kind);
		const { body } = await post(server, booking);
		const token = body.data.manageUrl.split("/").at(-1) as string;
		const row = await server.database.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
		expect(JSON.stringify(row)).not.toContain(token);
		expect(await findBookingByToken(server.database.db, hashToken(token))).toMatchObject({
			reference: body.data.reference,
		});
	});

	test("keeps text that looks like SQL, HTML or a formula as it is", async () => {
		const server = await startTestServer(kind);
		const message = "'); drop table bookings; -- <script>alert(1)</script> =1+1 \\ % ' \" ☃ \u{1F600}";
		expect((await post(server, { ...booking, message })).status).toBe(200);
		expect(await listBookings(server.database.db)).toMatchObject([{ message }]);
	});

	test("stores no booking whose e-mails cannot be stored", async () => {
		const server = await startTestServer(kind);
		await server.database.db.schema.alterTable("emails").renameTo("emails_elsewhere").execute();
		expect((await post(server, booking)).status).toBe(500);
		await server.database.db.schema.alterTable("emails_elsewhere").renameTo("emails").execute();
		await expectNothingStored(server);
		expect((await post(server, booking)).status).toBe(200);
	});
});

test("POST /demo/book answers 503 while nothing can be stored, and the same key books later", async () => {
	const server = await startTestServer("sqlite");
	await sql`pragma query_only = on`.execute(server.database.db);
	const { status, headers } = await post(server, booking, { "idempotency-key": "key-1" });
	expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
	expect(await listSlots(server, "2026-11-30")).toEqual(allSlots);
	await sql`pragma query_only = off`.execute(server.database.db);
	await expectNothingStored(server);
	expect((await post(server, booking, { "idempotency-key": "key-1" })).status).toBe(200);
});

test("a company elsewhere with calls of another length is asked and booked by its own facts", async () => {
	const server = await startTestServer("sqlite", { company: dubaiCompany });
	const { data } = (await (await fetch(`${server.url}/demo/availability`)).json()) as { data: AvailabilityResponse };
	expect(data).toMatchObject({ timeZone: "Asia/Dubai", durationMinutes: 45, lastDate: "2026-12-06" });
	expect(data.slots.slice(0, 2)).toEqual(["9:00 AM", "9:45 AM"]);
	expect(data.days["2026-11-23"]).toBe("000011111111");
	const call = { ...booking, domain: "Vessels", date: "2026-11-30", time: "9:45 AM" };
	expect((await post(server, { ...call, domain: "Hosting" })).body.errors).toEqual([
		{ field: "domain", message: "The domain must be one of: Vessels, Buildings" },
	]);
	expect((await post(server, { ...call, date: "2026-12-07" })).body.errors).toMatchObject([
		{ field: "date", message: expect.stringContaining("within the next 14 days") },
	]);
	expect((await post(server, call)).body.data).toMatchObject({ timeZone: "Asia/Dubai", durationMinutes: 45 });
	expect(await listBookings(server.database.db)).toMatchObject([
		{ startsAt: Temporal.Instant.from("2026-11-30T05:45:00Z"), durationMinutes: 45 },
	]);
	const document = await (await fetch(`${server.url}/openapi.json`)).text();
	expect(document).toContain("in Dubai time");
	expect(document).toContain("The whole window of 14 days");
});

describe("requests that POST /demo/book refuses", () => {
	test.each([
		["a Sunday", { ...booking, date: "2026-11-29" }, ["date"]],
		["a past day", { ...booking, date: "2026-11-21" }, ["date"]],
		["yesterday, in a window left open over midnight", { ...booking, date: "2026-11-22" }, ["date"]],
		["day 90", { ...booking, date: "2027-02-21" }, ["date"]],
		["the Monday after day 90", { ...booking, date: "2027-02-22" }, ["date"]],
		["a day that no calendar has", { ...booking, date: "2026-02-30" }, ["date"]],
		["a date that is none", { ...booking, date: "soon" }, ["date"]],
		["a slot never offered", { ...booking, time: "10:15 AM" }, ["time"]],
		["a slot after hours", { ...booking, time: "6:00 PM" }, ["time"]],
		["a time that is none", { ...booking, time: "10:00" }, ["time"]],
		["a foreign domain", { ...booking, domain: "ERP" }, ["domain"]],
		[
			"empty fields",
			{ ...booking, firstName: "", email: "", phone: "", date: "", time: "" },
			["firstName", "email", "phone", "date", "time"],
		],
		["blank fields", { ...booking, firstName: " ", email: "\t", phone: "\n" }, ["firstName", "email", "phone"]],
		["missing fields", {}, ["firstName", "email", "phone", "date", "time"]],
		[
			"fields that are too long",
			{
				...booking,
				firstName: "x".repeat(101),
				lastName: "x".repeat(101),
				phone: "1".repeat(41),
				message: "x".repeat(5_001),
			},
			["firstName", "lastName", "phone", "message"],
		],
		["a header in a name", { ...booking, firstName: "Asha\r\nBcc: all@visitor.example" }, ["firstName"]],
		["a header in an address", { ...booking, email: "asha@visitor.example\r\nBcc: all@visitor.example" }, ["email"]],
		["two addresses", { ...booking, email: "asha@visitor.example, all@visitor.example" }, ["email"]],
		["a calendar line in a name", { ...booking, lastName: "Rao\nEND:VEVENT" }, ["lastName"]],
		["a line separator in a phone number", { ...booking, phone: "1\u2028ATTENDEE:x" }, ["phone"]],
		[
			"values that are no text",
			{ ...booking, firstName: 7, email: null, date: ["2026-11-30"], time: {} },
			["firstName", "email", "date", "time"],
		],
		["a list", [booking], [""]],
		["null", "null", [""]],
	])("%s", async (_, body, fields) => {
		const server = await startTestServer("sqlite");
		const { status, headers, body: problem } = await post(server, body);
		expect(status).toBe(422);
		expect(headers.get("content-type")).toMatch("application/problem+json");
		expect(problem.errors.map(({ field }) => field)).toEqual(fields);
		for (const { message } of problem.errors) expect(message.length).toBeGreaterThan(5);
		await expectNothingStored(server);
	});

	test.each([
		["what is no JSON", "{", { "content-type": "application/json" }, 400],
		["a form", "firstName=Asha", { "content-type": "application/x-www-form-urlencoded" }, 415],
		["more than 64 KB", JSON.stringify({ ...booking, message: "x".repeat(70_000) }), {}, 413],
		["an Idempotency-Key that is none", booking, { "idempotency-key": "x".repeat(201) }, 400],
	])("%s", async (_, body, headers, status) => {
		const server = await startTestServer("sqlite");
		expect((await post(server, body, headers as Record<string, string>)).status).toBe(status);
		await expectNothingStored(server);
	});

	test("a closure, whose reason the company knows", async () => {
		const server = await startTestServer("sqlite", {
			company: { ...testCompany, demo: { ...testCompany.demo, closures: [{ date: "2026-11-30", reason: "Holiday" }] } },
		});
		expect(await post(server, booking)).toMatchObject({ status: 422, body: { errors: [{ field: "date" }] } });
		expect(await listSlots(server, "2026-11-30")).toEqual([]);
	});

	test.each([
		["has passed", "2026-11-23", "11:00 AM"],
		["begins within the hour", "2026-11-23", "12:00 PM"],
	])("a slot that %s, as one that has gone", async (_, date, time) => {
		const server = await startTestServer("sqlite");
		const { status, body } = await post(server, { ...booking, date, time });
		expect(status).toBe(409);
		expect(body.availableSlots).toEqual(allSlots.slice(5));
		await expectNothingStored(server);
	});

	test("more posts from one sender than the limit allows", async () => {
		const server = await startTestServer("sqlite", { environment: { RATE_LIMIT_PER_MINUTE: "2" } });
		const statuses = [];
		for (const time of allSlots.slice(0, 3)) statuses.push((await post(server, { ...booking, time })).status);
		expect(statuses).toEqual([200, 200, 429]);
		expect((await fetch(`${server.url}/demo/slots/2026-11-30`)).status).toBe(200);
	});
});

describe("GET /demo/slots/{date}", () => {
	test.each([
		["2026-11-23", allSlots.slice(5)],
		["2026-11-24", allSlots],
		["2026-11-29", []],
		["2026-11-22", []],
		["2027-02-20", allSlots],
		["2027-02-21", []],
		["9999-12-31", []],
	])("%s", async (date, slots) => {
		const server = await startTestServer("sqlite");
		expect(await listSlots(server, date)).toEqual(slots);
	});

	test("turns to the next day at midnight in India", async () => {
		const server = await startTestServer("sqlite");
		server.clock.advance({ hours: 12, minutes: 29, seconds: 59 });
		expect(server.clock.now().toString()).toBe("2026-11-23T18:29:59Z");
		expect(await listSlots(server, "2027-02-22")).toEqual([]);
		expect(await listSlots(server, "2026-11-23")).toEqual([]);
		server.clock.advance({ hours: 24, seconds: 1 });
		expect(await listSlots(server, "2027-02-22")).toEqual(allSlots);
		expect(await listSlots(server, "2026-11-24")).toEqual([]);
	});

	test.each(["2026-02-30", "tomorrow", "2026-1-1", "2026-11-23T10:00", "%00", "20261123"])(
		"%s is answered with what a date looks like",
		async (date) => {
			const server = await startTestServer("sqlite");
			const response = await fetch(`${server.url}/demo/slots/${date}`);
			expect(response.status).toBe(400);
			expect(response.headers.get("content-type")).toMatch("application/problem+json");
			expect(await response.json()).toMatchObject({ errors: [{ field: "date" }] });
		},
	);
});

describe.each(databaseKinds)("GET /demo/availability on %s", (kind) => {
	test("gives the whole window in one small answer, which changes with a booking", async () => {
		const server = await startTestServer(kind);
		const read = async () => {
			const response = await fetch(`${server.url}/demo/availability`);
			return { response, text: await response.text() };
		};
		const before = await read();
		expect(before.text.length).toBeLessThan(3_500);
		expect(before.response.headers.get("cache-control")).toBe("public, max-age=15");
		const { data } = JSON.parse(before.text) as { data: AvailabilityResponse };
		expect(data).toMatchObject({
			timeZone: "Asia/Kolkata",
			durationMinutes: 30,
			today: "2026-11-23",
			lastDate: "2027-02-20",
			slots: allSlots,
			closures: [],
		});
		expect(data.days["2026-11-23"]).toBe("0000011111111111");
		expect(data.days["2026-11-30"]).toBe("1111111111111111");
		expect(Object.keys(data.days)).toHaveLength(78);

		const etag = before.response.headers.get("etag") as string;
		// fetch bypasses caches when it is given an If-None-Match.
		const again = await server.app.inject({ url: "/demo/availability", headers: { "if-none-match": etag } });
		expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);

		await post(server, booking);
		const after = await server.app.inject({ url: "/demo/availability", headers: { "if-none-match": etag } });
		expect(after.statusCode).toBe(200);
		expect(after.json<{ data: AvailabilityResponse }>().data.days["2026-11-30"]).toBe("0111111111111111");
	});
});

describe("calendar files", () => {
	test("a booked call can be fetched from its private address, and a cancelled one cannot", async () => {
		const server = await startTestServer("sqlite");
		const { body } = await post(server, booking);
		const url = `${server.url}${new URL(body.data.manageUrl).pathname}/invitation.ics`;
		const response = await fetch(url);
		expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
		expect(response.headers.get("content-disposition")).toContain("attachment");
		expect(response.headers.get("referrer-policy")).toBe("no-referrer");
		expect(response.headers.get("x-robots-tag")).toBe("noindex");
		const text = await response.text();
		expect(text).not.toContain("asha@visitor.example");
		const [entry] = readCalendarFile(text).entries;
		expect(entry?.startDate.toString()).toBe("2026-11-30T04:30:00Z");
		expect(entry?.description).toContain(body.data.manageUrl);
		await server.database.db.updateTable("bookings").set({ state: "cancelled" }).execute();
		expect((await fetch(url)).status).toBe(404);
	});

	test.each(databaseKinds)(
		"staff subscribe to all calls by a secret address on %s, which can be renewed",
		async (kind) => {
			const server = await startTestServer(kind);
			await post(server, { ...booking, message: "a;b,c\nd\u2028e" });
			await post(server, { ...booking, time: "11:00 AM", leaveEmpty: "spam" });
			await post(server, { ...booking, time: "12:00 PM" });
			await server.database.db
				.updateTable("bookings")
				.set({ state: "cancelled" })
				.where("time", "=", "12:00")
				.execute();
			const token = await server.database.write((transaction) => getFeedToken(transaction, server.clock.now()));
			expect(await server.database.write((transaction) => getFeedToken(transaction, server.clock.now()))).toBe(token);
			const response = await fetch(`${server.url}/demo/calendar/${token}.ics`);
			expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
				200,
				"text/calendar; charset=utf-8",
				"private, no-store",
			]);
			const { entries } = readCalendarFile(await response.text());
			expect(entries).toHaveLength(1);
			expect(entries[0]?.summary).toBe("Demo call: Asha Rao (Hosting)");
			expect(entries[0]?.description).toContain("+91 98100 00000");
			expect(entries[0]?.description.endsWith("\n\na;b,c\nd\ne")).toBe(true);

			const renewed = await server.database.write((transaction) =>
				getFeedToken(transaction, server.clock.now(), { renew: true }),
			);
			expect(renewed).not.toBe(token);
			expect((await fetch(`${server.url}/demo/calendar/${token}.ics`)).status).toBe(404);
			expect((await fetch(`${server.url}/demo/calendar/${renewed}.ics`)).status).toBe(200);
		},
	);

	test.each([
		"/demo/calendar/x.ics",
		"/demo/calendar/x",
		"/demo/calendar/.ics",
		"/demo/booking/x/invitation.ics",
		"/demo/booking/%27/invitation.ics",
	])("%s opens nothing", async (path) => {
		const server = await startTestServer("sqlite");
		expect((await fetch(server.url + path)).status).toBe(404);
	});

	test.each(databaseKinds)("a NUL character in the address opens nothing on %s", async (kind) => {
		const { url } = await startTestServer(kind);
		for (const path of ["/demo/calendar/%00.ics", "/demo/booking/%00/invitation.ics"])
			expect((await fetch(url + path)).status).toBe(404);
	});
});

test("other methods are refused with the allowed ones", async () => {
	const { url } = await startTestServer("sqlite");
	for (const [path, allow] of [
		["/demo/book", "POST"],
		["/demo/slots/2026-11-30", "GET, HEAD"],
		["/demo/availability", "GET, HEAD"],
	]) {
		const response = await fetch(url + path, { method: "DELETE" });
		expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
	}
});

test("neither log nor metrics hold visitors' names or private addresses", async () => {
	const server = await startTestServer("sqlite");
	const { body } = await post(server, booking);
	const token = body.data.manageUrl.split("/").at(-1) as string;
	await fetch(`${server.url}/demo/booking/${token}/invitation.ics`);
	await fetch(`${server.url}/demo/booking/${token}`);
	await post(server, booking);
	const said = JSON.stringify(server.lines) + (await server.metrics.render());
	for (const secret of [token, "Asha", "visitor.example", "98100", "Show us"]) expect(said).not.toContain(secret);
	const figures = await server.metrics.render();
	expect(figures).toContain('bookings_total{event="booked"} 1');
	expect(figures).toContain('bookings_total{event="slot-taken"} 1');
	expect(figures).toContain('emails{state="scheduled"} 4');
});

test("/openapi.json describes the routes", async () => {
	const { url } = await startTestServer("sqlite");
	const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
		paths: Record<
			string,
			Record<string, { responses: object; requestBody?: { content: Record<string, { schema: unknown }> } }>
		>;
	};
	expect(paths["/demo/book"]?.post?.requestBody?.content["application/json"]?.schema).toMatchObject({
		required: ["firstName", "email", "phone", "date", "time"],
		properties: { domain: { enum: expect.arrayContaining(["Web development", "Security"]) } },
	});
	expect(Object.keys(paths["/demo/book"]?.post?.responses ?? {})).toEqual([
		"200",
		"400",
		"409",
		"413",
		"415",
		"422",
		"429",
		"500",
		"503",
	]);
	expect(Object.keys(paths["/demo/slots/{date}"]?.get?.responses ?? {})).toEqual(["200", "400", "500", "503"]);
	expect(Object.keys(paths["/demo/availability"]?.get?.responses ?? {})).toEqual(["200", "304", "500", "503"]);
	expect(paths["/demo/calendar/{token}.ics"]?.get).toBeDefined();
});
