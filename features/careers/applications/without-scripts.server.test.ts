import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { databaseKinds, type DatabaseKind } from "../../../tests/support/databases.ts";
import { createPdf } from "../../../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../../../tests/support/job-application.ts";
import { createTestPages, startTestServer, type TestServer } from "../../../tests/support/test-server.ts";
import { rejectedApplicationContext } from "../context.server.ts";
import { insertJobs } from "../jobs/jobs-store.server.ts";
import { maxResumeBytes } from "./rules.ts";
import { applicationStore } from "./store.server.ts";

const fields = createApplicationFields(testJob);
const goodResume = { name: "asha-rao.pdf", content: createPdf({ bytes: 5_000 }) };
const browser = { Accept: "text/html,application/xhtml+xml" };
const formPath = `/career/apply/${testJob.id}?view=whole`;

/** A server whose application page returns refusals as JSON instead of HTML. */
async function startWithJob(
	environment: Record<string, string> = {},
	kind: DatabaseKind = "sqlite",
): Promise<TestServer> {
	const pages = createTestPages(
		async ({ url: page }, context) =>
			new Response(JSON.stringify({ page, rejected: context.get(rejectedApplicationContext) }), {
				headers: { "content-type": "text/html", "x-page": "apply" },
			}),
	);
	const server = await startTestServer(kind, {
		pages,
		environment: { PUBLIC_URL: "https://narangi.example", ...environment },
	});
	await server.database.write((transaction) => insertJobs(transaction, [testJob], server.clock.now()));
	return server;
}

function post(
	server: TestServer,
	path: string,
	body: BodyInit,
	headers: Record<string, string> = {},
): Promise<Response> {
	return fetch(server.url + path, { method: "POST", body, headers: { ...browser, ...headers }, redirect: "manual" });
}

/** A form whose last part, the resume, has no end. */
const openForm = (): string =>
	[
		...Object.entries(fields).map(
			([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
		),
		'--b\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 and no end',
	].join("");

async function expectFormAgain(
	server: TestServer,
	response: Response,
	status: number,
	reason: { message?: string; errors?: { field: string; message: string }[] },
): Promise<void> {
	expect({ status: response.status, page: response.headers.get("x-page") }).toEqual({ status, page: "apply" });
	expect(await response.json()).toEqual({
		page: `https://narangi.example${formPath}`,
		rejected: {
			values: expect.objectContaining(fields),
			errors: reason.errors ?? [],
			message: reason.message ?? expect.any(String),
		},
	});
	expect(await Array.fromAsync(applicationStore.listAll(server.database.db))).toEqual([]);
}

describe("an application sent by a browser without scripts", () => {
	test.each([formPath, "/api/applications"])("to %s leads to the careers page once it is stored", async (path) => {
		const server = await startWithJob();

		const response = await post(server, path, createApplicationForm(fields, goodResume));

		expect(response.status).toBe(303);
		expect(response.headers.get("location")).toMatch(/^\/career\?applied=APP-/);
		expect(await Array.fromAsync(applicationStore.listAll(server.database.db))).toHaveLength(1);
	});

	test.each([formPath, "/api/applications"])(
		"to %s is shown again, whole, when a field is wrong or the resume is a byte too large",
		async (path) => {
			const server = await startWithJob();
			const tooLarge = { name: "cv.pdf", content: createPdf({ bytes: maxResumeBytes + 1 }) };

			await expectFormAgain(server, await post(server, path, createApplicationForm(fields, null)), 422, {
				errors: [{ field: "resume", message: "Resume is required" }],
			});
			await expectFormAgain(server, await post(server, path, createApplicationForm(fields, tooLarge)), 413, {
				errors: [{ field: "resume", message: "Your resume is larger than 10 MB" }],
			});
		},
	);

	test("with unknown fields is shown again without them", async () => {
		const server = await startWithJob();
		const response = await post(
			server,
			formPath,
			createApplicationForm({ ...fields, more: "x".repeat(10_000), "resume-0": "x" }, null),
		);
		const { rejected } = (await response.json()) as { rejected: { values: object } };
		expect(rejected.values).toEqual(fields);
	});

	test("with the first step alone is shown again with it and the other steps' questions", async () => {
		const server = await startWithJob();
		const { fullName, email, phone, country, city } = fields;
		const firstStep = { fullName, email, phone, country, city };

		const response = await post(server, formPath, createApplicationForm(firstStep, goodResume));

		expect(response.status).toBe(422);
		const { rejected } = (await response.json()) as { rejected: { values: object; errors: { message: string }[] } };
		expect(rejected.values).toEqual(firstStep);
		expect(rejected.errors.map(({ message }) => message)).toContain("Preferred Location is required");
	});

	test.each(databaseKinds)("is one application when it comes twice, at once and in a row, on %s", async (kind) => {
		const server = await startWithJob({}, kind);
		const send = () =>
			post(server, formPath, createApplicationForm({ ...fields, idempotencyKey: "one-form" }, goodResume));

		const responses = [...(await Promise.all([send(), send()])), await send()];

		const [application, ...others] = await Array.fromAsync(applicationStore.listAll(server.database.db));
		expect(others).toEqual([]);
		for (const response of responses)
			expect([response.status, response.headers.get("location")]).toEqual([
				303,
				`/career?applied=${application?.reference}`,
			]);
		expect((await readdir(join(server.database.dataDirectory, "files"), { recursive: true })).toSorted()).toEqual([
			`${application?.reference}.pdf`,
			"incoming",
		]);
	});

	test("is shown again with the received part after an early end", async () => {
		const server = await startWithJob();
		const response = await post(server, formPath, openForm(), { "Content-Type": "multipart/form-data; boundary=b" });
		await expectFormAgain(server, response, 400, {
			message: "The form could not be read to its end. Please send it again.",
		});
	});

	test("is shown again with the received part after a stall", async () => {
		const server = await startWithJob();
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		onTestFinished(() => void vi.useRealTimers());
		const sent = request(server.url + formPath, {
			method: "POST",
			headers: { ...browser, "content-type": "multipart/form-data; boundary=b", "content-length": 100_000 },
			agent: false,
		});
		const answered = once(sent, "response") as Promise<[IncomingMessage]>;
		sent.write(openForm());
		await expect.poll(() => readdir(join(server.database.dataDirectory, "files", "incoming"))).toHaveLength(1);
		vi.advanceTimersByTime(20_000);

		const [answer] = await answered;
		const response = new Response(await text(answer), {
			status: answer.statusCode ?? 0,
			headers: { "x-page": String(answer.headers["x-page"]) },
		});
		await expectFormAgain(server, response, 408, { message: "The upload stalled. Please send it again." });
		expect(answer.headers.connection).toBe("close");
	});

	test("gets the error page with the reason and a link back when there is no form to show", async () => {
		const server = await startWithJob({ RATE_LIMIT_PER_MINUTE: "2" });
		const broken = await post(server, "/api/applications", "nothing", {
			"Content-Type": "multipart/form-data; boundary=b",
		});
		expect([broken.status, await broken.text()]).toEqual([
			400,
			"<h1>Error page for 400</h1>The form could not be read to its end. Please send it again. /career",
		]);
		await post(server, formPath, createApplicationForm(fields, null));
		const limited = await post(server, formPath, createApplicationForm(fields, goodResume));
		expect([limited.status, await limited.text()]).toEqual([
			429,
			`<h1>Error page for 429</h1>Too many messages came from your network in the last minute. Wait a minute, then send it again. ${formPath}`,
		]);
		expect(limited.headers.get("content-type")).toContain("text/html");
		expect(limited.headers.get("x-content-type-options")).toBe("nosniff");
		expect(await Array.fromAsync(applicationStore.listAll(server.database.db))).toEqual([]);
	});

	test("while a program gets a problem, as ever", async () => {
		const server = await startWithJob();
		const response = await post(server, "/api/applications", "nothing", {
			"Content-Type": "multipart/form-data; boundary=b",
			Accept: "application/json",
		});
		expect([response.status, response.headers.get("content-type")]).toEqual([
			400,
			"application/problem+json; charset=utf-8",
		]);
	});
});
