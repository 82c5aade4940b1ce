import { EventEmitter } from "node:events";
import { MessageChannel } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { jobsContext } from "../../features/careers/context.server.ts";
import { createJobsReader } from "../../features/careers/jobs/jobs.server.ts";
import { everyChangeKey } from "../../platform/database/changes.ts";
import { openDatabaseForReading, type Database } from "../../platform/database/database.ts";
import { followChanges, type ChangeFollower } from "../../platform/database/follow-changes.ts";
import { createLog } from "../../platform/log.ts";
import { createResponseMaker, type MadeResponse, type MakeOptions } from "../../platform/pages/made-response.ts";
import { createPageCache, type PageCache } from "../../platform/pages/page-cache.ts";
import { createPageSourceFinder } from "../../platform/pages/page-source.ts";
import { createRenderingThreads, type RenderingThread } from "../../platform/pages/rendering-threads.ts";
import { serveRendering } from "../../platform/pages/serve-rendering.ts";
import type { SitePages } from "../../platform/pages/site-pages.ts";
import { migrations } from "../../server/migrations.ts";
import { listPageSources, listWatched } from "../../server/page-sources.ts";
import { createRenderingApp } from "../../server/rendering-app.ts";
import type { Company } from "../../shared/company.ts";
import type { TestClock } from "./clock.ts";
import type { DatabaseConfig, DatabaseKind } from "./databases.ts";
import { testDesk } from "./desk-settings.ts";
import { createTestPages, startTestServer, type TestServer } from "./test-server.ts";

export type PublishedServer = Omit<TestServer, "pageCache"> & {
	pageCache: PageCache;
	follower: ChangeFollower;
	/** Renders a response again, bypassing every cache. */
	makeAnew(url: string, options: MakeOptions): Promise<MadeResponse>;
	/** Ends the rendering thread, as if it had died. */
	killThread(): Promise<void>;
	/** From now on, rendering works, fails, or waits for permission. */
	setMaking(making: "works" | "fails" | "waits"): void;
	/** The rendered addresses, in order; of permanent pages, the ones that a request waited for. */
	made: string[];
	/** How many pages the responding thread has rendered. */
	rendered(): number;
};

/** Creates pages that show data of the database, like the site's. */
const createRenderer =
	(heading: string): SitePages["render"] =>
	async (request, context) => {
		const { pathname, search } = new URL(request.url);
		const jobs = context.get(jobsContext);
		const id = /^\/career\/(?:jobs|apply)\/([^/]+)$/.exec(pathname)?.[1];
		const shown = !isSitePage(pathname) ? undefined : id === undefined ? await jobs.list() : await jobs.find(id);
		const isKnown = shown !== undefined;
		return new Response(
			`<title>${id === undefined ? pathname + search : "Job"}</title>${heading}${JSON.stringify(shown) ?? "none"}`,
			{
				status: isKnown ? 200 : 404,
				headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
			},
		);
	};

function isSitePage(pathname: string): boolean {
	return /^\/(?:career(?:\/.*)?|sitemap-jobs\.xml)$/.test(pathname);
}

/** Starts a server whose public pages are rendered beside it, by a second server in this process. */
export async function startPublishedServer(
	kind: DatabaseKind,
	{
		databaseConfig,
		clock,
		company: givenCompany,
		heading = "",
		maxBytes,
	}: {
		databaseConfig?: DatabaseConfig;
		clock?: TestClock;
		/** The company of the build. */
		company?: Company;
		heading?: string;
		/** Limits of its page cache. */
		maxBytes?: { pages: number; searches: number };
	} = {},
): Promise<PublishedServer> {
	const renderPage = createRenderer(heading);
	const threads: FakeThread[] = [];
	const made: string[] = [];
	let rendered = 0;
	let making: "works" | "fails" | "waits" = "works";
	const waiting: (() => void)[] = [];
	let renderingApp: { app: FastifyInstance; database: Database } | undefined;
	const following: { follower?: ChangeFollower } = {};
	const server = await startTestServer(kind, {
		lookForChanges: async () => following.follower?.look(),
		...(databaseConfig && { databaseConfig }),
		...(clock && { clock }),
		...(givenCompany && { company: givenCompany }),
		pages: {
			...createTestPages(async (request, context) => {
				rendered++;
				return renderPage(request, context);
			}),
			isUnknown: (pathname) => !isSitePage(pathname),
		},
		createPageCache: async ({ config, company, careers, database, metrics, log, clock: serverClock }) => {
			const silent = createLog({ logLevel: "silent" });
			const settings = { company, careers, deskSettings: testDesk };
			const app = await createRenderingApp({
				config: { ...config, databaseUrl: database.databaseUrl, dataDirectory: database.dataDirectory },
				getSettings: () => settings,
				clock: serverClock,
				pages: {
					...createTestPages(renderPage),
					errorPage: async () => ({ headers: { "content-type": "text/plain" }, body: "" }),
				},
				log: silent,
				database: openDatabaseForReading(database, { migrations, log: silent }),
			});
			renderingApp = app;
			const make = createResponseMaker(app.app);
			const jobs = createJobsReader({ database, clock: serverClock, getTimeZone: () => company.timeZone });
			const publications = listPageSources({ database, clock: serverClock, company, careers, jobs });
			const findAddress = createPageSourceFinder(publications);
			/** Warmed pages that nobody has requested. */
			const warming = new Set<string>();
			const workers = createRenderingThreads({
				createWorker() {
					const thread = new FakeThread();
					threads.push(thread);
					serveRendering(thread.inner, {
						async make(url, options) {
							if (!warming.has(url)) made.push(url);
							if (making === "waits") await new Promise<void>((resolve) => waiting.push(resolve));
							if (making === "fails") throw new Error("It cannot be made");
							return make(url, options);
						},
						announce: (changeKeys) => app.database.changes.announce(changeKeys),
					});
					return thread as unknown as RenderingThread;
				},
				log,
			});
			return createPageCache({
				listPageSources: () => publications,
				workers: {
					...workers,
					make(url, options) {
						if (options.urgency === "warm" && findAddress(url)?.lasting) warming.add(url);
						return workers.make(url, options).finally(() => warming.delete(url));
					},
				},
				changes: database.changes,
				clock: serverClock,
				metrics,
				log,
				...(maxBytes && { maxBytes }),
			});
		},
	});
	const { database, pageCache } = server;
	if (!pageCache || !renderingApp) throw new Error("There is no page cache");
	const { app, database: reader } = renderingApp;
	onTestFinished(async () => {
		await app.close();
		await reader.close();
	});
	const follower = await followChanges({
		database,
		config: database,
		watched: listWatched(server.clock),
		log: createLog({ logLevel: "silent" }),
	});
	following.follower = follower;
	onTestFinished(() => follower.close());
	return {
		...server,
		pageCache,
		follower,
		async makeAnew(url, options) {
			reader.changes.announce([everyChangeKey]);
			const anew = await createResponseMaker(app)(url, options);
			if (anew === "unchanged") throw new Error("Nothing was kept to compare with");
			return anew;
		},
		killThread: async () => void (await threads.at(-1)?.terminate()),
		setMaking(next) {
			making = next;
			if (next !== "waits") for (const go of waiting.splice(0)) go();
		},
		made,
		rendered: () => rendered,
	};
}

/** Exchanges messages like a thread, within this one. */
class FakeThread extends EventEmitter {
	readonly #channel = new MessageChannel();
	#ended = false;
	readonly inner = this.#channel.port1;

	constructor() {
		super();
		this.#channel.port2.on("message", (message) => this.emit("message", message));
		this.#channel.port2.unref();
	}

	postMessage(message: unknown): void {
		this.#channel.port2.postMessage(message);
	}

	unref(): void {}

	async terminate(): Promise<number> {
		if (this.#ended) return 1;
		this.#ended = true;
		this.#channel.port2.removeAllListeners("message");
		this.#channel.port2.close();
		this.emit("exit", 1);
		return 1;
	}
}
