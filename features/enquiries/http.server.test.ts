import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { countEmails, listEmails } from "../../platform/email/email-list-store.ts";
import { createTestDatabaseConfig, databaseKinds, withoutPatience } from "../../tests/support/databases.ts";
import { startTestServer, type TestServer } from "../../tests/support/test-server.ts";
import { enquiryStore } from "./store.server.ts";

const enquiry = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "+91 98100 00000",
	message: "We need an app.",
};

type Answer = {
	status: number;
	headers: Headers;
	body: {
		data: { reference: string; receivedAt: string };
		message: string;
		errors: { field: string; message: string }[];
	} & Record<string, unknown>;
};

async function post(server: TestServer, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
	const response = await fetch(`${server.url}/contactus/submit`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
	return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
}

async function expectNothingStored({ database, clock, wakes }: TestServer): Promise<void> {
	expect(await Array.fromAsync(enquiryStore.listAll(database.db))).toEqual([]);
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
	expect(wakes()).toBe(0);
}

describe.each(databaseKinds)("POST /contactus/submit on %s", (kind) => {
	test("stores the enquiry with its two e-mails and answers with its reference", async () => {
		const server = await startTestServer(kind);
		const { status, headers, body } = await post(server, enquiry);
		expect(status).toBe(200);
		expect(headers.get("content-type")).toMatch("application/json");
		expect(body).toEqual({
			data: { reference: expect.stringMatching(/^ENQ-[0-9A-HJKMNP-TV-Z]{8}$/), receivedAt: "2026-11-23T06:00:00.000Z" },
		});
		const { reference } = body.data;
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toEqual([
			{ ...enquiry, reference, receivedAt: server.clock.now(), state: "accepted", source: "site", consent: "" },
		]);
		const emails = await listEmails(server.database.db, { now: server.clock.now(), limit: 9 });
		expect(emails.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
			{ reference, kind: "enquiry-confirmation", recipient: "asha@visitor.example", state: "waiting" },
			{ reference, kind: "enquiry-notice", recipient: "sales@narangi.example", state: "waiting" },
		]);
		expect(server.wakes()).toBe(1);
	});

	test.each(["missing", "empty"])("takes an enquiry whose phone number is %s", async (how) => {
		const server = await startTestServer(kind);
		const { phone, ...rest } = enquiry;
		expect((await post(server, how === "missing" ? rest : { ...rest, phone: "" })).status).toBe(200);
	});

	test("quarantines a filled hidden field, says so, and sends no e-mail", async () => {
		const server = await startTestServer(kind);
		const { status, body } = await post(server, { ...enquiry, leaveEmpty: "https://spam.example" });
		expect(status).toBe(200);
		expect(body).toEqual({
			data: {
				reference: expect.any(String),
				receivedAt: expect.any(String),
				personCheckUrl: expect.stringMatching(/\/person\/[0-9a-f]{40}$/),
			},
		});
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toMatchObject([{ state: "quarantined" }]);
		expect(await countEmails(server.database.db, server.clock.now())).toMatchObject({ held: 2, waiting: 0 });
	});

	test("gives the first answer again for the same key and enquiry, for 24 hours", async () => {
		const server = await startTestServer(kind);
		const first = await post(server, enquiry, { "idempotency-key": "key-1" });
		server.clock.advance({ hours: 23, minutes: 59 });
		const second = await post(server, enquiry, { "idempotency-key": "key-1" });
		expect(second.status).toBe(200);
		expect(second.body).toEqual(first.body);
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toHaveLength(1);
		server.clock.advance({ minutes: 1 });
		const later = await post(server, enquiry, { "idempotency-key": "key-1" });
		expect(later.body.data.reference).not.toBe(first.body.data.reference);
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toHaveLength(2);
	});

	test("refuses the same key with another enquiry", async () => {
		const server = await startTestServer(kind);
		await post(server, enquiry, { "idempotency-key": "key-1" });
		const { status, body } = await post(server, { ...enquiry, message: "Another" }, { "idempotency-key": "key-1" });
		expect(status).toBe(422);
		expect(body.errors).toMatchObject([{ field: "Idempotency-Key" }]);
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toHaveLength(1);
	});

	test("stores one record when the same key comes many times at once", async () => {
		const server = await startTestServer(kind);
		const answers = await Promise.all(
			Array.from({ length: 12 }, () => post(server, enquiry, { "idempotency-key": "key-1" })),
		);
		expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
		expect(new Set(answers.map((answer) => answer.body.data.reference)).size).toBe(1);
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toHaveLength(1);
		expect(await countEmails(server.database.db, server.clock.now())).toMatchObject({ waiting: 2 });
	});

	test("stores two records when two people send the same without a key", async () => {
		const server = await startTestServer(kind);
		await Promise.all([post(server, enquiry), post(server, enquiry)]);
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toHaveLength(2);
	});

	test("keeps text that looks like SQL, HTML or a formula as it is", async () => {
		const server = await startTestServer(kind);
		const message = "'); drop table enquiries; -- <script>alert(1)</script> =1+1 \\ % ' \" ☃ \u{1F600}";
		expect((await post(server, { ...enquiry, message })).status).toBe(200);
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toMatchObject([{ message }]);
	});
});

describe("requests that POST /contactus/submit refuses", () => {
	test.each([
		[
			"empty fields",
			{ ...enquiry, firstName: "", lastName: "", email: "", message: "" },
			["firstName", "lastName", "email", "message"],
		],
		[
			"blank fields",
			{ ...enquiry, firstName: " ", lastName: "\t", email: "  ", message: "\n" },
			["firstName", "lastName", "email", "message"],
		],
		["missing fields", {}, ["firstName", "lastName", "email", "message"]],
		["an e-mail address that is none", { ...enquiry, email: "asha" }, ["email"]],
		[
			"a line break in a name",
			{ ...enquiry, firstName: "Asha\r\nBcc: x@y.example", lastName: "R\nao" },
			["firstName", "lastName"],
		],
		["a line break in an e-mail address", { ...enquiry, email: "asha@visitor.example\r\nBcc: x@y.example" }, ["email"]],
		["10,000 characters", { ...enquiry, message: "x".repeat(10_000) }, ["message"]],
		["arrays as fields", { ...enquiry, firstName: ["Asha"], message: [] }, ["firstName", "message"]],
		["null as a field", { ...enquiry, firstName: null, phone: null }, ["firstName", "phone"]],
		["numbers as fields", { ...enquiry, lastName: 7, phone: 98100 }, ["lastName", "phone"]],
		["objects as fields", { ...enquiry, email: { $ne: "" }, message: { a: { b: 1 } } }, ["email", "message"]],
		["an array", [enquiry], [""]],
		["a text", '"enquiry"', [""]],
		["null", "null", [""]],
	])("%s: 422, naming the fields", async (_, body, fields) => {
		const server = await startTestServer("sqlite");
		const answer = await post(server, body);
		expect(answer.status).toBe(422);
		expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
		expect(answer.body).toMatchObject({
			type: "about:blank",
			title: "Unprocessable Entity",
			status: 422,
			detail: expect.any(String),
			message: expect.any(String),
		});
		expect(answer.body.errors.map((error) => error.field)).toEqual(fields);
		for (const { message } of answer.body.errors) expect(message).not.toBe("");
		await expectNothingStored(server);
	});

	test.each([
		["broken JSON", `{"firstName": "Asha"`, {}, 400],
		["no body", "", {}, 400],
		["a key that pollutes prototypes", `{"__proto__": {"admin": true}}`, {}, 400],
		["a constructor that pollutes prototypes", `{"constructor": {"prototype": {"admin": true}}}`, {}, 400],
		["an empty Idempotency-Key", JSON.stringify(enquiry), { "idempotency-key": "" }, 400],
		["an endless Idempotency-Key", JSON.stringify(enquiry), { "idempotency-key": "k".repeat(201) }, 400],
		["a form", "firstName=Asha", { "content-type": "application/x-www-form-urlencoded" }, 415],
		["plain text", "Asha", { "content-type": "text/plain" }, 415],
		["more than 64 KB", JSON.stringify({ ...enquiry, message: "x".repeat(65_536) }), {}, 413],
	])("%s", async (_, body, headers, status) => {
		const server = await startTestServer("sqlite");
		const answer = await post(server, body, headers as Record<string, string>);
		expect(answer.status).toBe(status);
		expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
		expect(answer.body).toMatchObject({ status, message: expect.any(String) });
		await expectNothingStored(server);
	});

	test("64 KB exactly is read", async () => {
		const server = await startTestServer("sqlite");
		const filled = (length: number) => JSON.stringify({ ...enquiry, leaveEmpty: "x".repeat(length) });
		const body = filled(65_536 - filled(0).length);
		expect(Buffer.byteLength(body)).toBe(65_536);
		expect((await post(server, body)).status).toBe(200);
		expect((await post(server, `${body} `)).status).toBe(413);
	});

	test.each(["GET", "PUT", "PATCH", "DELETE"])("%s: 405, naming POST", async (method) => {
		const server = await startTestServer("sqlite");
		const response = await fetch(`${server.url}/contactus/submit`, { method });
		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe("POST");
		expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
	});

	test("requests of one address beyond the limit", async () => {
		const server = await startTestServer("sqlite", { environment: { RATE_LIMIT_PER_MINUTE: "3" } });
		for (let count = 0; count < 3; count++) expect((await post(server, enquiry)).status).toBe(200);
		const answer = await post(server, enquiry);
		expect(answer.status).toBe(429);
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
		expect(await Array.fromAsync(enquiryStore.listAll(server.database.db))).toHaveLength(3);
		expect((await fetch(server.url)).status).toBe(200);
	});

	test("the limit counts the client that a trusted proxy names, IPv6 by /56, and trusts no other proxy", async () => {
		const trusting = await startTestServer("sqlite", {
			environment: { RATE_LIMIT_PER_MINUTE: "1", TRUSTED_PROXIES: "127.0.0.0/8" },
		});
		const from = async (server: TestServer, address: string) =>
			(await post(server, enquiry, { "x-forwarded-for": address })).status;
		expect(await from(trusting, "203.0.113.1")).toBe(200);
		expect(await from(trusting, "203.0.113.2")).toBe(200);
		expect(await from(trusting, "203.0.113.9, 203.0.113.2")).toBe(429);
		expect(await from(trusting, "2001:db8::1")).toBe(200);
		expect(await from(trusting, "2001:db8:0:ff:ffff::1")).toBe(429);
		expect(await from(trusting, "2001:db8:0:100::1")).toBe(200);
		const distrusting = await startTestServer("sqlite", { environment: { RATE_LIMIT_PER_MINUTE: "1" } });
		expect(await from(distrusting, "203.0.113.1")).toBe(200);
		expect(await from(distrusting, "203.0.113.2")).toBe(429);
	});
});

describe("when nothing can be stored", () => {
	test("a locked database: 503 with Retry-After after two seconds, pages meanwhile, and it works again afterwards", async () => {
		const server = await startTestServer("sqlite");
		const other = new DatabaseSync(join(server.database.dataDirectory, sqliteFileName));
		onTestFinished(() => other.close());
		other.exec("begin exclusive");
		let isWaiting = true;
		const posting = Promise.all(Array.from({ length: 5 }, () => post(server, enquiry))).finally(
			() => (isWaiting = false),
		);
		for (let count = 0; count < 20; count++) expect((await fetch(server.url)).status).toBe(200);
		expect(isWaiting).toBe(true);
		for (const answer of await posting) {
			expect(answer.status).toBe(503);
			expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
			expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
		}
		other.exec("commit");
		await expectNothingStored(server);
		expect((await post(server, enquiry)).status).toBe(200);
	});

	test("a full disk: 503 with Retry-After, nothing half stored, pages meanwhile, and it works again when there is room", async () => {
		const server = await startTestServer("sqlite");
		const { rows } = await sql<{ pageCount: number }>`select page_count from pragma_page_count`.execute(
			server.database.db,
		);
		await sql`pragma max_page_count = ${sql.lit(rows[0]?.pageCount)}`.execute(server.database.db);
		const answer = await post(server, { ...enquiry, message: "x".repeat(5_000) });
		expect(answer.status).toBe(503);
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await fetch(server.url)).status).toBe(200);
		await expectNothingStored(server);
		await sql`pragma max_page_count = 100000`.execute(server.database.db);
		expect((await post(server, enquiry)).status).toBe(200);
	});

	test("a PostgreSQL table that stays locked: 503 with Retry-After, pages meanwhile, and it works again afterwards", async () => {
		const databaseConfig = withoutPatience(await createTestDatabaseConfig("postgres"));
		const server = await startTestServer("postgres", { databaseConfig });
		const other = new pg.Client({ connectionString: server.database.databaseUrl });
		await other.connect();
		await other.query("begin; lock table emails");
		const posting = post(server, enquiry);
		expect((await fetch(server.url)).status).toBe(200);
		const answer = await posting;
		expect(answer.status).toBe(503);
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
		await other.end();
		await expectNothingStored(server);
		expect((await post(server, enquiry)).status).toBe(200);
	});
});

test("nothing of an enquiry, good or bad, reaches log or metrics", async () => {
	const server = await startTestServer("sqlite");
	await post(server, enquiry);
	await post(server, { ...enquiry, email: "asha-visitor-example" });
	await post(server, `{"firstName": "Asha", `);
	await post(server, JSON.stringify({ ...enquiry, message: "x".repeat(70_000) }));
	await sql`drop table enquiries`.execute(server.database.db);
	expect((await post(server, enquiry)).status).toBe(500);
	const written = JSON.stringify(server.lines) + (await server.metrics.render());
	for (const personal of ["Asha", "asha", "Rao", "visitor", "98100", "We need an app", "127.0.0.1:"]) {
		expect(written.replaceAll(/"msg":"Server listening[^"]*"/g, "")).not.toContain(personal);
	}
	expect(server.lines.filter((line) => line.msg === "request")).toHaveLength(5);
	expect(server.lines.find((line) => line.msg === "request")).toMatchObject({
		requestId: expect.any(String),
		method: "POST",
		route: "/contactus/submit",
		status: 200,
		ms: expect.any(Number),
	});
	expect(await server.metrics.render()).toContain('enquiries_total{state="accepted"} 1');
});
