import type { BrowserContextOptions } from "@playwright/test";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { expect, test as base, untilHydrated, watch, type Locator, type Page } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

/**
 * Framed pages of the site forbid their scripts, and those to edit can leave their frame nowhere; a conflict is 409, an error 422. Tests
 * break the connection.
 */
const expectedErrors =
	/^Blocked script execution in '[^']*\/studio\/preview\?|^(?:Unsafe attempt to initiate navigation|Blocked opening)|status of 4(?:09|22)|ERR_INTERNET_DISCONNECTED/;

type Person = { name: string; page: Page };

/** Tests of the studio with signed-in members. Their releases must not affect other tests, so they have their own server. */
export const test = base.extend<
	{ arrive(name: string, options?: BrowserContextOptions): Promise<Person> },
	{ office: FrontOffice }
>({
	office: ownOffice(),
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
	expectedErrors: async ({}, provide) => provide(expectedErrors),
	arrive: async ({ browser, office }, provide) => {
		const closers: (() => Promise<void>)[] = [];
		await provide(async (called, options = {}) => {
			const name = `${called} ${crypto.randomUUID().slice(0, 8)}`;
			const context = await browser.newContext(options);
			const listFaults = watch(context, office, expectedErrors);
			const value = await office.signInStaff(["editor"], name);
			await context.addCookies([{ name: "desk-session", value, url: office.deskUrl, httpOnly: true, sameSite: "Lax" }]);
			closers.push(async () => {
				expect(await listFaults()).toEqual([]);
				await context.close();
			});
			return { name, page: await context.newPage() };
		});
		for (const close of closers) await close();
	},
});

/** Tabs until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	for (let steps = 0; steps < 400; steps++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`${String(target)} cannot be reached by Tab`);
}

/** Waits until the typed text is saved. */
export const isSaved = (page: Page) => expect(page.locator("[data-draft=kept]")).toContainText("Draft saved");

/** The textarea that a form sends, behind the editor of its text. */
export const typedText = (page: Page) => page.locator(".studio-form textarea[name=body]");
/** Returns the text of the editor. */
export const readText = (page: Page) => typedText(page).inputValue();

/** Opens the editor of a text. */
export async function openText(page: Page, address: string): Promise<Locator> {
	await page.goto(address);
	await untilHydrated(page);
	await typedText(page).scrollIntoViewIfNeeded();
	await expect(page.locator(".studio-rich[data-rich] .cm-content")).toBeVisible();
	const editor = page.getByRole("textbox", { name: "Text", exact: true });
	await expect(editor).toHaveAttribute("contenteditable", "true");
	return editor;
}

/** Pastes as a browser does, with what other programs have copied. */
export async function paste(
	editor: Locator,
	data: { html?: string; text?: string; picture?: number[] },
): Promise<void> {
	await editor.evaluate((element, { html, text, picture }) => {
		const clipboard = new DataTransfer();
		if (html !== undefined) clipboard.setData("text/html", html);
		if (text !== undefined) clipboard.setData("text/plain", text);
		if (picture) clipboard.items.add(new File([new Uint8Array(picture)], "yard.png", { type: "image/png" }));
		element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }));
	}, data);
}
