import { expect, test } from "vitest";
import { createWordIndex } from "./word-index.server.ts";

type Text = { name: string; title: string; body: string };

const toWords = (text: string) => text.split(" ").filter((word) => word !== "");

function createTestIndex(matches: "anywhere" | "beginning") {
	return createWordIndex<Text>({ listWords: ({ title, body }) => [toWords(body), toWords(title)], matches });
}

const erp = { name: "erp", title: "erp", body: "interpreted at the gate" };
const gate = { name: "gate", title: "the gate", body: "enterprise erp" };
const other = { name: "other", title: "other", body: "interpreter" };

test("words match by their beginning, the best match first", () => {
	const index = createTestIndex("beginning");
	index.update([gate, erp, other]);
	expect(index.search(["erp"])).toEqual([erp, gate]);
	expect(index.search(["gat"])).toEqual([gate, erp]);
	expect(index.search(["interpret"])).toEqual([erp, other]);
	expect(index.search(["rp"])).toEqual([]);
	expect(index.search(["erp", "gate"])).toEqual([gate, erp]);
	expect(index.search(["erp"], ({ name }) => name !== "erp")).toEqual([gate]);
});

test("words match anywhere in a word", () => {
	const index = createTestIndex("anywhere");
	index.update([gate, erp, other]);
	expect(index.search(["erpr"])).toEqual([gate, erp, other]);
});

test("without words, every item matches in its order", () => {
	const index = createTestIndex("beginning");
	expect(index.search(["erp"])).toEqual([]);
	index.update([other, erp]);
	expect(index.search([])).toEqual([other, erp]);
});

test("replaced items are not found", () => {
	const index = createTestIndex("beginning");
	index.update([gate, erp]);
	const changed = { ...erp, title: "crm" };
	index.update([changed, gate]);
	expect(index.search(["erp"])).toEqual([gate]);
	expect(index.search(["crm"])).toEqual([changed]);
	expect(index.search(["gate"])).toEqual([gate, changed]);
});
