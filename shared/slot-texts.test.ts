import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFullDate, formatShortDate } from "./format-date.ts";
import {
	formatSlot,
	formatVisitorTime,
	nameZone,
	formatDuration,
	writeThisDuration,
	writeWeekdays,
} from "./slot-texts.ts";

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
	const inIndia = { date: "2026-11-23", time: "10:00 AM", timeZone: "Asia/Kolkata" };
	expect(formatVisitorTime(inIndia, "en-IN", "Europe/London")).toBe("4:30 AM");
	expect(formatVisitorTime(inIndia, "en-IN", "America/New_York")).toMatch(/^Sun, 22 Nov.* 11:30 PM$/);
	expect(formatVisitorTime(inIndia, "en-IN", "Asia/Kolkata")).toBeUndefined();
	const inBerlin = { time: "9:45 AM", timeZone: "Europe/Berlin" };
	expect(formatVisitorTime({ ...inBerlin, date: "2027-03-26" }, "en-GB", "Asia/Dubai")).toBe("12:45 PM");
	expect(formatVisitorTime({ ...inBerlin, date: "2027-03-29" }, "en-GB", "Asia/Dubai")).toBe("11:45 AM");
	expect(formatVisitorTime({ ...inBerlin, date: "2027-03-29" }, "en-GB", "Europe/Paris")).toBeUndefined();
	for (const unknown of ["Etc/Unknown", "", "Mars/Base"])
		expect(formatVisitorTime(inIndia, "en-IN", unknown)).toBeUndefined();
});

test.each([
	[["Saturday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], "Monday to Saturday"],
	[["Monday", "Tuesday", "Thursday"], "Monday, Tuesday and Thursday"],
	[["Monday", "Tuesday"], "Monday and Tuesday"],
	[["Sunday"], "Sunday"],
])("weekdays %j are written %s", (days, words) => {
	expect(writeWeekdays(days, "en-GB")).toBe(words);
});

test.each([
	[30, "half an hour", "this half hour"],
	[45, "45 minutes", "these 45 minutes"],
	[60, "an hour", "this hour"],
	[90, "90 minutes", "these 90 minutes"],
])("%i minutes are %s", (minutes, words, these) => {
	expect(formatDuration(minutes)).toBe(words);
	expect(writeThisDuration(minutes)).toBe(these);
});

test("the company's zone goes by its label, and another by its city", () => {
	const company = { timeZone: "Asia/Dubai", timeZoneLabel: "Gulf", locale: "en-GB" };
	expect(nameZone("Asia/Dubai", company)).toBe("Gulf");
	expect(nameZone("America/New_York", company)).toBe("New York");
	expect(nameZone("America/Argentina/Buenos_Aires", company)).toBe("Buenos Aires");
	expect(nameZone("UTC", company)).toBe("UTC");
});
