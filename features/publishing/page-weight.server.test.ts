import { expect, test } from "vitest";
import { describeExcess, describeWeight, listExcesses, pageBudget } from "./page-budget.ts";
import { weighPage } from "./page-weight.server.ts";

const bytes = new Map([
	["/pictures/a/card.avif", 30_000],
	["/pictures/b/card-480w.avif", 9_000],
	["/pictures/c/card-960w.avif", 25_000],
	["/pictures/d/logo.svg", 1_000],
]);
const weigh = (body: string) => weighPage(`<!doctype html><body>${body}</body>`, bytes);

test("a picture counts once, in the narrowest width that fills a phone", async () => {
	const card = `<img src="/pictures/a/card.avif" srcSet="/pictures/b/card-480w.avif 480w, /pictures/c/card-960w.avif 960w, /pictures/a/card.avif 1440w">`;
	expect((await weigh(card + card)).pictureBytes).toBe(25_000);
	expect((await weigh(`${card}<img src="/pictures/d/logo.svg" alt="">`)).pictureBytes).toBe(26_000);
	expect((await weigh(`<img src="https://elsewhere.example/x.avif">`)).pictureBytes).toBe(0);
});

test("elements are counted, and the text is weighed as it travels", async () => {
	const { elements, textBytes } = await weigh("<p>A <b>word</b><br></p>".repeat(100));
	expect(elements).toBe(301);
	expect(textBytes).toBeLessThan(200);
});

test("an excess over the budget is shown with the limit", () => {
	const weight = { textBytes: 72_400, elements: 1_400, pictureBytes: 9_300 };
	expect(listExcesses(weight)).toEqual(["textBytes"]);
	expect(describeExcess("textBytes", weight)).toBe("text: 72 KB (limit 60 KB)");
	expect(listExcesses(pageBudget)).toEqual([]);
	expect(describeWeight(weight, { ...weight, elements: 990 })).toBe(
		"text 72 KB, elements 1,400 (now 990), pictures 9.3 KB",
	);
});
