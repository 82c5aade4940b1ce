import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import type { Role } from "../shared/roles.ts";
import { startTimeoutMs } from "../tests/support/built-server.ts";
import { startFrontOffice, type FrontOffice } from "../tests/support/front-office.ts";

export { expect } from "@playwright/test";
export type { Locator, Page } from "@playwright/test";

type TestFixtures = {
	/** Signs the page's browser in to the desk with these roles, by default as an admin. */
	signIn(roles?: readonly Role[], name?: string): Promise<void>;
	/** Every test fails when a page calls another server, sets a cookie, violates its Content-Security-Policy, or throws. */
	keepsToItself: void;
	/** Errors that a test causes, as the console or the page reports them. */
	expectedErrors: RegExp;
};

export const test = base.extend<TestFixtures, { office: FrontOffice }>({
	office: [
		// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
		async ({}, provide) => {
			const office = await startFrontOffice();
			await provide(office);
			await office.stop();
		},
		{ scope: "worker", timeout: 2 * startTimeoutMs },
	],
	signIn: async ({ office, context }, provide) => provide((...who) => signInTo(office, context, ...who)),
	baseURL: async ({ office }, provide) => provide(office.url),
	expectedErrors: [/^(?!)/, { option: true }],
	keepsToItself: [
		async ({ context, office, expectedErrors }, provide) => {
			const listFaults = watch(context, office, expectedErrors);
			await provide();
			expect(await listFaults(), "what the page did beside its task").toEqual([]);
		},
		{ auto: true },
	],
});

/** A resume's document forbids all scripts, including Playwright's. */
const fromResume = /^Blocked script execution in '[^']*\/(?:applications|my-interviews)\/[^/']+\/resume'/;

/** Signs a browser in to the desk with these roles, by default as an admin. */
export async function signInTo(
	office: FrontOffice,
	context: BrowserContext,
	...who: [roles?: readonly Role[], name?: string]
): Promise<void> {
	const value = await office.signInStaff(...who);
	await context.addCookies([{ name: "desk-session", value, url: office.deskUrl, httpOnly: true, sameSite: "Lax" }]);
}

/** React Router awaits the end of no response whose navigation was replaced by another while it came. */
const abandoned = "signal is aborted without reason";

/** Watches the pages of a context; the returned function lists their faults since its last call. */
export function watch(context: BrowserContext, office: FrontOffice, expectedErrors?: RegExp): () => Promise<string[]> {
	const found: string[] = [];
	const hosts = [office.url, office.deskUrl].map((url) => new URL(url).host);
	context.on("request", (request) => {
		const url = new URL(request.url());
		if (/^(?:https?|wss?):$/.test(url.protocol) && !hosts.includes(url.host)) found.push(`called ${request.url()}`);
	});
	context.on("console", (message) => {
		if (fromResume.test(message.text())) return;
		if (message.type() === "error" && !expectedErrors?.test(message.text()))
			found.push(`${message.text()} (${message.location().url})`);
	});
	context.on("weberror", (error) => {
		const { message } = error.error();
		if (message !== abandoned && !expectedErrors?.test(message)) found.push(message);
	});
	return async () => {
		// Cookies of the desk, where people sign in.
		const cookies = (await context.cookies()).filter(({ name }) => !name.startsWith("desk-"));
		for (const cookie of cookies) found.push(`set the cookie ${cookie.name}`);
		return found.splice(0);
	};
}

/** Opens a page and ends its loading overlay with a key, as an impatient visitor does. Afterwards the page's scripts run. */
export async function enter(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await endOverlay(page);
}

/**
 * Waits until a page's scripts run: before, a press of a button submits its form, as without scripts, and shortcuts are not heard. React
 * has then taken over the whole document, and run its effects, which it does as soon as nothing more urgent waits.
 */
export async function untilHydrated(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		type Fiber = { return: Fiber | null; stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
		const [, first] = Object.entries(document.body).find(([key]) => key.startsWith("__reactFiber")) ?? [];
		let fiber = first as Fiber | undefined;
		while (fiber?.return) fiber = fiber.return;
		return fiber?.stateNode.current.memoizedState.isDehydrated === false;
	});
	await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Presses a key until the page, which may still be hydrating, removes its overlay. */
export async function endOverlay(page: Page): Promise<void> {
	await expect(async () => {
		await page.keyboard.press("Shift");
		await expect(page.locator(".loading-overlay")).toHaveAttribute("hidden", "", { timeout: 100 });
	}).toPass({ intervals: [20, 50, 100] });
}

/** Collects the addresses of scripts that a page loads from now on, in order. */
export function recordScripts(page: Page): string[] {
	const addresses: string[] = [];
	page.on("response", (response) => {
		if (response.request().resourceType() === "script") addresses.push(response.url());
	});
	return addresses;
}

/** Tabs past the notices about personal data of a form, one a language, to what follows them. */
export async function tabPastNotices(page: Page): Promise<void> {
	while (await page.evaluate(() => document.activeElement?.matches("form summary") ?? false))
		await page.keyboard.press("Tab");
}
