import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { RouterContextProvider, type EntryContext, type HandleErrorFunction, type ServerBuild } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import { builtContents } from "../../tests/support/built-contents.ts";
import { writeBuiltPages } from "../../tests/support/built-pages.ts";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { StorageUnavailableError } from "../database/storage-errors.ts";
import { finishPages, packFile, packFolder } from "./finish-pages.ts";
import { reportPageErrorContext } from "./live-page-context.server.ts";
import { loadSitePages } from "./load-site-pages.ts";
import { writeMonthsPlaceholder } from "./months-placeholder.ts";

const publicUrl = "https://narangi.example";

/** Loads a site of one live page, whose document says how many of its loaders failed, and collects the log. */
async function loadLivePage(loader: () => unknown) {
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
		new Response(
			`${errors ? "" : "<style>a{}</style>"}<style>b{}</style><p>${Object.keys(errors ?? {}).length} failed</p>`,
			{ status, headers: { "content-type": "text/html" } },
		);
	const build = {
		entry: { module: { default: renderDocument, handleError } },
		routes: {
			page: { id: "page", path: "/page", module: { default: () => null, loader } },
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
		pagesDirectory: join(buildDirectory, "own"),
		publicUrl,
		keptMonths: {},
		securityHeaders: {},
		searchPaths: [],
		build,
		contents: builtContents,
		log,
	});
	return { render: () => pages.render(new Request(`${publicUrl}/page`), new RouterContextProvider()), logged };
}

test("a page that cannot read its data throws the error of storage, which is answered with 503", async () => {
	const failure = new StorageUnavailableError(new Error("disk I/O error"));
	const { render, logged } = await loadLivePage(() => Promise.reject(failure));
	await expect(render()).rejects.toBe(failure);
	expect(logged).toEqual([]);
});

test("another failure of a page is a 500, and the log has the reason", async () => {
	const { render, logged } = await loadLivePage(() => Promise.reject(new Error("No such thing")));
	expect((await render()).status).toBe(500);
	expect(logged.join()).toContain("No such thing");
});

test("a page allows each of its styles, also after one that failed and had fewer", async () => {
	let isFailing = true;
	const { render } = await loadLivePage(() => (isFailing ? Promise.reject(new Response(null, { status: 404 })) : null));
	const countStyles = async () => (await render()).headers.get("content-security-policy")?.match(/'sha256-/g)?.length;
	expect(await countStyles()).toBe(1);
	isFailing = false;
	expect([await countStyles(), await countStyles()]).toEqual([2, 2]);
});

test("addresses of a site module that is off are unknown", async () => {
	const buildDirectory = await writeBuiltPages();
	await finishPages(buildDirectory, { publicUrl, keptMonths: {} });
	const pages = await loadSitePages({
		buildDirectory,
		pagesDirectory: join(buildDirectory, "own"),
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

const builtFor = { publicUrl: "http://localhost:3000", keptMonths: { enquiries: 24, accounts: 12 } };

/** Finishes a build with a page that shows a term, and returns its folder and an unused one for pages of other settings. */
async function buildSite() {
	const buildDirectory = await writeBuiltPages();
	await mkdir(join(buildDirectory, "client", "privacy"));
	await writeFile(
		join(buildDirectory, "client", "privacy", "index.html"),
		`<p>${writeMonthsPlaceholder("enquiries")} months</p>`,
	);
	await finishPages(buildDirectory, builtFor);
	const pagesDirectory = join(await createTestDirectory(), "pages");
	return {
		buildDirectory,
		pagesDirectory,
		/** Loads the pages as a server does at its start, and returns a reader of them. */
		async start(settings: Partial<typeof builtFor> = {}) {
			const pages = await loadSitePages({
				buildDirectory,
				pagesDirectory,
				...builtFor,
				...settings,
				securityHeaders: {},
				searchPaths: [],
				build: { routes: {} } as ServerBuild,
				contents: builtContents,
				log: pino({ enabled: false }),
			});
			return (path: string) => pages.findReady(path, "")?.bytes().toString();
		},
	};
}

/** Every file below a folder, with its content. */
async function readTree(folder: string): Promise<Map<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, "latin1")] as const)));
}

test("a site that was built for one address and is started with another names the other everywhere", async () => {
	const { start } = await buildSite();
	const read = await start({ publicUrl });
	expect(read("/blog")).toContain(`<link rel="canonical" href="${publicUrl}/blog"/>`);
	expect(read("/robots.txt")).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
});

test("a start with another address or other terms writes nothing into the build, which may be read-only", async () => {
	const { buildDirectory, pagesDirectory, start } = await buildSite();
	const before = await readTree(buildDirectory);
	expect((await start({ publicUrl, keptMonths: { ...builtFor.keptMonths, enquiries: 36 } }))("/privacy")).toContain(
		"36 months",
	);
	expect(await readTree(buildDirectory)).toEqual(before);
	// A service on the same build starts as before.
	expect((await start())("/privacy")).toContain("24 months");
	expect(await readdir(pagesDirectory)).toHaveLength(1);
});

test("a term that no page shows makes no pages anew", async () => {
	const { buildDirectory, pagesDirectory, start } = await buildSite();
	const before = await readTree(buildDirectory);
	await start({ keptMonths: { ...builtFor.keptMonths, accounts: 6 } });
	expect(await readTree(buildDirectory)).toEqual(before);
	expect(existsSync(pagesDirectory)).toBe(false);
});

test("pages of another address are made by the first start, and used by the next", async () => {
	const { pagesDirectory, start } = await buildSite();
	await start({ publicUrl });
	for (const file of (await readTree(pagesDirectory)).keys()) await utimes(file, 1, 1);
	expect((await start({ publicUrl }))("/blog")).toContain(publicUrl);
	for (const file of (await readTree(pagesDirectory)).keys()) expect((await stat(file)).mtimeMs).toBe(1_000);
});

test("pages of a build that was replaced are not used", async () => {
	const { buildDirectory, start } = await buildSite();
	await start({ publicUrl });
	await writeFile(join(buildDirectory, "client", "blog", "index.html"), "<p>Written since</p>");
	await finishPages(buildDirectory, builtFor);
	expect((await start({ publicUrl }))("/blog")).toContain("<p>Written since</p>");
});

test("two servers that start on one folder beside each other have every page, also after an interrupted start", async () => {
	const { pagesDirectory, start } = await buildSite();
	await start({ publicUrl });
	// As if the first start had ended before its last file.
	const [name = ""] = await readdir(pagesDirectory);
	await rm(join(pagesDirectory, name, packFile));
	const [page = ""] = await readdir(join(pagesDirectory, name, packFolder));
	await rename(
		join(pagesDirectory, name, packFolder, page),
		join(pagesDirectory, name, packFolder, `${page}.1.partial`),
	);
	for (const read of await Promise.all([start({ publicUrl }), start({ publicUrl })]))
		for (const path of ["/blog", "/robots.txt"]) expect(read(path)).toContain(publicUrl);
});

test("pages that no start has used for a day are removed with the next that are made, and running servers keep theirs", async () => {
	const { pagesDirectory, start } = await buildSite();
	const read = await start({ publicUrl });
	const [name = ""] = await readdir(pagesDirectory);
	await start({ publicUrl: "https://other.example" });
	expect(await readdir(pagesDirectory)).toContain(name);
	await utimes(join(pagesDirectory, name), 1, 1);
	await start({ publicUrl: "https://third.example" });
	expect(await readdir(pagesDirectory)).not.toContain(name);
	for (const path of ["/blog", "/robots.txt"]) expect(read(path)).toContain(publicUrl);
});

test("a build without its list of pages does not start", async () => {
	const { buildDirectory, start } = await buildSite();
	await rm(join(buildDirectory, packFile));
	await expect(start()).rejects.toThrow("The build is not complete");
});
