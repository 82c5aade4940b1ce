import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ApiError, createApiClient } from "../docs/api-client.ts";
import { addProgram } from "../tests/support/api-tokens.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer } from "../tests/support/test-server.ts";
import { describeApi, writeApiClient } from "./write-api-client.ts";

test("docs/api-client.ts is made from the present document", async () => {
	const file = join(import.meta.dirname, "../docs/api-client.ts");
	expect(await readFile(file, "utf8"), "run npm run api-client").toBe(await writeApiClient(await describeApi()));
});

test("a program reads, changes and adds records by the client", async () => {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk();
	const url = await desk.app.listen({ port: 0, host: "127.0.0.1" });
	const reference = await storeEnquiry(server.database);
	const { secret } = await addProgram(server, desk, ["enquiries:change"]);
	const perform = createApiClient({ url, token: secret });

	const list = await perform("listEnquiries", { query: { stage: "new", limit: 10 } });
	expect(list.body.data.map((record) => record.reference)).toEqual([reference]);
	const path = { reference };
	const read = await perform("getEnquiry", { path });
	const unchanged = await perform("getEnquiry", { path });
	expect(unchanged.etag).toBe(read.etag);
	const changed = await perform("changeEnquiry", {
		path,
		headers: { "If-Match": read.etag },
		body: { stage: "won" },
	});
	expect(changed.body.data.stage).toEqual({ key: "won", label: "Won", isOpen: false });
	const conflict = perform("changeEnquiry", { path, headers: { "If-Match": read.etag }, body: { stage: "new" } });
	await expect(conflict).rejects.toMatchObject({ status: 412 });
	const note = await perform("addEnquiryNote", {
		path,
		headers: { "Idempotency-Key": "one" },
		body: { text: "Called back" },
	});
	expect([note.status, note.body.data.text]).toEqual([201, "Called back"]);
	const refused = perform("addEnquiry", { body: { name: "", text: "Hello", source: "phone" } });
	await expect(refused).rejects.toBeInstanceOf(ApiError);
	await expect(refused).rejects.toMatchObject({
		status: 422,
		errors: [{ field: "name" }, { field: "email" }, { field: "consent" }],
	});
	await expect(perform("listJobs")).rejects.toMatchObject({ status: 403 });
});

test("a program books a call by the client", async () => {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk();
	const url = await desk.app.listen({ port: 0, host: "127.0.0.1" });
	const { secret } = await addProgram(server, desk, ["bookings:change"]);
	const perform = createApiClient({ url, token: secret });

	const [callType] = (await perform("listCallTypes")).body.data;
	const type = callType?.type ?? "";
	const [startsAt = ""] = (await perform("listFreeTimes", { path: { type } })).body.data;
	const visitor = { firstName: "Asha", email: "asha@visitor.example", phone: "+91 98100 00000" };
	const booked = await perform("bookCall", {
		headers: { "Idempotency-Key": "one" },
		body: { type, startsAt, ...visitor },
	});
	const { reference } = booked.body.data;
	expect([booked.status, booked.body.data.startsAt]).toEqual([201, startsAt]);
	expect((await perform("getCall", { path: { reference } })).body.data).toEqual(booked.body.data);
	await expect(perform("bookCall", { body: { type, startsAt, ...visitor } })).rejects.toMatchObject({
		status: 422,
		errors: [{ field: "startsAt" }],
	});
});
