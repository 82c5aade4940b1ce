import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setImmediate as turnEventLoop } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { loadBuiltPages } from "../../tests/support/built-pages.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { listen } from "../../tests/support/listen.ts";
import { createReadyResponse, keepAliveMs } from "./ready-response.ts";
import { servePlainGets } from "./serve-plain-gets.ts";

type TestServers = {
	/** Answers plain GETs of built pages before its HTTP server. */
	front: Server;
	/** The same pages by the HTTP server alone. */
	plain: Server;
	/** How often `front` responded before its HTTP server. */
	answered: () => number;
	/** Makes `front` pass all connections to its HTTP server. */
	release(): void;
};

async function startServers({ headersTimeout = 10_000 } = {}): Promise<TestServers> {
	const pages = await loadBuiltPages();
	const start = () =>
		listen(
			createServer({ keepAliveTimeout: keepAliveMs, headersTimeout }, (request, response) => {
				// Other requests are echoed at once, so that no response depends on data after the request's head.
				if (!pages.serve(request, response))
					response.end(JSON.stringify([request.method, request.url, request.rawHeaders]));
			}),
		);
	const [front, plain] = [await start(), await start()];
	const onResponse = vi.fn<() => void>();
	const until = new AbortController();
	servePlainGets(front, { find: pages.findReady, onResponse, until: until.signal });
	onTestFinished(() => until.abort());
	return { front, plain, answered: () => onResponse.mock.calls.length, release: () => until.abort() };
}

async function open(server: Server): Promise<{ socket: Socket; received: () => string }> {
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	onTestFinished(() => void socket.destroy());
	let received = "";
	socket.setEncoding("latin1").on("data", (text: string) => (received += text));
	await once(socket, "connect");
	return { socket, received: () => received.replaceAll(/Date: .{29}/g, "Date") };
}

/**
 * Sends each piece separately, ends the request, and returns everything received until the connection closed.
 * @param first a request whose response is awaited before the pieces are sent
 */
async function converse(server: Server, pieces: string[], first?: string): Promise<string> {
	const served = once(server, "connection") as Promise<[Socket]>;
	const { socket, received } = await open(server);
	const [peer] = await served;
	const closed = new Promise((resolve) => socket.once("close", resolve));
	// A server that refuses a request may close the connection while the next piece is on its way.
	socket.on("error", () => {});
	if (first !== undefined) {
		socket.write(first);
		await once(socket, "data");
	}
	for (const piece of pieces) {
		if (socket.readableEnded || socket.destroyed) break;
		socket.write(piece, "latin1");
		while (peer.bytesRead < socket.bytesWritten && !peer.destroyed && !socket.destroyed) await turnEventLoop();
	}
	socket.end();
	await closed;
	return received();
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at)];
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: narangi.example\r\n\r\n`;
const post = (body: string) =>
	`POST /enquiry HTTP/1.1\r\nHost: narangi.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe("the responses equal those of the HTTP server alone", () => {
	const oneOf = fc.constantFrom<string[]>;
	const target = fc.oneof(
		{ weight: 4, arbitrary: oneOf("/", "/aboutUs", "/assets/app-1.js") },
		{ weight: 1, arbitrary: oneOf("/?a=b", "/missing", "/ABOUTUS/", "//", "/%2e", "http://narangi.example/") },
	);
	const field = fc.oneof(
		{
			weight: 8,
			arbitrary: oneOf(
				"Accept-Encoding: br",
				"accept-encoding: gzip",
				"ACCEPT-ENCODING:\tbr \t",
				"Accept-Encoding:",
				"Connection: keep-alive",
				"connection:Keep-Alive",
				"X:",
				"Accept: */*",
				"Cookie: a=b; c=d",
				"Range: bytes=0-4",
				'If-Match: "x"',
				"TE: trailers",
			),
		},
		{
			weight: 1,
			arbitrary: oneOf(
				"User-Agent: é",
				"If-None-Match: *",
				"If-Modified-Since: Sun, 22 Nov 2026 00:00:00 GMT",
				"Expect: cake",
				"Content-Length: 0",
			),
		},
	);
	/** A message, perhaps split in two. */
	const cut = (message: fc.Arbitrary<string>) =>
		fc.tuple(message, fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 6 })).map(([text, share]) => {
			return splitAt(text, share === null ? text.length : Math.floor(share * text.length));
		});

	test("to requests in any order, in pieces and together", async () => {
		const { front, plain, answered } = await startServers();
		const bodyless = fc
			.tuple(oneOf("GET", "GET", "GET", "GET", "HEAD"), target, fc.uniqueArray(field, { maxLength: 4 }))
			.map(([method, path, fields]) =>
				[`${method} ${path} HTTP/1.1`, "Host: narangi.example", ...fields, "", ""].join("\r\n"),
			);
		// Their bodies would be requests if the parser lost count.
		const withBody = oneOf(
			post(get("/")),
			`GET / HTTP/1.1\r\nHost: a\r\nContent-Length: ${get("/aboutUs").length}\r\n\r\n${get("/aboutUs")}`,
			`GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${get("/").length.toString(16)}\r\n${get("/")}\r\n0\r\n\r\n`,
		);
		const cutAtBody = (text: string) => splitAt(text, text.indexOf("\r\n\r\n") + 4);
		const message = fc.oneof(
			{ weight: 8, arbitrary: cut(bodyless) },
			{ weight: 1, arbitrary: cut(withBody) },
			{ weight: 1, arbitrary: withBody.map(cutAtBody) },
		);
		const conversation = fc
			.array(fc.tuple(message, fc.integer({ min: 0, max: 8 })), { minLength: 1, maxLength: 5 })
			.map((messages) => {
				const pieces = [""];
				for (const [[start, rest], together] of messages) {
					if (together === 0) pieces.push(`${pieces.pop()}${start}`, rest);
					else pieces.push(start, rest);
				}
				return pieces.filter((piece) => piece !== "");
			});
		const conversations = 300;
		await fc.assert(
			fc.asyncProperty(conversation, async (pieces) => {
				const [given, expected] = await Promise.all([converse(front, pieces), converse(plain, pieces)]);
				expect(given).toBe(expected);
			}),
			{ numRuns: conversations },
		);
		// Otherwise it would have compared the HTTP server with itself.
		expect(answered()).toBeGreaterThan(conversations / 4);
	});

	test("for invalid requests, first on the connection or not", async () => {
		const { front, plain } = await startServers();
		const oddField = oneOf(
			"Connection: close",
			"Connection: keep-alive, close",
			"Proxy-Connection: close",
			"Connection:",
			"Content-Length: 5",
			"Content-Length: +5",
			"Content-Length : 5",
			" Content-Length: 5",
			"Transfer-Encoding: chunked",
			"Transfer-Encoding: identity",
			"transfer-encoding:\vchunked",
			"Upgrade: websocket",
			"Host: other.example",
			"X: a\nContent-Length: 5",
			"X: a\rb",
			"X: \0",
			": x",
			"x",
			"",
			"(x): y",
			`X: ${"y".repeat(5_000)}`,
			`X: ${"y".repeat(20_000)}`,
		);
		const message = fc
			.tuple(
				fc.oneof(
					{ weight: 6, arbitrary: oneOf("GET") },
					{ weight: 1, arbitrary: oneOf("POST", "get", "GETS", "", " GET") },
				),
				fc.oneof({ weight: 6, arbitrary: target }, { weight: 1, arbitrary: oneOf("*", "/ /", "/#a", "/é", "/\0") }),
				fc.oneof(
					{ weight: 6, arbitrary: oneOf("HTTP/1.1") },
					{ weight: 1, arbitrary: oneOf("HTTP/1.0", "HTTP/2.0", "http/1.1", "HTTP/1.1 ", "") },
				),
				fc.oneof(
					{ weight: 6, arbitrary: oneOf("Host: narangi.example") },
					{ weight: 1, arbitrary: oneOf("X: no host", "HOST:", "Host : x") },
				),
				fc.array(fc.oneof(field, oddField), { maxLength: 4 }),
				fc.oneof({ weight: 8, arbitrary: oneOf("\r\n") }, { weight: 1, arbitrary: oneOf("\n", "\r") }),
			)
			.map(([method, path, version, host, fields, lineBreak]) =>
				[`${method} ${path} ${version}`, host, ...fields, "", ""].join(lineBreak),
			);
		// After a request that is followed by broken bytes in the same piece, Node's server sends its refusal only on a new socket.
		const withoutLastRefusal = (received: string) =>
			received.replace(/(?<=.)HTTP\/1\.1 4\d\d [^\r]*\r\nConnection: close\r\n\r\n$/s, "");
		await fc.assert(
			fc.asyncProperty(cut(message), fc.option(fc.constant(get("/")), { nil: undefined }), async (pieces, first) => {
				const [given, expected] = await Promise.all([converse(front, pieces, first), converse(plain, pieces, first)]);
				expect(withoutLastRefusal(given)).toBe(withoutLastRefusal(expected));
			}),
			{ numRuns: 300 },
		);
	});
});

test("plain GETs are answered before the HTTP server until something else comes, and never again", async () => {
	const { front, answered } = await startServers();
	const received = await converse(front, [get("/"), get("/aboutUs"), post("hello"), get("/")]);
	expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(4).fill("HTTP/1.1 200"));
	expect(received).toContain('["POST","/enquiry"');
	expect(answered()).toBe(2);
});

test("a client that asks faster than it reads is not answered into memory", async () => {
	const large = createReadyResponse({ "Content-Length": "4000000" }, Buffer.alloc(4_000_000));
	const server = createServer((_request, response) =>
		response.writeHead(200, { "Content-Length": "4000000" }).end(large.body),
	);
	const served: Socket[] = [];
	const until = new AbortController();
	servePlainGets(server, { find: () => large, onResponse() {}, until: until.signal });
	server.prependListener("connection", (socket) => served.push(socket));
	await listen(server);
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	onTestFinished(() => void socket.destroy());
	socket.pause();
	for (let count = 0; count < 20; count++) {
		socket.write(get("/"));
		// So that each is read separately, as long as the server reads.
		for (let turn = 0; turn < 20; turn++) await turnEventLoop();
	}
	expect(served[0]?.writableLength).toBeLessThan(3 * large.bytes().length);
	let received = 0;
	socket.on("data", (chunk: Buffer) => (received += chunk.length)).resume();
	await eventually(() => expect(received).toBeGreaterThan(20 * large.body.length));
});

describe("a connection", () => {
	test("that sends nothing is closed when a request's head is overdue", async () => {
		const { front } = await startServers({ headersTimeout: 100 });
		const { socket } = await open(front);
		await once(socket, "close");
	});

	test("that has had an answer is kept longer", async () => {
		const { front } = await startServers({ headersTimeout: 1_000 });
		const { socket, received } = await open(front);
		socket.write(get("/"));
		await eventually(() => expect(received()).not.toBe(""));
		const { socket: silent } = await open(front);
		await once(silent, "close");
		socket.write(get("/aboutUs"));
		await eventually(() => expect(received()).toContain("About us"));
	});

	test("that a client breaks off disturbs nothing", async () => {
		const { front } = await startServers();
		const { socket } = await open(front);
		socket.write(get("/"));
		await once(socket, "data");
		socket.resetAndDestroy();
		expect(await converse(front, [get("/")])).toMatch(/^HTTP\/1\.1 200/);
	});

	test("that is idle when the server is about to stop can bring one more request, and is closed with the server's own", async () => {
		const { front, answered, release } = await startServers();
		const { socket: idle, received } = await open(front);
		idle.write(get("/"));
		await eventually(() => expect(received()).toContain("</html>"));
		release();
		idle.write(get("/aboutUs"));
		await eventually(() => expect(received()).toContain("About us"));
		const late = await open(front);
		late.socket.write(get("/"));
		await eventually(() => expect(late.received()).toContain("</html>"));
		expect(answered()).toBe(1);
		const closed = Promise.all([once(idle, "close"), once(late.socket, "close")]);
		front.close();
		await closed;
	});
});
