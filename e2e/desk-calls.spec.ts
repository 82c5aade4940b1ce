import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";
import { startOfSlot } from "../shared/slot-times.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { company, deskSettings, zoneName } from "./company.ts";
import { countWork } from "./count-work.ts";
import { beginAppointment, bookCall, postToDesk } from "./desk-records.ts";
import { enter, expect, test as base, untilHydrated, type Locator, type Page } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

/** Hosts change what the site offers, so these tests have their own server. */
const test = base.extend<object, { office: FrontOffice }>({
	office: ownOffice({ settings: { BUSY_CALENDARS_FROM_PRIVATE_NETWORKS: "yes" } }),
});

/** How a person operates a page. */
type Way = {
	press(target: Locator): Promise<void>;
	type(target: Locator, text: string): Promise<void>;
	/** Checks a checkbox or a radio button. */
	check(target: Locator): Promise<void>;
	/** Chooses an option by its value. */
	choose(target: Locator, value: string): Promise<void>;
	/** Enters a date whose day and month are equal, because their order is the browser's. */
	enterDate(target: Locator, date: string): Promise<void>;
};

const byPointer: Way = {
	press: (target) => target.click(),
	type: (target, text) => target.fill(text),
	check: (target) => target.check(),
	choose: async (target, value) => void (await target.selectOption(value)),
	enterDate: (target, date) => target.fill(date),
};

/** More tab stops than a page has. */
const mostStops = 500;

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Tabs until an element has the focus. */
async function reach(target: Locator): Promise<void> {
	await target.waitFor();
	for (let stop = 0; stop < mostStops; stop++) {
		if (await isFocused(target)) return;
		await target.page().keyboard.press("Tab");
	}
	throw new Error(`The keyboard does not reach ${target.toString()}`);
}

const byKeyboard: Way = {
	async press(target) {
		await reach(target);
		await target.page().keyboard.press("Enter");
	},
	async type(target, text) {
		await reach(target);
		await target.page().keyboard.type(text);
	},
	async check(target) {
		const { keyboard } = target.page();
		if ((await target.getAttribute("type")) === "checkbox") {
			await reach(target);
			await keyboard.press("Space");
			return;
		}
		// Of several radio buttons, the checked one is a tab stop, and arrows lead to the others.
		await reach(target.page().locator(`input[name="${await target.getAttribute("name")}"]:checked`));
		for (let key = 0; key < 10 && !(await target.isChecked()); key++) await keyboard.press("ArrowDown");
		await expect(target).toBeChecked();
	},
	async choose(target, value) {
		await reach(target);
		for (let key = 0; key < mostStops && (await target.inputValue()) !== value; key++)
			await target.page().keyboard.press("ArrowDown");
		await expect(target).toHaveValue(value);
	},
	async enterDate(target, date) {
		await reach(target);
		const [year = "", month = "", day = ""] = date.split("-");
		await target.page().keyboard.type(`${day}${month}${year}`);
		await expect(target).toHaveValue(date);
	},
};

const callMs = company.demo.callMinutes * 60_000;
const labelOf = (key: string) => deskSettings.booking.stages.find((stage) => stage.key === key)?.label ?? "";
const day = (page: Page) => page.getByRole("grid").getByRole("button", { name: /\d+ times? free$/ });
const times = (page: Page) => page.getByRole("list", { name: `Free times, in ${zoneName}` }).getByRole("button");
const notice = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const history = (page: Page) => page.getByRole("region", { name: "Activity" });

/** Signs a browser in as a member of sales, and returns their name. */
async function arrive(context: BrowserContext, office: FrontOffice, called: string): Promise<string> {
	const name = `${called} ${randomUUID().slice(0, 6)}`;
	const value = await office.signInStaff(["sales"], name);
	await context.addCookies([{ name: "desk-session", value, url: office.deskUrl, httpOnly: true, sameSite: "Lax" }]);
	return name;
}

/** Serves a calendar that blocks its owner in the first two slots of a day. */
async function serveBusyCalendar(date: string, firstSlot: string) {
	const toUtc = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
	const startMs = startOfSlot(date, firstSlot, company.timeZone);
	const event = ["UID:1", `DTSTART:${toUtc(startMs)}`, `DTEND:${toUtc(startMs + 2 * callMs)}`];
	const lines = ["VERSION:2.0", "BEGIN:VEVENT", ...event, "END:VEVENT"];
	const server = createServer((_, response) =>
		response.end(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n")),
	);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/private.ics`,
		stop: () => void server.close(),
	};
}

/** Opens the days of next month, which are all in the future. */
async function openNextMonth(page: Page, way: Way): Promise<void> {
	await enter(page, "/demo");
	await way.press(page.getByRole("button", { name: "Next month" }));
	await day(page).first().waitFor();
}

/** Chooses the first day with free times, and returns its date. The keyboard finds it with arrows: a closed day may be the tab stop. */
async function chooseDay(page: Page, way: Way): Promise<string> {
	const date = (await day(page).first().getAttribute("data-date")) as string;
	const chosen = page.locator(`[data-date="${date}"]`);
	if (way === byKeyboard) {
		await reach(page.getByRole("grid").locator('button[tabindex="0"]'));
		for (let key = 0; key < 31 && !(await isFocused(chosen)); key++) await page.keyboard.press("ArrowRight");
	}
	await way.press(chosen);
	return date;
}

for (const { name, way, viewport, tag } of [
	{ name: "by mouse", way: byPointer, viewport: { width: 1280, height: 800 }, tag: [] },
	{ name: "by keyboard", way: byKeyboard, viewport: { width: 1280, height: 800 }, tag: ["@all"] },
	{ name: "at 360 px", way: byPointer, viewport: { width: 360, height: 800 }, tag: ["@all"] },
])
	test(
		`a call goes its whole way ${name}: hours, busy calendar, booking, hand over, move, held, enquiry to come back to`,
		{ tag: ["@any-company", ...tag] },
		async ({ page, context, browser, office }) => {
			await page.setViewportSize(viewport);
			const visitor = `Asha ${randomUUID().slice(0, 6)}`;
			const email = `${randomUUID()}@visitor.example`;
			const visitorEmails = () =>
				office.mail.emails.filter(({ envelopeRecipients }) => envelopeRecipients[0] === email);

			// Without hosts, the first day of next month offers all of its slots.
			await openNextMonth(page, way);
			const date = await chooseDay(page, way);
			await times(page).nth(2).waitFor();
			const [firstSlot = "", , thirdSlot = ""] = await times(page).allInnerTexts();

			// A member becomes a host, with a calendar that blocks them.
			const host = await arrive(context, office, "Priya");
			await page.goto(`${office.deskUrl}/my-calendar`);
			await way.check(page.locator('input[name="purpose"]').first());
			await way.check(page.getByLabel("A new room for each call"));
			await way.press(page.getByRole("button", { name: "Save", exact: true }));
			await expect(notice(page, "Saved.")).toBeVisible();
			const busy = await serveBusyCalendar(date, firstSlot.split("\n")[0] ?? "");
			await way.type(page.getByLabel("Calendar address"), busy.address);
			await way.press(page.getByRole("button", { name: "Add calendar" }));
			await expect(page.getByText("1 upcoming busy time")).toBeVisible();

			// A visitor books the first remaining time.
			await openNextMonth(page, way);
			await chooseDay(page, way);
			await expect(times(page).first()).toHaveText(thirdSlot);
			await way.press(times(page).first());
			for (const [label, value] of Object.entries({
				"First name": visitor,
				"E-mail": email,
				Phone: "+91 98100 00000",
			}))
				await way.type(page.getByRole("textbox", { name: label }), value);
			await way.press(page.getByRole("button", { name: "Book a Free Demo" }));
			const booked = page.getByRole("dialog", { name: "Your demo is booked" });
			await expect(booked).toContainText(/BKG-[0-9A-Z]{8}/);
			const [reference = ""] = /BKG-[0-9A-Z]{8}/.exec((await booked.textContent()) ?? "") ?? [];
			await expect
				.poll(() => visitorEmails().map(({ subject }) => subject?.split(":")[0]))
				.toEqual(["Your demo call is booked"]);
			expect(visitorEmails()[0]?.text).toContain("Join the video call here");

			// Another host takes it over; a mistake is undone first.
			const other = await browser.newContext();
			const colleague = await arrive(other, office, "Dev");
			await postToDesk(other.request, `${office.deskUrl}/my-calendar`, {
				do: "settings",
				version: "0",
				purpose: "demo-call",
				hoursOf: "company",
				video: "room",
			});
			await page.goto(`${office.deskUrl}/calls?day=${date}`);
			// In the table, or in the list of a phone.
			const busyHost = page.getByText(new RegExp(`^${host} (is )?busy`)).filter({ visible: true });
			await expect(busyHost.first()).toBeVisible();
			await way.press(page.getByRole("link", { name: visitor }).first());
			const drawer = page.getByRole("dialog", { name: visitor });
			await expect(drawer).toBeVisible();
			const field = drawer.getByLabel("Host", { exact: true });
			const undo = page.getByRole("button", { name: "Undo", exact: true });
			const reassign = async () => {
				const option = field.locator("option", { hasText: colleague });
				await way.choose(field, (await option.getAttribute("value")) ?? "");
				// By keyboard, a choice is saved when the field is left.
				if (way === byKeyboard) await page.keyboard.press("Enter");
				await expect(undo).toBeVisible();
				await expect(field.locator("option:checked")).toHaveText(colleague);
			};
			await reassign();
			// A backward way, which a keyboard has too.
			await undo.press("Enter");
			await expect(field.locator("option:checked")).toHaveText(host);
			await reassign();

			// It moves to another free time; the visitor gets one e-mail about both.
			await way.press(drawer.getByRole("group", { name: "Day", exact: true }).getByRole("link").nth(1));
			await expect(drawer.locator('[aria-current="date"]')).toHaveText(
				await drawer.getByRole("group", { name: "Day", exact: true }).getByRole("link").nth(1).innerText(),
			);
			await way.press(
				drawer
					.getByRole("group")
					.getByRole("button", { name: /^\d+:\d\d/ })
					.first(),
			);
			await expect(notice(page, "Call moved to ")).toBeVisible();
			await way.press(drawer.getByRole("link", { name: "Open the whole booking" }));
			await expect(page.getByRole("heading", { level: 1 })).toHaveText(visitor);
			await expect(history(page)).toContainText("Undone");
			await expect(history(page)).toContainText(`reassigned the call from ${host} to ${colleague}`);
			await expect
				.poll(() => visitorEmails().map(({ subject }) => subject?.split(":")[0]))
				.toEqual(["Your demo call is booked", "Your demo call has moved"]);

			// It has no outcome before it begins. It is held, and an enquiry comes of it.
			await expect(page.getByRole("button", { name: /^Outcome: / })).toHaveCount(0);
			beginAppointment(office, "bookings", reference);
			await page.reload();
			await way.press(page.getByRole("button", { name: `Outcome: ${labelOf("held")}` }));
			await expect(history(page)).toContainText(`→ ${labelOf("held")}`);
			const comesBackOn = `${Number(date.slice(0, 4)) + 1}-08-08`;
			await way.enterDate(page.getByLabel("Follow up on (optional)"), comesBackOn);
			await way.press(page.getByRole("button", { name: "Create follow-up enquiry" }));
			await expect(page).toHaveURL(/\/enquiries\/ENQ-/);
			await expect(page.getByRole("heading", { level: 1 })).toHaveText(visitor);
			await expect(page.getByLabel("Owner", { exact: true }).locator("option:checked")).toHaveText(host);
			await expect(page.getByLabel("Follow-up", { exact: true })).toHaveValue(comesBackOn);
			await expect(page.getByRole("link", { name: reference })).toBeVisible();

			// Both stop being hosts, for the following tests.
			for (const [request, version] of [
				[page.request, "1"],
				[other.request, "1"],
			] as const)
				await postToDesk(request, `${office.deskUrl}/my-calendar`, {
					do: "settings",
					version,
					hoursOf: "company",
					video: "none",
				});
			busy.stop();
			await other.close();
		},
	);

test(
	"a call is moved and reassigned in its drawer in three clicks each, and dragged in one, without a page load",
	{ tag: ["@any-company", "@task", "@all"] },
	async ({ page, context, browser, office }) => {
		const settings = { do: "settings", version: "0", purpose: "demo-call", hoursOf: "company", video: "room" };
		const host = await arrive(context, office, "Priya");
		await postToDesk(page.request, `${office.deskUrl}/my-calendar`, settings);
		const reference = await bookCall(page.request);
		const other = await browser.newContext();
		const colleague = await arrive(other, office, "Dev");
		await postToDesk(other.request, `${office.deskUrl}/my-calendar`, settings);

		await page.goto(`${office.deskUrl}/calls/${reference}`);
		await untilHydrated(page);
		const drawer = page.getByRole("dialog");
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.keyboard.press("Escape");
		await expect(drawer).toHaveCount(0);
		const block = page.locator(`.week [id="${reference}"]`);
		await expect(block).toBeFocused();
		const { counted, click, finish } = countWork(page);
		const undo = page.getByRole("button", { name: "Undo", exact: true });
		const when = () => page.getByRole("dialog").locator(".subtitle .number").innerText();

		await test.step("another day and time", async () => {
			await click(block);
			const before = await when();
			const link = drawer.getByRole("group", { name: "Day", exact: true }).getByRole("link").nth(2);
			const chosen = await link.innerText();
			await click(link);
			await expect(drawer.locator("legend")).toHaveText(chosen);
			await click(drawer.getByRole("button", { name: /^\d+:\d\d/ }).last());
			await expect(notice(page, "Everyone is notified in 10 seconds unless you undo it.")).toBeVisible();
			finish("Move a call", { clicks: 3 });
			await expect(drawer.getByRole("heading").first()).toBeFocused();
			expect(await when()).not.toBe(before);
			await undo.click();
			await expect(notice(page, "Undone.")).toBeVisible();
			await expect.poll(when).toBe(before);
		});

		await test.step("another host", async () => {
			await page.keyboard.press("Escape");
			await click(block);
			// A select is opened, and its option pressed.
			counted.clicks += 2;
			const field = drawer.getByLabel("Host", { exact: true });
			await expect(field.locator("option:checked")).toHaveText(host);
			await field.selectOption({ label: colleague });
			await expect(notice(page, "Call reassigned.")).toBeVisible();
			finish("Hand a call over", { clicks: 3 });
			await undo.click();
			await expect(field.locator("option:checked")).toHaveText(host);
		});

		await test.step("to another time by a drag", async () => {
			await page.keyboard.press("Escape");
			await expect(drawer).toHaveCount(0);
			const before = await block.innerText();
			await drag(block, page.locator('.week td[data-cell="free"]').last());
			await expect(notice(page, "Call moved to ")).toBeVisible();
			await expect(drawer).toHaveCount(0);
			expect(await block.innerText()).not.toBe(before);
			await undo.click();
			await expect(notice(page, "Undone.")).toBeVisible();
			await expect.poll(() => block.innerText()).toBe(before);
			expect(counted.documents).toBe(0);
		});

		await test.step("to another host by a drag", async () => {
			await page
				.locator(".week thead")
				.getByRole("link")
				.nth(await columnOf(block))
				.click();
			const head = page.locator(".week thead").getByRole("link");
			await expect(head.filter({ hasText: colleague })).toBeVisible();
			const names = await head.allInnerTexts();
			const own = `[id="${reference}"]`;
			const cell = (name: string) => block.locator("xpath=ancestor::tr").locator("td").nth(names.indexOf(name));
			await expect(cell(host).locator(own)).toBeVisible();
			await drag(block, cell(colleague));
			await expect(notice(page, "Call reassigned.")).toBeVisible();
			await expect(cell(colleague).locator(own)).toBeVisible();
			await undo.click();
			await expect(cell(host).locator(own)).toBeVisible();
			const free = page.locator(".week tbody tr").filter({ has: page.locator('td[data-cell="free"]') });
			const later = free.nth(3).locator("td").nth(names.indexOf(colleague));
			await drag(block, later);
			await expect(notice(page, "Call moved to ")).toBeVisible();
			await expect(later.locator(own)).toBeVisible();
			await undo.click();
			await expect(cell(host).locator(own)).toBeVisible();
			expect(counted.documents).toBe(0);
		});

		await test.step("what is typed for one call is not shown for the next", async () => {
			const next = await bookCall(page.request);
			await page.goto(`${office.deskUrl}/calls/${reference}`);
			await untilHydrated(page);
			await drawer.getByText("Invite guests").click();
			await drawer.getByLabel("E-mail addresses").fill("ravi@guest.example");
			await page.locator(`.week [id="${next}"]`).click();
			await expect(page).toHaveURL(new RegExp(`/calls/${next}`));
			await drawer.getByText("Invite guests").click();
			await expect(drawer.getByLabel("E-mail addresses")).toHaveValue("");
		});

		await test.step("a host is chosen by arrows", async () => {
			await page.goto(`${office.deskUrl}/calls`);
			await untilHydrated(page);
			const field = page.getByRole("search", { name: "Filter by host" }).getByLabel("Host");
			await field.focus();
			await page.keyboard.press("ArrowDown");
			await expect(page).toHaveURL(/host=/);
			await expect(field).toBeFocused();
		});

		for (const request of [page.request, other.request])
			await postToDesk(request, `${office.deskUrl}/my-calendar`, {
				do: "settings",
				version: "1",
				hoursOf: "company",
				video: "none",
			});
		await other.close();
	},
);

test(
	"a call during time off is moved with a message by the keyboard, on a phone, and its move undone",
	{ tag: ["@any-company", "@task", "@all"] },
	async ({ page, context, office }) => {
		await page.setViewportSize({ width: 360, height: 800 });
		await arrive(context, office, "Priya");
		const calendar = `${office.deskUrl}/my-calendar`;
		const settings = { do: "settings", version: "0", purpose: "demo-call", hoursOf: "company", video: "room" };
		await postToDesk(page.request, calendar, settings);
		const reference = await bookCall(page.request);
		await page.goto(`${office.deskUrl}/calls/${reference}`);
		const [from = ""] =
			/\d{4}-\d\d-\d\d/.exec((await page.locator("#move ~ form button").first().getAttribute("value")) ?? "") ?? [];
		// A fortnight, so that its day is among them.
		const until = new Date(Date.parse(from) + 14 * 86_400_000).toISOString().slice(0, 10);
		const today = new Date().toISOString().slice(0, 10);
		const added = await postToDesk(page.request, calendar, { do: "time-off", from: today, until });
		const path = added.headers()["location"] ?? "";
		await page.goto(office.deskUrl);
		await page.getByRole("link", { name: /^1 call is during your time off/ }).click();
		await untilHydrated(page);
		await expect(page).toHaveURL(office.deskUrl + path);
		await expect(page.getByRole("heading", { name: "Appointments during time off" })).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
		await byKeyboard.type(page.getByRole("textbox", { name: /^Message to/ }), "I am away then.");
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.press("Enter");
		await expect(notice(page, "Call moved to ")).toBeVisible();
		await expect(page.getByText("Nothing is booked during time off.")).toBeVisible();
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await expect(notice(page, "Undone.")).toBeVisible();
		await expect(page.getByText("1 call is during time off.", { exact: false })).toBeVisible();
		await postToDesk(page.request, calendar, { do: "settings", version: "1", hoursOf: "company", video: "none" });
	},
);

/** A block can be dragged a moment after it appears. */
async function drag(block: Locator, target: Locator): Promise<void> {
	await expect(block).toHaveAttribute("draggable", "true");
	await block.dragTo(target);
}

/** The column of a call in the week, from 0. */
async function columnOf(block: Locator): Promise<number> {
	return block.evaluate((element) => (element.closest("td")?.cellIndex ?? 1) - 1);
}
