import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFullDate, formatShortDate, formatSlot, formatVisitorTime, writeWeekdays } from "./slot-texts.ts";

test("dates are written as in India, in full and short", () => {
	expect(formatFullDate("2026-11-23")).toBe("Monday, 23 November 2026");
	expect(formatShortDate("2026-09-07")).toBe("Mon, 7 Sep");
	expect(formatSlot({ date: "2028-02-29", time: "10:00 AM" })).toBe("Tuesday, 29 February 2028 at 10:00 AM");
});

test("every date is written as the platform's own formatter writes it", () => {
	const platform = new Intl.DateTimeFormat("en-GB", {
		weekday: "long",
		day: "numeric",
		month: "long",
		year: "numeric",
		timeZone: "UTC",
	});
	fc.assert(
		fc.property(fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }), (date) => {
			expect(formatFullDate(date.toISOString().slice(0, 10)).replaceAll(",", "")).toBe(
				platform.format(date).replaceAll(",", ""),
			);
		}),
	);
});

test("a visitor elsewhere reads the slot in local time, with the day where it is another", () => {
	expect(formatVisitorTime("2026-11-23", "10:00 AM", "Europe/London")).toBe("4:30 AM");
	expect(formatVisitorTime("2026-11-23", "10:00 AM", "America/New_York")).toMatch(/^Sun, 22 Nov.* 11:30 PM$/);
	expect(formatVisitorTime("2026-11-23", "10:00 AM", "Asia/Kolkata")).toBeUndefined();
});

test.each([
	[["Saturday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], "Monday to Saturday"],
	[["Monday", "Tuesday", "Thursday"], "Monday, Tuesday and Thursday"],
	[["Monday", "Tuesday"], "Monday and Tuesday"],
	[["Sunday"], "Sunday"],
])("weekdays %j are written %s", (days, words) => {
	expect(writeWeekdays(days)).toBe(words);
});
