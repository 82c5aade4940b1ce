import { randomUUID } from "node:crypto";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { deskSettings } from "./company.ts";
import { enquire, postToDesk } from "./desk-records.ts";
import { expect, signInTo, test, untilHydrated, type Page } from "./fixtures.ts";

const done = deskSettings.enquiry.stages.find(({ open }) => !open);

/** Three enquiries of the signed-in member, the latest first, in a list that shows no others. */
async function fillList(page: Page, { deskUrl }: Pick<FrontOffice, "deskUrl">, lastName: string) {
	const people: { name: string; reference: string }[] = [];
	for (const firstName of ["Chand", "Bela", "Asha"]) {
		const reference = await enquire(page.request, { firstName, lastName, message: `From ${firstName}\nand more` });
		people.push({ name: `${firstName} ${lastName}`, reference });
		const html = await (await page.request.get(`${deskUrl}/enquiries/${reference}`)).text();
		const [, own = ""] = new RegExp(`<option value="([^"]+)">${lastName}</option>`).exec(html) ?? [];
		await postToDesk(page.request, `${deskUrl}/enquiries/${reference}`, { do: "owner", value: own, version: "1" });
	}
	return people.toSorted((one, other) => one.name.localeCompare(other.name)) as [Person, Person, Person];
}

type Person = { name: string; reference: string };

const query = "?show=mine&sort=name";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const list = (page: Page) => page.getByRole("region", { name: "Enquiries" });

test("records open beside their list, which keeps its filter and its place", async ({ page, office, signIn }) => {
	const me = `Robin ${randomUUID()}`;
	await signIn(["sales"], me);
	const [asha, bela, chand] = await fillList(page, office, me);
	await page.goto(office.deskUrl + "/enquiries" + query);
	await untilHydrated(page);
	await expect(page.getByRole("listitem").filter({ hasText: asha.name })).toContainText("From Asha");
	await expect(page.getByRole("listitem").filter({ hasText: asha.name })).not.toContainText("and more");
	let documents = 0;
	page.on("request", (request) => (documents += request.isNavigationRequest() ? 1 : 0));
	const lists: string[] = [];
	page.on("request", (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (pathname.endsWith(".data") && searchParams.get("_routes")?.split(",").includes("enquiries") !== false)
			lists.push(pathname);
	});

	await page.getByRole("link", { name: asha.name }).click();
	await expect(heading(page)).toHaveText(asha.name);
	await expect(heading(page)).toBeFocused();
	expect(page.url()).toBe(`${office.deskUrl}/enquiries/${asha.reference}${query}`);
	await expect(list(page).getByRole("link", { name: asha.name })).toHaveAttribute("aria-current", "page");

	await list(page).getByRole("link", { name: bela.name }).click();
	await expect(heading(page)).toHaveText(bela.name);
	await expect(list(page).locator("[aria-current=page]")).toHaveText(bela.name);
	await page.keyboard.press("j");
	await expect(heading(page)).toHaveText(chand.name);
	await expect(heading(page)).toBeFocused();
	await page.keyboard.press("k");
	await expect(heading(page)).toHaveText(bela.name);
	expect([documents, lists]).toEqual([0, []]);

	// A change shows in the list, and the list stays.
	await page.getByLabel("Stage", { exact: true }).selectOption({ index: 1 });
	await expect(page.getByRole("status").first()).toContainText("Moved");
	const row = list(page).getByRole("listitem").filter({ hasText: bela.name });
	await expect(row).toContainText(deskSettings.enquiry.stages[1]?.label ?? "");
	expect(page.url()).toBe(`${office.deskUrl}/enquiries/${bela.reference}${query}`);

	// Once it is closed, the next one opens, and Undo leads back.
	await page.getByLabel("Stage", { exact: true }).selectOption({ label: done?.label ?? "" });
	await expect(heading(page)).toHaveText(chand.name);
	expect(page.url()).toBe(`${office.deskUrl}/enquiries/${chand.reference}${query}`);
	await expect(list(page).getByRole("link", { name: bela.name })).toHaveCount(0);
	await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
	await expect(heading(page)).toHaveText(bela.name);
	expect(page.url()).toBe(`${office.deskUrl}/enquiries/${bela.reference}${query}`);
	expect(documents).toBe(0);

	// Somebody who wants to stay does.
	await page.goto(`${office.deskUrl}/keyboard`);
	await untilHydrated(page);
	await page.getByLabel("Then").selectOption("stay");
	await page.goto(`${office.deskUrl}/enquiries/${bela.reference}${query}`);
	await untilHydrated(page);
	await page.getByLabel("Stage", { exact: true }).selectOption({ label: done?.label ?? "" });
	await expect(page.getByRole("status").first()).toContainText("Moved");
	await expect(heading(page)).toHaveText(bela.name);
});

test("a reply is sent and the next record opens, and Undo leads back to its text", async ({ page, office, signIn }) => {
	const me = `Robin ${randomUUID()}`;
	await signIn(["sales"], me);
	const [asha, bela] = await fillList(page, office, me);
	await page.goto(`${office.deskUrl}/enquiries/${asha.reference}${query}`);
	await untilHydrated(page);
	await page.keyboard.press("r");
	await page.keyboard.type(" Gladly.");
	await page.getByRole("button", { name: "Send and next" }).click();
	await expect(heading(page)).toHaveText(bela.name);
	expect(page.url()).toBe(`${office.deskUrl}/enquiries/${bela.reference}${query}`);
	await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
	await expect(heading(page)).toHaveText(asha.name);
	await expect(page.locator("#text")).toHaveValue(/^Hello .+,\n\n Gladly\.\n\n\S/);
	await page.locator("#text").focus();
	await page.keyboard.press("ControlOrMeta+Shift+Enter");
	await expect(heading(page)).toHaveText(bela.name);
	await expect(page.getByRole("status").first()).toContainText("Sending in ten seconds.");
});

test("a choice by key is saved once and leaves the keys to the record, and Escape saves nothing", async ({
	page,
	office,
	signIn,
}) => {
	const me = `Robin ${randomUUID()}`;
	await signIn(["sales"], me);
	const [asha, bela] = await fillList(page, office, me);
	await page.goto(`${office.deskUrl}/enquiries/${asha.reference}${query}`);
	await untilHydrated(page);
	const stage = page.getByLabel("Stage", { exact: true });
	const [first, second] = deskSettings.enquiry.stages.map(({ label }) => label);
	const said = page.getByRole("status").first();
	let saved = 0;
	page.on("request", (request) => (saved += request.method() === "POST" ? 1 : 0));
	const press = async (...keys: string[]) => {
		for (const key of keys) await page.keyboard.press(key);
	};
	const isLeft = async (label: string | undefined) => {
		await expect(heading(page)).toBeFocused();
		await expect(page.locator("select:open")).toHaveCount(0);
		await expect(stage.locator("option:checked")).toHaveText(label ?? "");
	};

	await test.step("chosen by an arrow", async () => {
		await press("s", "ArrowDown", "Enter");
		await expect(said).toContainText(`to ${second}.`);
		await isLeft(second);
		await press("j");
		await expect(heading(page)).toHaveText(bela.name);
		await press("k");
		await expect(heading(page)).toHaveText(asha.name);
		expect(saved).toBe(1);
	});
	await test.step("chosen in the opened list", async () => {
		await press("s", "Space", "ArrowUp", "Enter");
		await expect(said).toContainText(`to ${first}.`);
		await isLeft(first);
		expect(saved).toBe(2);
	});
	await test.step("dropped by Escape, with the list and without", async () => {
		await press("s", "Space", "ArrowDown", "Escape");
		await isLeft(first);
		await press("s", "ArrowDown", "Escape");
		await isLeft(first);
		await press("s", "ArrowDown", "Space", "ArrowDown", "Escape");
		await isLeft(first);
		await press("j");
		await expect(heading(page)).toHaveText(bela.name);
		expect(saved).toBe(2);
	});
});

test("a record that leaves its list by an assignment keeps its neighbours, and the focus", async ({
	page,
	office,
	signIn,
}) => {
	const me = `Robin ${randomUUID()}`;
	await signIn(["sales"], me);
	const [asha, bela, chand] = await fillList(page, office, me);
	await page.goto(`${office.deskUrl}/enquiries/${bela.reference}${query}`);
	await untilHydrated(page);
	await page.getByLabel("Owner", { exact: true }).selectOption({ label: "Unassigned" });
	await expect(list(page).getByRole("link", { name: bela.name })).toHaveCount(0);
	await expect(heading(page)).toHaveText(bela.name);
	const steps = page.getByRole("navigation", { name: "Records" });
	await expect(steps.getByRole("link", { name: "Next" })).toHaveAttribute("href", new RegExp(chand.reference));
	await expect(steps.getByRole("link", { name: "Previous" })).toHaveAttribute("href", new RegExp(asha.reference));
	await page.getByRole("heading", { level: 1 }).click();
	await page.keyboard.press("j");
	await expect(heading(page)).toHaveText(chand.name);

	await page.goto(`${office.deskUrl}/enquiries/${bela.reference}`);
	await untilHydrated(page);
	await page.getByRole("button", { name: "Assign to me" }).click();
	await expect(page.getByRole("status").first()).toContainText("Assigned to");
	await expect(page.getByRole("button", { name: "Assign to me" })).toHaveCount(0);
	await expect(heading(page)).toBeFocused();
});

test("back in the list, the keys go on from the record that was open", async ({ page, office, signIn }) => {
	const me = `Robin ${randomUUID()}`;
	await signIn(["sales"], me);
	const [asha, bela, chand] = await fillList(page, office, me);
	await page.goto(office.deskUrl + "/enquiries" + query);
	await untilHydrated(page);
	for (const [key, next] of [
		["j", chand],
		["k", asha],
	] as const) {
		await page.getByRole("link", { name: bela.name }).click();
		await expect(heading(page)).toHaveText(bela.name);
		await page.goBack();
		await expect(heading(page)).toHaveText("Enquiries");
		await page.keyboard.press(key);
		await expect(page.getByRole("link", { name: next.name })).toBeFocused();
	}
});

test("filters apply as they change, beside an open record too", { tag: "@all" }, async ({ page, office, signIn }) => {
	const me = `Robin ${randomUUID()}`;
	await signIn(["sales"], me);
	const [asha] = await fillList(page, office, me);
	await page.goto(`${office.deskUrl}/enquiries/${asha.reference}`);
	await untilHydrated(page);
	await list(page).locator("summary", { hasText: "Filters" }).click();
	await page.getByLabel("Filter by owner").focus();
	await page.getByLabel("Filter by owner").selectOption("me");
	await expect(page).toHaveURL(`${office.deskUrl}/enquiries/${asha.reference}?owner=me`);
	await expect(list(page).getByRole("listitem").getByRole("checkbox")).toHaveCount(3);
	await expect(page.getByLabel("Filter by owner")).toBeFocused();
	await expect(heading(page)).toHaveText(asha.name);
});

test("on a phone a record is alone, with the way back to its list", async ({ page, office, signIn }) => {
	const me = `Robin ${randomUUID()}`;
	await signIn(["sales"], me);
	const [asha, bela] = await fillList(page, office, me);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(office.deskUrl + "/enquiries" + query);
	await untilHydrated(page);
	await page.getByRole("link", { name: asha.name }).click();
	await expect(heading(page)).toHaveText(asha.name);
	await expect(list(page)).toBeHidden();
	const steps = page.getByRole("navigation", { name: "Records" });
	await steps.getByRole("link", { name: "Next" }).click();
	await expect(heading(page)).toHaveText(bela.name);
	await steps.getByRole("link", { name: "Enquiries" }).click();
	await expect(heading(page)).toHaveText("Enquiries");
	expect(page.url()).toBe(office.deskUrl + "/enquiries" + query);
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test(
		"the same address has the list and the record, and an action leads back to both",
		{ tag: "@all" },
		async ({ page, office, signIn }) => {
			const me = `Robin ${randomUUID()}`;
			await signIn(["sales"], me);
			const [asha, bela] = await fillList(page, office, me);
			await page.goto(office.deskUrl + "/enquiries" + query);
			await page.getByRole("link", { name: asha.name }).click();
			await expect(heading(page)).toHaveText(asha.name);
			await expect(list(page).locator("[aria-current=page]")).toHaveText(asha.name);
			await page.getByLabel("Stage", { exact: true }).selectOption({ index: 1 });
			await page.getByRole("button", { name: "Set stage" }).click();
			await expect(page.getByRole("status").first()).toContainText("Moved");
			expect(page.url()).toBe(`${office.deskUrl}/enquiries/${asha.reference}${query}`);
			await list(page).getByRole("link", { name: bela.name }).click();
			await expect(heading(page)).toHaveText(bela.name);
			await list(page).locator("summary", { hasText: "Filters" }).click();
			await page.getByLabel("Filter by stage").selectOption({ index: 2 });
			await page.getByRole("button", { name: "Apply" }).click();
			await expect(list(page).getByRole("checkbox")).toHaveCount(1);
			await expect(heading(page)).toHaveText(bela.name);
		},
	);
});

test(
	"a view is saved, shared with the team, counted, exported, renamed and deleted",
	{ tag: "@all" },
	async ({ page, office, signIn, browser }) => {
		const me = `Robin ${randomUUID().slice(0, 8)}`;
		await signIn(["sales"], me);
		const people = await fillList(page, office, me);
		const colleague = await browser.newContext();
		await signInTo(office, colleague, ["sales"]);
		const other = await colleague.newPage();
		for (const one of [page, other]) {
			const listens = one.waitForResponse("**/live?*");
			await one.goto(`${office.deskUrl}/enquiries`);
			await listens;
			await untilHydrated(one);
		}
		const savedViews = (of: Page) => of.getByRole("navigation", { name: "Saved views" });
		const view = (of: Page, name: string) => savedViews(of).getByRole("link", { name });
		const rows = page.getByRole("checkbox", { name: /^Select ENQ-/ });

		await test.step("for oneself, with its number of records", async () => {
			await page.getByText("Filters", { exact: true }).click();
			await page.getByLabel("Filter by owner").selectOption({ label: me });
			await expect(rows).toHaveCount(people.length);
			await page.getByText("Save view", { exact: true }).click();
			await page.getByLabel("Name of the view").fill(`Of ${me}`);
			await page.locator(".save-view").getByRole("button", { name: "Save" }).click();
			await expect(page.locator(".notice")).toContainText(`View “Of ${me}” saved.`);
			await expect(view(page, `Of ${me}`)).toHaveAttribute("aria-current", "true");
			await expect(view(page, `Of ${me}`).locator(".number")).toHaveText(String(people.length));
			await expect(view(other, `Of ${me}`)).toHaveCount(0);
		});

		await test.step("its CSV holds just its rows", async () => {
			await enquire(page.request);
			const href = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
			const csv = await (await page.request.get(office.deskUrl + href)).text();
			expect([...csv.matchAll(/ENQ-\w{8}/g)].map(([reference]) => reference).toSorted()).toEqual(
				people.map(({ reference }) => reference).toSorted(),
			);
		});

		await test.step("it is renamed and shared: the team sees it at once", async () => {
			const edit = page.getByRole("link", { name: "Edit saved views" });
			if (!(await edit.isVisible())) await page.locator(".list-filters > summary").click();
			await edit.click();
			const row = page.getByRole("row").filter({ hasText: `Of ${me}` });
			await row.getByRole("textbox", { name: "Name" }).fill(`Team ${me}`);
			await row.getByRole("checkbox", { name: "Share with the team" }).check();
			await row.getByRole("button", { name: /^Save/ }).click();
			await expect(page.locator(".notice")).toContainText(`View “Team ${me}” saved.`);
			await expect(view(other, `Team ${me}`).locator(".number")).toHaveText(String(people.length));
			await view(other, `Team ${me}`).click();
			await expect(other.getByRole("checkbox", { name: /^Select ENQ-/ })).toHaveCount(people.length);
			await other.goto(`${office.deskUrl}/enquiries/views`);
			const theirs = other.getByRole("row").filter({ hasText: `Team ${me}` });
			await expect(theirs).toContainText("Only its owner and admins can change it");
		});

		await test.step("it is deleted, brought back, and deleted", async () => {
			await other.goto(`${office.deskUrl}/enquiries`);
			await untilHydrated(other);
			await expect(view(other, `Team ${me}`)).toBeVisible();
			const own = page.getByRole("row").filter({ hasText: `Team ${me}` });
			const remove = own.getByRole("button", { name: /^Delete/ });
			await remove.click();
			await expect(view(other, `Team ${me}`)).toHaveCount(0);
			await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
			await expect(page.locator(".notice")).toContainText(`View “Team ${me}” is back.`);
			await expect(view(other, `Team ${me}`)).toBeVisible();
			await remove.click();
			await expect(own).toHaveCount(0);
			await expect(view(other, `Team ${me}`)).toHaveCount(0);
		});
		await colleague.close();
	},
);
