import { EventEmitter } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { createLog } from "../log.ts";
import type { MakeOptions } from "./made-response.ts";
import { createPageCache } from "./page-cache.ts";
import { createRenderingThreads, type RenderingThread, type ToWorker } from "./rendering-threads.ts";

const encode = (text: string) => new Uint8Array(Buffer.from(text));

/** A page cache with one permanent page of varying data, and a record of how each version was compressed. */
function openPageCache(thoroughAfterMs: number) {
	const made: MakeOptions["compression"][] = [];
	let announce = (_changeKeys: readonly string[]): void => undefined;
	const pageSources = [
		{
			pattern: "/page",
			describe: () => ({
				key: "/page",
				changeKeys: ["page"],
				data: "/page.data",
				kind: "page" as const,
				lasting: true,
			}),
			listWarm: () => ["/page"],
		},
	];
	const pageCache = createPageCache({
		listPageSources: () => pageSources,
		workers: {
			async make(_url, { compression, data }) {
				if (data?.keptHash !== undefined) return "unchanged";
				made.push(compression);
				const bodies = { br: encode(compression), identity: encode("the page") };
				return { status: 200, headers: {}, hash: "hash", dataHash: "data", bodies };
			},
			hasten: () => undefined,
			announce: () => undefined,
			close: async () => undefined,
		},
		changes: {
			listen(listener) {
				announce = listener;
				return () => undefined;
			},
		},
		clock: createTestClock(),
		metrics: { createCounter: () => () => undefined },
		log: createLog({ logLevel: "silent" }),
		thoroughAfterMs,
	});
	onTestFinished(() => pageCache.close());
	return {
		pageCache,
		made,
		announce: (changeKeys: readonly string[]) => announce(changeKeys),
		read: () => pageCache.findReady("/page", "br")?.body.toString(),
	};
}

test("a page is compressed as far as it goes once it has stood for long enough, and only once", async () => {
	const { pageCache, made, read } = openPageCache(0);
	await pageCache.warm();
	expect(made).toEqual(["changing", "lasting"]);
	expect(read()).toBe("lasting");
	await pageCache.warm();
	expect(made).toEqual(["changing", "lasting"]);
});

test("a newly rendered page is compressed quickly", async () => {
	const { pageCache, made, read } = openPageCache(3_600_000);
	await pageCache.warm();
	await pageCache.warm();
	expect(made).toEqual(["changing"]);
	expect(read()).toBe("changing");
});

test("a page that a change leaves as it is stays compressed as far as it goes", async () => {
	const { pageCache, made, announce, read } = openPageCache(0);
	await pageCache.warm();
	announce(["page"]);
	expect(read(), "it is stale").toBeUndefined();
	await pageCache.warm();
	expect(read()).toBe("lasting");
	expect(made).toEqual(["changing", "lasting"]);
});

test("a visitor who joins the warming of a stale page does not wait for the end of a flood of searches", async () => {
	const thread = new EventEmitter();
	/** Ids of the tasks that were started, by their URLs. */
	const started = new Map<string, number>();
	const workers = createRenderingThreads({
		createWorker: () =>
			Object.assign(thread, {
				postMessage: (message: ToWorker) => void ("id" in message && started.set(message.url, message.id)),
				terminate: async () => 0,
				unref: () => undefined,
			}) as unknown as RenderingThread,
		log: createLog({ logLevel: "silent" }),
	});
	const describe = (kind: "page" | "search") => (url: string) => ({ key: url, changeKeys: [], kind, lasting: false });
	const pageSources = [
		{ pattern: "/page", describe: () => describe("page")("/page"), listWarm: () => ["/page"] },
		{ pattern: "/search/:words", describe: ({ words }: { words?: string }) => describe("search")(`/search/${words}`) },
	];
	const pageCache = createPageCache({
		listPageSources: () => pageSources,
		workers,
		changes: { listen: () => () => undefined },
		clock: createTestClock(),
		metrics: { createCounter: () => () => undefined },
		log: createLog({ logLevel: "silent" }),
	});
	onTestFinished(() => pageCache.close());
	const bodies = { br: encode("a page"), identity: encode("a page") };
	const end = (url: string) => {
		const made = { status: 200, headers: {}, hash: "hash", dataHash: undefined, bodies };
		thread.emit("message", { id: started.get(url), made });
	};
	thread.emit("message", { ready: true });
	const flood = ["a", "b", "c"].map((words) => pageCache.find(`/search/${words}`, "one client"));
	await expect.poll(() => [...started.keys()]).toEqual(["/search/a", "/search/b"]);
	void pageCache.warm();
	await new Promise(setImmediate);
	const answer = pageCache.find("/page", "another client");
	await new Promise(setImmediate);
	end("/search/a");
	await expect.poll(() => [...started.keys()].slice(2)).toEqual(["/page"]);
	end("/page");
	expect((await answer)?.status).toBe(200);
	end("/search/b");
	await expect.poll(() => [...started.keys()].slice(3)).toEqual(["/search/c"]);
	end("/search/c");
	await Promise.all(flood);
});
