import { expect, test } from "vitest";
import { listSnoozeChoices, readSnooze } from "./snooze-choices.server.ts";

/** 10:00 to 18:00, on Monday from 11:00, on Saturday from 9:00 to 14:00; 2026-11-28 is a Saturday. */
const company: Parameters<typeof listSnoozeChoices>[1] = {
	locale: "en-IN",
	timeZone: "Asia/Kolkata",
	hours: {
		days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
		opens: "10:00",
		closes: "18:00",
		exceptions: [
			{ day: "Monday", opens: "11:00", closes: "18:00" },
			{ day: "Saturday", opens: "09:00", closes: "14:00" },
		],
		text: "",
	},
	demo: { closures: [] },
};
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(company.timeZone).toInstant();

test.each([
	["later", "2026-11-27T12:00", "2026-11-27T15:00"],
	["later", "2026-11-28T12:00", "2026-11-28T14:00"],
	["later", "2026-11-28T15:00", "2026-11-28T18:00"],
	["tomorrow", "2026-11-27T12:00", "2026-11-28T09:00"],
	["tomorrow", "2026-11-28T12:00", "2026-11-29T10:00"],
	["monday", "2026-11-28T12:00", "2026-11-30T11:00"],
	["2026-12-05", "2026-11-28T12:00", "2026-12-05T09:00"],
])("%s on %s is when the day's own hours end or begin: %s", (choice, now, time) => {
	expect(Temporal.Instant.from(readSnooze(choice, at(now), company))).toEqual(at(time));
});

test("a choice names the time at which it brings the record back", () => {
	const times = listSnoozeChoices(at("2026-11-27T12:00"), company).map(({ key, time }) => [key, time]);
	expect(times).toEqual([
		["later", expect.stringContaining("3:00")],
		["tomorrow", expect.stringContaining("9:00")],
		["monday", expect.stringContaining("11:00")],
	]);
});
