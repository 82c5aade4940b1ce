import { describe, expect, test } from "vitest";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { mergeAddresses } from "../core/people/merged-addresses.server.ts";
import { setRecordSpam } from "../core/records/record-store.server.ts";
import { replaceJobStages } from "../features/careers/jobs/job-stages-store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { addProgram } from "../tests/support/api-tokens.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { testBooking } from "../tests/support/demo-booking.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { openMailbox } from "../tests/support/desk-mail.ts";
import { createPdf } from "../tests/support/documents.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { bothPurposes, createInterviewParts, typedOffer } from "../tests/support/interviews.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { createTestKinds } from "../tests/support/records.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

const everyRead = ["enquiries:read", "bookings:read", "applications:read", "people:read", "jobs:read", "content:read"];

type Page<Body> = { data: Body; next?: string | null };

async function openApi(kind: DatabaseKind, scopes: readonly string[] = everyRead) {
	const server = await startTestServer(kind);
	const desk = await server.openDesk({ base: await readTestContent() });
	const program = await addProgram(server, desk, scopes);
	return {
		server,
		desk,
		database: server.database,
		program,
	};
}

describe.each(serverDatabaseKinds)("by the API on %s", (kind) => {
	test("a program reads the messages and replies of a record, and no note", async () => {
		const { server, desk, program } = await openApi(kind);
		const { receive } = await openMailbox(server, "enquiry");
		const { reference } = await receive("We need an app.");
		const path = `/enquiries/${reference}`;
		const { post } = createDeskBrowser(desk);
		await post(path, { do: "note", text: "Not for others" });
		expect((await post(path, { do: "send", subject: "Your app", text: "When shall we call?" })).statusCode).toBe(303);
		const { data, next } = (await program.get(`/api/v1${path}/messages`)).json<Page<object[]>>();
		expect(next).toBeNull();
		expect(JSON.stringify(data)).not.toContain("Not for others");
		expect(data).toMatchObject([
			{
				direction: "in",
				from: { name: "Asha Rao" },
				text: "We need an app.",
				state: "received",
				files: [{ name: "plan.txt" }],
			},
			{ direction: "out", subject: "Your app", text: "When shall we call?", state: "waiting", files: [] },
		]);
		expect((await program.get(`/api/v1/bookings/${reference}/messages`)).statusCode).toBe(404);
		expect((await program.get("/api/v1/enquiries/ENQ-7K3F9QZZ/messages")).statusCode).toBe(404);
	});

	test("a program finds people by the records that it may read alone, and each look is in the audit log", async () => {
		const { server, desk, database, program } = await openApi(kind, ["enquiries:read", "people:read"]);
		const reference = await storeEnquiry(database);
		await storeEnquiry(database, {
			reference: "ENQ-7K3F9Q01",
			email: "asha@work.example",
			firstName: "Asha",
			lastName: "R",
			phone: "",
		});
		await storeEnquiry(database, { reference: "ENQ-7K3F9Q02", email: "spam@elsewhere.example" });
		await database.write((transaction) => setRecordSpam(transaction, "ENQ-7K3F9Q02", true, server.clock.now()));
		await database.write((transaction) =>
			mergeAddresses(
				transaction,
				{
					addresses: ["asha@visitor.example", "asha@work.example"],
					kinds: createTestKinds(),
					accountId: desk.accountId,
				},
				server.clock.now(),
			),
		);
		const listed = (await program.get("/api/v1/people")).json<Page<{ email: string }[]>>();
		expect(listed.data.map(({ email }) => email)).toHaveLength(1);
		expect((await program.get("/api/v1/people?search=asha")).json<Page<object[]>>().data).toHaveLength(1);
		expect((await program.get("/api/v1/people?search=nobody")).json<Page<object[]>>().data).toEqual([]);
		const person = (await program.get(`/api/v1/people/${reference}`)).json<Page<object>>();
		expect(person.data).toEqual({
			names: expect.arrayContaining(["Asha Rao", "Asha R"]) as string[],
			emails: expect.arrayContaining(["asha@visitor.example", "asha@work.example"]) as string[],
			phones: ["+91 98100 00000"],
			records: [
				expect.objectContaining({ kind: "enquiry" }) as object,
				expect.objectContaining({ kind: "enquiry" }) as object,
			],
		});
		expect(
			await database.db.selectFrom("auditLog").select(["action", "subject"]).where("actor", "=", program.id).execute(),
		).toEqual([{ action: "person.read", subject: reference }]);
		const narrow = await addProgram(server, desk, ["people:read", "bookings:read"]);
		expect((await narrow.get(`/api/v1/people/${reference}`)).statusCode).toBe(404);
		expect((await narrow.get("/api/v1/people")).json()).toEqual({ data: [], next: null });
		const alone = await addProgram(server, desk, ["people:read"]);
		expect((await alone.get("/api/v1/people")).json()).toEqual({ data: [], next: null });
	});

	test("a program reads calls in their order", async () => {
		const { server, desk, database, program } = await openApi(kind);
		const now = server.clock.now();
		await database.write((transaction) => saveHost(transaction, desk.accountId, bothPurposes, { version: 0, now }));
		const book = (change: object) =>
			fetch(`${server.url}/demo/book`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ ...testBooking, ...change }),
			});
		expect((await book({})).status).toBe(200);
		expect((await book({ time: "3:00 PM" })).status).toBe(200);
		const { data, next } = (await program.get("/api/v1/calls?limit=1")).json<
			Page<{ startsAt: string; reference: string }[]>
		>();
		expect(data).toHaveLength(1);
		expect(data[0]).toMatchObject({
			state: "booked",
			timeZone: "Asia/Kolkata",
			durationMinutes: 30,
			hosts: [{ id: desk.accountId }],
			visitor: { email: testBooking.email },
		});
		const rest = (await program.get(`/api/v1/calls?cursor=${next}`)).json<
			Page<{ startsAt: string; reference: string }[]>
		>();
		const starts = [...data, ...rest.data].map(({ startsAt }) => startsAt);
		expect(starts).toHaveLength(2);
		expect(starts).toEqual(starts.toSorted());
		expect((await program.get(`/api/v1/calls?until=${starts[1]}`)).json<Page<object[]>>().data).toEqual(data);
		expect((await program.get(`/api/v1/calls?from=${starts[1]}`)).json<Page<object[]>>().data).toEqual(rest.data);
		const booking = (await program.get(`/api/v1/bookings/${data[0]?.reference}`)).json<Page<{ startsAt: string }>>();
		expect(booking.data.startsAt).toBe(starts[0]);
	});

	test("a program reads jobs in every state, and applications without resume or scores", async () => {
		const { server, database, program } = await openApi(kind);
		await database.write((transaction) => insertJobs(transaction, [testJob], server.clock.now()));
		const form = createApplicationForm(createApplicationFields(testJob), { name: "resume.pdf", content: createPdf() });
		expect((await fetch(`${server.url}/api/applications`, { method: "POST", body: form })).status).toBe(200);
		const jobs = (await program.get("/api/v1/jobs")).json<Page<{ id: string }[]>>();
		expect(jobs.data).toMatchObject([{ id: testJob.id, title: testJob.title, state: "open" }]);
		expect((await program.get("/api/v1/jobs?state=draft")).json<Page<object[]>>().data).toEqual([]);
		expect((await program.get(`/api/v1/jobs/${testJob.id}`)).json<Page<object>>().data).toHaveProperty("description");
		expect((await program.get("/api/v1/jobs/no-such-job")).statusCode).toBe(404);
		const [application] = (await program.get(`/api/v1/applications?topic=${testJob.id}`)).json<
			Page<{ reference: string }[]>
		>().data;
		const whole = await program.get(`/api/v1/applications/${application?.reference}`);
		expect(whole.json()).toMatchObject({ data: { kind: "application", topic: testJob.id, stage: { key: "new" } } });
		const { file } = await database.db
			.selectFrom("applications")
			.select("resumeFile as file")
			.executeTakeFirstOrThrow();
		expect(whole.body).not.toContain(file);
	});

	test("a list of a job's applications is filtered by the job's own stages", async () => {
		const { server, database, program } = await openApi(kind);
		const { clock } = server;
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		await database.write((transaction) =>
			replaceJobStages(transaction, testJob.id, [
				{ key: "phone", label: "Phone call", open: true },
				{ key: "on-hold", label: "On hold", open: false },
			]),
		);
		const form = createApplicationForm(createApplicationFields(testJob), { name: "resume.pdf", content: createPdf() });
		expect((await fetch(`${server.url}/api/applications`, { method: "POST", body: form })).status).toBe(200);
		const count = async (filter: string) =>
			(await program.get(`/api/v1/applications?topic=${testJob.id}&${filter}`)).json<Page<object[]>>().data.length;
		expect([await count("stage=phone"), await count("stage=new"), await count("isOpen=true")]).toEqual([1, 0, 1]);
		await database.db.updateTable("records").set({ stage: "on-hold" }).execute();
		expect([await count("stage=on-hold"), await count("isOpen=true"), await count("isOpen=false")]).toEqual([1, 0, 1]);
	});
});

test("a program reads the booked interviews of an interval", async () => {
	const { server, desk, database, program } = await openApi("sqlite");
	const { clock } = server;
	await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
	await database.write((transaction) =>
		saveHost(transaction, desk.accountId, bothPurposes, { version: 0, now: clock.now() }),
	);
	const form = createApplicationForm(createApplicationFields(testJob), { name: "resume.pdf", content: createPdf() });
	expect((await fetch(`${server.url}/api/applications`, { method: "POST", body: form })).status).toBe(200);
	const { reference } = await database.db.selectFrom("applications").select("reference").executeTakeFirstOrThrow();
	const host = { id: desk.accountId, name: "Robin admin", email: "robin@staff.example" };
	const parts = createInterviewParts({
		database,
		clock,
		hosts: { company: testCompany, listPeople: async () => [host], videoRoomsUrl: "https://rooms.example" },
	});
	const offer = { ...typedOffer, hostIds: [host.id] };
	expect(await parts.desk.offer(reference, offer, host, { idempotencyKey: undefined })).toMatchObject({ ok: true });
	const list = async () =>
		(await program.get("/api/v1/interviews?from=2026-11-24T00:00:00Z&until=2026-11-25T00:00:00Z")).json<
			Page<object[]>
		>();
	expect((await list()).data).toEqual([]);
	await database.db.updateTable("interviews").set({ state: "booked", startsAt: "2026-11-24T05:00:00.000Z" }).execute();
	expect((await list()).data).toMatchObject([
		{
			state: "booked",
			startsAt: "2026-11-24T05:00:00.000Z",
			durationMinutes: 45,
			hosts: [{ id: host.id, name: "Robin admin" }],
			application: reference,
			job: testJob.title,
			outcome: null,
		},
	]);
});

test("interviews are read in an interval of at most 62 days", async () => {
	const { program } = await openApi("sqlite");
	expect(
		(await program.get("/api/v1/interviews?from=2026-11-01T00:00:00Z&until=2027-01-02T00:00:00Z")).json<
			Page<object[]>
		>().data,
	).toEqual([]);
	for (const query of ["", "?from=2026-11-01T00:00:00Z", "?from=2026-11-01T00:00:00Z&until=2027-01-02T00:00:01Z"])
		expect((await program.get(`/api/v1/interviews${query}`)).statusCode).toBe(400);
});

test("a program reads documents as they are published, and no draft", async () => {
	const { desk, program } = await openApi("sqlite");
	const listed = (await program.get("/api/v1/documents")).json<Page<{ path: string; kind: string; slug: string }[]>>();
	const [post] = listed.data.filter(({ path }) => path.startsWith("blog/"));
	if (!post || !desk.site) throw new Error("There is no article");
	const address = `/api/v1/documents/${encodeURIComponent(post.path)}`;
	const before = (await program.get(address)).json<Page<{ text: string }>>();
	expect(before.data.text).toContain("title");
	await desk.site.studio.saveDraft(
		post.path,
		{ text: `${before.data.text}\nSecret plans`, version: 0 },
		desk.accountId,
	);
	const created = await desk.site.studio.createDocument("post", "not-yet-public", desk.accountId);
	expect(created).toHaveProperty("path");
	expect((await program.get(address)).json<Page<{ text: string }>>().data).toEqual(before.data);
	expect((await program.get("/api/v1/documents")).json<Page<object[]>>().data).toEqual(listed.data);
	for (const path of ["blog/not-yet-public.md", "../package.json", "blog%00", "nothing.yml"])
		expect([path, (await program.get(`/api/v1/documents/${encodeURIComponent(path)}`)).statusCode]).toEqual([
			path,
			404,
		]);
});
