import { expect, test } from "vitest";
import { readFrameMessage } from "./framed-page.ts";

test("a press names a document and an input, a scroll a place", () => {
	expect(readFrameMessage({ kind: "press", field: "home.yml#fields.hero.title" })).toEqual({
		kind: "press",
		path: "home.yml",
		name: "fields.hero.title",
	});
	expect(readFrameMessage({ kind: "press", field: "blog/first-page.md#body" })).toMatchObject({ name: "body" });
	expect(readFrameMessage({ kind: "press", field: "faq.yml#fields.2.answer", more: 1 })).toMatchObject({
		path: "faq.yml",
	});
	expect(readFrameMessage({ kind: "scroll", top: 120 })).toEqual({ kind: "scroll", top: 120 });
});

test("anything else is no message", () => {
	for (const data of [
		undefined,
		null,
		"home.yml#fields.hero.title",
		42,
		[],
		{},
		{ kind: "press" },
		{ kind: "press", field: 7 },
		{ kind: "press", field: ["home.yml#fields"] },
		{ kind: "press", field: "../accounts.yml#fields" },
		{ kind: "press", field: "//elsewhere.example/home.yml#fields" },
		{ kind: "press", field: "home.yml?x=1#fields" },
		{ kind: "press", field: "home.yml#fields\n" },
		{ kind: "press", field: "home.yml#version" },
		{ kind: "press", field: 'home.yml#fields"]' },
		{ kind: "press", field: `home.yml#fields.${"x".repeat(600)}` },
		{ kind: "scroll", top: "120" },
		{ kind: "scroll", top: -1 },
		{ kind: "scroll", top: Number.NaN },
		{ kind: "scroll", top: 1e300 },
		{ kind: "text", field: "home.yml#fields.hero.title", text: "x" },
		{ kind: "navigate", to: "/accounts" },
	])
		expect(readFrameMessage(data)).toBeUndefined();
});
