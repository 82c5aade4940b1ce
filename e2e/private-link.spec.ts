import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { formatFullDate, formatShortDate } from "../shared/format-date.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { zoneName } from "./company.ts";
import { enter, expect, test, type Page } from "./fixtures.ts";
import { freeTimes } from "./free-times.ts";

type Call = { reference: string; date: string; time: string; path: string; email: string };

/** Books a call on the first date with at least four free times. */
async function book(request: APIRequestContext): Promise<Call> {
	const { data } = (await (await request.get("/demo/availability")).json()) as {
		data: { slots: string[]; days: Record<string, string> };
	};
	const email = `asha-${randomUUID()}@visitor.example`;
	for (const [date, marks] of Object.entries(data.days)) {
		const free = data.slots.filter((_, index) => marks[index] === "1");
		if (free.length < 4) continue;
		const response = await request.post("/demo/book", {
			data: { firstName: "Asha", email, phone: "+91 98100 00000", date, time: free[0] },
		});
		// Another worker's test may have been faster.
		if (response.status() === 409) return book(request);
		const { data: booked } = (await response.json()) as {
			data: { reference: string; date: string; time: string; manageUrl: string };
		};
		return { ...booked, path: new URL(booked.manageUrl).pathname, email };
	}
	throw new Error("There is no date with four free times");
}

async function expectAccessible(page: Page): Promise<void> {
	expect(await findAccessibilityFaults(page)).toEqual([]);
	for (const width of [320, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
	}
}

test.describe("with the system's colours", () => {
	test.use({ contextOptions: { forcedColors: "active" } });

	test("the chosen time is distinguishable", { tag: "@all" }, async ({ page, request }) => {
		await enter(page, (await book(request)).path);
		const tiles = page.getByRole("group").locator("label");
		await tiles.nth(1).click();
		await expect(tiles.nth(1)).toHaveCSS("border-top-width", "4px");
		await expect(tiles.nth(0)).toHaveCSS("border-top-width", "1px");
	});
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test(
		"a call is moved to another day and then cancelled on its private page, and both sides are written to",
		{ tag: "@any-company" },
		async ({ page, request, office }) => {
			const call = await book(request);
			const emails = (kind: string) =>
				office.mail.emails.filter(({ subject }) => subject?.includes(call.reference) && subject.includes(kind));
			const response = await page.goto(call.path);
			expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
			expect(response?.headers()["x-robots-tag"]).toBe("noindex");
			expect(response?.headers()["cache-control"]).toBe("no-store");
			await expect(page.getByText(call.reference)).toBeVisible();
			await expect(page.getByText(call.email)).toHaveCount(0);

			const days = await page
				.getByLabel("Day")
				.locator("option")
				.evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
			const otherDay = days.at(-1) as string;
			const move = page.getByRole("button", { name: "Move the call" });
			await page.getByLabel("Day").selectOption(otherDay);
			await expect(move).toHaveText(`Move the call to ${formatShortDate(call.date)}`);
			await page.getByRole("button", { name: "Show times" }).click();
			await expect(page).toHaveURL(`${call.path}?date=${otherDay}`);
			await expect(move).toHaveText(`Move the call to ${formatShortDate(otherDay)}`);
			const shown = await page
				.getByRole("listitem")
				.filter({ has: page.getByRole("radio") })
				.last()
				.innerText();
			const [time = ""] = shown.split("\n");
			await page.getByRole("group").getByText(time, { exact: true }).click();
			await page.getByRole("button", { name: "Move the call" }).click();
			await expect(page).toHaveURL(`${call.path}?done=moved`);
			await expect(page.getByText("Your call has moved.")).toBeVisible();
			await expect(page.getByRole("main").getByText(`${time} ${zoneName}`)).toBeVisible();
			await expect.poll(() => emails("moved").length).toBe(2);

			await page.getByText("Cancel the call", { exact: true }).last().click();
			await page.getByRole("button", { name: "Yes, cancel the call" }).click();
			await expect(page.getByRole("heading", { name: "This call is cancelled" })).toBeVisible();
			await expect(page.getByRole("link", { name: "Book a new call" })).toBeVisible();
			await expect.poll(() => emails("cancelled").length).toBe(2);
			expect(await office.readInbox("show", call.reference)).toMatch(/Status: +cancelled/);
		},
	);

	test.describe("and with a refusal", () => {
		test.use({ expectedErrors: /status of 422/ });

		test(
			"an open page whose call is cancelled elsewhere reports it once",
			{ tag: "@all" },
			async ({ page, request }) => {
				const call = await book(request);
				await page.goto(call.path);
				await request.post(call.path, { form: { intent: "cancel" } });
				await freeTimes(page).last().click();
				await page.getByRole("button", { name: "Move the call" }).click();
				await expect(page.getByRole("heading", { name: "This call is cancelled" })).toBeVisible();
				await expect(page.getByText("already cancelled")).toHaveText([
					"The call was already cancelled. You can book a new one.",
				]);
			},
		);
	});

	test("opening, reloading and showing other days changes nothing", async ({ page, request, office }) => {
		const call = await book(request);
		for (const query of [
			"",
			"?done=cancelled",
			"?intent=cancel",
			"?date=2020-01-01",
			"?intent=choose&start=1893456000000",
		]) {
			await page.goto(call.path + query);
			await expect(page.getByRole("main").getByText(`${call.time} ${zoneName}`)).toBeVisible();
		}
		expect(await office.readInbox("show", call.reference)).toMatch(/Status: +booked/);
	});
});

test(
	"a day that was chosen but not shown yet offers no times, so that no call moves to the day shown before",
	{ tag: "@all" },
	async ({ page, request }) => {
		const call = await book(request);
		await enter(page, call.path);
		const select = page.getByLabel("Day");
		const shown = await select.inputValue();
		const otherDay = (await select.locator("option").last().getAttribute("value")) as string;
		await select.focus();
		await select.selectOption(otherDay);
		await expect(page.getByRole("radio")).toHaveCount(0);
		await expect(page.getByRole("button", { name: "Move the call" })).toHaveCount(0);
		await expect(select).toBeFocused();
		await select.selectOption(shown);
		await expect(page.getByRole("button", { name: "Move the call" })).toHaveText(
			`Move the call to ${formatShortDate(shown)}`,
		);
		await select.selectOption(otherDay);
		await page.getByRole("button", { name: "Show times" }).click();
		await expect(
			page.getByRole("group", { name: `Free times on ${formatFullDate(otherDay)}, ${zoneName}` }),
		).toBeVisible();
		await page.goBack();
		await expect(select).toHaveValue(shown);
	},
);

test.describe("in New York", () => {
	test.use({ timezoneId: "America/New_York" });

	test(
		"the private page is accessible in each state, and shows the visitor's own time",
		{ tag: ["@any-company", "@all"] },
		async ({ page, request }) => {
			const call = await book(request);
			await enter(page, call.path);
			await expect(page.getByRole("definition").filter({ hasText: "your time" })).toBeVisible();
			for (const free of await freeTimes(page).all())
				await expect(free).toHaveText(/:\d\d [AP]M.+:\d\d [AP]M your time$/);
			await page
				.getByRole("group")
				.filter({ hasText: "Yes, cancel the call" })
				.evaluate((details) => ((details as HTMLDetailsElement).open = true));
			await expectAccessible(page);
			await page.getByRole("button", { name: "Yes, cancel the call" }).click();
			await expect(page.getByRole("heading", { name: "This call is cancelled" })).toBeVisible();
			await page.keyboard.press("Shift");
			await expectAccessible(page);
		},
	);
});

test.describe("a link that is none", () => {
	test.use({ expectedErrors: /status of 404/ });

	test("shows the error page, and reveals nothing", async ({ page }) => {
		const response = await page.goto(`/demo/booking/${"0".repeat(40)}`);
		expect(response?.status()).toBe(404);
		await expect(page.getByRole("heading", { name: "Oops! Something went wrong" })).toBeVisible();
	});
});
