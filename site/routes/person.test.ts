import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { personCheckContext } from "../../core/people/context.server.ts";
import type { PersonCheck } from "../../core/people/person-check.server.ts";
import { clientContext } from "../../platform/pages/live-page-context.server.ts";
import PersonPage, { action, loader } from "./person.tsx";

const token = "0".repeat(40);

/** Opens the page at an address, and renders it. */
async function open(path: string, answered?: Awaited<ReturnType<PersonCheck["find"]>>): Promise<string> {
	const context = new RouterContextProvider();
	context.set(personCheckContext, { find: async () => answered } as Partial<PersonCheck> as PersonCheck);
	const [address = ""] = path.split("?");
	const loaderData = await loader({
		params: { token: address.split("/").at(-1) },
		request: new Request(`https://narangi.example${path}`),
		context,
	} as unknown as Parameters<typeof loader>[0]);
	const props = { loaderData, actionData: undefined };
	const Component = () => createElement(PersonPage as unknown as ComponentType<typeof props>, props);
	const Page = createRoutesStub([{ path: "*", Component }]);
	return renderToString(createElement(Page, { initialEntries: ["/"] })).replaceAll("<!-- -->", "");
}

/** Presses the button, and returns where it leads. */
async function press(result: Awaited<ReturnType<PersonCheck["answer"]>>): Promise<string> {
	const context = new RouterContextProvider();
	context.set(personCheckContext, { answer: async () => result } as Partial<PersonCheck> as PersonCheck);
	context.set(clientContext, undefined);
	const args = { params: { token }, context } as unknown as Parameters<typeof action>[0];
	const thrown: unknown = await Promise.resolve(action(args)).catch((error: unknown) => error);
	return (thrown as Response).headers.get("location") as string;
}

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

test.each([
	[false, "Nothing more is needed from you."],
	[true, "If you have not confirmed the call yet, use the link in the e-mail we sent you."],
])("a second press says that the answer is known, where the call is to be confirmed: %s", async (confirm, next) => {
	const answer = { kind: "released", prefix: "BKG", confirm } as const;
	const first = await open(await press({ ...answer, isRepeated: false }));
	expect(first).not.toContain("We know already");
	const known = `We already know that a person sent this booking. ${next}`;
	expect(await open(await press({ ...answer, isRepeated: true }))).toContain(known);
	const again = await open(`/person/${token}`, { prefix: "BKG", answer: confirm ? "confirm" : "yes" });
	expect(again).toContain(known);
	expect(again).not.toContain("I am a person");
});

test("a page without an answer asks", async () => {
	expect(await open(`/person/${token}`, { prefix: "ENQ", answer: undefined })).toContain("I am a person, pass it on");
});
