import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { submitEnquiryContext } from "../features/enquiries/context.server.ts";
import { validateEnquiry } from "../features/enquiries/rules.ts";
import { enquiryStore } from "../features/enquiries/store.server.ts";
import { enqueueEmail } from "../platform/email/enqueue-email.ts";
import { eventually } from "../tests/support/eventually.ts";
import { createTestPages, startTestServer, testCompany } from "../tests/support/test-server.ts";

/** Sends raw bytes and returns everything received. */
async function sendRaw(url: string, bytes: string): Promise<string> {
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	let answer = "";
	socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
	socket.write(bytes);
	await once(socket, "close");
	return answer;
}

const expectedHeaders = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"permissions-policy": expect.stringContaining("geolocation=()"),
	"content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
};

describe("security headers", () => {
	test.each([
		["a health check", "/healthz", {}, 200],
		["a rendered page", "/anything", {}, 200],
		["a method that nothing answers", "/anything", { method: "DELETE" }, 405],
		[
			"a refused request",
			"/contactus/submit",
			{ method: "POST", body: "{", headers: { "content-type": "application/json" } },
			400,
		],
		[
			"a body of the wrong kind",
			"/anything",
			{ method: "POST", body: "{}", headers: { "content-type": "application/json" } },
			415,
		],
		["an address that cannot be decoded", "/%zz", {}, 400],
	])("stand on %s", async (_, path, init, status) => {
		const { url } = await startTestServer("sqlite");
		const response = await fetch(url + path, init);
		expect(response.status).toBe(status);
		expect(Object.fromEntries(response.headers)).toMatchObject(expectedHeaders);
		expect(response.headers.has("strict-transport-security")).toBe(false);
		expect(response.headers.has("x-powered-by")).toBe(false);
	});

	test("are on responses to invalid HTTP", async () => {
		const { url } = await startTestServer("sqlite");
		const answer = await sendRaw(url, "nonsense\r\n\r\n");
		expect(answer).toMatch(/^HTTP\/1\.1 400 /);
		expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
		expect(answer).toContain("application/problem+json");
	});

	test.each([
		["names no host", "GET / HTTP/1.1\r\n\r\n", 400],
		["names two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
		["expects what nobody does", "GET / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n", 417],
	])("stand on the refusal of a request that %s", async (_case, request, status) => {
		const { url } = await startTestServer("sqlite");
		const answer = await sendRaw(url, request);
		expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		for (const name of Object.keys(expectedHeaders)) expect(answer.toLowerCase()).toContain(`${name}: `);
	});

	test("make HTTPS compulsory where the site is reached by it", async () => {
		const { url } = await startTestServer("sqlite", { environment: { PUBLIC_URL: "https://narangi.example" } });
		for (const path of ["/healthz", "/anything"])
			expect((await fetch(url + path)).headers.get("strict-transport-security")).toBe(
				"max-age=63072000; includeSubDomains",
			);
	});

	test("leave a page its own policy", async () => {
		const pages = createTestPages(
			async () => new Response("", { headers: { "content-security-policy": "default-src 'self'" } }),
		);
		const { url } = await startTestServer("sqlite", { pages });
		expect((await fetch(`${url}/page`)).headers.get("content-security-policy")).toBe("default-src 'self'");
	});
});

test("the body of a request is taken as it comes, not unpacked", async () => {
	const { app } = await startTestServer("sqlite");
	const headers = { "content-type": "application/json", "content-encoding": "gzip" };
	expect(
		(await app.inject({ method: "POST", url: "/contactus/submit", headers, body: gzipSync("{}") })).statusCode,
	).toBe(400);
});

describe("pages", () => {
	test("that were built are answered before anything else, and counted", async () => {
		const { url, metrics } = await startTestServer("sqlite");
		expect(await (await fetch(url)).text()).toBe("<h1>Built</h1>");
		expect(await metrics.render()).toContain('http_pages_total{status="200"} 1');
	});

	test("are rendered for PUBLIC_URL, whatever the Host header", async () => {
		const seen: Request[] = [];
		const pages = createTestPages(async (request) => {
			seen.push(request);
			return new Response("<h1>Job</h1>", { status: 200, headers: { "content-type": "text/html", "x-page": "1" } });
		});
		const { url } = await startTestServer("sqlite", { pages, environment: { PUBLIC_URL: "https://narangi.example" } });
		const response = await fetch(`${url}//evil.example/jobs?q=a%20b`, {
			headers: { "accept-language": "hi", origin: "https://evil.example" },
		});
		expect(await response.text()).toBe("<h1>Job</h1>");
		expect(response.headers.get("x-page")).toBe("1");
		expect(seen[0]?.url).toBe("https://narangi.example//evil.example/jobs?q=a%20b");
		expect(seen[0]?.headers.get("accept-language")).toBe("hi");
		expect(seen[0]?.headers.has("host")).toBe(false);
		expect(seen[0]?.headers.has("origin")).toBe(false);
	});

	test("learn that the visitor has left", async () => {
		const leaving = new AbortController();
		const gone = Promise.withResolvers<void>();
		const pages = createTestPages((request) => {
			request.signal.addEventListener("abort", () => gone.resolve());
			leaving.abort();
			return new Promise(() => {});
		});
		const { url } = await startTestServer("sqlite", { pages });
		await expect(fetch(`${url}/page`, { signal: leaving.signal })).rejects.toThrow("abort");
		await gone.promise;
	});

	test("whose visitor leaves while they wait are no failure of ours", async () => {
		const leaving = new AbortController();
		const answered = Promise.withResolvers<void>();
		const pages = createTestPages(async (request) => {
			const gone = once(request.signal, "abort");
			leaving.abort();
			await gone;
			answered.resolve();
			return new Response(null, { status: 500 });
		});
		const { url, lines, metrics } = await startTestServer("sqlite", { pages });
		await expect(fetch(`${url}/page`, { signal: leaving.signal })).rejects.toThrow("abort");
		await answered.promise;
		await setImmediate();
		expect(lines.filter((line) => line.level === "error")).toEqual([]);
		expect(await metrics.render()).toContain("http_failures_total 0");
	});

	test("answer HEAD without a body", async () => {
		const { url } = await startTestServer("sqlite");
		const response = await fetch(`${url}/page`, { method: "HEAD" });
		expect(response.status).toBe(200);
		expect(await response.text()).toBe("");
	});

	test.each([
		["gzip, deflate, br, zstd", "br"],
		["gzip", "gzip"],
		["identity", undefined],
	])("travel to a client that takes %s as %s, and so does the API", async (accepted, encoding) => {
		const page = `<p>${"words ".repeat(1_000)}</p>`;
		const { app } = await startTestServer("sqlite", {
			pages: createTestPages(
				async () => new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } }),
			),
		});
		const unpack = encoding === "br" ? brotliDecompressSync : encoding === "gzip" ? gunzipSync : (body: Buffer) => body;
		for (const url of ["/page", "/openapi.json"]) {
			const { headers, rawPayload } = await app.inject({ url, headers: { "accept-encoding": accepted } });
			expect([headers["content-encoding"], headers.vary]).toEqual(
				encoding === undefined ? [undefined, undefined] : [encoding, "accept-encoding"],
			);
			if (url === "/page") expect(unpack(rawPayload).toString()).toBe(page);
		}
	});

	test("are streamed where they are not compressed", async () => {
		let finish = () => {};
		const pages = createTestPages(
			async () =>
				new Response(
					new ReadableStream({
						start(controller) {
							controller.enqueue(new TextEncoder().encode("first"));
							finish = () => {
								controller.enqueue(new TextEncoder().encode("second"));
								controller.close();
							};
						},
					}),
					{ headers: { "content-type": "image/png" } },
				),
		);
		const { url } = await startTestServer("sqlite", { pages });
		const reader = (await fetch(`${url}/page`)).body?.getReader();
		expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
		finish();
		expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("second");
	});

	test.each([
		["throw an error", async () => Promise.reject(new Error("no"))],
		["answer with status 500", async () => new Response("stack trace", { status: 500 })],
	])("that %s give the error page, which is reported and counted", async (_, render) => {
		const { url, lines, metrics } = await startTestServer("sqlite", { pages: createTestPages(render) });
		const response = await fetch(`${url}/page?token=secret`);
		expect(response.status).toBe(500);
		expect(await response.text()).toBe("<h1>Error page for 500</h1>");
		expect(response.headers.get("cache-control")).toBe("no-store");
		expect(lines.filter((line) => line.level === "error")).toMatchObject([{ msg: "a request failed", route: "*" }]);
		expect(JSON.stringify(lines)).not.toContain("secret");
		expect(await metrics.render()).toContain("http_failures_total 1");
	});

	test("that throw a Response of 404 give the error page with that status", async () => {
		const { url, metrics } = await startTestServer("sqlite", {
			pages: createTestPages(async () => Promise.reject(new Response(null, { status: 404 }))),
		});
		const response = await fetch(`${url}/nowhere`);
		expect(response.status).toBe(404);
		expect(await response.text()).toBe("<h1>Error page for 404</h1>");
		expect(await metrics.render()).toMatch(
			/http_request_duration_seconds_count\{method="GET",route="\*",status="404"\} 1/,
		);
	});

	test("may answer 503 themselves, with the visitor's text kept", async () => {
		const { url, metrics } = await startTestServer("sqlite", {
			pages: createTestPages(async () => new Response("your text", { status: 503, headers: { "retry-after": "30" } })),
		});
		const response = await fetch(`${url}/contactUs`, {
			method: "POST",
			body: new URLSearchParams({ message: "your text" }),
		});
		expect(response.status).toBe(503);
		expect(await response.text()).toBe("your text");
		expect(await metrics.render()).toContain("http_failures_total 1");
	});
});

describe("forms sent without JavaScript", () => {
	const fields = { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "We need an app." };
	const pages = createTestPages(async (request, context) => {
		expect(context).toBeInstanceOf(RouterContextProvider);
		const checked = validateEnquiry(Object.fromEntries(await request.formData()), testCompany);
		const result = checked.ok ? await context.get(submitEnquiryContext)(checked) : checked;
		expect(request.signal.aborted).toBe(false);
		return Response.json(result, { status: result.ok ? 200 : 422 });
	});

	const formType = { "content-type": "application/x-www-form-urlencoded" };

	function toMultipart(entries: Record<string, string>): FormData {
		const form = new FormData();
		for (const [name, value] of Object.entries(entries)) form.append(name, value);
		return form;
	}

	test.each([
		["URL-encoded", new URLSearchParams(fields)],
		["multipart", toMultipart(fields)],
	])("%s ones reach the same function as the API", async (_, body) => {
		const { url, database } = await startTestServer("sqlite", { pages });
		const response = await fetch(`${url}/contactUs`, {
			method: "POST",
			body,
			headers: { origin: "http://other.name.example" },
		});
		expect(await response.json()).toMatchObject({ ok: true, reference: expect.stringMatching(/^ENQ-/) });
		expect(await Array.fromAsync(enquiryStore.listAll(database.db))).toMatchObject([fields]);
	});

	test.each([
		[
			"more than 64 KB",
			new URLSearchParams({ message: "x".repeat(65_600) }),
			{},
			413,
			"The request is too large; the limit is 64 KB.",
		],
		["thousands of fields", "a=&".repeat(20_000), formType, 400, "The form has too many fields."],
		[
			"thousands of parts",
			'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(1_000),
			{ "content-type": "multipart/form-data; boundary=x" },
			400,
			"The form has too many fields.",
		],
		[
			"a multipart form without an end",
			"--x\r\nContent-Dispo",
			{ "content-type": "multipart/form-data; boundary=x" },
			400,
			"The form could not be read.",
		],
		[
			"a multipart form without a boundary",
			"x",
			{ "content-type": "multipart/form-data" },
			400,
			"The form could not be read.",
		],
		[
			"JSON",
			"{}",
			{ "content-type": "application/json" },
			415,
			"Send the form as application/x-www-form-urlencoded or multipart/form-data.",
		],
		["nothing", null, {}, 415, "Send the form as application/x-www-form-urlencoded or multipart/form-data."],
	])("%s gives the error page with the reason", async (_, body, headers, status, reason) => {
		const { url } = await startTestServer("sqlite", { pages });
		const response = await fetch(`${url}/contactUs`, {
			method: "POST",
			body,
			headers: headers as Record<string, string>,
		});
		expect(response.status).toBe(status);
		expect(await response.text()).toBe(`<h1>Error page for ${status}</h1>${reason} /contactUs`);
	});

	test.each(["thrown", "returned"])(
		"to a page that takes none give the error page with what it allows, %s",
		async (how) => {
			const refusal = new Response(null, { status: 405 });
			const { url, lines } = await startTestServer("sqlite", {
				pages: createTestPages(async () => (how === "thrown" ? Promise.reject(refusal) : refusal)),
			});
			const response = await fetch(`${url}/faq`, { method: "POST", body: new URLSearchParams(fields) });
			expect([response.status, response.headers.get("allow"), await response.text()]).toEqual([
				405,
				"GET, HEAD",
				"<h1>Error page for 405</h1>This page does not accept such a request.",
			]);
			expect(lines.filter(({ level }) => level === "error")).toEqual([]);
		},
	);

	test.each(["/career/alerts", "/newsletter"])(
		"that end subscriptions at %s are unlimited, because a mail provider sends those of all its users",
		async (path) => {
			const { url } = await startTestServer("sqlite", { environment: { RATE_LIMIT_PER_MINUTE: "2" } });
			const end = () =>
				fetch(`${url}${path}/${"0".repeat(40)}`, {
					method: "POST",
					body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
				});
			const statuses = [];
			for (let count = 0; count < 5; count++) statuses.push((await end()).status);
			expect(statuses).toEqual([200, 200, 200, 200, 200]);
		},
	);

	test("count towards the same limit as the API", async () => {
		const { url } = await startTestServer("sqlite", { pages, environment: { RATE_LIMIT_PER_MINUTE: "2" } });
		const send = () => fetch(`${url}/contactUs`, { method: "POST", body: new URLSearchParams(fields) });
		const sendJson = () =>
			fetch(`${url}/contactus/submit`, {
				method: "POST",
				body: JSON.stringify(fields),
				headers: { "content-type": "application/json" },
			});
		expect([
			(await send()).status,
			(await sendJson()).status,
			(await send()).status,
			(await sendJson()).status,
		]).toEqual([200, 200, 429, 429]);
		expect((await fetch(`${url}/contactUs/`)).status).not.toBe(429);
	});
});

test("browsers get the error page and programs a problem when no route fits", async () => {
	const { url } = await startTestServer("sqlite");
	const browser = await fetch(`${url}/%zz`, { headers: { accept: "text/html,*/*" } });
	expect([browser.status, await browser.text()]).toEqual([400, "<h1>Error page for 400</h1>"]);
	const program = await fetch(`${url}/%zz`, { headers: { accept: "application/json" } });
	expect([program.status, program.headers.get("content-type")]).toEqual([
		400,
		"application/problem+json; charset=utf-8",
	]);
});

test.each([
	["GET", "/api/nope", 404, null],
	["POST", "/api/nope", 404, null],
	["PUT", "/api/jobs/1/nope", 404, null],
	["DELETE", "/api/jobs", 405, "GET, HEAD"],
	["POST", "/api/jobs/1", 405, "GET, HEAD"],
	["GET", "/api/applications", 405, "POST"],
])("%s %s is answered with a problem of status %i, also to a browser", async (method, path, status, allow) => {
	const { url } = await startTestServer("sqlite");
	const sent: { body?: BodyInit; headers?: Record<string, string> }[] =
		method === "GET"
			? [{}]
			: [{ body: "{}", headers: { "content-type": "application/json" } }, { body: new FormData() }];
	for (const init of sent) {
		const response = await fetch(url + path, { method, ...init, headers: { accept: "text/html", ...init.headers } });
		expect([response.status, response.headers.get("content-type"), response.headers.get("allow")]).toEqual([
			status,
			"application/problem+json; charset=utf-8",
			allow,
		]);
		expect(await response.json()).toMatchObject({ status, message: expect.any(String) });
	}
});

test("a request in absolute form, or for no path, harms nothing", async () => {
	const { url } = await startTestServer("sqlite");
	for (const target of ["http://evil.example/x", "*", "evil", "\\\\evil"]) {
		expect(await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
			/^HTTP\/1\.1 (?:[234]\d\d) /,
		);
	}
});

describe("health", () => {
	test("/healthz tells that the process lives", async () => {
		const { url } = await startTestServer("sqlite");
		expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "alive" });
	});

	test.each(["sqlite", "postgres"] as const)(
		"/readyz says that everything works on %s, also when e-mails are late, and tells nobody more",
		async (kind) => {
			const { url, database, clock } = await startTestServer(kind);
			await database.write((transaction) =>
				enqueueEmail(
					transaction,
					{ kind: "test", reference: "ENQ-00000000", recipient: "a@b.example" },
					{ now: clock.now(), messageIdDomain: "b.example" },
				),
			);
			clock.advance({ minutes: 15 });
			const response = await fetch(`${url}/readyz`);
			expect(response.status).toBe(200);
			expect(await response.json()).toEqual({ status: "ready" });
		},
	);

	test("/readyz notices a change a second later", async () => {
		const { url, database } = await startTestServer("sqlite");
		expect((await fetch(`${url}/readyz`)).status).toBe(200);
		await database.close();
		await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503));
	});

	test("/readyz fails when the database does", async () => {
		const { url, database } = await startTestServer("sqlite");
		await database.close();
		const response = await fetch(`${url}/readyz`);
		expect(response.status).toBe(503);
		expect(await response.json()).toEqual({ status: "not ready" });
	});

	test("/readyz fails when nothing can be written to the data folder", async () => {
		const { url, database } = await startTestServer("postgres");
		await chmod(database.dataDirectory, 0o500);
		if (process.getuid?.() === 0) await rm(database.dataDirectory, { recursive: true });
		const response = await fetch(`${url}/readyz`);
		expect(response.status).toBe(503);
		expect(await response.json()).toEqual({ status: "not ready" });
	});

	test("/readyz fails while the server stops, and connections are not kept", async () => {
		const { url, drain } = await startTestServer("sqlite");
		drain();
		const response = await fetch(`${url}/readyz`);
		expect(response.status).toBe(503);
		expect(await response.json()).toEqual({ status: "not ready" });
		for (const path of ["/", "/page", "/readyz"])
			expect((await fetch(url + path)).headers.get("connection")).toBe("close");
	});
});

test("/openapi.json describes the API, its fields and its problems", async () => {
	const { url } = await startTestServer("sqlite");
	const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
		openapi: string;
		paths: Record<
			string,
			Record<string, { requestBody: { content: Record<string, { schema: unknown }> }; responses: object }>
		>;
	};
	expect(document.openapi).toMatch(/^3\.1/);
	expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
	const operation = document.paths["/contactus/submit"]?.post;
	expect(operation?.requestBody.content["application/json"]?.schema).toMatchObject({
		required: ["firstName", "lastName", "email", "message"],
		properties: { message: { maxLength: 5_000 } },
	});
	expect(Object.keys(operation?.responses ?? {})).toEqual(["200", "400", "413", "415", "422", "429", "500", "503"]);
});
