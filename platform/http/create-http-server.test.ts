import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createTestPages } from "../../tests/support/test-server.ts";
import { createLog } from "../log.ts";
import { createHttpServer } from "./create-http-server.ts";
import { createReadyAnswer } from "./ready-answer.ts";

test.each([
	["without a body", {}],
	["whose body has come in full", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }],
])("a request %s is answered in time, whatever its handler does", async (_case, init) => {
	const failures: unknown[] = [];
	const app = createHttpServer({
		config: { trustedProxies: [] },
		securityHeaders: {},
		pages: createTestPages(),
		metrics: { countPage() {}, countRequest() {} },
		log: createLog({ logLevel: "silent" }, { write() {} }),
		draining: new AbortController().signal,
		reportFailure: (_request, error) => failures.push(error),
		handlerTimeoutMs: 100,
	});
	onTestFinished(() => app.close());
	app.route({ method: ["GET", "POST"], url: "/slow", handler: () => new Promise(() => {}) });
	const response = await fetch(`${await app.listen({ port: 0, host: "127.0.0.1" })}/slow`, init);
	expect(response.status).toBe(503);
	expect(await response.text()).toContain("may have been received");
	expect(failures).toEqual([expect.objectContaining({ code: "FST_ERR_HANDLER_TIMEOUT" })]);
});

test.each([
	["goes on", "whole", "application/zip", 64 * 1024],
	["hardly goes on", "cut off", "application/zip", 1_000],
	["tells of events", "whole", "text/event-stream", 1_000],
])("an answer that takes longer than a handler may and %s is %s", async (_case, expected, type, pieceBytes) => {
	const app = createHttpServer({
		config: { trustedProxies: [] },
		securityHeaders: {},
		pages: createTestPages(),
		metrics: { countPage() {}, countRequest() {} },
		log: createLog({ logLevel: "silent" }, { write() {} }),
		draining: new AbortController().signal,
		reportFailure() {},
		handlerTimeoutMs: 500,
	});
	onTestFinished(() => app.close());
	const pieces = 12;
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

test("an answer that begins just before a handler's time is over is sent whole", async () => {
	const app = createHttpServer({
		config: { trustedProxies: [] },
		securityHeaders: {},
		pages: createTestPages(),
		metrics: { countPage() {}, countRequest() {} },
		log: createLog({ logLevel: "silent" }, { write() {} }),
		draining: new AbortController().signal,
		reportFailure() {},
		handlerTimeoutMs: 500,
	});
	onTestFinished(() => app.close());
	app.post("/page", (_request, reply) =>
		reply.type("text/html").send(
			Readable.from(
				(async function* write() {
					yield "begun, ";
					await setTimeout(700);
					yield "whole";
				})(),
			),
		),
	);
	const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/page`;
	const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
	expect(await response.text()).toBe("begun, whole");
});

test("closing the server does not wait for a connection that stands open after a built page", async () => {
	const app = createHttpServer({
		config: { trustedProxies: [] },
		securityHeaders: {},
		pages: {
			...createTestPages(),
			findReady: () => createReadyAnswer({ "Content-Length": "5" }, Buffer.from("Built")),
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
