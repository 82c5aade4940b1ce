import type { BrowserContextOptions } from "@playwright/test";
import { deskSettings } from "./company.ts";
import { chooseTab, enquire, stayOnRecords } from "./desk-records.ts";
import { expect, test as base, watch, type Locator, type Page } from "./fixtures.ts";

const stages = deskSettings.enquiry.stages;
const [firstStage, nextStage] = stages.map(({ label }) => label) as [string, string];
const lastStage = stages.findLast(({ open }) => !open)?.label ?? "";

type Person = { name: string; page: Page };

const test = base.extend<{
	/** Opens a separate browser for a member of sales. */
	arrive(name: string, options?: BrowserContextOptions): Promise<Person>;
}>({
	arrive: async ({ browser, office }, provide) => {
		const closers: (() => Promise<void>)[] = [];
		await provide(async (called, options = {}) => {
			// Another test of this worker may have used the name.
			const name = `${called} ${crypto.randomUUID().slice(0, 8)}`;
			const context = await browser.newContext(options);
			const listFaults = watch(context, office);
			// These look at what happens to one record, also once it is closed.
			await stayOnRecords(context);
			const value = await office.signInStaff(["sales"], name);
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

/** Waits until an effect is visible on the other side, and records how long that took. */
async function measure(what: string, act: () => Promise<void>, seen: Locator): Promise<void> {
	await act();
	const begun = performance.now();
	await seen.first().waitFor();
	test.info().annotations.push({ type: what, description: `${Math.round(performance.now() - begun)} ms` });
}

const history = (page: Page) => page.getByRole("region", { name: "Activity" });
const setStage = async (page: Page, label: string) => {
	await page.getByLabel("Stage", { exact: true }).selectOption({ label });
	// With scripts, choosing saves.
	const button = page.getByRole("button", { name: "Set stage" });
	if (await button.isVisible()) await button.click();
};

test("two members see each other's changes of an enquiry within seconds and keep their own text", async ({
	arrive,
	office,
	request,
}) => {
	const reference = await enquire(request);
	const meera = await arrive("Meera");
	const ravi = await arrive("Ravi");
	const list = await ravi.page.context().newPage();
	for (const page of [meera.page, ravi.page]) {
		const listens = page.waitForResponse("**/live?*");
		await page.goto(`${office.deskUrl}/enquiries/${reference}`);
		await listens;
	}
	// The tab that came first listens for both.
	const listens = ravi.page.waitForResponse("**/live?*");
	await list.goto(`${office.deskUrl}/enquiries`);
	await listens;
	const row = list.getByRole("listitem").filter({ has: list.getByRole("checkbox", { name: `Select ${reference}` }) });

	await chooseTab(ravi.page, "Note");
	await ravi.page.locator("#note").fill("I am half-way through this note");
	await chooseTab(ravi.page, "Reply");
	await ravi.page.locator("#text").fill("and through this reply.");

	await measure(
		"assigned",
		async () => {
			await meera.page.getByLabel("Owner", { exact: true }).selectOption({ label: meera.name });
		},
		// Folded with the e-mails before it.
		history(ravi.page).getByText(`owner → ${meera.name}`, { exact: false }),
	);
	await expect(row).toContainText(meera.name);
	// A notice stays although the page has reloaded its changed data.
	await expect(meera.page.getByRole("status").first()).toContainText(`Assigned to ${meera.name}.`);

	await measure(
		"noted",
		async () => {
			await chooseTab(meera.page, "Note");
			await meera.page.locator("#note").fill("They called yesterday.");
			await meera.page.getByRole("button", { name: "Add note" }).click();
		},
		history(ravi.page).getByText("They called yesterday."),
	);
	await measure(
		"answered",
		async () => {
			await chooseTab(meera.page, "Reply");
			await meera.page.locator("#text").fill("Gladly, on Monday.");
			await meera.page.getByRole("button", { name: "Send", exact: true }).click();
		},
		history(ravi.page).getByText("Gladly, on Monday."),
	);
	await expect(row).not.toContainText("No reply yet");
	await measure(
		"moved on",
		() => setStage(meera.page, nextStage),
		history(ravi.page).getByText(`stage: ${firstStage} → ${nextStage}`),
	);
	await expect(row).toContainText(nextStage);

	await expect(ravi.page.getByLabel("Stage", { exact: true }).locator("option:checked")).toHaveText(nextStage);
	await expect(ravi.page.locator("#note")).toHaveValue("I am half-way through this note");
	await expect(ravi.page.locator("#text")).toHaveValue("and through this reply.");
	await chooseTab(ravi.page, "Note");
	await ravi.page.getByRole("button", { name: "Add note" }).click();
	await expect(history(meera.page)).toContainText("I am half-way through this note");
});

test("a conflicting edit is reported, changes nothing, and loses no text", async ({ arrive, office, request }) => {
	const reference = await enquire(request);
	const meera = await arrive("Meera");
	const ravi = await arrive("Ravi");
	// His connection is down, so he learns nothing.
	await ravi.page.route("**/live?*", (route) => route.fulfill({ status: 204 }));
	for (const { page } of [meera, ravi]) await page.goto(`${office.deskUrl}/enquiries/${reference}`);
	await chooseTab(ravi.page, "Note");
	await ravi.page.locator("#note").fill("Not yet sent");
	await setStage(meera.page, lastStage);
	await expect(history(meera.page)).toContainText(`→ ${lastStage}`);

	await setStage(ravi.page, nextStage);
	await expect(ravi.page.getByRole("alert")).toContainText(`It is in ${lastStage} now`);
	await expect(ravi.page.getByRole("alert")).toBeFocused();
	await expect(ravi.page.getByLabel("Stage", { exact: true }).locator("option:checked")).toHaveText(lastStage);
	await expect(ravi.page.locator("#note")).toHaveValue("Not yet sent");
	await expect(history(ravi.page)).not.toContainText(`→ ${nextStage}`);
	await setStage(ravi.page, nextStage);
	await expect(history(meera.page)).toContainText(`stage: ${lastStage} → ${nextStage}`);
});

test(
	"an enquiry is found, read, assigned, answered and closed with the keyboard alone",
	{ tag: "@any-company" },
	async ({ arrive, office, request }) => {
		const message = "Our looms need an app.";
		const reference = await enquire(request, { message });
		const { name, page } = await arrive("Meera");
		const { keyboard } = page;
		await page.goto(`${office.deskUrl}/enquiries`);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		// The keys work once the page's scripts run.
		await expect(async () => {
			await keyboard.press("/");
			await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 200 });
		}).toPass();
		// If a key was handled late, the next one was typed.
		await keyboard.press("ControlOrMeta+a");
		await keyboard.type(message);
		await keyboard.press("Enter");
		await expect(page.getByRole("heading", { level: 1, name: /^Search/ })).toBeVisible();
		const found = page
			.getByRole("main")
			.getByRole("link")
			.and(page.locator(`[href$="${reference}"]`));
		await expect(found).toBeVisible();
		await tabTo(page, found);
		await keyboard.press("Enter");
		await expect(page.getByRole("heading", { level: 1, name: "Asha Rao" })).toBeVisible();
		await expect(page.getByRole("region", { name: "Message" })).toContainText(message);
		await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

		await keyboard.press("a");
		await expect(page.getByLabel("Owner", { exact: true })).toBeFocused();
		await keyboard.type(name);
		await keyboard.press("Tab");
		await expect(history(page)).toContainText(`→ ${name}`);

		await leaveField(page);
		await keyboard.press("r");
		await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
		await keyboard.press("ControlOrMeta+a");
		await keyboard.type("Hello Asha,\n\ngladly.");
		await keyboard.press("ControlOrMeta+Enter");
		await expect(history(page)).toContainText("gladly.");

		await leaveField(page);
		await keyboard.press("s");
		await expect(page.getByLabel("Stage", { exact: true })).toBeFocused();
		await keyboard.type(lastStage);
		await keyboard.press("Enter");
		await expect(history(page)).toContainText(`→ ${lastStage}`);
	},
);

test("so it is without scripts, on a phone", { tag: "@any-company" }, async ({ arrive, office, request }) => {
	const message = "Our looms need an app.";
	const reference = await enquire(request, { message });
	const viewport = { width: 360, height: 740 };
	const { name, page } = await arrive("Meera", { javaScriptEnabled: false, viewport });
	const isNoWider = async () => {
		const { width = 0 } = (await page.locator("html").boundingBox()) ?? {};
		expect(width).toBe(viewport.width);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
	};
	await page.goto(office.deskUrl);
	await isNoWider();
	await page.getByText("More", { exact: true }).click();
	await page.getByRole("searchbox").fill(message);
	await page.getByRole("button", { name: "Search" }).click();
	await isNoWider();
	await page
		.getByRole("main")
		.getByRole("link")
		.and(page.locator(`[href$="${reference}"]`))
		.click();
	await expect(page.getByRole("region", { name: "Message" })).toContainText(message);
	await isNoWider();

	await page.getByLabel("Owner", { exact: true }).selectOption({ label: name });
	await page.getByRole("button", { name: "Set owner" }).click();
	await expect(history(page)).toContainText(`→ ${name}`);

	await page.getByLabel("Template").selectOption({ index: 1 });
	await page.getByRole("button", { name: "Use template" }).click();
	await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(/Asha/);
	await page.getByRole("button", { name: "Preview" }).click();
	await expect(page.getByRole("status").filter({ hasText: "From" })).toContainText(name);
	await isNoWider();
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await expect(page.getByRole("status").first()).toContainText("Sending in ten seconds");
	await expect(page.getByRole("button", { name: "Undo send" })).toBeVisible();

	await setStage(page, lastStage);
	await expect(history(page)).toContainText(`→ ${lastStage}`);
	await isNoWider();
});

/** Tabs forward key by key, as a sighted keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	for (let presses = 0; presses < 60; presses++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error("The key leads nowhere near");
}

/** Within a field, keys type. */
async function leaveField(page: Page): Promise<void> {
	for (let presses = 0; presses < 9; presses++) {
		if (!(await page.evaluate(() => document.activeElement?.matches("input, select, textarea")))) return;
		await page.keyboard.press("Tab");
	}
	throw new Error("The keys type still");
}
