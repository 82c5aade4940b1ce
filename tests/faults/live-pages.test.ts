import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { RouterContextProvider, type EntryContext, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { packFile } from "../../platform/pages/finish-pages.ts";
import { formRefusedContext } from "../../platform/pages/live-page-context.server.ts";
import { loadSitePages } from "../../platform/pages/load-site-pages.ts";
import type { SitePages } from "../../platform/pages/site-pages.ts";
import { builtContents } from "../support/built-contents.ts";
import { createTestDirectory } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { createTestPages, startTestServer } from "../support/test-server.ts";

const publicUrl = "https://narangi.example";
const script = "console.log(1)";

/** Pages of a site with one route that waits until it is released, and one for all other addresses; counts renderings. */
async function loadPages(contents = builtContents) {
	const buildDirectory = await createTestDirectory();
	await writeFile(join(buildDirectory, packFile), JSON.stringify({ publicUrl, keptMonths: {}, files: [] }));
	const gate = Promise.withResolvers<void>();
	let begun = 0;
	const renderDocument = async (request: Request, status: number, headers: Headers, entry: EntryContext) => {
		begun++;
		if (request.url.includes("/slow")) await gate.promise;
		headers.set("content-type", "text/html; charset=utf-8");
		const routes = entry.staticHandlerContext.matches.map(({ route }) => route.path).join(" ");
		return new Response(`<h1>${routes}</h1><script>${script}</script>`, { status, headers });
	};
	const missing = () => new Response(null, { status: 404 });
	const build = {
		entry: { module: { default: renderDocument, handleError: () => undefined } },
		routes: {
			root: { id: "root", path: "", module: { default: () => null } },
			slow: {
				id: "slow",
				parentId: "root",
				path: "slow/:name",
				module: { default: () => null, action: () => new Response(null, { status: 409 }) },
			},
			unknown: { id: "unknown", parentId: "root", path: "*", module: { default: () => null, loader: missing } },
		},
		assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
		future: {},
		publicPath: "/",
		prerender: [],
		routeDiscovery: { mode: "initial" },
		ssr: true,
	} as unknown as ServerBuild;
	const pages = await loadSitePages({
		buildDirectory,
		pagesDirectory: join(buildDirectory, "own"),
		publicUrl,
		keptMonths: {},
		securityHeaders: { "X-Content-Type-Options": "nosniff" },
		searchPaths: [],
		build,
		contents,
		log: pino({ enabled: false }),
	});
	return { pages, begun: () => begun, open: () => gate.resolve() };
}

function ask(pages: SitePages, path: string, { client, ...init }: RequestInit & { client?: string } = {}) {
	return pages.render(new Request(publicUrl + path, init), new RouterContextProvider(), client);
}

test("an address that there is no page at, or of a module that is off, is answered with 404 and the same page", async () => {
	const { pages, open } = await loadPages({ ...builtContents, isOffered: (path) => path !== "/slow/off" });
	open();
	const read = async (path: string, method = "GET") => {
		const answer = await ask(pages, path, { method });
		return [answer.status, await answer.text()];
	};
	const missing = [404, `<h1> *</h1><script>${script}</script>`];
	expect(await read("/slow/on")).not.toEqual(missing);
	for (const path of ["/no/page?q=1", "/another", "/slow/off"]) expect(await read(path)).toEqual(missing);
});

/** Takes every place and every waiting place. */
function fill(pages: SitePages): Promise<Response>[] {
	return Array.from({ length: 64 }, (_, index) => ask(pages, `/slow/${index}`, { client: `client ${index % 3}` }));
}

test("four pages are rendered at once, sixty wait, and further requests are asked to come back", async () => {
	const { pages, begun, open } = await loadPages();
	const taken = fill(pages);
	await eventually(() => expect(begun()).toBe(4));
	await expect(ask(pages, "/slow/65")).rejects.toMatchObject({ statusCode: 503, headers: { "retry-after": "3" } });
	expect(begun()).toBe(4);
	open();
	expect(new Set((await Promise.all(taken)).map(({ status }) => status))).toEqual(new Set([200]));
	expect(begun()).toBe(64);
	expect((await ask(pages, "/slow/66")).status).toBe(200);
});

test("a client that asks for much neither takes all places nor keeps others waiting until it has all", async () => {
	const { pages, begun, open } = await loadPages();
	const greedy = Array.from({ length: 40 }, (_, index) => ask(pages, `/slow/${index}`, { client: "greedy" }));
	const outcomes = Promise.allSettled(greedy);
	await eventually(() => expect(begun()).toBe(4));
	const begunBefore = ask(pages, "/slow/modest", { client: "modest" }).then(() => begun());
	open();
	expect(await begunBefore).toBeLessThan(20);
	expect((await outcomes).filter(({ status }) => status === "rejected")).toHaveLength(6);
});

test("a sender of a form waits where pages are refused, and delays others no longer", async () => {
	const { pages, begun, open } = await loadPages();
	const taken = fill(pages);
	await eventually(() => expect(begun()).toBe(4));
	const sent = Array.from({ length: 200 }, (_, index) =>
		ask(pages, `/slow/${index}`, {
			method: "POST",
			body: new URLSearchParams({ index: `${index}` }),
			client: "sender",
		}),
	);
	const context = new RouterContextProvider();
	context.set(formRefusedContext, true);
	const takenElsewhere = pages.render(new Request(`${publicUrl}/slow/form`), context, "another");
	const tooMany = ask(pages, "/slow/201", { method: "POST", body: new URLSearchParams(), client: "sender" });
	await expect(tooMany).rejects.toMatchObject({ statusCode: 503 });
	const begunBefore = Promise.all(taken).then(() => begun());
	open();
	// One form is handled between two pages of others.
	expect(await begunBefore).toBeLessThan(120);
	expect((await takenElsewhere).status).toBe(200);
	expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([409]));
});

test("forms that are not counted, however many are sent, leave the places in which others wait", async () => {
	const { promise: opened, resolve: open } = Promise.withResolvers<void>();
	let begun = 0;
	const pages = createTestPages(async () => {
		begun++;
		await opened;
		return new Response("<h1>Done</h1>", { headers: { "content-type": "text/html" } });
	});
	const { url } = await startTestServer("sqlite", { pages });
	const post = (path: string) => fetch(url + path, { method: "POST", body: new URLSearchParams({ intent: "end" }) });
	const flood = Array.from({ length: 40 }, () => post("/career/alerts/x"));
	await eventually(() => expect(begun).toBe(30));
	const other = post("/contactUs");
	await eventually(() => expect(begun).toBe(31));
	const refused = await Promise.all([post("/career/alerts/x"), post("/career/alerts/y")]);
	expect(refused.map(({ status }) => status)).toEqual([503, 503]);
	open();
	expect((await other).status).toBe(200);
	expect(
		Object.entries(Object.groupBy(await Promise.all(flood), ({ status }) => `${status}`)).map(([status, all]) => [
			status,
			all?.length,
		]),
	).toEqual([
		["200", 30],
		["503", 10],
	]);
});

test("a page whose visitor has left before its turn is not rendered", async () => {
	const { pages, begun, open } = await loadPages();
	const taken = Array.from({ length: 4 }, (_, index) => ask(pages, `/slow/${index}`));
	const gone = new AbortController();
	const left = ask(pages, "/slow/5", { signal: gone.signal });
	await eventually(() => expect(begun()).toBe(4));
	gone.abort();
	open();
	await Promise.all(taken);
	await expect(left).rejects.toThrow("aborted");
	expect(begun()).toBe(4);
});

test("refused requests get the plain error page, and the log one line for all of them", async () => {
	const { pages, begun, open } = await loadPages();
	const { url, lines, metrics } = await startTestServer("sqlite", { pages: createTestPages(pages.render) });
	const taken = fill(pages);
	await eventually(() => expect(begun()).toBe(4));
	const answers = await Promise.all(Array.from({ length: 5 }, () => eventually(() => askRefused(`${url}/slow/x`))));
	for (const answer of answers) {
		expect(answer.headers.get("retry-after")).toBe("3");
		expect(await answer.text()).toContain("Error page for 503");
	}
	open();
	for (const answer of await Promise.all(taken)) expect(answer.status).toBe(200);
	// Each counts, also a repeated request of a slow machine; one line is logged in ten seconds.
	const [, failures] = /^http_failures_total (\d+)$/m.exec(await metrics.render()) ?? [];
	expect(Number(failures)).toBeGreaterThanOrEqual(5);
	const written = lines.filter(({ msg }) => msg === "a request failed").length;
	expect(written).toBeGreaterThan(0);
	expect(written).toBeLessThan(Number(failures));
});

async function askRefused(url: string): Promise<Response> {
	const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
	expect(answer.status).toBe(503);
	return answer;
}
