import { afterEach, expect, test, vi } from "vitest";
import { createDraftKeeper } from "./draft-keeper.ts";

afterEach(() => {
	vi.unstubAllGlobals();
});

type Sent = { body: URLSearchParams; keepalive?: boolean };

/** A keeper of one text, and the saves that it has sent, each to be answered. */
function openKeeper(version = 0) {
	const form = { text: "" };
	const sent: (Sent & { answer(version: number): void })[] = [];
	vi.stubGlobal("fetch", (_address: string, { body, keepalive }: Sent) => {
		const { promise, resolve } = Promise.withResolvers<Response>();
		const copy = new URLSearchParams(body);
		sent.push({
			body: copy,
			...(keepalive !== undefined && { keepalive }),
			answer: (saved) => resolve(Response.json({ saved: { version: saved } })),
		});
		return promise;
	});
	const keeper = createDraftKeeper(
		"/studio/drafts/faq.yml",
		version,
		() => new URLSearchParams({ text: form.text }),
		() => {},
	);
	const type = (text: string) => {
		form.text = text;
		keeper.touch();
	};
	return { keeper, form, sent, type };
}

test("text typed during a save is saved after it when the form goes", async () => {
	const { keeper, form, sent, type } = openKeeper();
	type("A");
	keeper.save();
	type("A and B");
	keeper.close();
	form.text = "";
	const saving = keeper.saving();
	sent[0]?.answer(1_001);
	await vi.waitUntil(() => sent.length === 2);
	sent[1]?.answer(1_002);
	await saving;
	expect(sent.map(({ body }) => [body.get("text"), body.get("version")])).toEqual([
		["A", "0"],
		["A and B", "1001"],
	]);
});

test("a form without unsaved text sends nothing when it goes", () => {
	const { keeper, sent, type } = openKeeper();
	type("A");
	keeper.forget();
	keeper.close();
	keeper.leave();
	expect(sent).toEqual([]);
});

test.each([
	["short", 1_000, true],
	["long", 70_000, false],
])("a %s text is sent when the browser leaves", (_length, count, keepalive) => {
	const { keeper, sent, type } = openKeeper();
	type("x".repeat(count));
	keeper.leave();
	expect(sent.map((one) => one.keepalive)).toEqual([keepalive]);
});
