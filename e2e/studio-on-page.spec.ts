import type { FrameLocator } from "@playwright/test";
import { findAccessibilityFaults } from "./accessibility.ts";
import { company } from "./company.ts";
import { countWork } from "./count-work.ts";
import { expect, untilHydrated, type Page } from "./fixtures.ts";
import { isSaved, test } from "./studio-office.ts";

// Each continues from what the previous one has published.
test.describe.configure({ mode: "serial" });

const shownFrame = ".studio-frame iframe:not([data-coming])";
const frameOf = (page: Page): FrameLocator => page.frameLocator(shownFrame);
const headlineOf = (page: Page) => frameOf(page).locator('[data-field="home.yml#fields.hero.title"]');
const fieldOf = (page: Page, name: string) => page.locator(`[name="${name}"]`);

/** Opens the home page in the studio as an editor does. */
async function openHome(page: Page, deskUrl: string): Promise<void> {
	await page.goto(`${deskUrl}/studio`);
	await untilHydrated(page);
	await page.getByRole("link", { name: "Edit home page" }).click();
	await expect(headlineOf(page)).toBeVisible();
}

const wide = { viewport: { width: 1440, height: 900 } };

test(
	"a pressed headline is edited on the page, public with three clicks, and undone with one",
	{ tag: "@task" },
	async ({ arrive, office, request }) => {
		const { page } = await arrive("Asha", wide);
		const isPublic = async (text: string, expected: boolean) =>
			expect(async () => {
				expect((await (await request.get(office.url)).text()).includes(text)).toBe(expected);
			}).toPass();
		await openHome(page, office.deskUrl);
		const { click, finish } = countWork(page);
		const title = `A headline of ${crypto.randomUUID()}`;
		await click(headlineOf(page));
		await expect(fieldOf(page, "fields.hero.title")).toBeFocused();
		await page.keyboard.press("Control+a");
		await page.keyboard.insertText(title);
		// Before anything is saved.
		await expect(headlineOf(page)).toHaveText(title);
		await isSaved(page);
		await click(page.getByRole("button", { name: "Publish…" }));
		await click(page.getByRole("button", { name: "Publish draft" }));
		await page.locator(".notice").hover();
		await isPublic(title, true);
		finish("Headline of the home page live, on the page", { clicks: 3 });
		await click(page.getByRole("button", { name: "Undo" }));
		await expect(page.getByText("Undone. The changes are drafts again.")).toBeVisible();
		finish("Headline undone, on the page", { clicks: 1 });
		await isPublic(title, false);
		await page.goto(`${office.deskUrl}/studio/documents/home.yml`);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
	},
);

test("typing shows at once, an invalid text never, and each change is undone and redone", async ({
	arrive,
	office,
}) => {
	const { page } = await arrive("Asha", wide);
	await openHome(page, office.deskUrl);
	const original = await headlineOf(page).innerText();
	await headlineOf(page).click();
	const field = fieldOf(page, "fields.hero.title");
	await expect(field).toBeFocused();
	await field.fill("One");
	await expect(headlineOf(page)).toHaveText("One");
	await isSaved(page);
	await field.fill("");
	await expect(page.getByText("Fix the errors to update the preview.")).toBeVisible();
	await expect(headlineOf(page)).toHaveText("One");
	await field.fill("Two");
	await expect(headlineOf(page)).toHaveText("Two");
	await isSaved(page);

	const undo = page.getByRole("button", { name: "Undo change" });
	const redo = page.getByRole("button", { name: "Redo change" });
	await expect(redo).toBeDisabled();
	await undo.click();
	await expect(field).toHaveValue("");
	await undo.press("Control+z");
	await expect(field).toHaveValue("One");
	await expect(headlineOf(page)).toHaveText("One");
	await undo.click();
	await expect(field).toHaveValue(original);
	await expect(headlineOf(page)).toHaveText(original);
	await expect(undo).toBeDisabled();
	await redo.press("Control+Shift+z");
	await expect(field).toHaveValue("One");

	// A list, too.
	const steps = page.locator('[data-entries="fields.process"] > ol > li');
	const titles = () => steps.locator("> details > summary").allInnerTexts();
	const before = await titles();
	await page.getByRole("button", { name: /^Move down: Step 1,/ }).click();
	await expect(async () => expect(await titles()).not.toEqual(before)).toPass();
	await undo.click();
	await expect(async () => expect(await titles()).toEqual(before)).toPass();
	await isSaved(page);
	await page.getByRole("button", { name: "Discard draft" }).click();
	await expect(page.getByText("Draft discarded.")).toBeVisible();
	await expect(headlineOf(page)).toHaveText(original);
});

test(
	"a draft that is discarded before its page has come leaves the published one",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", wide);
		await openHome(page, office.deskUrl);
		const original = await headlineOf(page).innerText();
		const published = await page.locator(".studio-frame iframe").getAttribute("src");
		const late = Promise.withResolvers<void>();
		const isOfDraft = ({ pathname, search }: URL) => pathname === "/studio/preview" && pathname + search !== published;
		await page.route(isOfDraft, async (route) => {
			await late.promise;
			await route.abort();
		});
		await headlineOf(page).click();
		await fieldOf(page, "fields.hero.title").fill("One");
		await expect(headlineOf(page)).toHaveText("One");
		await isSaved(page);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(headlineOf(page)).toHaveText(original);
		late.resolve();
	},
);

test(
	"a text of another document opens beside the same page, and says where else it is",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", wide);
		await openHome(page, office.deskUrl);
		await headlineOf(page).click();
		await fieldOf(page, "fields.hero.title").fill("A headline that stays");
		await isSaved(page);
		// Several texts of the company in one sentence: each press chooses the next.
		const sentence = frameOf(page).locator('footer [data-field~="company.yml#fields.hours.text"]');
		const hours = fieldOf(page, "fields.hours.text");
		await sentence.click();
		await expect(page).toHaveURL(/\/studio\/documents\/company\.yml\?page=%2F&with=home\.yml/);
		await expect(page.getByText(/^This text comes from Company\. It is on \d+ pages\.$/)).toBeVisible();
		await expect(async () => {
			if (!(await hours.evaluate((element) => element === document.activeElement))) await sentence.click();
			await expect(hours).toBeFocused({ timeout: 1_000 });
		}).toPass();
		await expect(hours).toHaveValue(company.hours.text);
		// So it is by its address alone; presses in one document leave the address as the first has made it.
		const address = new URL(page.url());
		address.hash = "fields.hours.text";
		await page.goto(address.href);
		await page.reload();
		await expect(hours).toBeFocused();
		await expect(sentence).toHaveAttribute("data-chosen", "");
		await expect(sentence).toBeInViewport();
		// The page still shows the other document's draft.
		await expect(headlineOf(page)).toHaveText("A headline that stays");
		await hours.fill("Monday to Friday, 9 to 5");
		await expect(sentence).toContainText("Monday to Friday, 9 to 5");
		// A figure, which the page formats.
		const figure = frameOf(page).locator('[data-field="company.yml#fields.statistics.projectsMade"]').first();
		await figure.click();
		await expect(fieldOf(page, "fields.statistics.projectsMade")).toBeFocused();
		await fieldOf(page, "fields.statistics.projectsMade").fill("987");
		await expect(figure).toHaveText("987");
		await isSaved(page);
		await page.getByRole("button", { name: "Publish…" }).click();
		for (const name of ["Home page", "Company"])
			await expect(page.getByRole("checkbox", { name: new RegExp(`^${name}`) })).toBeChecked();
		for (const path of ["home.yml", "company.yml"]) {
			await page.goto(`${office.deskUrl}/studio/documents/${path}`);
			await page.getByRole("button", { name: "Discard draft" }).click();
			await expect(page.getByText("Draft discarded.")).toBeVisible();
		}
	},
);

test(
	"nothing in the framed page reaches the desk, and neither takes messages that are none",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", wide);
		await openHome(page, office.deskUrl);
		const original = await headlineOf(page).innerText();
		const handle = await page.locator(shownFrame).elementHandle();
		const frame = await handle?.contentFrame();
		if (!frame) throw new Error("There is no frame");

		// The framed page has no origin: no document, cookie, storage or address of the desk.
		expect(
			await frame.evaluate(async () => {
				const reached: string[] = [];
				const attempts: Record<string, () => unknown> = {
					document: () => parent.document.title,
					cookie: () => document.cookie,
					storage: () => localStorage.length,
					opener: () => open("/studio", "_blank") && "opened",
					top: () => ((top as Window).location.href = "/accounts"),
				};
				for (const [name, attempt] of Object.entries(attempts))
					try {
						if (attempt()) reached.push(name);
					} catch {
						// Refused.
					}
				return [self.origin, reached];
			}),
		).toEqual(["null", []]);

		// The desk gets messages from the frame, and from others.
		await frame.evaluate(() => {
			for (const message of [
				"press",
				null,
				{ kind: "press", field: "company.yml#version" },
				{ kind: "press", field: "../accounts#fields" },
				{ kind: "press", field: ["home.yml#fields.hero.title"] },
				{ kind: "text", field: "home.yml#fields.hero.title", text: "Forged" },
				{ kind: "navigate", to: "/accounts" },
				{ kind: "scroll", top: "far" },
			])
				parent.postMessage(message, "*");
		});
		await page.evaluate(() => postMessage({ kind: "press", field: "company.yml#fields.name" }, "*"));
		await page.evaluate(() => {
			const other = Object.assign(document.createElement("iframe"), { sandbox: "allow-scripts", hidden: true });
			document.body.append(other);
			// Of no origin either, but not the framed page.
			dispatchEvent(
				new MessageEvent("message", {
					origin: "null",
					source: other.contentWindow,
					data: { kind: "press", field: "company.yml#fields.name" },
				}),
			);
			other.remove();
		});

		// The framed page gets messages of other kinds from the desk's window, and some from other origins and windows.
		await page.evaluate((shown) => {
			const target = document.querySelector<HTMLIFrameElement>(shown)?.contentWindow;
			const field = "home.yml#fields.hero.title";
			for (const message of [
				"text",
				null,
				{ field, text: "Forged" },
				{ kind: "html", field, text: "<b>Forged</b>" },
				{ kind: "text", field, text: 7 },
				{ kind: "text", field: { toString: () => field }.toString().split(""), text: "Forged" },
				{ kind: "eval", text: "document.body.remove()" },
			])
				target?.postMessage(message, "*");
		}, shownFrame);
		await frame.evaluate(() => postMessage({ kind: "text", field: "home.yml#fields.hero.title", text: "Forged" }, "*"));
		await frame.evaluate(() => {
			const data = { kind: "text", field: "home.yml#fields.hero.title", text: "Forged" };
			dispatchEvent(new MessageEvent("message", { origin: "https://elsewhere.example", source: parent, data }));
			dispatchEvent(new MessageEvent("message", { origin: location.origin, source: window, data }));
		});

		// Markup is text. It comes after all of the above.
		await headlineOf(page).click();
		await fieldOf(page, "fields.hero.title").fill('<img src="x" onerror="parent.postMessage(1)"> & more');
		await expect(headlineOf(page)).toHaveText('<img src="x" onerror="parent.postMessage(1)"> & more');
		expect(await headlineOf(page).locator("img").count()).toBe(0);
		await expect(page).toHaveURL(/\/studio\/documents\/home\.yml/);
		await isSaved(page);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(headlineOf(page)).toHaveText(original);
	},
);

test(
	"on a phone a press leads to the form, and links of the framed page lead nowhere",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", { viewport: { width: 360, height: 780 }, colorScheme: "dark" });
		await page.goto(`${office.deskUrl}/studio/documents/home.yml?page=/`);
		await untilHydrated(page);
		await page.getByRole("button", { name: "Preview", exact: true }).click();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		const link = frameOf(page).getByRole("link", { name: company.name }).first();
		await link.click();
		await expect(page).toHaveURL(/company\.yml/);
		await page.goBack();
		await page.getByRole("button", { name: "Preview", exact: true }).click();
		const title = fieldOf(page, "fields.hero.title");
		await expect(async () => {
			if (!(await title.evaluate((element) => element === document.activeElement))) {
				// Above the bar at the bottom, which a press of the frame's hidden part would hit; notices of other editors move it.
				await page.locator(shownFrame).evaluate((frame) => frame.scrollIntoView());
				await headlineOf(page).click({ position: { x: 20, y: 20 }, timeout: 5_000 });
			}
			await expect(title).toBeFocused({ timeout: 5_000 });
		}).toPass();
		expect(await findAccessibilityFaults(page)).toEqual([]);
	},
);

/** Removes all in which a page to edit differs: its data, scripts and styles, and the names of its fields. */
const comparable = (html: string) =>
	html
		.replaceAll(/<script[^>]*>.*?<\/script>|<style[^>]*>.*?<\/style>|<link[^>]*>|<source[^>]*>/gs, "")
		.replaceAll(/ (?:src|srcset)="[^"]*"/gi, "")
		.replaceAll(/ data-field="[^"]*"(?: data-whole)?/g, "");

test(
	"every page to edit is the page, with the names of its fields and no mark",
	{ tag: ["@any-company", "@all"] },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha");
		const sitemap = await (await page.request.get(`${office.url}/sitemap.xml`)).text();
		const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)]
			.map(([, address = ""]) => new URL(address).pathname)
			.filter((path) => !path.startsWith("/career/jobs/"));
		expect(paths.length).toBeGreaterThan(10);
		const get = async (query: Record<string, string>) =>
			(await page.request.get(`${office.deskUrl}/studio/preview?${new URLSearchParams(query)}`)).text();
		for (const path of paths) {
			const plain = await get({ page: path, version: "0" });
			const editable = await get({ page: path, version: "0", edit: "yes" });
			expect([path, /[\uf600-\uf64f]|%EF%98/.test(editable)]).toEqual([path, false]);
			expect([path, editable.includes(' data-field="')]).toEqual([path, true]);
			expect([path, comparable(editable) === comparable(plain)]).toEqual([path, true]);
		}
	},
);
