import { randomUUID } from "node:crypto";
import { listSlotLabels, policyOf } from "../../features/booking/availability.ts";
import { weekdayNames } from "../../shared/slot-times.ts";
import { company } from "../company.ts";
import { enter, expect, test, type Page } from "../fixtures.ts";

const times = (page: Page) => page.getByRole("list", { name: "Free times, in Dubai time" }).getByRole("button");
const freeDays = (page: Page) => page.getByRole("grid").getByRole("button", { name: /\d+ times? free$/ });

test.use({ contextOptions: { reducedMotion: "reduce" }, timezoneId: "Europe/Berlin" });

test(
	"calls of 45 minutes are offered from Monday to Friday, in Dubai time beside that of Berlin, booked, and moved",
	{ tag: "@any-company" },
	async ({ page, office }) => {
		const labels = listSlotLabels(policyOf(company));
		expect([labels.length, labels[0], labels[1], labels.at(-1)]).toEqual([12, "9:00 AM", "9:45 AM", "5:15 PM"]);
		await enter(page, "/demo");
		await expect(page.getByText("45 minutes", { exact: true })).toBeVisible();
		await expect(page.getByText("Asia/Dubai", { exact: true })).toBeVisible();
		await expect(page.getByText("Monday to Friday, in Dubai time.")).toBeVisible();
		await page.getByRole("button", { name: "Next month" }).click();
		const dates = await freeDays(page).evaluateAll((days) =>
			days.map((day) => (day as HTMLElement).dataset.date ?? ""),
		);
		expect(dates.length).toBeGreaterThan(15);
		for (const date of dates)
			expect(["Saturday", "Sunday"], date).not.toContain(weekdayNames[new Date(date).getUTCDay()]);
		for (const { date } of company.demo.closures) expect(dates).not.toContain(date);

		const date = dates.at(-1) as string;
		await page.locator(`[data-date="${date}"]`).click();
		const berlin = Temporal.ZonedDateTime.from(`${date}T09:00[Asia/Dubai]`).withTimeZone("Europe/Berlin");
		await expect(times(page).first()).toHaveText(`9:00 AM${berlin.hour}:00 AM your time`);
		await times(page).first().click();
		await expect(page.getByText(`9:00 AM Dubai time (${berlin.hour}:00 AM your time)`)).toBeVisible();
		const email = `robin-${randomUUID()}@visitor.example`;
		for (const [label, value] of [
			["First name", "Robin"],
			["E-mail", email],
			["Phone", "+49 30 1234567"],
		] as const)
			await page.getByRole("textbox", { name: label }).fill(value);
		await page.getByRole("button", { name: "Book a Free Demo" }).click();
		const confirmation = page.getByRole("dialog", { name: "Your demo is booked" });
		await expect(confirmation).toContainText("9:00 AM");

		const received = () => office.mail.emails.find(({ envelopeRecipients }) => envelopeRecipients.includes(email));
		await expect.poll(received).toBeDefined();
		const { text = "", attachments = [] } = received() ?? {};
		expect(text.replaceAll(/\s+/g, " ")).toContain("9:00 AM, Dubai time (Asia/Dubai), 45 minutes");
		const calendar = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString()).join("\n");
		const day = date.replaceAll("-", "");
		expect(calendar).toContain(`DTSTART:${day}T050000Z`);
		expect(calendar).toContain(`DTEND:${day}T054500Z`);

		await enter(page, /\/demo\/booking\/[0-9a-f]{40}/.exec(text)?.[0] as string);
		await expect(page.getByRole("radio").first()).toHaveAccessibleName(/^9:45 AM/);
		const latest = page
			.getByRole("listitem")
			.filter({ has: page.getByRole("radio") })
			.last();
		// Other tests of this office may have taken later ones.
		const time = /^\d+:\d\d [AP]M/.exec((await latest.textContent()) ?? "")?.[0] ?? "";
		expect(labels).toContain(time);
		await latest.click();
		await expect(latest.getByRole("radio")).toBeChecked();
		await page.getByRole("button", { name: "Move the call" }).click();
		await expect(page.getByText("Your call has moved.")).toBeVisible();
		await expect(page.getByRole("main").getByText(`${time} Dubai time`)).toBeVisible();
		expect(await office.readInbox("bookings")).toMatch(new RegExp(`${date} +${time}.*Robin`));
	},
);
