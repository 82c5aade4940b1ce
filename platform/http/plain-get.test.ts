import { describe, expect, test } from "vitest";
import { readPlainGet } from "./plain-get.ts";

const read = (start: string, ...fields: string[]) =>
	readPlainGet(Buffer.from(`${[start, ...fields].join("\r\n")}\r\n\r\n`, "latin1"));

describe("a plain GET", () => {
	test.each([
		["alone", [], ""],
		["with an encoding", ["Accept-Encoding: gzip, br"], "gzip, br"],
		[
			"of a browser",
			[
				"Connection: keep-alive",
				"User-Agent: Mozilla/5.0 (X11; Linux x86_64)",
				'sec-ch-ua: "Chromium";v="150"',
				"Accept: text/html,*/*;q=0.8",
				"accept-encoding:br\t",
				"Cookie: a=b",
				"DNT: 1",
			],
			"br",
		],
		["with an empty field", ["X-Empty:"], ""],
		["that keeps the connection in capitals", ["CONNECTION: Keep-Alive"], ""],
	])("%s is read", (_, fields, acceptEncoding) => {
		expect(read("GET /aboutUs?from=mail HTTP/1.1", "Host: narangi.example", ...fields)).toMatchObject({
			path: "/aboutUs?from=mail",
			acceptEncoding,
		});
	});

	test("has its fields, by name in any case", () => {
		const get = read("GET / HTTP/1.1", "Host: narangi.example", "User-Agent:\tFirefox/140.0 ", "X-Empty:");
		expect(get?.header("user-agent")).toBe("Firefox/140.0");
		expect(get?.header("x-empty")).toBe("");
		expect(get?.header("agent")).toBeUndefined();
	});
});

describe("everything else is left to a parser:", () => {
	test.each([
		["another method", "HEAD / HTTP/1.1"],
		["a method in lower case", "get / HTTP/1.1"],
		["another version", "GET / HTTP/1.0"],
		["a whole address", "GET http://narangi.example/ HTTP/1.1"],
		["two blanks", "GET  / HTTP/1.1"],
		["a blank in the path", "GET /a b HTTP/1.1"],
		["a character beyond ASCII in the path", "GET /é HTTP/1.1"],
	])("%s", (_, start) => {
		expect(read(start, "Host: narangi.example")).toBeUndefined();
	});

	test.each([
		["no host"],
		["two hosts", "Host: a", "Host: b"],
		["a body", "Host: a", "Content-Length: 3"],
		["a body of no length", "Host: a", "content-length: 0"],
		["a body in pieces", "Host: a", "Transfer-Encoding: chunked"],
		["a question before the body", "Host: a", "Expect: 100-continue"],
		["a connection that ends", "Host: a", "Connection: close"],
		["a connection with more to say", "Host: a", "Connection: keep-alive, Upgrade"],
		["a proxy's connection", "Host: a", "Proxy-Connection: close"],
		["another protocol", "Host: a", "Upgrade: websocket"],
		["a copy that the client has", "Host: a", 'If-None-Match: "x"'],
		["a date of its copy", "Host: a", "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT"],
		["encodings in two fields", "Host: a", "Accept-Encoding: br", "Accept-Encoding: gzip"],
		["a blank before the colon", "Host: a", "Content-Length : 3"],
		["a field that goes on in the next line", "Host: a", "X: b", " c"],
		["a line break of one character", "Host: a", "X: b\nContent-Length: 3"],
		["a NUL", "Host: a", "X: \0"],
		["a character beyond ASCII", "Host: a", "X: é"],
		["a field without a name", "Host: a", ": b"],
		["a field without a colon", "Host: a", "b"],
		["an empty line and more", "Host: a", "", "GET / HTTP/1.1", "Host: a"],
		["more than four kilobytes", "Host: a", `X: ${"x".repeat(4_096)}`],
	])("%s", (_, ...fields) => {
		expect(read("GET / HTTP/1.1", ...fields)).toBeUndefined();
	});

	test("a request that has not come in full, wherever it is cut", () => {
		const whole = Buffer.from("GET / HTTP/1.1\r\nHost: narangi.example\r\nAccept-Encoding: br\r\n\r\n");
		expect(readPlainGet(whole)).toBeDefined();
		for (let length = 0; length < whole.length; length++)
			expect(readPlainGet(whole.subarray(0, length))).toBeUndefined();
	});
});
