import fc from "fast-check";
import { expect, test } from "vitest";
import { dubaiCompany } from "../../tests/support/dubai-company.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { createBusinessHours } from "./business-hours.ts";

/** Monday to Saturday, 10:00 to 18:00 in India; 2026-11-23 is a Monday. */
const company = {
	...testCompany,
	demo: { ...testCompany.demo, closures: [{ date: "2026-11-25", reason: "Holiday" }] },
};
const withShortSaturday = {
	...company,
	hours: { ...company.hours, exceptions: [{ day: "Saturday" as const, opens: "10:00", closes: "14:00" }] },
};
const hours = createBusinessHours(company);
const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[Asia/Kolkata]`).epochMilliseconds;

test.each([
	["in the middle of a day", "2026-11-23T11:00", 60, "2026-11-23T12:00"],
	["before opening", "2026-11-23T06:00", 60, "2026-11-23T11:00"],
	["after closing", "2026-11-23T19:00", 60, "2026-11-24T11:00"],
	["up to closing", "2026-11-23T17:00", 60, "2026-11-23T18:00"],
	["over the night", "2026-11-23T17:30", 60, "2026-11-24T10:30"],
	["over a holiday", "2026-11-24T17:30", 60, "2026-11-26T10:30"],
	["over a Sunday", "2026-11-28T17:30", 60, "2026-11-30T10:30"],
	["24 hours of work, which are three days", "2026-11-26T10:00", 24 * 60, "2026-11-28T18:00"],
])("counts what is promised from %s", (_, from, minutes, until) => {
	expect(hours.addMinutes(at(from), minutes)).toBe(at(until));
	expect(hours.countMinutes(at(from), at(until))).toBe(minutes);
	expect(hours.countMinutes(at(until), at(from))).toBe(0 - minutes);
});

test("no working time passes while nobody works", () => {
	expect(hours.countMinutes(at("2026-11-24T18:00"), at("2026-11-26T10:00"))).toBe(0);
});

test.each([
	["India", company],
	["India, where Saturday is short", withShortSaturday],
	["Dubai", dubaiCompany],
	["Berlin, where clocks change", { ...company, timeZone: "Europe/Berlin" }],
])("what is added is what is counted: %s", (_, where) => {
	const there = createBusinessHours(where);
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 525_600 }), fc.integer({ min: 1, max: 5_000 }), (startMinute, minutes) => {
			const from = Date.parse("2026-01-01T00:00:00Z") + startMinute * 60_000;
			expect(there.countMinutes(from, there.addMinutes(from, minutes))).toBe(minutes);
			const before = there.subtractMinutes(from, minutes);
			expect(there.countMinutes(before, from)).toBe(minutes);
			expect(there.addMinutes(before, minutes)).toBeLessThanOrEqual(from);
			expect(there.addMinutes(before + 1, minutes)).toBeGreaterThan(from);
		}),
		{ numRuns: 100 },
	);
});

test("hours over midnight count on the day after, in every zone", () => {
	for (const timeZone of ["Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"]) {
		const night = createBusinessHours({
			timeZone,
			hours: { days: ["Friday"], opens: "18:00", closes: "03:00", text: "" },
			demo: { closures: [] },
		});
		const inZone = (time: string) => Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).epochMilliseconds;
		expect(night.countMinutes(inZone("2026-11-27T12:00"), inZone("2026-11-29T12:00")), timeZone).toBe(9 * 60);
		expect(night.countMinutes(inZone("2026-11-28T01:00"), inZone("2026-11-28T12:00")), timeZone).toBe(2 * 60);
		expect(night.addMinutes(inZone("2026-11-28T01:00"), 60), timeZone).toBe(inZone("2026-11-28T02:00"));
		expect(night.subtractMinutes(inZone("2026-11-28T02:00"), 3 * 60), timeZone).toBe(inZone("2026-11-27T23:00"));
	}
});

test("a day with other hours counts by them, in both directions", () => {
	const shorter = createBusinessHours(withShortSaturday);
	const [friday, saturday, monday] = [at("2026-11-27T17:00"), at("2026-11-28T14:00"), at("2026-11-30T10:30")];
	expect(shorter.addMinutes(friday, 5 * 60)).toBe(saturday);
	expect(shorter.addMinutes(friday, 5 * 60 + 30)).toBe(monday);
	expect(shorter.countMinutes(friday, monday)).toBe(5 * 60 + 30);
	expect(shorter.countMinutes(monday, friday)).toBe(-5 * 60 - 30);
	expect(shorter.subtractMinutes(monday, 5 * 60 + 30)).toBe(friday);
	expect(shorter.countMinutes(at("2026-11-28T14:00"), at("2026-11-28T18:00"))).toBe(0);
});
