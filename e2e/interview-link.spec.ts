import { randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { formatShortDate } from "../shared/format-date.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { zoneName } from "./company.ts";
import { apply, endOffer, findInterviewPath, holdInterviews, offerInterview, readOffer } from "./desk-records.ts";
import { enter, expect, signInTo, test as base, type Page } from "./fixtures.ts";
import { freeTimes } from "./free-times.ts";

type Offered = { application: string; reference: string; path: string; email: string };
type Recruiter = { offer(change?: Record<string, string>): Promise<Offered>; times(): Promise<string[]> };

// One after the other, on one server.
base.describe.configure({ mode: "default" });

/** An interviewer who offers interviews, signed in in a separate browser. */
const test = base.extend<object, { recruiter: Recruiter }>({
	recruiter: [
		async ({ browser, office }, provide) => {
			const context = await browser.newContext({ baseURL: office.url });
			await signInTo(office, context, ["recruiter"]);
			await holdInterviews(context.request, office.deskUrl);
			await provide(createRecruiter(office, context));
			await context.close();
		},
		{ scope: "worker" },
	],
});

function createRecruiter(office: FrontOffice, { request }: BrowserContext): Recruiter {
	return {
		async offer(change = {}) {
			const email = `asha-${randomUUID()}@applicant.example`;
			const application = await apply(request, { email });
			const form = await readOffer(request, office.deskUrl, application);
			const offer = { ...form, subject: "An interview", text: "When suits you?", ...change };
			const reference = await offerInterview(request, office.deskUrl, { application, offer });
			return { application, reference, email, path: findInterviewPath(office, application) };
		},
		async times() {
			const application = await apply(request);
			const form = await readOffer(request, office.deskUrl, application);
			const answer = await request.post(`${office.deskUrl}/applications/${application}/interview`, {
				form: { ...form, do: "times" },
				headers: { "sec-fetch-site": "same-origin" },
			});
			return [...(await answer.text()).matchAll(/name="start"[^>]*value="([^"]+)"/g)].map(([, start]) => start ?? "");
		},
	};
}

/** Checks the page narrow and wide, light and dark. */
async function expectUsable(page: Page): Promise<void> {
	for (const [width, colorScheme] of [
		[360, "light"],
		[1280, "dark"],
	] as const) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 800 });
		expect([width, colorScheme, ...(await findAccessibilityFaults(page))]).toEqual([width, colorScheme]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
	}
}

const times = (page: Page) => page.getByRole("main").getByRole("radio");
const choose = (page: Page) => page.getByRole("button", { name: /^Take this time|^Move the interview to/ });

test.describe("without scripts, at 360 px", () => {
	test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });

	test(
		"an applicant chooses another day than the first, moves the interview and cancels it, and everybody gets e-mails",
		{ tag: ["@any-company", "@all"] },
		async ({ page, recruiter, office }) => {
			const { path, email, reference } = await recruiter.offer();
			const told = (subject: RegExp) =>
				office.mail.emails.filter(
					(one) =>
						subject.test(one.subject ?? "") &&
						one.subject?.includes(reference) &&
						one.envelopeRecipients.includes(email),
				);
			const response = await page.goto(path);
			expect(response?.headers()).toMatchObject({
				"referrer-policy": "no-referrer",
				"x-robots-tag": "noindex",
				"cache-control": "no-store",
			});
			await expect(page.getByText(email)).toHaveCount(0);
			const days = await page
				.getByLabel("Day")
				.locator("option")
				.evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
			const day = days.at(-1) ?? "";
			await page.getByLabel("Day").selectOption(day);
			await page.getByRole("button", { name: "Show times" }).click();
			await expect(choose(page)).toHaveText(`Take this time on ${formatShortDate(day)}`);
			await freeTimes(page).first().click();
			await choose(page).click();
			await expect(page).toHaveURL(`${path}?done=booked`);
			await expect(page.getByText("Your interview is booked.")).toBeVisible();
			await expect(page.getByRole("definition").filter({ hasText: zoneName })).toBeVisible();
			await expect.poll(() => told(/booked/).length).toBe(1);

			await freeTimes(page).last().click();
			await choose(page).click();
			await expect(page).toHaveURL(`${path}?done=moved`);
			await expect(page.getByText("Your interview has moved.")).toBeVisible();
			await expect.poll(() => told(/moved/).length).toBe(1);

			await page.getByText("Cancel the interview", { exact: true }).last().click();
			await page.getByRole("button", { name: "Yes, cancel the interview" }).click();
			await expect(page.getByRole("heading", { name: "This interview is cancelled" })).toBeVisible();
			await expect(page.getByText("It is cancelled, and a confirmation")).toBeVisible();
			await expect.poll(() => told(/cancelled/).length).toBe(1);
		},
	);
});

test(
	"an interview is chosen and cancelled by keyboard alone",
	{ tag: ["@any-company", "@all"] },
	async ({ page, recruiter }) => {
		const { path } = await recruiter.offer();
		await enter(page, path);
		await page.getByLabel("Day").focus();
		await page.keyboard.press("Tab");
		await expect(page.getByRole("button", { name: "Show times" })).toBeFocused();
		await page.keyboard.press("Tab");
		await page.keyboard.press("ArrowDown");
		await expect(times(page).nth(1)).toBeFocused();
		await expect(times(page).nth(1)).toBeChecked();
		await page.keyboard.press("Tab");
		await expect(choose(page)).toBeFocused();
		await page.keyboard.press("Enter");
		await expect(page.getByText("Your interview is booked.")).toBeVisible();
		const summary = page.locator("summary", { hasText: "Cancel the interview" });
		await summary.focus();
		await page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
		await expect(page.getByRole("button", { name: "Yes, cancel the interview" })).toBeFocused();
		await page.keyboard.press("Enter");
		await expect(page.getByRole("heading", { name: "This interview is cancelled" })).toBeVisible();
	},
);

test.describe("in New York", () => {
	test.use({ timezoneId: "America/New_York" });

	test(
		"the page is accessible in each state, and shows the applicant's own time",
		{ tag: ["@any-company", "@all"] },
		async ({ page, recruiter, office }) => {
			const { path } = await recruiter.offer();
			await enter(page, path);
			for (const free of await freeTimes(page).all())
				await expect(free).toHaveText(/:\d\d [AP]M.+:\d\d [AP]M your time$/);
			await page
				.locator("details")
				.evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
			await expectUsable(page);
			await freeTimes(page).first().click();
			await choose(page).click();
			await expect(page.getByRole("definition").filter({ hasText: "your time" })).toBeVisible();
			await expectUsable(page);
			await page.locator("summary", { hasText: "Cancel the interview" }).click();
			await page.getByRole("button", { name: "Yes, cancel the interview" }).click();
			await expect(page.getByRole("heading", { name: "This interview is cancelled" })).toBeVisible();
			await expectUsable(page);

			const late = await recruiter.offer();
			endOffer(office, late.application);
			await enter(page, late.path);
			await expect(page.getByRole("heading", { name: "The days we offered have passed" })).toBeVisible();
			await expect(page.getByRole("radio")).toHaveCount(0);
			await expectUsable(page);
		},
	);
});

test.describe("of times that were offered one by one", () => {
	test.use({ expectedErrors: /status of 409/ });

	test(
		"only those are shown, and a time that was just taken is reported",
		{ tag: "@all" },
		async ({ page, recruiter, request }) => {
			const free = await recruiter.times();
			// A late one, which other tests of this worker do not choose.
			const start = free.at(-8) ?? "";
			const one = await recruiter.offer({ start });
			await enter(page, one.path);
			await expect(times(page)).toHaveCount(1);
			const rival = await recruiter.offer({ start });
			await request.post(rival.path, { form: { intent: "choose", start: String(Date.parse(start)) } });
			await freeTimes(page).click();
			await choose(page).click();
			await expect(page.getByRole("alert")).toHaveText("That time has just been taken. Choose another one.");
			await expect(page.getByText("There are no free times left on the days we offered.")).toBeVisible();
			await expectUsable(page);
		},
	);
});

test.describe("a link that is none", () => {
	test.use({ expectedErrors: /status of 404/ });

	test("shows the error page, and reveals nothing", async ({ page }) => {
		const response = await page.goto(`/career/interview/${"0".repeat(40)}`);
		expect(response?.status()).toBe(404);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	});
});
