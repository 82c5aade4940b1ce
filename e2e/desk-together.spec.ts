import type { APIRequestContext, BrowserContextOptions } from "@playwright/test";
import type { Role } from "../shared/roles.ts";
import { deskSettings } from "./company.ts";
import { apply, chooseTab, enquire, postToDesk, stayOnRecords } from "./desk-records.ts";
import { expect, test as base, untilHydrated, watch, type Locator, type Page } from "./fixtures.ts";

const stages = deskSettings.enquiry.stages;
const [firstStage, nextStage] = stages.map(({ label }) => label) as [string, string];
const lastStage = stages.findLast(({ open }) => !open)?.label ?? "";

type Person = { name: string; page: Page };

const test = base.extend<{
	/** Opens a separate browser for a member, by default of sales. */
	arrive(name: string, options?: BrowserContextOptions & { roles?: readonly Role[] }): Promise<Person>;
}>({
	arrive: async ({ browser, office }, provide) => {
		const closers: (() => Promise<void>)[] = [];
		await provide(async (called, { roles = ["sales"] as const, ...options } = {}) => {
			// Another test of this worker may have used the name.
			const name = `${called} ${crypto.randomUUID().slice(0, 8)}`;
			const context = await browser.newContext(options);
			const listFaults = watch(context, office);
			// These look at what happens to one record, also once it is closed.
			await stayOnRecords(context);
			const value = await office.signInStaff(roles, name);
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

test("a template that a colleague saves meanwhile is not overwritten unseen", async ({ arrive, office, request }) => {
	const meera = await arrive("Meera");
	const ravi = await arrive("Ravi");
	const template = { name: `Hours ${crypto.randomUUID()}`, subject: "About {reference}", text: "We open at ten." };
	const colleague = ravi.page.context().request;
	await postToDesk(colleague, `${office.deskUrl}/templates/new?kind=enquiry`, { do: "save", ...template });
	const listens = meera.page.waitForResponse("**/live?*");
	await meera.page.goto(`${office.deskUrl}/templates`);
	await listens;
	await meera.page.getByRole("link", { name: template.name }).click();
	await meera.page.waitForURL("**/templates/*");
	const text = meera.page.getByRole("textbox", { name: "Text", exact: true });
	const save = async (version: number, saved: string) =>
		postToDesk(colleague, meera.page.url(), { do: "save", ...template, text: saved, version: String(version) });
	/** Has the page read again: a notification comes. */
	const notify = async () => {
		const reference = await enquire(request);
		await ravi.page.goto(`${office.deskUrl}/enquiries/${reference}`);
		await untilHydrated(ravi.page);
		await ravi.page.getByLabel("Owner", { exact: true }).selectOption({ label: meera.name });
	};
	const unread = (count: number) =>
		expect(meera.page.getByRole("link", { name: `Notifications ${count}` }).first()).toBeVisible();

	await save(1, "We open at nine.");
	await notify();
	await unread(1);
	await expect(text, "an untouched form shows the newest").toHaveValue("We open at nine.");
	await text.fill("We open at eleven.");
	await save(2, "We open at noon.");
	await notify();
	await unread(2);
	await expect(text).toHaveValue("We open at eleven.");
	await expect(meera.page.getByText("This has changed since you opened it.")).toBeVisible();
	await press(meera.page, "Save template");
	await expect(meera.page.getByRole("region", { name: /^Saved version/ })).toContainText("We open at noon.");
	await expect(text).toHaveValue("We open at eleven.");
	await press(meera.page, "Save template");
	await expect(meera.page.getByText("Template saved.")).toBeVisible();
});

/** Something that a member has begun on a record's page. */
type Begun = {
	/** By default an enquiry. */
	kind?: "application";
	begin(page: Page): Promise<void>;
	/** Expects everything that was typed. */
	stays(page: Page): Promise<void>;
	/** Saves it; words that are then on the page. */
	finish(page: Page): Promise<void>;
	saved: string;
	/** Its form is not there while the record is spam. */
	isHiddenBySpam?: true;
	/** A colleague has changed the same meanwhile, which saving must not overwrite unseen. */
	isConflict?: true;
};

const typed = "Typed by Meera";
const dayIn = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const begun: Record<string, Begun> = {
	"typing a reply": {
		begin: async (page) => {
			await chooseTab(page, "Reply");
			await page.locator("#text").fill(typed);
		},
		stays: (page) => expect(page.locator("#text")).toHaveValue(typed),
		finish: (page) => press(page, "Send"),
		saved: typed,
		isHiddenBySpam: true,
	},
	"typing a note": {
		begin: async (page) => {
			await chooseTab(page, "Note");
			await page.locator("#note").fill(typed);
		},
		stays: (page) => expect(page.locator("#note")).toHaveValue(typed),
		finish: (page) => press(page, "Add note"),
		saved: typed,
	},
	"editing a note": {
		begin: async (page) => {
			await chooseTab(page, "Note");
			await page.locator("#note").fill("A note");
			await press(page, "Add note");
			await page.getByText("Edit note").click();
			await page.locator("[id^=edit-]").fill(typed);
		},
		stays: (page) => expect(page.locator("[id^=edit-]")).toHaveValue(typed),
		finish: (page) => press(page, "Save note"),
		saved: typed,
	},
	"picking a day to snooze until": {
		begin: async (page) => {
			await page.locator(".snooze summary").click();
			await page.locator("#snooze-day").fill(dayIn(50));
		},
		stays: async (page) => {
			await expect(page.locator("#snooze-day")).toBeVisible();
			await expect(page.locator("#snooze-day")).toHaveValue(dayIn(50));
		},
		finish: (page) => page.locator(".pop-up-more").getByRole("button", { name: "Snooze" }).click(),
		saved: "changed snooze:",
	},
	"choosing a stage by keyboard": {
		begin: async (page) => {
			await field(page, "Stage").focus();
			await page.keyboard.press("End");
		},
		stays: (page) => expect(field(page, "Stage").locator("option:checked")).toHaveText(stages.at(-1)?.label ?? ""),
		finish: (page) => page.keyboard.press("Enter"),
		saved: "changed stage:",
		isConflict: true,
	},
	"typing a value": {
		begin: async (page) => {
			await page.locator("#value").focus();
			await page.keyboard.type("4200");
		},
		stays: (page) => expect(page.locator("#value")).toHaveValue("4200"),
		finish: (page) => page.keyboard.press("Enter"),
		saved: "changed value:",
		isConflict: true,
	},
	"scoring an applicant": {
		kind: "application",
		begin: async (page) => {
			await page.getByText("Add your scores").click();
			await page.locator("[name^=text-]").first().fill(typed);
		},
		stays: (page) => expect(page.locator("[name^=text-]").first()).toHaveValue(typed),
		finish: async (page) => {
			for (const four of await page.getByRole("radio", { name: "4", exact: true }).all()) await four.check();
			await page.getByRole("radio", { name: "Yes", exact: true }).check();
			await press(page, "Submit scores");
		},
		saved: "Change your scores",
	},
};

/** An action of a colleague meanwhile, and its effect on the other's page. */
type Act = {
	/** A field of the record, changed to the value of a turn. */
	field?: string;
	/** Another form, by the path below the record's. */
	send?: { to: string; form: Record<string, string> };
	seen?: (page: Page, by: string) => Promise<void>;
};

const acts: Record<string, Act> = {
	"sends a reply": {
		send: { to: "", form: { do: "send", subject: "Hello", text: "Gladly, says Ravi." } },
		seen: (page) => expect(history(page)).toContainText("Gladly, says Ravi."),
	},
	"adds a note": {
		send: { to: "", form: { do: "note", text: "They called Ravi." } },
		seen: (page) => expect(history(page)).toContainText("They called Ravi."),
	},
	"changes the stage": { field: "stage" },
	"changes the owner": { field: "owner" },
	"sets a follow-up": { field: "follow-up" },
	"snoozes it": { field: "snooze" },
	"sets the value": { field: "value" },
	"marks it as spam": { field: "spam" },
	"merges two addresses": {
		seen: (page) => expect(page.getByRole("heading", { name: "Other records of this person" })).toBeVisible(),
	},
	"types a reply": {
		send: { to: "/draft", form: { draft: "reply", tab: "1", version: "0", subject: "Hello", text: "Reply by Ravi" } },
	},
	"types a note": { send: { to: "/draft", form: { draft: "note", tab: "1", version: "0", text: "Note by Ravi" } } },
};

/** Another value for a field than it has, or has had in an earlier turn; its choices are those of a page. */
async function chooseValue(page: Page, name: string, turn: number): Promise<string> {
	// The choice after the next: the next one may be stored, while the page shows what is being chosen.
	if (name === "stage") return choiceAfter(field(page, "Stage"), 2);
	if (name === "owner") return choiceAfter(field(page, "Owner"), 2);
	if (name === "value") return String(900 + turn);
	if (name === "spam") return (await page.getByRole("button", { name: "Not spam" }).isVisible()) ? "no" : "yes";
	return dayIn(100 + turn);
}

/** Reads the choice some steps after the shown one; the first comes after the last. */
function choiceAfter(select: Locator, steps: number): Promise<string> {
	return select.evaluate(
		(one: HTMLSelectElement, by) => one.options[(one.selectedIndex + by) % one.options.length]?.value ?? "",
		steps,
	);
}

/** Changes a field as a colleague, over the version that a page shows. */
async function changeField(request: APIRequestContext, page: Page, name: string, turn = 0): Promise<void> {
	const version = (await page.locator("form:has(#follow-up) [name=version]").getAttribute("value")) ?? "";
	await postToDesk(request, page.url(), { do: name, value: await chooseValue(page, name, turn), version });
}

async function openRecord(page: Page, path: string): Promise<void> {
	const listens = page.waitForResponse("**/live?*");
	await page.goto(path);
	await listens;
	await untilHydrated(page);
}

test.describe("whatever a colleague does to a record, nothing is lost that somebody has begun on it", () => {
	for (const [name, { kind, begin, stays, finish, saved, isHiddenBySpam, isConflict }] of Object.entries(begun))
		test(`while ${name}`, { tag: name === "typing a reply" ? [] : "@all" }, async ({ arrive, office, request }) => {
			const roles = ["sales", "recruiter"] as const;
			const { page } = await arrive("Meera", { roles });
			const ravi = await arrive("Ravi", { roles });
			const colleague = ravi.page.context().request;
			const email = `asha-${crypto.randomUUID()}@elsewhere.example`;
			await enquire(request, { email });
			const reference = await (kind ? apply(request) : enquire(request));
			await openRecord(page, `${office.deskUrl}/${kind ? "applications" : "enquiries"}/${reference}`);
			await begin(page);
			for (const [what, { field: changed, send, seen }] of Object.entries(acts)) {
				if (kind === "application" && changed === "value") continue;
				await test.step(`the other ${what}`, async () => {
					if (changed !== undefined) {
						await changeField(colleague, page, changed);
						await expect(history(page)).toContainText(`${ravi.name} changed ${changed}:`);
					} else if (send) {
						const response = await colleague.post(page.url() + send.to, {
							form: send.form,
							headers: { "sec-fetch-site": "same-origin" },
						});
						expect(response.status()).toBe(200);
					} else {
						const person = `${office.deskUrl}/people/of/${reference}`;
						await postToDesk(colleague, person, { do: "merge", other: email });
					}
					await seen?.(page, ravi.name);
					if (changed === "spam") {
						if (isHiddenBySpam) await expect(page.getByText("a draft stays saved")).toBeVisible();
						await changeField(colleague, page, changed);
						await expect(page.getByRole("button", { name: "Mark as spam" })).toBeVisible();
					}
					await stays(page);
				});
			}
			await finish(page);
			if (isConflict) {
				await expect(page.getByRole("alert")).toContainText("someone else changed this record first");
				await begin(page);
				await finish(page);
			}
			await expect(page.getByRole("main")).toContainText(saved);
			const own = await (await colleague.get(page.url())).text();
			expect([own.includes("Reply by Ravi"), own.includes("Note by Ravi")]).toEqual([true, true]);
		});
});

/** A member's own changes on the page, each turn another value. */
const changes: Record<string, (page: Page, turn: number) => Promise<unknown>> = {
	stage: async (page) => field(page, "Stage").selectOption(await choiceAfter(field(page, "Stage"), 1)),
	owner: async (page) => field(page, "Owner").selectOption(await choiceAfter(field(page, "Owner"), 1)),
	"follow-up": async (page, turn) => {
		await field(page, "Follow-up").fill(dayIn(60 + turn));
		await field(page, "Follow-up").blur();
	},
	snooze: async (page, turn) => {
		await page.locator(".snooze summary").click();
		await page.locator("#snooze-day").fill(dayIn(60 + turn));
		await page.locator(".pop-up-more").getByRole("button", { name: "Snooze" }).click();
	},
	spam: (page) => page.getByRole("button", { name: /^(?:Mark as|Not) spam$/ }).click(),
};

test(
	"each change that a colleague's came before is refused in words, and made again",
	{ tag: "@all" },
	async ({ arrive, office, request }) => {
		const { name, page } = await arrive("Meera");
		const ravi = await arrive("Ravi");
		const colleague = ravi.page.context().request;
		// Her connection is down, so she learns nothing.
		await page.route("**/live?*", (route) => route.fulfill({ status: 204 }));
		await openRecord(page, `${office.deskUrl}/enquiries/${await enquire(request)}`);
		await chooseTab(page, "Note");
		await page.locator("#note").fill(typed);
		let turn = 0;
		for (const [own, change] of Object.entries(changes))
			for (const [what, { field: changed }] of Object.entries(acts)) {
				if (changed === undefined || (own === "spam" && changed === "spam")) continue;
				turn += 1;
				await test.step(`${own}, after the other ${what}`, async () => {
					const findChanges = (by: string, of: string) => history(page).getByText(`${by} changed ${of}:`);
					const made = findChanges(name, own);
					const theirs = findChanges(ravi.name, changed);
					const [before, theirsBefore] = [await made.count(), await theirs.count()];
					await changeField(colleague, page, changed, turn);
					await change(page, turn);
					await expect(page.getByRole("alert")).toContainText("someone else changed this record first");
					await expect(theirs).toHaveCount(theirsBefore + 1);
					await expect(made).toHaveCount(before);
					await change(page, turn);
					await expect(made).toHaveCount(before + 1);
					await expect(page.locator("#note")).toHaveValue(typed);
				});
			}
	},
);

test(
	"an enquiry is found, read, assigned, answered and closed with the keyboard alone",
	{ tag: ["@any-company", "@all"] },
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

test("so it is without scripts, on a phone", { tag: ["@any-company", "@all"] }, async ({ arrive, office, request }) => {
	const message = "Our looms need an app.";
	const reference = await enquire(request, { message });
	const viewport = { width: 360, height: 740 };
	const { name, page } = await arrive("Meera", { javaScriptEnabled: false, viewport });
	const isNoWider = async () => {
		const { width = 0 } = (await page.locator("html").boundingBox()) ?? {};
		expect(width).toBe(viewport.width);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
	};
	const template = {
		name: `Opening hours ${crypto.randomUUID()}`,
		subject: "About {reference}",
		text: "We open at ten.",
	};
	await postToDesk(page.request, `${office.deskUrl}/templates/new?kind=enquiry`, { do: "save", ...template });
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
