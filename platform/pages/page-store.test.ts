import { expect, test } from "vitest";
import { createPageStore, type StoredPage } from "./page-store.ts";
import { createStoredResponse } from "./stored-response.ts";

function createPage(
	key: string,
	{ kind = "page", bytes = 1_000 }: { kind?: "page" | "search"; bytes?: number } = {},
): StoredPage {
	return {
		response: createStoredResponse({
			status: 200,
			headers: {},
			hash: undefined,
			bodies: { identity: Buffer.alloc(bytes) },
		}),
		address: { key, changeKeys: ["jobs", `job:${key}`], kind },
		dataHash: undefined,
		goodFromMs: 0,
		goodUntilMs: Number.POSITIVE_INFINITY,
		madeAtMs: 0,
		isThorough: false,
		isStale: false,
	};
}

test("the least recently requested page goes when there is no room, and searches take none from pages", () => {
	const store = createPageStore({ pages: 4_000, searches: 4_000 });
	for (const key of ["a", "b", "c"]) store.put(createPage(key));
	store.find("a");
	for (let index = 0; index < 50; index++) store.put(createPage(`search-${index}`, { kind: "search" }));
	store.put(createPage("d"));
	expect(["a", "b", "c", "d"].filter((key) => store.find(key))).toEqual(["a", "c", "d"]);
	expect(store.find("search-49")).toBeDefined();
	expect(store.find("search-0")).toBeUndefined();
});

test("a change key marks the pages that show it, replacements too, and no removed ones", () => {
	const store = createPageStore({ pages: 4_000, searches: 4_000 });
	const [first, again, other] = [createPage("a"), createPage("a"), createPage("b")];
	for (const page of [first, again, other]) store.put(page);
	store.drop("b");
	store.markStale(["job:*"]);
	expect([first.isStale, again.isStale, other.isStale]).toEqual([false, true, false]);
	expect([...store.keys()]).toEqual(["a"]);
});

test("an answer that would take more than half of the room is not kept", () => {
	const store = createPageStore({ pages: 4_000, searches: 4_000 });
	store.put(createPage("a"));
	store.put(createPage("large", { bytes: 3_000 }));
	expect([...store.keys()]).toEqual(["a"]);
	store.markStale(["job:large"]);
});
