import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { RouterContextProvider, type EntryContext, type HandleErrorFunction, type ServerBuild } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import { builtContents } from "../../tests/support/built-contents.ts";
import { writeBuiltPages } from "../../tests/support/built-pages.ts";
import { StorageUnavailableError } from "../database/storage-errors.ts";
import { finishPages, packFile } from "./finish-pages.ts";
import { reportPageErrorContext } from "./live-page-context.server.ts";
import { loadSitePages } from "./load-site-pages.ts";

const publicUrl = "https://narangi.example";

/** Renders a live page whose loader fails, and collects the log. */
async function render(failure: Error): Promise<{ response: Promise<Response>; logged: string[] }> {
	const buildDirectory = await mkdtemp(join(tmpdir(), "front-office-pages-"));
	onTestFinished(() => rm(buildDirectory, { recursive: true }));
	await writeFile(join(buildDirectory, packFile), JSON.stringify({ publicUrl, keptMonths: {}, files: [] }));
	const handleError: HandleErrorFunction = (error, { context }) =>
		(context as RouterContextProvider).get(reportPageErrorContext)(error);
	const renderDocument = (
		_request: Request,
		status: number,
		_headers: Headers,
		{ staticHandlerContext: { errors } }: EntryContext,
	) =>
		new Response(`<p>${Object.keys(errors ?? {}).length} failed</p>`, {
			status,
			headers: { "content-type": "text/html" },
		});
	const build = {
		entry: { module: { default: renderDocument, handleError } },
		routes: {
			page: { id: "page", path: "/page", module: { default: () => null, loader: () => Promise.reject(failure) } },
		},
		assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
		future: {},
		publicPath: "/",
		prerender: [],
		routeDiscovery: { mode: "initial" },
		ssr: true,
	} as unknown as ServerBuild;
	const logged: string[] = [];
	const log = pino({}, { write: (line: string) => void logged.push(line) });
	const pages = await loadSitePages({
		buildDirectory,
		publicUrl,
		keptMonths: {},
		securityHeaders: {},
		searchPaths: [],
		build,
		contents: builtContents,
		log,
	});
	return { response: pages.render(new Request(`${publicUrl}/page`), new RouterContextProvider()), logged };
}

test("a page that cannot read its data throws the error of storage, which is answered with 503", async () => {
	const failure = new StorageUnavailableError(new Error("disk I/O error"));
	const { response, logged } = await render(failure);
	await expect(response).rejects.toBe(failure);
	expect(logged).toEqual([]);
});

test("another failure of a page is a 500, and the log has the reason", async () => {
	const { response, logged } = await render(new Error("No such thing"));
	expect((await response).status).toBe(500);
	expect(logged.join()).toContain("No such thing");
});

test("addresses of a site module that is off are unknown", async () => {
	const buildDirectory = await writeBuiltPages();
	await finishPages(buildDirectory, { publicUrl, keptMonths: {} });
	const pages = await loadSitePages({
		buildDirectory,
		publicUrl,
		keptMonths: {},
		securityHeaders: {},
		searchPaths: [],
		build: {
			routes: { blog: { id: "blog", path: "/blog", module: { default: () => null } } },
		} as unknown as ServerBuild,
		contents: { ...builtContents, isOffered: (path) => path !== "/blog" },
		log: pino({ enabled: false }),
	});
	expect(pages.isUnknown("/blog")).toBe(true);
});

test("a site that was built for one address and is started with another names the other everywhere", async () => {
	const buildDirectory = await writeBuiltPages();
	await finishPages(buildDirectory, { publicUrl: "http://localhost:3000", keptMonths: {} });
	const log = pino({ enabled: false });
	const pages = await loadSitePages({
		buildDirectory,
		publicUrl,
		keptMonths: {},
		securityHeaders: {},
		searchPaths: [],
		build: { routes: {} } as ServerBuild,
		contents: builtContents,
		log,
	});
	const read = (path: string) => pages.findReady(path, "")?.bytes().toString();
	expect(read("/blog")).toContain(`<link rel="canonical" href="${publicUrl}/blog"/>`);
	expect(read("/robots.txt")).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
});
