import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestPages } from "../../tests/support/test-server.ts";
import { createLog } from "../log.ts";
import { createFailureReport, createHttpServer, type HttpServerDeps } from "./create-http-server.ts";
import { sendErrorPage } from "./error-page.ts";
import { createReadyResponse } from "./ready-response.ts";

/** A server that logs nothing, until the test ends. */
function openServer(deps: Partial<HttpServerDeps> = {}): FastifyInstance {
	const app = createHttpServer({
		config: { trustedProxies: [] },
		securityHeaders: {},
		pages: createTestPages(),
		metrics: { countPage() {}, countRequest() {} },
		log: createLog({ logLevel: "silent" }, { write() {} }),
		draining: new AbortController().signal,
		reportFailure() {},
		...deps,
	});
	onTestFinished(() => app.close());
	return app;
}

test.each([
	["without a body", {}],
	["whose body has come in full", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }],
])("a request %s is answered in time, whatever its handler does", async (_case, init) => {
	const failures: unknown[] = [];
	const app = openServer({
		reportFailure: (_request, error) => failures.push(error),
		handlerTimeoutMs: 100,
	});
	app.route({ method: ["GET", "POST"], url: "/slow", handler: () => new Promise(() => {}) });
	const response = await fetch(`${await app.listen({ port: 0, host: "127.0.0.1" })}/slow`, init);
	expect(response.status).toBe(503);
	expect(await response.text()).toContain("may have been received");
	expect(failures).toEqual([expect.objectContaining({ code: "FST_ERR_HANDLER_TIMEOUT" })]);
});

test("a request whose sender goes before all of it has come is no failure of ours", async () => {
	const lines: string[] = [];
	const log = createLog({ logLevel: "error" }, { write: (line) => void lines.push(line) });
	const countFailure = vi.fn<() => void>();
	const app = openServer({ log, reportFailure: createFailureReport({ countFailure }) });
	const began = Promise.withResolvers<void>();
	const ended = Promise.withResolvers<void>();
	app.addHook("preParsing", async () => began.resolve());
	app.addHook("onError", async () => ended.resolve());
	app.post("/form", () => "taken");
	const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
	const sender = connect(Number(port), "127.0.0.1");
	sender.write("POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
	await began.promise;
	sender.destroy();
	await ended.promise;
	await app.close();
	expect(lines).toEqual([]);
	expect(countFailure).not.toHaveBeenCalled();
});

test.each([
	["goes on", "whole", "application/zip", 64 * 1024],
	["hardly goes on", "cut off", "application/zip", 1_000],
	["tells of events", "whole", "text/event-stream", 1_000],
])("an answer that takes longer than a handler may and %s is %s", async (_case, expected, type, pieceBytes) => {
	const app = openServer({
		handlerTimeoutMs: 1_000,
	});
	const pieces = 24;
	app.get("/file", { handlerTimeout: 60_000 }, (_request, reply) =>
		reply.type(type).send(
			Readable.from(
				(async function* write() {
					for (let piece = 0; piece < pieces; piece++) {
						yield Buffer.alloc(pieceBytes);
						await setTimeout(100);
					}
				})(),
			),
		),
	);
	const response = await fetch(`${await app.listen({ port: 0, host: "127.0.0.1" })}/file`);
	const read = response.arrayBuffer().then(
		(content) => (content.byteLength === pieces * pieceBytes ? "whole" : "short"),
		() => "cut off",
	);
	expect(await read).toBe(expected);
});

test.each([
	["has begun to leave", "too late", 503],
	["is still made", "whole", 200],
])("a handler that answers while the answer in its place %s: the other is dropped", async (when, body, status) => {
	const leaving = Promise.withResolvers<void>();
	const made = Promise.withResolvers<void>();
	const answered = Promise.withResolvers<void>();
	const app = openServer({
		pages: { ...createTestPages(), errorPage },
		handlerTimeoutMs: 100,
	});
	app.addHook("onSend", async (_request, _reply, payload) => {
		if (payload === "whole") answered.resolve();
		else leaving.resolve();
		await answered.promise;
	});
	app.register(async (routes) => {
		routes.setErrorHandler((error, request, reply) =>
			sendErrorPage(error, request, reply, { pages: { errorPage }, reportFailure() {} }),
		);
		routes.post("/page", async (_request, reply) => {
			await (when === "is still made" ? made.promise : leaving.promise);
			return reply.type("text/html").send("whole");
		});
	});
	const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/page`;
	const headers = { "content-type": "application/json", accept: "text/html" };
	const response = await fetch(url, { method: "POST", headers, body: "{}" });
	expect([await response.text(), response.status]).toEqual([body, status]);

	async function errorPage() {
		made.resolve();
		if (when === "is still made") await answered.promise;
		return { headers: { "content-type": "text/html" }, body: "too late" };
	}
});

test("an answer that begins just before a handler's time is over is sent whole", async () => {
	const timeIsOver = Promise.withResolvers<void>();
	const app = openServer({ handlerTimeoutMs: 500 });
	app.post("/page", (_request, reply) =>
		reply.type("text/html").send(
			Readable.from(
				(async function* write() {
					yield "begun, ";
					await timeIsOver.promise;
					yield "whole";
				})(),
			),
		),
	);
	app.post("/never", () => new Promise(() => {}));
	const url = await app.listen({ port: 0, host: "127.0.0.1" });
	const post = (path: string) =>
		fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
	const response = await post("/page");
	// Its time begins during the other's.
	expect((await post("/never")).status).toBe(503);
	timeIsOver.resolve();
	expect(await response.text()).toBe("begun, whole");
});

const fail = () => {
	throw new Error("not ready");
};
/** A header cannot hold characters beyond Latin-1. */
const redirectToPolish: HttpServerDeps["pages"]["serve"] = (_request, response) => {
	response.writeHead(308, { Location: "/Łódź" }).end();
	return true;
};

test.each([
	["on the socket", { findReady: fail }, 200],
	["in the HTTP server", { findReady: fail, serve: fail }, 500],
	["while it writes a header", { serve: redirectToPolish }, 500],
])("an answer from memory that fails %s is an answer all the same", async (_case, faulty, status) => {
	const failures: unknown[] = [];
	const app = openServer({
		pages: { ...createTestPages(), ...faulty },
		reportFailure: (_request, error) => failures.push(error),
	});
	app.get("/page", () => "rendered");
	const response = await fetch(`${await app.listen({ port: 0, host: "127.0.0.1" })}/page`);
	expect([response.status, failures]).toEqual([status, status === 500 ? [expect.any(Error)] : []]);
});

test("an answer from memory that fails after its head is cut off and logged", async () => {
	const lines: string[] = [];
	const app = openServer({
		log: createLog({ logLevel: "error" }, { write: (line) => void lines.push(line) }),
		pages: {
			...createTestPages(),
			serve(_request, response) {
				response.writeHead(200, { "Content-Length": "5" });
				return fail();
			},
		},
	});
	await expect(fetch(await app.listen({ port: 0, host: "127.0.0.1" }))).rejects.toThrow("fetch failed");
	expect(lines).toEqual([expect.stringContaining("not ready")]);
});

test("closing the server does not wait for an open connection after a built page", async () => {
	const app = createHttpServer({
		config: { trustedProxies: [] },
		securityHeaders: {},
		pages: {
			...createTestPages(),
			findReady: () => createReadyResponse({ "Content-Length": "5" }, Buffer.from("Built")),
		},
		metrics: { countPage() {}, countRequest() {} },
		log: createLog({ logLevel: "silent" }, { write() {} }),
		draining: new AbortController().signal,
		reportFailure() {},
	});
	const url = await app.listen({ port: 0, host: "127.0.0.1" });
	const agent = new Agent({ keepAlive: true });
	onTestFinished(() => agent.destroy());
	const [answer] = (await once(get(url, { agent }), "response")) as [IncomingMessage];
	expect(await text(answer)).toBe("Built");
	await app.close();
});
