import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { expect, test } from "vitest";
import { builtFiles, loadBuiltPages, writeBuiltPages } from "../../tests/support/built-pages.ts";
import { listen } from "../../tests/support/listen.ts";
import type { PrerenderedPages } from "./prerendered-pages.ts";

/** Serves only built pages, and 404 for everything else. */
async function serve(...parts: Parameters<typeof loadBuiltPages>): Promise<{
	pages: PrerenderedPages;
	ask(path: string, headers?: Record<string, string>, method?: string): Promise<IncomingMessage>;
}> {
	const pages = await loadBuiltPages(...parts);
	const server = await listen(
		createServer((asked, response) => {
			if (!pages.serve(asked, response)) response.writeHead(404).end();
		}),
	);
	const { port } = server.address() as AddressInfo;
	return {
		pages,
		async ask(path, headers = {}, method = "GET") {
			const asking = request({ port, host: "127.0.0.1", path, headers, method, agent: false });
			asking.end();
			const [answer] = (await once(asking, "response")) as [IncomingMessage];
			return answer;
		},
	};
}

test.each([
	["gzip, deflate, br", "br"],
	["gzip", "gzip"],
	["br;q=0, gzip;q=0.5", "gzip"],
	["deflate", undefined],
	[undefined, undefined],
])("to a client that takes %s, a page travels as %s", async (accepted, encoding) => {
	const { ask } = await serve();
	const answer = await ask("/", accepted === undefined ? {} : { "accept-encoding": accepted });
	expect(answer.headers["content-encoding"]).toBe(encoding);
	expect(answer.headers.vary).toBe("Accept-Encoding");
	const body =
		encoding === "br"
			? answer.pipe(createBrotliDecompress())
			: encoding === "gzip"
				? answer.pipe(createGunzip())
				: answer;
	expect(await text(body)).toBe(builtFiles["index.html"]);
});

test("a copy that the client has is confirmed, in its own encoding", async () => {
	const { ask } = await serve();
	const etag = (await ask("/", { "accept-encoding": "br" })).headers.etag as string;
	const confirmed = await ask("/", { "accept-encoding": "br", "if-none-match": `"other", ${etag}` });
	expect(confirmed.statusCode).toBe(304);
	expect(confirmed.headers).toMatchObject({ etag, "cache-control": "public, max-age=0, must-revalidate" });
	expect(await text(confirmed)).toBe("");
	expect((await ask("/", { "accept-encoding": "gzip", "if-none-match": etag })).statusCode).toBe(200);
});

test("HEAD gives a page's headers alone", async () => {
	const { ask } = await serve();
	const answer = await ask("/aboutUs", {}, "HEAD");
	expect([answer.statusCode, answer.headers["content-length"], await text(answer)]).toEqual([
		200,
		String(builtFiles["aboutUs/index.html"].length),
		"",
	]);
});

test.each(["/assets/picture-1.png", "/pictures/0123456789abcdef/screen.png"])(
	"%s, whose address holds its hash, is kept for ever, without the headers of a page",
	async (path) => {
		const { ask } = await serve();
		const { headers } = await ask(path);
		expect(headers).toMatchObject({
			"content-type": "image/png",
			"cache-control": "public, max-age=31536000, immutable",
			"x-content-type-options": "nosniff",
			"cross-origin-resource-policy": "cross-origin",
		});
		expect([headers["content-security-policy"], headers.etag]).toEqual([undefined, undefined]);
	},
);

test("a picture comes whole from the disk, for each request for it", async () => {
	const { ask, pages } = await serve();
	const path = "/assets/picture-1.png";
	const content = builtFiles["assets/picture-1.png"];
	for (const _ of "12") {
		const answer = await ask(path);
		expect(answer.headers["content-length"]).toBe(String(content.length));
		expect(await text(answer)).toBe(content);
	}
	const head = await ask(path, {}, "HEAD");
	expect([head.headers["content-length"], await text(head)]).toEqual([String(content.length), ""]);
	expect(pages.findReady(path, "br")?.bytes().toString("latin1").endsWith(content)).toBe(true);
});

test("a picture that a new build has removed is not found, and pages are served as before", async () => {
	const directory = await writeBuiltPages();
	const { ask, pages } = await serve(undefined, directory);
	await rm(join(directory, "pages"), { recursive: true });
	const path = "/assets/picture-1.png";
	expect((await ask(path)).statusCode).toBe(404);
	expect(pages.findReady(path, "br")).toBeUndefined();
	expect((await ask("/")).statusCode).toBe(200);
});

test("an icon may be shown on other sites, a page may not", async () => {
	const { ask } = await serve();
	expect((await ask("/favicon.ico")).headers).toMatchObject({
		"content-type": "image/x-icon",
		"cross-origin-resource-policy": "cross-origin",
	});
	expect((await ask("/aboutUs")).headers["cross-origin-resource-policy"]).toBe("same-origin");
});

test.each([
	["/robots.txt", "a file that is no page"],
	["/ABOUTus/", "a redirect"],
])("%s, %s, has a policy that lets nothing load", async (path) => {
	const { ask } = await serve();
	expect((await ask(path)).headers["content-security-policy"]).toMatch(/^default-src 'none'; frame-ancestors 'none';/);
});

test("another spelling of an address leads to the one of the sitemap, with its query", async () => {
	const { ask } = await serve();
	const answer = await ask("/ABOUTus/?from=mail");
	expect([answer.statusCode, answer.headers.location]).toEqual([308, "/aboutUs?from=mail"]);
});

test.each([
	["/about?from=mail", "/aboutUs?from=mail"],
	["/tides?from=mail", "https://tides.example/?of=today"],
])("an old address, %s, leads to %s", async (path, location) => {
	const redirects = new Map([
		["/about", "/aboutUs"],
		["/tides", "https://tides.example/?of=today"],
	]);
	const { ask } = await serve({ isAsBuilt: () => true, findAddress: (old) => redirects.get(old) });
	const answer = await ask(path);
	expect([answer.statusCode, answer.headers.location]).toEqual([308, location]);
});

test.each([
	["/missing", "GET"],
	["/", "POST"],
])("%s is not answered to %s", async (path, method) => {
	const { ask } = await serve();
	expect((await ask(path, {}, method)).statusCode).toBe(404);
});

test("a ready page equals a response, with its date", async () => {
	const { pages } = await serve();
	const bytes = pages.findReady("/aboutUs", "")?.bytes().toString();
	const [head, body] = bytes?.split("\r\n\r\n") ?? [];
	expect(body).toBe(builtFiles["aboutUs/index.html"]);
	const date = /^Date: (.{29})$/m.exec(head ?? "")?.[1] ?? "";
	expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(60_000);
	expect([pages.findReady("/aboutus", ""), pages.findReady("/missing", "br")]).toEqual([undefined, undefined]);
});
