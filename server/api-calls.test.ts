import { describe, expect, test } from "vitest";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { addProgram } from "../tests/support/api-tokens.ts";
import { databaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { testBooking } from "../tests/support/demo-booking.ts";
import { bothPurposes } from "../tests/support/interviews.ts";
import { startTestServer } from "../tests/support/test-server.ts";

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

describe.each(databaseKinds)("calls by the API on %s", (kind) => {
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
