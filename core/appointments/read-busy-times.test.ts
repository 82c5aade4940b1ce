import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { listAppointmentIds } from "./event-uid.ts";
import { readBusyTimesAside } from "./read-busy-times-aside.server.ts";
import { readBusyTimes } from "./read-busy-times.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

const question = {
	range: { startMs: Date.parse("2026-11-22T00:00:00Z"), endMs: Date.parse("2027-12-31T00:00:00Z") },
	timeZone: "Asia/Kolkata",
	addresses: ["priya@company.example"],
	ownIds: [] as string[],
};

/** "2027-03-19T08:00Z to 08:30Z", with the day of the end if it differs. */
function readTimes(text: string): string[] {
	return readBusyTimes(text, question).times.map(({ startMs, endMs }) => {
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
		const { times } = readBusyTimes(
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

/** Reads the busy times of a file and the problems that are told. */
function readWithProblems(...lines: string[]): { times: string[]; problems: string[] } {
	const text = calendarOf(...lines);
	const { problems } = readBusyTimes(text, question);
	return { times: readTimes(text), problems };
}

describe("a zone is known by its name", () => {
	test.each([
		"W. Europe Standard Time",
		"w. europe standard time",
		'"W. Europe Standard Time"',
		"/freeassociation.sourceforge.net/Europe/Berlin",
		"/citadel.org/20190414_1/Europe/Berlin",
		'"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
		"(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien",
		"(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna",
		"europe/berlin",
	])("even without a definition in the file: %s", (tzid) => {
		for (const [day, start] of [
			["20270113", "2027-01-13T08:30"],
			["20270713", "2027-07-13T07:30"],
		]) {
			const lines = eventOf(`DTSTART;TZID=${tzid}:${day}T093000`, "DURATION:PT1H");
			expect(readWithProblems(...lines)).toEqual({
				times: [`${start} to ${start?.slice(11, 13) === "08" ? "09" : "08"}:30`],
				problems: [],
			});
		}
	});

	test.each([
		["India Standard Time", "04:00 to 05:00"],
		["(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "04:00 to 05:00"],
		["Eastern Standard Time", "14:30 to 15:30"],
		["(UTC-05:00) Eastern Time (US & Canada)", "14:30 to 15:30"],
		["(UTC-10:00) Hawaii", "19:30 to 20:30"],
		["(UTC-03:00) Brasilia", "12:30 to 13:30"],
		["(UTC) Coordinated Universal Time", "09:30 to 10:30"],
		["tzone://Microsoft/Utc", "09:30 to 10:30"],
		["GMT+0100", "08:30 to 09:30"],
		["UTC-05:00", "14:30 to 15:30"],
	])("elsewhere too: %s", (tzid, times) => {
		const lines = eventOf(`DTSTART;TZID=${tzid}:20270113T093000`, "DURATION:PT1H");
		expect(readWithProblems(...lines)).toEqual({ times: [`2027-01-13T${times}`], problems: [] });
	});

	test("as the calendar's own", () => {
		const read = readWithProblems(
			"X-WR-TIMEZONE:W. Europe Standard Time",
			...eventOf("DTSTART:20270113T093000", "DURATION:PT1H"),
		);
		expect(read).toEqual({ times: ["2027-01-13T08:30 to 09:30"], problems: [] });
	});

	test("or by the file's definition, and otherwise read as the calendar's and told once", () => {
		const events = ["09", "11"].flatMap((hour) =>
			eventOf(`DTSTART;TZID=Customized Time Zone:20270113T${hour}3000`, "DURATION:PT1H"),
		);
		expect(readWithProblems("X-WR-TIMEZONE:Europe/Berlin", ...events)).toEqual({
			times: ["2027-01-13T08:30 to 09:30", "2027-01-13T10:30 to 11:30"],
			problems: ["line 8: the time zone “Customized Time Zone” is unknown; read as Europe/Berlin"],
		});
		const standard = [
			"BEGIN:STANDARD",
			"DTSTART:16010101T000000",
			"TZOFFSETFROM:+0300",
			"TZOFFSETTO:+0300",
			"END:STANDARD",
		];
		const zone = ["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", ...standard, "END:VTIMEZONE"];
		expect(readWithProblems(...zone, ...events)).toEqual({
			times: ["2027-01-13T06:30 to 07:30", "2027-01-13T08:30 to 09:30"],
			problems: [],
		});
		// Its definition is unusable.
		expect(readWithProblems(...zone.filter((line) => !line.includes("OFFSETTO")), ...events).times).toHaveLength(2);
	});
});

describe("the rest of a calendar counts, and staff are told, when a line lacks sense in", () => {
	const good = eventOf("DTSTART:20270401T080000Z", "DURATION:PT1H");
	const goodTime = "2027-04-01T08:00 to 09:00";
	const rest = (day: string) => `${day}T10:00 to 18:30`;

	test.each<[string, string[], string[], string[]]>([
		[
			"a line that should continue another",
			eventOf("DTSTART:20270402T100000Z", "LOCATION:Room 3,", "second floor", "DURATION:PT1H"),
			["2027-04-02T10:00 to 11:00"],
			["line 15: not a line of a calendar"],
		],
		[
			"a beginning",
			eventOf("DTSTART:tomorrow", "DURATION:PT1H"),
			[],
			["line 13: an event without a beginning that can be read"],
		],
		[
			"a day that no month has",
			eventOf("DTSTART:20270230T100000Z", "DURATION:PT1H"),
			[],
			["line 13: an event without a beginning that can be read"],
		],
		["no beginning at all", eventOf("DURATION:PT1H"), [], ["line 10: an event without a beginning that can be read"]],
		[
			"an end, so that it blocks the rest of its day",
			eventOf("DTSTART:20270402T100000Z", "DTEND:later"),
			[rest("2027-04-02")],
			["line 14: an event without an end that can be read; it blocks the rest of its day"],
		],
		[
			"an end before the beginning",
			eventOf("DTSTART:20270402T100000Z", "DTEND:20270402T090000Z"),
			[rest("2027-04-02")],
			["line 14: an event without an end that can be read; it blocks the rest of its day"],
		],
		[
			"a length",
			eventOf("DTSTART:20270402T100000Z", "DURATION:1 hour"),
			[rest("2027-04-02")],
			["line 14: an event without an end that can be read; it blocks the rest of its day"],
		],
		[
			"a rule",
			eventOf("DTSTART:20270402T100000Z", "DURATION:PT1H", "RRULE:every week"),
			["2027-04-02T10:00 to 11:00"],
			["line 15: a rule of recurrence that cannot be read; only its first day counts"],
		],
		[
			"a rule's end",
			eventOf("DTSTART:20271230T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=soon"),
			["2027-12-30T10:00 to 11:00"],
			["line 15: a rule of recurrence whose UNTIL cannot be read"],
		],
		[
			"a rule's days",
			eventOf("DTSTART:20271230T100000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=XX"),
			["2027-12-30T10:00 to 11:00"],
			["line 15: a rule of recurrence whose BYDAY cannot be read"],
		],
		[
			"an exception",
			eventOf("DTSTART:20270402T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20270403T100000Z,never"),
			["2027-04-02T10:00 to 11:00"],
			["line 16: EXDATE has a time that cannot be read"],
		],
		[
			"an END:VEVENT",
			["BEGIN:VEVENT", "DTSTART:20270402T100000Z", "DURATION:PT1H"],
			["2027-04-02T10:00 to 11:00"],
			["line 10: END:VEVENT is missing"],
		],
		[
			"an END:VALARM",
			eventOf("DTSTART:20270402T100000Z", "DURATION:PT1H", "BEGIN:VALARM", "TRIGGER:-PT5M"),
			["2027-04-02T10:00 to 11:00"],
			["line 15: END:VALARM is missing"],
		],
	])("%s", (_, lines, times, problems) => {
		expect(readWithProblems(...good, ...lines)).toEqual({ times: [goodTime, ...times], problems });
		expect(readWithProblems(...lines, ...good).times).toEqual([goodTime, ...times]);
	});

	test("the first few in words, and the others by their number", () => {
		const { problems, problemCount } = readBusyTimes(
			calendarOf(...Array<string>(20).fill("nothing"), ...good),
			question,
		);
		expect(problems).toHaveLength(5);
		expect(problemCount).toBe(20);
	});
});

describe("a calendar is read as meant, however it is written:", () => {
	test.each<[string, string[], string[]]>([
		[
			"blanks in a rule",
			["DTSTART:20270405T100000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO, WE"],
			["2027-04-05T10:00 to 11:00", "2027-04-07T10:00 to 11:00", "2027-04-12T10:00 to 11:00"],
		],
		[
			"a comma and a semicolon too many",
			["DTSTART:20270405T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3;;", "EXDATE:20270406T100000Z,"],
			["2027-04-05T10:00 to 11:00", "2027-04-07T10:00 to 11:00"],
		],
		["a day without VALUE=DATE", ["DTSTART:20270405", "DTEND:20270406"], ["2027-04-04T18:30 to 2027-04-05T18:30"]],
		["a time with VALUE=DATE", ["DTSTART;VALUE=DATE:20270405T100000Z", "DURATION:PT1H"], ["2027-04-05T10:00 to 11:00"]],
		[
			"times without seconds, with an offset, in ISO's other form",
			["DTSTART:20270405T1530+0530", "DTEND:2027-04-05T11:00:00Z"],
			["2027-04-05T10:00 to 11:00"],
		],
		["an end of the day as 24:00", ["DTSTART:20270405T100000", "DTEND:20270405T240000"], ["2027-04-05T04:30 to 18:30"]],
		[
			"names and values in lower case",
			["dtstart;tzid=asia/kolkata:20270405t153000", "duration:pt1h", "rrule:freq=daily;count=1"],
			["2027-04-05T10:00 to 11:00"],
		],
		[
			"a rule that ends by a day",
			["DTSTART:20270405T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20270406"],
			["2027-04-05T10:00 to 11:00", "2027-04-06T10:00 to 11:00"],
		],
		[
			"a rule of days that ends by a time",
			["DTSTART;VALUE=DATE:20270405", "RRULE:FREQ=DAILY;UNTIL=20270406T235959Z"],
			["2027-04-04T18:30 to 2027-04-06T18:30"],
		],
		[
			"a rule of days that ends by the beginning of its last day, as Outlook writes it",
			["DTSTART;VALUE=DATE:20270405", "RRULE:FREQ=DAILY;UNTIL=20270406T183000Z", "EXDATE:20270405T183000Z"],
			["2027-04-04T18:30 to 2027-04-05T18:30", "2027-04-06T18:30 to 2027-04-07T18:30"],
		],
		["an event without an end, which takes no time", ["DTSTART:20270405T100000Z"], []],
		[
			"an event that only may take place",
			["DTSTART:20270405T100000Z", "DURATION:PT1H", "STATUS:TENTATIVE", "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE"],
			["2027-04-05T10:00 to 11:00"],
		],
		[
			"work at another place, which leaves the day free",
			["DTSTART;VALUE=DATE:20270405", "X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE"],
			[],
		],
		[
			"a day out of office",
			["DTSTART;VALUE=DATE:20270405", "X-MICROSOFT-CDO-BUSYSTATUS:OOF"],
			["2027-04-04T18:30 to 2027-04-05T18:30"],
		],
		["blanks after a value", ["DTSTART:20270405T100000Z ", "DURATION:PT1H ", "TRANSP:TRANSPARENT "], []],
	])("%s", (_, lines, times) => {
		expect(readWithProblems(...eventOf(...lines))).toEqual({ times, problems: [] });
	});

	test.each([
		["carriage returns alone", "\r"],
		["line feeds alone", "\n"],
		["empty lines between", "\r\n\r\n"],
		["one carriage return too many", "\r\r\n"],
	])("lines that end with %s", (_, end) => {
		const text = calendarOf(...eventOf("DTSTART;TZID=Europe/B\r\n erlin:20270405T120000", "DURATION:PT1H"));
		expect(readTimes(text.replaceAll("\r\n", end))).toEqual(["2027-04-05T10:00 to 11:00"]);
	});

	test("text before and after the calendar", () => {
		const text = `\nWarning: in line 3\n${calendarOf(...eventOf("DTSTART:20270405T100000Z", "DURATION:PT1H"))}\n<!-- 0.2 s -->`;
		expect(readBusyTimes(text, question)).toMatchObject({ times: [{}], problems: [] });
	});
});

describe("an occurrence that was changed with all that follow it", () => {
	const series = eventOf("DTSTART;TZID=Europe/Berlin:20270322T100000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=4");
	const change = (...lines: string[]) =>
		readTimes(
			calendarOf(
				...series,
				...eventOf("RECURRENCE-ID;TZID=Europe/Berlin;RANGE=THISANDFUTURE:20270329T100000", ...lines),
			),
		);
	const first = "2027-03-22T09:00 to 10:00";

	test("moves them too, by as much on the clock", () => {
		expect(change("DTSTART;TZID=Europe/Berlin:20270330T140000", "DURATION:PT2H")).toEqual([
			first,
			"2027-03-30T12:00 to 14:00",
			"2027-04-06T12:00 to 14:00",
			"2027-04-13T12:00 to 14:00",
		]);
	});

	test("moves them in its own zone, over a change of the clocks in one of both", () => {
		const moved = "DTSTART;TZID=America/New_York:20270330T100000";
		expect(change(moved, "DURATION:PT1H").slice(1)).toEqual([
			"2027-03-30T14:00 to 15:00",
			"2027-04-06T14:00 to 15:00",
			"2027-04-13T14:00 to 15:00",
		]);
	});

	test("frees or cancels them too", () => {
		const same = ["DTSTART;TZID=Europe/Berlin:20270329T100000", "DURATION:PT1H"];
		expect(change(...same, "TRANSP:TRANSPARENT")).toEqual([first]);
		expect(change(...same, "STATUS:CANCELLED")).toEqual([first]);
	});

	test("leaves out those that are left out or moved alone, and ends at the next such change", () => {
		const text = calendarOf(
			...series.toSpliced(-1, 0, "EXDATE;TZID=Europe/Berlin:20270405T100000"),
			...eventOf("RECURRENCE-ID;RANGE=THISANDFUTURE:20270329T080000Z", "DTSTART:20270329T120000Z", "DURATION:PT1H"),
			...eventOf("RECURRENCE-ID;RANGE=THISANDFUTURE:20270412T080000Z", "DTSTART:20270412T150000Z", "DURATION:PT1H"),
		);
		expect(readTimes(text)).toEqual([first, "2027-03-29T12:00 to 13:00", "2027-04-12T15:00 to 16:00"]);
	});
});

describe("an event of our own", () => {
	const id = "01943c2e-7c00-7abc-8def-0123456789ab";
	const hex = Buffer.from(id, "latin1").toString("hex").toUpperCase();
	test.each([
		["as it was sent", id],
		["in upper case", id.toUpperCase()],
		["with the name of a calendar", `${id}@calendar.example`],
		[
			"as Exchange wraps it",
			`040000008200E00074C5B7101A82E008${"0".repeat(32)}310000007643616C2D55696401000000${hex}00`,
		],
	])("does not block its owner: %s", (_, uid) => {
		const text = calendarOf(
			...eventOf("DTSTART:20270401T080000Z", "DURATION:PT1H"),
			"BEGIN:VEVENT",
			`UID:${uid.slice(0, 60)}`,
			` ${uid.slice(60)}`,
			"DTSTART:20270402T080000Z",
			"DURATION:PT1H",
			"END:VEVENT",
		);
		expect(listAppointmentIds(text)).toEqual([id]);
		expect(readBusyTimes(text, { ...question, ownIds: [id] }).times).toHaveLength(1);
		expect(readBusyTimes(text, { ...question, ownIds: ["another"] }).times).toHaveLength(2);
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
		const rule = `RRULE:FREQ=HOURLY;BYMINUTE=${Array.from({ length: 60 }, (_, minute) => minute).join(",")}`;
		const text = calendarOf(...eventOf("DTSTART:19700101T000000Z", "DURATION:PT1S", rule));
		await expect(readBusyTimesAside(text, question)).rejects.toThrow(/too many recurring|takes too long/);
	});

	test.each(["SECONDLY", "MINUTELY;INTERVAL=5"])(
		"keeps its other events beside one that recurs %s",
		async (frequency) => {
			const text = calendarOf(
				...eventOf("DTSTART:20270404T000000Z", "DURATION:PT1S", `RRULE:FREQ=${frequency}`),
				...eventOf("DTSTART:20270401T080000Z", "DURATION:PT1H"),
			);
			const { times, problems } = await readBusyTimesAside(text, question);
			expect(times).toEqual([
				{ startMs: Date.parse("2027-04-01T08:00:00Z"), endMs: Date.parse("2027-04-01T09:00:00Z") },
				{ startMs: Date.parse("2027-04-04T00:00:00Z"), endMs: question.range.endMs },
			]);
			expect(problems).toEqual([expect.stringContaining("repeats every few minutes")]);
		},
	);

	test("is given up when a zone of its own changes its clocks every second", async () => {
		const rule = ["DTSTART:19000101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "RRULE:FREQ=SECONDLY"];
		const zone = ["BEGIN:VTIMEZONE", "TZID:Odd", "BEGIN:DAYLIGHT", ...rule, "END:DAYLIGHT", "END:VTIMEZONE"];
		const text = calendarOf(...zone, ...eventOf("DTSTART;TZID=Odd:20270401T100000", "DURATION:PT1H"));
		await expect(readBusyTimesAside(text, question, 2_000)).rejects.toThrow("the calendar takes too long to read");
	});

	test("is given up when it takes too long", async () => {
		const events = Array.from({ length: 5_000 }, () => eventOf("DTSTART:20270405T100000Z", "RRULE:FREQ=DAILY;COUNT=2"));
		const text = calendarOf(...events.flat());
		await expect(readBusyTimesAside(text, question, 1)).rejects.toThrow("the calendar takes too long to read");
	});

	test("is read on a thread beside as it is here", async () => {
		const text = await readFixture("google");
		expect(await readBusyTimesAside(text, question)).toEqual(readBusyTimes(text, question));
	});
});
