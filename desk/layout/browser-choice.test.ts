import { afterEach, expect, test, vi } from "vitest";
import { createBrowserChoice } from "./browser-choice.ts";

afterEach(() => {
	vi.unstubAllGlobals();
});

/** Replaces the storage of the browser, which is read by `getItem` and written by `setItem`. */
function stubStorage(storage: Pick<Storage, "getItem" | "setItem">) {
	vi.stubGlobal("localStorage", storage);
}

function refuse(): never {
	throw new DOMException("Storage is blocked", "SecurityError");
}

test("a choice is kept in the browser", () => {
	const stored = new Map<string, string>();
	stubStorage({ getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) });
	const choice = createBrowserChoice("keys");
	expect(choice.isOn()).toBe(true);
	choice.turn(false);
	expect([choice.isOn(), createBrowserChoice("keys").isOn()]).toEqual([false, false]);
	choice.turn(true);
	expect([choice.isOn(), createBrowserChoice("keys").isOn()]).toEqual([true, true]);
});

test.each([
	["blocks storage", { getItem: refuse, setItem: refuse }],
	["has no room left", { getItem: () => "on", setItem: refuse }],
])("where the browser %s, a choice holds until the page is left", (_, storage) => {
	stubStorage(storage);
	const choice = createBrowserChoice("keys");
	expect(choice.isOn()).toBe(true);
	choice.turn(false);
	expect(choice.isOn()).toBe(false);
	choice.turn(true);
	expect(choice.isOn()).toBe(true);
	expect(createBrowserChoice("keys").isOn()).toBe(true);
});
