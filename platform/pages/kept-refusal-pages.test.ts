import { expect, test } from "vitest";
import type { ErrorPage } from "../http/error-page.ts";
import { keepRefusalPages } from "./kept-refusal-pages.ts";

const message = "Too many messages";

function setUp(outcomes: (ErrorPage | undefined)[] = []) {
	let renders = 0;
	const find = keepRefusalPages(async (status, refusal) => {
		renders += 1;
		return outcomes.length > 0
			? outcomes.shift()
			: { headers: {}, body: [status, refusal.message, refusal.backTo].join() };
	});
	return { find, renders: () => renders };
}

test("the same refusal is rendered once, at once or later", async () => {
	const { find, renders } = setUp();
	await Promise.all(Array.from({ length: 10 }, () => find(429, { message })));
	expect(await find(429, { message })).toEqual({ headers: {}, body: `429,${message},` });
	expect(renders()).toBe(1);
});

test("another status, sentence or way back is another page", async () => {
	const { find } = setUp();
	const refusals = [
		[429, { message }],
		[413, { message }],
		[429, { message: "Too large" }],
		[429, { message, backTo: "/contactUs" }],
	] as const;
	const bodies = await Promise.all(refusals.map(async ([status, refusal]) => (await find(status, refusal))?.body));
	expect(new Set(bodies).size).toBe(refusals.length);
});

test("a page that could not be rendered is tried again", async () => {
	const { find } = setUp([undefined]);
	expect(await find(429, { message })).toBeUndefined();
	expect(await find(429, { message })).toBeDefined();
});

test("a page that is pushed out while it is rendered is shown all the same", async () => {
	const { find } = setUp();
	const pages = await Promise.all(
		Array.from({ length: 120 }, (_, count) => find(429, { message, backTo: `/${count}` })),
	);
	expect(pages.map((page) => page?.body)).toEqual(pages.map((_, count) => `429,${message},/${count}`));
});

test("invented ways back do not accumulate", async () => {
	const { find, renders } = setUp();
	for (let count = 0; count < 60; count++) await find(429, { message, backTo: `/${count}` });
	await find(429, { message, backTo: "/59" });
	expect(renders()).toBe(60);
	await find(429, { message, backTo: "/0" });
	expect(renders()).toBe(61);
});
