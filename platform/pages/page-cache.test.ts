import { expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { createLog } from "../log.ts";
import type { MakeOptions } from "./made-response.ts";
import { createPageCache } from "./page-cache.ts";

const encode = (text: string) => new Uint8Array(Buffer.from(text));

/** A page cache with one permanent page of varying data, and a record of how each version was compressed. */
function openPageCache(thoroughAfterMs: number) {
	const made: MakeOptions["compression"][] = [];
	let announce = (_facts: readonly string[]): void => undefined;
	const pageSources = [
		{
			pattern: "/page",
			describe: () => ({ key: "/page", facts: ["page"], data: "/page.data", kind: "page" as const, lasting: true }),
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
		announce: (facts: readonly string[]) => announce(facts),
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
