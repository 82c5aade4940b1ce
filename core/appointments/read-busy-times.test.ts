import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readBusyTimes } from "./read-busy-times.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";
import { readBusyTimesAside } from "./read-busy-times-aside.server.ts";

const question = {
	range: { startMs: Date.parse("2026-11-22T00:00:00Z"), endMs: Date.parse("2027-12-31T00:00:00Z") },
	timeZone: "Asia/Kolkata",
	addresses: ["priya@company.example"],
};

/** "2027-03-19T08:00Z to 08:30Z", with the day of the end if it differs. */
function readTimes(text: string): string[] {
	return readBusyTimes(text, question).map(({ startMs, endMs }) => {
		const [start, end] = [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16)) as [string, string];
		return `${start} to ${end.startsWith(start.slice(0, 10)) ? end.slice(11) : end}`;
	});
}

const readFixture = (name: string) =>
	readFile(new URL(`../../tests/fixtures/calendars/${name}.ics`, import.meta.url), "utf8");

function calendarOf(...lines: string[]): string {
	return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...lines, "END:VCALENDAR"].join("\r\n");
}

const eventOf = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20261123T060000Z", ...lines, "END:VEVENT"];

describe("a published calendar shows when its owner is busy", () => {
	test("in the shape of Google: over a change of the clocks, with an occurrence left out, one moved, and days in its zone", async () => {
		expect(readTimes(await readFixture("google"))).toEqual([
			"2027-03-19T08:00 to 08:30",
			// The day on which clocks are put forward has 23 hours.
			"2027-03-27T23:00 to 2027-03-28T22:00",
			"2027-04-01T10:00 to 11:00",
			"2027-04-02T07:00 to 07:30",
			"2027-04-09T12:00 to 12:30",
			"2027-04-16T07:00 to 07:30",
		]);
	});

	test("in the shape of Outlook: zones that only it knows, and days in the owner's zone", async () => {
		expect(readTimes(await readFixture("outlook"))).toEqual([
			"2027-03-12T17:00 to 18:00",
			"2027-03-13T17:00 to 18:00",
			"2027-03-15T16:00 to 17:00",
			"2027-03-19T18:30 to 2027-03-21T18:30",
		]);
	});

	test("in the shape of Apple: lengths, further dates, and times without a zone", async () => {
		expect(readTimes(await readFixture("apple"))).toEqual([
			"2027-03-15T12:30 to 13:15",
			"2027-03-16T07:30 to 08:30",
			"2027-03-17T12:30 to 13:15",
		]);
	});

	test("in the shape of Nextcloud: clocks that are put back, and a zone behind an old program's name for it", async () => {
		expect(readTimes(await readFixture("nextcloud"))).toEqual([
			"2027-03-31T23:00 to 2027-04-01T00:00",
			"2027-04-04T00:00 to 01:00",
			"2027-04-05T00:00 to 01:00",
			"2027-04-06T00:00 to 01:00",
			"2027-04-11T00:00 to 01:00",
		]);
	});

	test("without the events themselves (VFREEBUSY)", () => {
		expect(
			readTimes(
				calendarOf(
					"BEGIN:VFREEBUSY",
					"UID:1",
					"FREEBUSY;FBTYPE=BUSY:20270401T080000Z/20270401T090000Z,20270402T080000Z/PT1H",
					"FREEBUSY;FBTYPE=FREE:20270403T080000Z/PT1H",
					"END:VFREEBUSY",
				),
			),
		).toEqual(["2027-04-01T08:00 to 09:00", "2027-04-02T08:00 to 09:00"]);
	});

	test("for every occurrence without an end, as far as it is asked, and joined where they touch", () => {
		const times = readBusyTimes(
			calendarOf(...eventOf("DTSTART:20100101T100000Z", "DTEND:20100101T110000Z", "RRULE:FREQ=DAILY")),
			{
				...question,
				range: { startMs: Date.parse("2027-01-01T00:00:00Z"), endMs: Date.parse("2027-01-11T00:00:00Z") },
			},
		);
		expect(times).toHaveLength(10);
		expect(
			readTimes(
				calendarOf(
					...eventOf("DTSTART:20270401T080000Z", "DTEND:20270401T090000Z"),
					...eventOf("DTSTART:20270401T090000Z", "DTEND:20270401T093000Z"),
				),
			),
		).toEqual(["2027-04-01T08:00 to 09:30"]);
	});

	test("for a series that ends by a time in another zone than its own, to its last occurrence", () => {
		expect(
			readTimes(
				calendarOf(
					...eventOf(
						"DTSTART;TZID=Asia/Tokyo:20270401T090000",
						"DTEND;TZID=Asia/Tokyo:20270401T093000",
						"RRULE:FREQ=DAILY;UNTIL=20270403T000000Z",
					),
				),
			),
		).toEqual(["2027-04-01T00:00 to 00:30", "2027-04-02T00:00 to 00:30", "2027-04-03T00:00 to 00:30"]);
	});
});

describe("an event shows when its owner is busy", () => {
	const series = (...lines: string[]) =>
		eventOf("DTSTART;TZID=Europe/Berlin:20270401T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3", ...lines);
	const all = ["2027-04-01T08:00 to 09:00", "2027-04-02T08:00 to 09:00", "2027-04-03T08:00 to 09:00"];
	const withoutSecond = all.filter((time) => !time.startsWith("2027-04-02"));

	test.each([
		["in another zone", "EXDATE;TZID=America/New_York:20270402T040000"],
		["in UTC", "EXDATE:20270402T080000Z"],
		["by its day alone", "EXDATE;VALUE=DATE:20270402"],
	])("but for what is left out %s", (_, line) => {
		expect(readTimes(calendarOf(...series(line)))).toEqual(withoutSecond);
	});

	test("but for a day that is left out by a time in another zone than the owner's", () => {
		const lines = [
			"DTSTART;VALUE=DATE:20270401",
			"RRULE:FREQ=DAILY;COUNT=3",
			"EXDATE;TZID=Europe/Berlin:20270402T000000",
		];
		expect(readTimes(calendarOf(...eventOf(...lines)))).toEqual([
			"2027-03-31T18:30 to 2027-04-01T18:30",
			"2027-04-02T18:30 to 2027-04-03T18:30",
		]);
	});

	test("for as long as an additional date says", () => {
		const lines = ["DTSTART:20270401T080000Z", "DURATION:PT1H", "RDATE;VALUE=PERIOD:20270402T080000Z/PT3H"];
		expect(readTimes(calendarOf(...eventOf(...lines)))).toEqual([
			"2027-04-01T08:00 to 09:00",
			"2027-04-02T08:00 to 11:00",
		]);
	});

	test("but for one occurrence that was moved, cancelled, or is marked as free", () => {
		const instead = (...lines: string[]) =>
			readTimes(calendarOf(...series(), ...eventOf("RECURRENCE-ID:20270402T080000Z", ...lines)));
		expect(instead("DTSTART:20270402T150000Z", "DURATION:PT2H")).toEqual(all.with(1, "2027-04-02T15:00 to 17:00"));
		expect(instead("DTSTART:20270402T080000Z", "DURATION:PT1H", "STATUS:CANCELLED")).toEqual(withoutSecond);
		expect(instead("DTSTART:20270402T080000Z", "DURATION:PT1H", "TRANSP:TRANSPARENT")).toEqual(withoutSecond);
	});

	test("by its zone's name, even if the file defines that zone differently", () => {
		const standard = ["DTSTART:19700101T000000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0800"];
		const zone = [
			"BEGIN:VTIMEZONE",
			"TZID:Europe/Berlin",
			"BEGIN:STANDARD",
			...standard,
			"END:STANDARD",
			"END:VTIMEZONE",
		];
		expect(readTimes(calendarOf(...zone, ...series()))).toEqual(all);
	});

	test("by a zone of one bare word that the file does not define", () => {
		const lines = ["DTSTART;TZID=EST5EDT:20270401T100000", "DURATION:PT1H"];
		expect(readTimes(calendarOf(...eventOf(...lines)))).toEqual(["2027-04-01T14:00 to 15:00"]);
	});

	test("within the requested range, however long it lasts and however often it recurs", () => {
		const endless = ["DTSTART:20270401T080000Z", "DURATION:P9999999999D"];
		expect(readTimes(calendarOf(...eventOf(...endless)))).toEqual(["2027-04-01T08:00 to 2027-12-31T00:00"]);
		const often = ["DTSTART:20271230T000000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=1000000000"];
		expect(readTimes(calendarOf(...eventOf(...often)))).toEqual(["2027-12-30T00:00 to 01:00"]);
	});
});

describe("a file that is no use", () => {
	test.each([
		["a page", "<!doctype html><title>Sign in</title>"],
		["nothing", ""],
		["half a calendar", calendarOf(...eventOf("DTSTART:20270401T080000Z")).slice(0, 90)],
		["something else in its format", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Priya\r\nEND:VCARD"],
	])("is said to be so: %s", (_, text) => {
		expect(() => readTimes(text)).toThrow(UnreadableCalendarError);
	});

	test("is given up when it has more events than anybody has", () => {
		const text = calendarOf(...Array.from({ length: 20_001 }, () => eventOf("DTSTART:20270401T080000Z").join("\r\n")));
		expect(() => readTimes(text)).toThrow("the calendar has more than 20000 events");
	});

	test("is given up when its events recur without end and without a pause", async () => {
		const text = calendarOf(...eventOf("DTSTART:19700101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY"));
		await expect(readBusyTimesAside(text, question)).rejects.toThrow(/too many recurring|takes too long/);
	});

	test("is given up when a zone of its own changes its clocks every second", async () => {
		const rule = ["DTSTART:19000101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "RRULE:FREQ=SECONDLY"];
		const zone = ["BEGIN:VTIMEZONE", "TZID:Odd", "BEGIN:DAYLIGHT", ...rule, "END:DAYLIGHT", "END:VTIMEZONE"];
		const text = calendarOf(...zone, ...eventOf("DTSTART;TZID=Odd:20270401T100000", "DURATION:PT1H"));
		await expect(readBusyTimesAside(text, question, 2_000)).rejects.toThrow("the calendar takes too long to read");
	});

	test("is given up when it takes too long", async () => {
		const text = calendarOf(...eventOf("DTSTART:19700101T000000Z", "DURATION:PT1S", "RRULE:FREQ=MINUTELY"));
		await expect(readBusyTimesAside(text, question, 1)).rejects.toThrow("the calendar takes too long to read");
	});

	test("is read on a thread beside as it is here", async () => {
		const text = await readFixture("google");
		expect(await readBusyTimesAside(text, question)).toEqual(readBusyTimes(text, question));
	});
});
