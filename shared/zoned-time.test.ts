import fc from "fast-check";
import { expect, test } from "vitest";
import { createDayClock, findDate, findEndOfDay, findInstant, findStartOfDay, writeOffset } from "./zoned-time.ts";

/** Whole, half and quarter hours, both hemispheres, half an hour of summer time, a skipped day, and changes at midnight. */
const zones = [
	"UTC",
	"Asia/Kolkata",
	"Asia/Dubai",
	"Asia/Kathmandu",
	"Europe/Berlin",
	"Europe/London",
	"America/New_York",
	"America/St_Johns",
	"America/Sao_Paulo",
	"America/Havana",
	"Asia/Beirut",
	"Australia/Lord_Howe",
	"Pacific/Apia",
	"Pacific/Kiritimati",
	"Pacific/Midway",
];
const anyZone = fc.constantFrom(...zones);
const anyDate = fc
	.integer({ min: 0, max: 60 * 366 })
	.map((days) => Temporal.PlainDate.from("1975-01-01").add({ days }).toString());
const anyMinutes = fc.integer({ min: 0, max: 24 * 60 - 1 });

/** Temporal's answer: the first instant at which a clock shows the time, or undefined. */
function askTemporal(date: string, minutes: number, timeZone: string): number | undefined {
	const shown = Temporal.PlainDate.from(date).toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
	const found = shown.toZonedDateTime(timeZone, { disambiguation: "earlier" });
	return found.toPlainDateTime().equals(shown) ? found.epochMilliseconds : undefined;
}

/** The days on which a zone's clocks change, and their neighbours. */
function listDaysOfChange(timeZone: string): string[] {
	const days: string[] = [];
	let at = Temporal.ZonedDateTime.from(`1995-01-01T00:00[${timeZone}]`).getTimeZoneTransition("next");
	while (at && at.year < 2035) {
		for (const offset of [-1, 0, 1]) days.push(at.toPlainDate().add({ days: offset }).toString());
		at = at.getTimeZoneTransition("next");
	}
	return days;
}

test("a time is found where Temporal finds it, in any zone and on any day", () => {
	fc.assert(
		fc.property(anyZone, anyDate, anyMinutes, (zone, date, minutes) => {
			expect(findInstant(date, minutes, zone)).toBe(askTemporal(date, minutes, zone));
		}),
		{ numRuns: 1_000 },
	);
});

test.each(zones)("so it is on the days on which the clocks of %s change", (zone) => {
	for (const date of listDaysOfChange(zone)) {
		const day = Temporal.PlainDate.from(date);
		expect([date, findStartOfDay(date, zone), findEndOfDay(date, zone)]).toEqual([
			date,
			day.toZonedDateTime(zone).epochMilliseconds,
			day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
		]);
		const clock = createDayClock(date, zone);
		const times = Array.from({ length: 24 * 4 }, (_, index) => index * 15);
		expect([date, ...times.map(clock)]).toEqual([date, ...times.map((minutes) => askTemporal(date, minutes, zone))]);
	}
});

test("a skipped local time has no instant, and a repeated one is the first", () => {
	// In Berlin, 2:00 is 3:00 on 28 March 2027, and 3:00 is 2:00 on 31 October.
	expect(findInstant("2027-03-28", 119, "Europe/Berlin")).toBe(Date.parse("2027-03-28T00:59:00Z"));
	expect(findInstant("2027-03-28", 120, "Europe/Berlin")).toBeUndefined();
	expect(findInstant("2027-03-28", 150, "Europe/Berlin")).toBeUndefined();
	expect(findInstant("2027-03-28", 180, "Europe/Berlin")).toBe(Date.parse("2027-03-28T01:00:00Z"));
	expect(findInstant("2027-10-31", 150, "Europe/Berlin")).toBe(Date.parse("2027-10-31T00:30:00Z"));
	expect(findInstant("2027-10-31", 180, "Europe/Berlin")).toBe(Date.parse("2027-10-31T02:00:00Z"));
	// Samoa crossed the date line and had no 30 December 2011.
	expect(findInstant("2011-12-30", 600, "Pacific/Apia")).toBeUndefined();
});

test("day and offset equal Temporal's", () => {
	fc.assert(
		fc.property(
			anyZone,
			fc.date({ min: new Date("1975-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
			(zone, date) => {
				const there = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
				expect(findDate(date.getTime(), zone)).toBe(there.toPlainDate().toString());
				expect(writeOffset(date.getTime(), zone)).toBe(there.offset.slice(0, 6));
			},
		),
		{ numRuns: 1_000 },
	);
});

test.each(["Pacific/Midway", "UTC", "Pacific/Kiritimati"])("nothing depends on the machine's own zone: %s", (own) => {
	const before = process.env.TZ;
	process.env.TZ = own;
	try {
		expect(findDate(Date.parse("2026-11-23T19:59:00Z"), "Asia/Dubai")).toBe("2026-11-23");
		expect(findDate(Date.parse("2026-11-23T20:00:00Z"), "Asia/Dubai")).toBe("2026-11-24");
		expect(findInstant("2026-11-23", 600, "Asia/Dubai")).toBe(Date.parse("2026-11-23T06:00:00Z"));
	} finally {
		if (before === undefined) delete process.env.TZ;
		else process.env.TZ = before;
	}
});
