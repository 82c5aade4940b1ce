import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { loader } from "./person.tsx";

test.each([
	["BKG", "booking"],
	["ANY", "form"],
	["constructor", "form"],
	["__proto__", "form"],
])("the page after an answer names what was sent as %s: %s", async (of, name) => {
	const answer = await loader({
		params: { token: "done" },
		request: new Request(`https://narangi.example/person/done?of=${of}`),
		context: new RouterContextProvider(),
	} as unknown as Parameters<typeof loader>[0]);
	expect(answer.thing.name).toBe(name);
});
