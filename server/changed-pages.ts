import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { ChangedPage } from "../desk/guard/desk-deps.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { listExcesses, type PageWeight } from "../features/publishing/page-budget.ts";
import { listPictureBytes, weighPage, type PictureBytes } from "../features/publishing/page-weight.server.ts";
import { nameData } from "../platform/pages/data-path.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import { createPreviewContext, listPages } from "./site-preview.ts";

/** Only as many are weighed, those whose data grow most: rendering a page takes ten times as long as its data. */
const mostWeighed = 40;
/** Cached lists of releases. */
const mostKept = 10;

/** Tells whether a page has changed. */
type PageData = { hash: string; length: number };

/** Cached facts of a public content. */
type KnownContent = {
	data: Map<string, Promise<PageData>>;
	weights: Map<string, Promise<PageWeight>>;
	pictureBytes: PictureBytes;
};

/**
 * Creates the list of pages that differ between two contents, in reading order. A page differs if its data do, because nothing else decides
 * what it shows. The pages that grow most are weighed.
 * @param publicUrl origin of the site
 */
export function createChangedPages({ pages, publicUrl }: { pages: Pick<SitePages, "render">; publicUrl: string }) {
	const known = new WeakMap<Content, KnownContent>();
	const lists = new WeakMap<Content, LRUCache<string, Promise<ChangedPage[]>>>();

	const render = async (path: string, content: Content): Promise<string> => {
		// Lets this thread do other work in between.
		await nextTurn();
		const response = await pages.render(new Request(publicUrl + path), createPreviewContext(content));
		return response.text();
	};

	function getKnown(content: Content): KnownContent {
		const found = known.get(content) ?? {
			data: new Map(),
			weights: new Map(),
			pictureBytes: listPictureBytes(content),
		};
		known.set(content, found);
		return found;
	}

	const readData = (path: string, content: Content) =>
		recall(getKnown(content).data, path, async (): Promise<PageData> => {
			const data = await render(nameData(path), content);
			return { hash: hash("sha256", data, "base64"), length: data.length };
		});

	const weigh = (path: string, content: Content) =>
		recall(getKnown(content).weights, path, async () =>
			weighPage(await render(path, content), getKnown(content).pictureBytes),
		);

	async function list(before: Content, after: Content): Promise<ChangedPage[]> {
		const pathsBefore = new Set(listPages(before));
		const pathsAfter = new Set(listPages(after));
		const changed: (ChangedPage & { growth: number })[] = [];
		for (const path of pathsAfter) {
			const now = pathsBefore.has(path) ? await readData(path, before) : undefined;
			const then = await readData(path, after);
			const change = now === undefined ? "new" : "changed";
			if (now?.hash !== then.hash) changed.push({ path, change, growth: then.length - (now?.length ?? 0) });
		}
		for (const page of changed.toSorted((a, b) => b.growth - a.growth).slice(0, mostWeighed)) {
			page.weight = await weigh(page.path, after);
			if (page.change === "changed") page.weightNow = await weigh(page.path, before);
			const wasOver = page.weightNow ? listExcesses(page.weightNow) : [];
			page.pushedOver = listExcesses(page.weight).filter((key) => !wasOver.includes(key));
		}
		return [
			...changed.map(({ growth: _, ...page }) => page),
			...[...pathsBefore].filter((path) => !pathsAfter.has(path)).map((path) => ({ path, change: "gone" as const })),
		];
	}

	/**
	 * Lists the pages that a release changes. The result is cached, so that publishing after a preview costs nothing.
	 * @param before the public content
	 * @param after the future content
	 * @param versions of the drafts; with them and the pictures they identify a cached list
	 */
	return (before: Content, after: Content, versions: ReadonlyMap<string, number>): Promise<ChangedPage[]> => {
		const kept = lists.get(before) ?? new LRUCache<string, Promise<ChangedPage[]>>({ max: mostKept });
		lists.set(before, kept);
		const key = hash("sha256", JSON.stringify([[...versions], after.pictures]), "base64");
		const found = kept.get(key) ?? list(before, after);
		kept.set(key, found);
		found.catch(() => kept.delete(key));
		return found;
	};
}

function recall<Value>(memory: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
	const found = memory.get(key) ?? make();
	memory.set(key, found);
	found.catch(() => memory.delete(key));
	return found;
}
