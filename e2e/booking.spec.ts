import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { listSelectableDates, listSlotLabels, packAvailability } from "../features/booking/availability.ts";
import { formatFullDate } from "../shared/format-date.ts";
import { addDays } from "../shared/slot-times.ts";
import { createServerEnvironment, startBuiltServer } from "../tests/support/built-server.ts";
import { makeDatabaseUnreadable } from "../tests/support/unreadable-database.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { company, pageTitles, zoneName } from "./company.ts";
import { endOverlay, enter, expect, recordScripts, tabPastNotices, test, type Locator, type Page } from "./fixtures.ts";

const visitor = {
	"First name": "Asha",
	"Last name": "Rao",
	"E-mail": "asha.rao@visitor.example",
	Phone: "+91 98100 00000",
	Message: "Show us the ERP.",
};

const dialog = (page: Page) => page.getByRole("dialog", { name: "Book a Free Demo" });
const confirmation = (page: Page) => page.getByRole("dialog", { name: "Your demo is booked" });
/** A day of the calendar, named like "Monday, 23 November". */
const day = (page: Page, name: string) => page.getByRole("button", { name });
const freeDays = (page: Page) => page.getByRole("grid").getByRole("button", { name: /\d+ times? free$/ });
const times = (page: Page) => page.getByRole("list", { name: `Free times, in ${zoneName}` }).getByRole("button");
const details = (page: Page) => page.getByRole("heading", { name: "Your details" });
const submit = (page: Page) => page.getByRole("button", { name: "Book a Free Demo" });
/** The page's position in the tab's history: going back lowers it, replacing an address does not. */
const readHistoryIndex = (page: Page) => page.evaluate(() => navigation.currentEntry?.index ?? Number.NaN);
const banner = (page: Page) =>
	page.getByRole("alert").filter({ hasText: "Failed to submit booking. Please try again." });

const { domains, callMinutes } = company.demo;
const otherDomain = domains.at(-1) as string;

/** The mocked server's settings. */
const policy = {
	hours: {
		days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
		opens: "10:00",
		closes: "18:00",
	},
	closures: [],
	callsPerSlot: 1,
	timeZone: company.timeZone,
	callMinutes: 30,
	stepMinutes: 30,
	noticeMinutes: 60,
	windowDays: 90,
};

/** Mocks a server that offers every slot from a day on, except on full days. */
async function offer(page: Page, { today = "2026-11-23", full = [] as string[] } = {}): Promise<void> {
	const days = new Map(
		listSelectableDates(today, policy).map((date) => [date, full.includes(date) ? [] : listSlotLabels(policy)]),
	);
	await page.route("**/demo/availability", (route) =>
		route.fulfill({
			json: {
				data: packAvailability({ today, lastDate: addDays(today, policy.windowDays - 1), days, closures: [] }, policy),
			},
		}),
	);
	await page.route("**/demo/slots/*", (route) =>
		route.fulfill({ json: { data: { availableSlots: days.get(route.request().url().slice(-10)) ?? [] } } }),
	);
}

/** Opens the details of a call on the first free date of next month, where every date is in the future, and returns its time. */
async function chooseSlot(page: Page): Promise<{ date: string; time: string }> {
	await page.getByRole("button", { name: "Next month" }).click();
	const date = (await freeDays(page).first().getAttribute("data-date")) as string;
	await freeDays(page).first().click();
	const time = await times(page).last().innerText();
	await times(page).last().click();
	await expect(details(page)).toBeFocused();
	return { date, time };
}

async function fill(page: Page, values: Record<string, string> = visitor): Promise<void> {
	for (const [label, value] of Object.entries(values)) await page.getByRole("textbox", { name: label }).fill(value);
}

async function expectTyped(page: Page, value?: string): Promise<void> {
	for (const [label, typed] of Object.entries(visitor))
		await expect(page.getByRole("textbox", { name: label })).toHaveValue(value ?? typed);
}

async function expectConfirmed(page: Page, time: string): Promise<void> {
	await expect(confirmation(page)).toContainText(time);
	await expect(confirmation(page)).toContainText(/BKG-[0-9A-Z]{8}/);
	const file = page.waitForEvent("download");
	await confirmation(page).getByRole("link", { name: "Add to calendar" }).click();
	expect((await file).suggestedFilename()).toBe("demo-call.ics");
}

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the booking's code loads just before use, and has at most 25 KB", async ({ page }) => {
	const scripts = recordScripts(page);
	await enter(page, "/");
	const link = page.getByRole("tabpanel").getByRole("link", { name: "Want a Demo !" });
	await link.scrollIntoViewIfNeeded();
	// The carousel's, because it is in view.
	await expect.poll(() => scripts.some((url) => url.includes("/embla-carousel"))).toBe(true);
	const ofThePage = scripts.length;
	await link.click();
	await expect(page.getByRole("grid")).toBeVisible();
	const ofTheBooking = scripts.slice(ofThePage);
	const sizes = await Promise.all(
		ofTheBooking.map(async (url) => gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length),
	);
	expect(sizes.length).toBeGreaterThan(0);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(25_000);
});

test("a call is booked by mouse on the page of its own, from the calendar to the invitation", async ({ page }) => {
	await enter(page, "/demo");
	await expect(page.getByText(`${callMinutes} minutes`, { exact: true })).toBeVisible();
	await expect(page.getByText(company.timeZone, { exact: true })).toBeVisible();
	await expect(page.getByLabel("What is it about?").locator("option")).toHaveText(domains);
	const { time } = await chooseSlot(page);
	await fill(page);
	await submit(page).click();
	await expectConfirmed(page, time);
	await confirmation(page).getByRole("button", { name: "Close" }).click();
	await expect(page.getByRole("heading", { name: "Choose a time" })).toBeFocused();
	await chooseSlot(page);
	await expectTyped(page, "");
});

test(
	"a call is booked by keyboard alone in the dialog, and the focus comes back to where it began",
	{ tag: "@any-company" },
	async ({ page }) => {
		await enter(page, "/");
		const opener = page.getByRole("tabpanel").getByRole("link", { name: "Want a Demo !" });
		await opener.focus();
		await page.keyboard.press("Enter");
		await expect(dialog(page).getByRole("button", { name: "Close" })).toBeFocused();
		await expect(page.getByRole("grid")).toBeVisible();
		for (const stop of [
			page.getByLabel("What is it about?"),
			page.getByRole("button", { name: "Previous month" }),
			page.getByRole("button", { name: "Today", exact: true }),
			page.getByRole("button", { name: "Next month" }),
		]) {
			await page.keyboard.press("Tab");
			await expect(stop).toBeFocused();
		}
		await page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
		const focused = page.locator("button[data-date]:focus");
		await expect(async () => {
			await page.keyboard.press("ArrowRight");
			await expect(focused).toHaveAccessibleName(/times? free$/, { timeout: 100 });
		}).toPass();
		await page.keyboard.press("Enter");
		await expect(dialog(page).getByRole("heading", { level: 3 })).toBeFocused();
		await page.keyboard.press("Tab");
		await expect(times(page).first()).toBeFocused();
		const time = await times(page).first().innerText();
		await page.keyboard.press("Enter");
		await expect(details(page)).toBeFocused();
		for (const value of Object.values(visitor)) {
			await page.keyboard.press("Tab");
			await page.keyboard.type(value);
		}
		await page.keyboard.press("Tab");
		await tabPastNotices(page);
		await expect(submit(page)).toBeFocused();
		await page.keyboard.press("Enter");
		await expect(confirmation(page)).toContainText(time);
		await page.keyboard.press("Escape");
		await expect(confirmation(page)).toBeHidden();
		await expect(opener).toBeFocused();
	},
);

test(
	"the keys of the date grid move by day, week and month, over the new year and past unselectable dates",
	{ tag: "@all" },
	async ({ page }) => {
		await offer(page);
		await enter(page, "/demo");
		await page.locator('[data-date="2026-11-23"]').focus();
		for (const [key, date] of [
			["ArrowRight", "2026-11-24"],
			["ArrowDown", "2026-12-01"],
			["ArrowUp", "2026-11-24"],
			["End", "2026-11-28"],
			["ArrowRight", "2026-11-30"],
			["Home", "2026-11-30"],
			["PageDown", "2026-12-30"],
			["PageDown", "2027-01-30"],
			["ArrowLeft", "2027-01-29"],
			["PageDown", "2027-02-20"],
			["PageUp", "2027-01-20"],
			["PageUp", "2026-12-19"],
			["PageUp", "2026-11-23"],
			["ArrowLeft", "2026-11-23"],
			["Control+End", "2026-11-23"],
		] as const) {
			await page.keyboard.press(key);
			await expect(page.locator("button[data-date]:focus"), `after ${key}`).toHaveAttribute("data-date", date);
		}
		await expect(page.locator('button[data-date][tabindex="0"]')).toHaveCount(1);
	},
);

test(
	"the steps that the server renders keep what was typed before scripts came, and then work as all others do",
	{ tag: "@all" },
	async ({ page, request }) => {
		const { data } = (await (await request.get("/demo/availability")).json()) as {
			data: { slots: string[]; days: Record<string, string> };
		};
		const date = Object.keys(data.days).findLast((one) => data.days[one]?.endsWith("1")) as string;
		const time = data.slots.at(-1) as string;
		const { promise: scriptsMayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
		await page.route("**/*.js", async (route) => {
			await scriptsMayCome;
			await route.continue();
		});
		await page.goto(`/demo/by-form?${new URLSearchParams({ date, time })}`, { waitUntil: "commit" });
		await fill(page);
		letScriptsCome();
		await endOverlay(page);
		await expect(page.locator("form[novalidate]")).toBeVisible();
		await expectTyped(page);
		await page.getByRole("button", { name: "Back" }).click();
		await times(page).last().click();
		await expectTyped(page);
		await submit(page).click();
		await expectConfirmed(page, time);
	},
);

test("months are turned by mouse over the new year, and Today comes back", { tag: "@all" }, async ({ page }) => {
	await offer(page);
	await enter(page, "/demo");
	const month = page.getByRole("grid");
	await expect(month).toHaveAccessibleName("November 2026");
	await expect(page.getByRole("button", { name: "Previous month" })).toBeDisabled();
	await expect(day(page, "Sunday, 29 November")).toBeDisabled();
	for (const name of ["December 2026", "January 2027", "February 2027"]) {
		await page.getByRole("button", { name: "Next month" }).click();
		await expect(month).toHaveAccessibleName(name);
	}
	await expect(day(page, "Saturday, 20 February")).toBeEnabled();
	await expect(day(page, "Monday, 22 February")).toBeDisabled();
	await expect(page.getByRole("button", { name: "Next month" })).toBeDisabled();
	await page.getByRole("button", { name: "Today", exact: true }).click();
	await expect(month).toHaveAccessibleName("November 2026");
});

test(
	"the months' buttons keep the focus at the window's edges, where they do nothing",
	{ tag: "@all" },
	async ({ page }) => {
		await offer(page);
		await enter(page, "/demo");
		const month = page.getByRole("grid");
		for (const [button, last] of [
			["Next month", "February 2027"],
			["Previous month", "November 2026"],
		] as const) {
			await page.getByRole("button", { name: button }).focus();
			for (let presses = 0; presses < 4; presses++) await page.keyboard.press("Enter");
			await expect(month).toHaveAccessibleName(last);
			await expect(page.getByRole("button", { name: button })).toBeDisabled();
			await expect(page.getByRole("button", { name: button })).toBeFocused();
		}
	},
);

test("Back and 'Cancel Booking' go one step back with focus and text, another domain starts over, and Escape closes the dialog", async ({
	page,
}) => {
	await offer(page);
	await enter(page, "/");
	await page.getByRole("tabpanel").getByRole("link", { name: "Want a Demo !" }).click();
	await day(page, "Wednesday, 25 November").click();
	for (const back of ["Back", "Cancel Booking"]) {
		await times(page).nth(2).click();
		await fill(page);
		await page.getByRole("button", { name: back }).click();
		await expect(page.getByRole("heading", { name: "Wednesday, 25 November" })).toBeFocused();
	}
	await page.getByRole("button", { name: "Back" }).click();
	await expect(day(page, "Wednesday, 25 November")).toBeFocused();
	await page.keyboard.press("Enter");
	await times(page).first().click();
	await expectTyped(page);
	await page.getByLabel("What is it about?").selectOption(otherDomain);
	await expect(page.getByRole("grid")).toBeVisible();
	await day(page, "Wednesday, 25 November").click();
	await times(page).first().click();
	await expectTyped(page);

	await test.step("a selection that is dragged out of the dialog leaves it open", async () => {
		const message = (await page.getByRole("textbox", { name: "Message" }).boundingBox()) as { x: number; y: number };
		await page.mouse.move(message.x + 60, message.y + 10);
		await page.mouse.down();
		await page.mouse.move(5, message.y + 10);
		await page.mouse.up();
		await expectTyped(page);
	});
	await page.keyboard.press("Escape");
	await expect(dialog(page)).toBeHidden();
});

test(
	"on its page the address holds what is chosen: the browser's Back and Forward lead through the steps, and a reload stays",
	{ tag: ["@any-company", "@all"] },
	async ({ page }) => {
		await offer(page);
		await enter(page, "/demo");
		const domain = page.getByLabel("What is it about?");
		const chosenDay = page.getByRole("heading", { name: "Wednesday, 25 November" });
		await domain.selectOption(otherDomain);
		await day(page, "Wednesday, 25 November").click();
		await times(page).first().click();
		await expect(page).toHaveURL(
			`/demo?${new URLSearchParams({ domain: otherDomain, date: "2026-11-25", time: "10:00 AM" })}`,
		);
		await fill(page);
		await page.goBack();
		await expect(chosenDay).toBeFocused();
		await page.goBack();
		await expect(day(page, "Wednesday, 25 November")).toBeFocused();
		await expect(domain).toHaveValue(otherDomain);
		await page.goForward();
		await expect(chosenDay).toBeFocused();
		await page.goForward();
		await expect(details(page)).toBeFocused();
		await expectTyped(page);
		await page.reload();
		await expect(details(page)).toBeVisible();
		await expect(page.getByRole("main")).toContainText(`Wednesday, 25 November 2026, 10:00 AM ${zoneName}`);
		for (let steps = 0; steps < 3; steps++) await page.goBack();
		await expect(page.getByRole("grid")).toBeVisible();
		await expect(domain).toHaveValue(domains[0]);
		await expect(page).toHaveURL("/demo");
	},
);

test("an address with invalid choices ignores them", { tag: "@all" }, async ({ page }) => {
	await offer(page);
	for (const query of [
		"date=2026-11-22",
		"date=2027-02-21",
		"date=2026-02-30",
		"date=tomorrow&time=10:00+AM",
		"time=10:00+AM",
		"domain=Baking",
	]) {
		await enter(page, `/demo?${query}`);
		await expect(page.getByRole("grid"), query).toBeVisible();
		await expect(page.getByLabel("What is it about?")).toHaveValue(domains[0]);
	}
	await enter(page, "/demo?date=2026-11-25&time=noon");
	await expect(page.getByRole("heading", { name: "Wednesday, 25 November" })).toBeFocused();
});

test("a form with errors is not sent; the summary takes the focus, names each and leads to its field", async ({
	page,
}) => {
	await offer(page);
	let posts = 0;
	await page.route("**/demo/book", (route) => {
		posts += 1;
		return route.abort();
	});
	await enter(page, "/demo");
	await day(page, "Wednesday, 25 November").click();
	await times(page).first().click();
	await submit(page).click();
	const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
	await expect(summary).toBeFocused();
	await expect(summary.getByRole("link")).toHaveText([
		"Enter your first name",
		"Enter your e-mail address",
		"Enter your phone number",
	]);
	await summary.getByRole("link", { name: "Enter your phone number" }).click();
	await expect(page.getByLabel("Phone *")).toBeFocused();
	await expect(page.getByLabel("Phone *")).toHaveAccessibleDescription(/Enter your phone number/);
	await fill(page, { ...visitor, "E-mail": "asha" });
	await submit(page).click();
	await expect(page.getByLabel("E-mail *")).toHaveAccessibleDescription(
		/Enter an e-mail address like name@company.com/,
	);
	expect(posts).toBe(0);
});

test(
	"while it is being sent it reads 'Processing...', and nothing can be changed or sent again",
	{ tag: "@all" },
	async ({ page }) => {
		const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
		let posts = 0;
		await page.route("**/demo/book", async (route) => {
			posts += 1;
			await answered;
			await route.continue();
		});
		await enter(page, "/demo");
		const { time } = await chooseSlot(page);
		await fill(page);
		await submit(page).click();
		await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
		for (const control of [
			page.getByLabel("What is it about?"),
			page.getByLabel("First name *"),
			page.getByRole("button", { name: "Back" }),
			page.getByRole("button", { name: "Cancel Booking" }),
		]) {
			await expect(control).toBeDisabled();
		}
		answer();
		await expect(confirmation(page)).toContainText(time);
		expect(posts).toBe(1);
	},
);

test(
	"Back while a call is being booked waits for the response; then no typed text is left",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, "/demo");
		const { time } = await chooseSlot(page);
		const address = page.url();
		const sent = Promise.withResolvers<void>();
		const answered = Promise.withResolvers<void>();
		await page.route("**/demo/book", async (route) => {
			sent.resolve();
			await answered.promise;
			await route.continue();
		});
		await fill(page);
		await submit(page).click();
		await sent.promise;
		await page.goBack();
		await expect(page).toHaveURL(address);
		await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
		answered.resolve();
		await expectConfirmed(page, time);
		await page.keyboard.press("Escape");
		await expect(page).toHaveURL("/demo");
		await expect(page.getByRole("grid")).toBeVisible();
		await page.goForward();
		await expect(page).toHaveURL(address);
		await expectTyped(page, "");
	},
);

test(
	"the dialog reopens where it was closed, and a booking that was on its way is confirmed",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, "/");
		const open = page.getByRole("tabpanel").getByRole("link", { name: "Want a Demo !" });
		await open.click();
		const { time } = await chooseSlot(page);
		await fill(page);
		await page.keyboard.press("Escape");
		await expect(dialog(page)).toBeHidden();
		await open.click();
		await expectTyped(page);
		let answer = () => {};
		const answered = new Promise<void>((resolve) => (answer = resolve));
		await page.route("**/demo/book", (route) => answered.then(() => route.continue()));
		await submit(page).click();
		await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(dialog(page)).toBeHidden();
		answer();
		await expectConfirmed(page, time);
		await page.keyboard.press("Escape");
		await open.click();
		await expect(dialog(page).getByRole("grid")).toBeVisible();
	},
);

test.describe("in another time zone", () => {
	/** The visitor's local time beside a time of 25 November. */
	const writeVisitorTime = (time: string, zone: string) => {
		const start = Temporal.PlainDateTime.from(`2026-11-25T${time}`).toZonedDateTime(company.timeZone);
		const there = start.withTimeZone(zone);
		const options = { weekday: "short", day: "numeric", month: "short" } as const;
		const date = there.day === start.day ? "" : `${there.toPlainDate().toLocaleString(company.locale, options)}, `;
		const minute = String(there.minute).padStart(2, "0");
		return `${date}${there.hour % 12 || 12}:${minute} ${there.hour < 12 ? "AM" : "PM"} your time`;
	};

	for (const zone of ["Pacific/Pago_Pago", "UTC", "Pacific/Kiritimati"]) {
		const morning = writeVisitorTime("10:00", zone);
		const evening = writeVisitorTime("17:30", zone);
		test.describe(zone, () => {
			test.use({ timezoneId: zone });

			test(
				"dates are the company's, with the visitor's own time beside each",
				{ tag: ["@any-company", "@all"] },
				async ({ page }) => {
					await offer(page);
					await enter(page, "/demo");
					await expect(freeDays(page)).toHaveCount(7);
					await expect(day(page, "Monday, 23 November")).toHaveAccessibleName(/today, 16 times free$/);
					await day(page, "Wednesday, 25 November").click();
					await expect(times(page).first()).toHaveText(`10:00 AM${morning}`);
					await expect(times(page).last()).toHaveText(`5:30 PM${evening}`);
					await times(page).first().click();
					await expect(page.getByText(`10:00 AM ${zoneName} (${morning})`)).toBeVisible();
				},
			);
		});
	}
});

test("a dialog that stays open over midnight shows the new day", { tag: "@all" }, async ({ page }) => {
	await page.clock.install({
		time: Temporal.ZonedDateTime.from(`2026-11-23T23:58:30[${company.timeZone}]`).epochMilliseconds,
	});
	await offer(page);
	await enter(page, "/");
	await page.getByRole("tabpanel").getByRole("link", { name: "Want a Demo !" }).click();
	await expect(day(page, "Monday, 23 November")).toHaveAttribute("aria-current", "date");
	await offer(page, { today: "2026-11-24" });
	await page.clock.fastForward("03:00");
	await expect(day(page, "Tuesday, 24 November")).toHaveAttribute("aria-current", "date");
	await expect(day(page, "Tuesday, 24 November")).toHaveAttribute("tabindex", "0");
	await expect(day(page, "Monday, 23 November")).toBeDisabled();
});

test(
	"the second click of a double click chooses nothing in the step that the first one has led to",
	{ tag: "@all" },
	async ({ page }) => {
		await offer(page, { full: ["2026-11-25"] });
		await enter(page, "/demo");
		for (const date of [
			"Monday, 23 November",
			"Tuesday, 24 November",
			"Thursday, 26 November",
			"Friday, 27 November",
			"Saturday, 28 November",
			"Monday, 30 November",
		]) {
			await day(page, date).dblclick();
			await expect(page.getByRole("heading", { name: date })).toBeVisible();
			await expect(times(page)).toHaveCount(16);
			await page.getByRole("button", { name: "Back" }).dblclick();
			await expect(page.getByRole("grid")).toBeVisible();
		}
		await day(page, "Wednesday, 25 November").dblclick();
		await page.getByRole("button", { name: "Next Day" }).dblclick();
		await expect(times(page)).toHaveCount(16);
		await page.getByRole("list", { name: "Days around the chosen date" }).getByRole("button").nth(4).dblclick();
		await expect(page.getByRole("heading", { name: "Friday, 27 November" })).toBeVisible();
		await times(page).first().dblclick();
		await expect(details(page)).toBeVisible();
		await expect(page.getByRole("alert")).toHaveCount(0);
	},
);

test(
	"a day without slots shows 'No Availability' with links to its neighbours and the next free day",
	{ tag: "@all" },
	async ({ page }) => {
		await offer(page, { full: ["2026-11-25", "2026-11-26", "2026-11-27"] });
		await enter(page, "/demo");
		await day(page, "Thursday, 26 November").click();
		const view = page.getByRole("status").filter({ hasText: "No Availability" });
		await expect(view).toContainText(/Try another day. The next free date is Saturday, 28 November/);
		for (const [button, heading] of [
			["Previous Day", "Wednesday, 25 November"],
			["Next Day", "Thursday, 26 November"],
		] as const) {
			await view.getByRole("button", { name: button }).click();
			await expect(page.getByRole("heading", { name: heading })).toBeFocused();
		}
		await view.getByRole("button", { name: /^Go to Sat,? 28 Nov/ }).click();
		await expect(page.getByRole("heading", { name: "Saturday, 28 November" })).toBeFocused();
		await expect(times(page)).toHaveCount(16);
		const strip = page.getByRole("list", { name: "Days around the chosen date" }).getByRole("button");
		await expect(strip).toHaveCount(7);
		await expect(strip.nth(2)).toBeDisabled();
		await strip.last().click();
		await expect(page.getByRole("heading", { name: "Tuesday, 1 December" })).toBeFocused();
	},
);

test(
	"a Sunday that was stepped onto cannot be chosen afterwards, and Back leads to the day after it",
	{ tag: "@all" },
	async ({ page }) => {
		await offer(page, { full: ["2027-01-02"] });
		await enter(page, "/demo");
		for (let months = 0; months < 2; months++) await page.getByRole("button", { name: "Next month" }).click();
		await day(page, "Saturday, 2 January").click();
		await page.getByRole("button", { name: "Next Day" }).click();
		await expect(page.getByRole("heading", { name: "Sunday, 3 January" })).toBeFocused();
		await expect(page.getByRole("heading", { name: "No Availability" })).toBeVisible();
		await page.getByRole("button", { name: "Back" }).click();
		await expect(day(page, "Monday, 4 January")).toBeFocused();
		await expect(day(page, "Sunday, 3 January")).toBeDisabled();
		await expect(day(page, "Sunday, 3 January")).toHaveAccessibleName(/not available$/);
		await expect(page.getByText(`Monday to Saturday, in ${zoneName}.`)).toBeVisible();
	},
);

test("a booking that was left while it was sent begins anew after Back", { tag: "@all" }, async ({ page }) => {
	await page.route("**/demo/book", (route) =>
		route.fulfill({
			json: {
				data: {
					reference: "BKG-00000001",
					date: "2026-11-25",
					time: "10:00 AM",
					timeZone: company.timeZone,
					durationMinutes: 30,
					manageUrl: "https://elsewhere.example/booking/0a",
					personCheckUrl: "https://elsewhere.example/person/0a",
				},
			},
		}),
	);
	// The page stays, as it does in the browser's cache of pages that one can come back to.
	const left = page.waitForRequest("**/person/0a");
	await page.route("**/person/0a", (route) => route.fulfill({ status: 204 }));
	await enter(page, "/demo");
	await chooseSlot(page);
	await fill(page);
	await submit(page).click();
	await left;
	await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
	await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
	await expect(page.getByRole("grid")).toBeVisible();
	await chooseSlot(page);
	await expectTyped(page, "");
	await expect(submit(page)).toBeEnabled();
});

for (const body of ["null", "{}", '{"data":null}', '{"data":{"days":[]}}', "<h1>Proxy</h1>"])
	test(`a response of another shape says that nothing could be loaded: ${body}`, { tag: "@all" }, async ({ page }) => {
		await page.route("**/demo/availability", (route) => route.fulfill({ body }), { times: 1 });
		await enter(page, "/demo");
		await expect(page.getByText("Failed to load available time slots. Please try again.")).toBeVisible();
		await page.route("**/demo/slots/*", (route) => route.fulfill({ body }));
		await page.getByRole("button", { name: "Try again" }).click();
		// On its last evening, this month has none.
		await page.getByRole("button", { name: "Next month" }).click();
		await freeDays(page).first().click();
		await expect(page.getByText("Failed to load available time slots. Please try again.")).toBeVisible();
	});

test(
	"a booking whose response has another shape is a failure that can be tried again",
	{ tag: "@all" },
	async ({ page }) => {
		await page.route("**/demo/book", (route) => route.fulfill({ body: "null" }), { times: 1 });
		await page.route("**/demo/book", (route) => route.fulfill({ json: { data: { reference: 1 } } }), { times: 1 });
		await enter(page, "/demo");
		await chooseSlot(page);
		await fill(page);
		for (const _ of ["null", "data without times"]) {
			await submit(page).click();
			await expect(banner(page)).toBeFocused();
			await expectTyped(page);
		}
	},
);

test.describe("when the server fails", () => {
	test.use({ expectedErrors: /status of (?:409|500)|ERR_FAILED/ });

	test(
		"Back while a booking is being refused keeps its details, with the errors",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, "/demo");
			await chooseSlot(page);
			const address = page.url();
			const answered = Promise.withResolvers<void>();
			await page.route("**/demo/book", (route) => answered.promise.then(() => route.fulfill({ status: 500 })));
			await fill(page);
			await submit(page).click();
			await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
			const entry = await readHistoryIndex(page);
			await page.goBack();
			await expect.poll(() => readHistoryIndex(page)).toBe(entry - 1);
			await expect(page).toHaveURL(address);
			answered.resolve();
			await expect(banner(page)).toBeFocused();
			await expectTyped(page);
			await expect(page).toHaveURL(address);
		},
	);

	test(
		"free dates that cannot be loaded are reported, and Try again continues where the address says",
		{ tag: "@all" },
		async ({ page }) => {
			await offer(page);
			for (const [address, next] of [
				["/demo", day(page, "Monday, 23 November")],
				["/demo?date=2026-11-25", page.getByRole("heading", { name: "Wednesday, 25 November" })],
			] as const) {
				await page.route("**/demo/availability", (route) => route.fulfill({ status: 500 }), { times: 1 });
				await enter(page, address);
				await expect(page.getByText("Failed to load available time slots. Please try again.")).toBeVisible();
				await page.getByRole("button", { name: "Try again" }).click();
				await expect(next).toBeFocused();
			}
		},
	);

	test(
		"free times that cannot be loaded show 'No Availability' with the reason, and Try again loads them",
		{ tag: "@all" },
		async ({ page }) => {
			await offer(page);
			await enter(page, "/demo");
			await page.route("**/demo/slots/*", (route) => route.fulfill({ status: 500 }), { times: 1 });
			await day(page, "Wednesday, 25 November").click();
			await expect(page.getByRole("heading", { name: "No Availability" })).toBeVisible();
			await expect(page.getByText("Failed to load available time slots. Please try again.")).toBeVisible();
			await expect(times(page)).toHaveCount(0);
			await page.getByRole("button", { name: "Try again" }).click();
			await expect(times(page)).toHaveCount(16);
			await expect(page.getByRole("heading", { name: "Wednesday, 25 November" })).toBeFocused();
		},
	);

	test(
		"a failure that comes late does not hide the times of the date that was chosen meanwhile",
		{ tag: "@all" },
		async ({ page }) => {
			await offer(page);
			await enter(page, "/demo");
			const { promise: failing, resolve: fail } = Promise.withResolvers<void>();
			await page.route("**/demo/slots/2026-11-25", async (route) => {
				await failing;
				await route.fulfill({ status: 500 });
			});
			await day(page, "Wednesday, 25 November").click();
			await page.getByRole("button", { name: "Back" }).click();
			await day(page, "Thursday, 26 November").click();
			await expect(times(page)).toHaveCount(16);
			const failed = page.waitForResponse("**/demo/slots/2026-11-25");
			fail();
			await failed;
			await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
			await expect(times(page)).toHaveCount(16);
			await expect(page.getByRole("heading", { name: "No Availability" })).toHaveCount(0);
		},
	);

	test("a failed booking is reported, keeps every word, and can be sent again", async ({ page }) => {
		await page.route("**/demo/book", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
		await enter(page, "/demo");
		const { time } = await chooseSlot(page);
		await fill(page);
		await submit(page).click();
		await expect(banner(page)).toBeFocused();
		await expectTyped(page);
		await submit(page).click();
		await expect(confirmation(page)).toContainText(time);
	});

	test(
		"a slot that somebody else takes meanwhile is replaced in the same form, which keeps every word",
		{ tag: "@any-company" },
		async ({ page, request }) => {
			await enter(page, "/demo");
			const { date, time } = await chooseSlot(page);
			await fill(page);
			const other = await request.post("/demo/book", {
				data: { firstName: "Ravi", email: `ravi-${randomUUID()}@visitor.example`, phone: "1", date, time },
			});
			expect(other.status()).toBe(200);
			await submit(page).click();
			await expect(banner(page)).toContainText("That time has just been taken.");
			const free = page.getByLabel(/^Still free on/);
			await expect(free.getByRole("option", { name: time })).toHaveCount(0);
			await expectTyped(page);
			await submit(page).click();
			const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
			await summary.getByRole("link", { name: "Choose a time" }).click();
			await expect(free).toBeFocused();
			const newTime = (await free.getByRole("option").last().textContent()) as string;
			await free.selectOption(newTime);
			await expectTyped(page);
			await submit(page).click();
			await expect(confirmation(page)).toContainText(newTime);
		},
	);

	test(
		"each step passes axe for WCAG 2.2 A and AA at 360 and 1280 px, with its errors, and fits 320 px",
		{ tag: "@all" },
		async ({ page }) => {
			await offer(page, { full: ["2026-11-26"] });
			await page.route(
				"**/demo/book",
				(route) => route.fulfill({ status: 409, json: { availableSlots: ["10:30 AM", "4:00 PM"] } }),
				{ times: 1 },
			);
			await enter(page, "/demo");
			const step = page.getByRole("region", { name: "Choose a time" });
			await expect(freeDays(page).first()).toBeVisible();
			await expectFitAndAccessible(page, "the calendar", step);
			await day(page, "Thursday, 26 November").click();
			await expect(page.getByRole("heading", { name: "No Availability" })).toBeVisible();
			await expectFitAndAccessible(page, "no availability", step);
			await page.getByRole("button", { name: "Next Day" }).click();
			await expect(times(page)).toHaveCount(16);
			await expectFitAndAccessible(page, "the times", step);
			await times(page).first().click();
			await submit(page).click();
			await expectFitAndAccessible(page, "the form with its errors", step);
			await fill(page);
			await submit(page).click();
			await expect(banner(page)).toBeVisible();
			await expectFitAndAccessible(page, "a slot that was taken", step);
		},
	);

	test("the dialog fits 320 px in each step, and its confirmation passes axe", { tag: "@all" }, async ({ page }) => {
		await page.setViewportSize({ width: 320, height: 640 });
		await enter(page, "/");
		await page.getByRole("tabpanel").getByRole("link", { name: "Want a Demo !" }).click();
		await page.getByRole("button", { name: "Next month" }).click();
		await expectNoSidewaysScrolling(dialog(page));
		await freeDays(page).first().click();
		const time = await times(page).first().innerText();
		await expectNoSidewaysScrolling(dialog(page));
		await times(page).first().click();
		await expectOnOneLine(page, dialog(page).getByText(time, { exact: true }));
		await submit(page).click();
		await expectNoSidewaysScrolling(dialog(page));
		await fill(page);
		await submit(page).click();
		await expect(confirmation(page)).toContainText(time);
		await expectOnOneLine(page, confirmation(page).getByText(time, { exact: true }));
		await expectOnOneLine(page, confirmation(page).getByText(/^BKG-/));
		await expectNoSidewaysScrolling(confirmation(page));
		await expectFitAndAccessible(page, "the confirmation", confirmation(page));
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, expectedErrors: /status of 409/ });

	test(
		"the page leads to plain forms, which offer the same dates and times and book",
		{ tag: ["@any-company", "@all"] },
		async ({ page, request }) => {
			const { data } = (await (await request.get("/demo/availability")).json()) as {
				data: { slots: string[]; days: Record<string, string> };
			};
			const timesOf = (date: string) => data.slots.filter((_, index) => data.days[date]?.[index] === "1");
			const dates = Object.keys(data.days).filter((date) => timesOf(date).length > 0);
			const date = dates.at(-1) as string;
			const [taken, time] = timesOf(date).slice(-2) as [string, string];

			await page.goto("/demo");
			await page.getByRole("link", { name: "Choose a date and a time" }).click();
			await expect(page).toHaveURL("/demo/by-form");
			const offered = freeDays(page);
			const shown: (string | null)[] = [];
			for (;;) {
				shown.push(...(await offered.evaluateAll((days) => days.map((one) => one.getAttribute("value")))));
				const next = page.getByRole("button", { name: "Next month" });
				if (await next.isDisabled()) break;
				await next.click();
			}
			expect(shown).toEqual(dates);
			await page.getByLabel("What is it about?").selectOption(otherDomain);
			await page.locator(`[data-date="${date}"]`).click();
			await expect(times(page)).toHaveText(timesOf(date));
			await page.getByRole("button", { name: "Back" }).click();
			await expect(page.getByLabel("What is it about?")).toHaveValue(otherDomain);
			await page.goto(`/demo/by-form?${new URLSearchParams({ domain: otherDomain, date })}`);
			await times(page).getByText(taken).click();
			await page.getByRole("button", { name: "Cancel Booking" }).click();
			await times(page).getByText(taken).click();
			await request.post("/demo/book", {
				data: { firstName: "Ravi", email: `ravi-${randomUUID()}@visitor.example`, phone: "1", date, time: taken },
			});

			const key = page.locator('input[name="idempotencyKey"]');
			const firstKey = await key.inputValue();
			await fill(page);
			await submit(page).click();
			await expect(banner(page)).toContainText("That time has just been taken.");
			await expect(banner(page)).toBeInViewport({ ratio: 1 });
			await expect(banner(page)).toBeFocused();
			await expect(page).toHaveTitle(new RegExp(`^Error: ${pageTitles["/demo"]}`));
			await expect(key).toHaveValue(firstKey);
			await expectTyped(page);
			await page.getByLabel(/^Still free on/).selectOption(time);
			await submit(page).click();
			await expect(page.getByText("Your call is booked.")).toBeVisible();
			await expect(page.getByRole("main").getByText(`${time} ${zoneName}`)).toBeVisible();
			await expect(page.getByText(otherDomain, { exact: true })).toBeVisible();
		},
	);
});

test(
	"without the database, forms without scripts keep slot and text or report the failure, and private pages ask to come back",
	{ tag: "@all" },
	async ({ request }) => {
		const dataDirectory = await mkdtemp(join(tmpdir(), "unreadable-"));
		const server = await startBuiltServer(await createServerEnvironment({ dataDirectory }));
		try {
			const { data } = (await (await request.get(`${server.url}/demo/availability`)).json()) as {
				data: { slots: string[]; days: Record<string, string> };
			};
			const slot = {
				date: Object.keys(data.days).findLast((candidate) => data.days[candidate]?.includes("1")) as string,
				time: data.slots.at(-1) as string,
			};
			await makeDatabaseUnreadable(dataDirectory);

			const typed = {
				firstName: "Asha",
				lastName: "Rao",
				email: "asha.rao@visitor.example",
				phone: "+91 98100 00000",
				idempotencyKey: "the-first-key",
			};
			const sent = await request.post(
				`${server.url}/demo/by-form?${new URLSearchParams({ domain: otherDomain, ...slot })}`,
				{ form: { domain: otherDomain, ...slot, ...typed, message: "Show us the ERP.", leaveEmpty: "" } },
			);
			expect([sent.status(), sent.headers()["retry-after"]]).toEqual([503, "30"]);
			const page = await sent.text();
			const kept = Object.values({ ...slot, ...typed }).map((value) => `value="${value}"`);
			for (const part of [
				"Failed to submit booking. Please try again.",
				formatFullDate(slot.date),
				`<option value="${otherDomain}" selected="">${otherDomain}</option>`,
				...kept,
				">Show us the ERP.</textarea>",
			])
				expect(page).toContain(part);
			for (const part of ["Oops!", "No Availability"]) expect(page).not.toContain(part);

			const begun = await request.get(`${server.url}/demo/by-form`);
			expect([begun.status(), begun.headers()["retry-after"]]).toEqual([503, "5"]);
			expect(await begun.text()).toContain("Failed to load available time slots. Please try again.");

			for (const path of ["/demo/booking", "/career/application", "/career/interview", "/career/alerts"]) {
				const answer = await request.get(`${server.url}${path}/${"0".repeat(40)}`);
				expect([answer.status(), answer.headers()["retry-after"]], path).toEqual([503, expect.any(String)]);
				expect(await answer.text()).toContain("Oops! Something went wrong");
			}
		} finally {
			await server.end("SIGKILL");
			await rm(dataDirectory, { recursive: true, force: true });
		}
	},
);

/** On every width of a phone, because line breaks depend on it. */
async function expectOnOneLine(page: Page, text: Locator): Promise<void> {
	for (let width = 400; width >= 320; width -= 4) {
		await page.setViewportSize({ width, height: 640 });
		expect(
			await text.evaluate((element) => element.getClientRects().length),
			`${await text.textContent()} at ${width} px`,
		).toBe(1);
	}
}

async function expectNoSidewaysScrolling(element: Locator): Promise<void> {
	expect(await element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
}

async function expectFitAndAccessible(page: Page, what: string, part: Locator): Promise<void> {
	const selector = await part.evaluate((element) =>
		element.tagName === "DIALOG" ? "dialog[open]" : `[aria-labelledby="${element.getAttribute("aria-labelledby")}"]`,
	);
	// An element that moves under the pointer would change its colours.
	await page.mouse.move(0, 0);
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await findAccessibilityFaults(page, { part: selector }), `${what} at ${width} px`).toEqual([]);
	}
	await page.setViewportSize({ width: 320, height: 800 });
	expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what} at 320 px`).toBeLessThanOrEqual(320);
}
