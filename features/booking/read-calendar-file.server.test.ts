import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { createCalendarSource } from "./calendar-source.server.ts";

const source = createCalendarSource({ clock: createTestClock(), timeZone: "Asia/Kolkata", keptMonths: 12 });
const attendee = "ATTENDEE;CN=Asha Rao:mailto:asha@visitor.example";

function eventOf(uid: string, ...lines: string[]): string[] {
	return ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"];
}

function calendarOf(...lines: string[]): string[] {
	return ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"];
}

/** Reads the rows of a file, by the names of its columns, from parts of some bytes. */
async function readRows(content: string, bytesAtOnce = 65_536): Promise<Record<string, string>[]> {
	const bytes = Buffer.from(content);
	const parts = Array.from({ length: Math.ceil(bytes.length / bytesAtOnce) }, (_, index) =>
		bytes.subarray(index * bytesAtOnce, (index + 1) * bytesAtOnce),
	);
	const open = async () => Readable.from(parts);
	const format = await source.detectFormat(open);
	const names = (await source.readColumns(open, format)).map(({ name }) => name);
	const rows = await Array.fromAsync(source.readRows(open, format));
	return rows.map(({ row, line, cells }) => ({
		row: String(row),
		line: String(line),
		...Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])),
	}));
}

const short = calendarOf(
	...eventOf(
		"1",
		"DTSTART:20261201T043000Z",
		"DTEND:20261201T050000Z",
		"SUMMARY:Wörter über ",
		" Wolle\\, und\\nSeide",
		'ORGANIZER;CN="Iyer: Meera":mailto:meera@narangi.example',
		"ATTENDEE;PARTSTAT=DECLINED;CN=Asha Rao;X-NUM-GUESTS=0:mailto:asha@visi",
		" tor.example",
		"ATTENDEE;CUTYPE=ROOM;CN=Loom:mailto:loom@visitor.example",
		"BEGIN:VALARM",
		"SUMMARY:Alarm",
		"END:VALARM",
	),
);

test.each([
	["\r\n", 1],
	["\r\n", 7],
	["\n", 3],
	["\r", 5],
	["\r\n", 65_536],
])("a file is read alike however it is divided: %j, %i bytes at once", async (lineBreak, bytesAtOnce) => {
	const rows = await readRows(`\ufeff${short.join(lineBreak)}`, bytesAtOnce);
	expect(rows).toEqual([
		expect.objectContaining({
			row: "1",
			line: "3",
			ID: "1",
			Start: "2026-12-01T04:30:00.000Z",
			End: "2026-12-01T05:00:00.000Z",
			Times: "",
			Title: "Wörter über Wolle, und\nSeide",
			Organizer: "meera@narangi.example unanswered Iyer: Meera",
			Invited: "asha@visitor.example declined Asha Rao",
		}),
	]);
});

test("zones and changes may stand after the events that they are about, each in its own calendar", async () => {
	const series = (start: string) =>
		eventOf("series", `DTSTART;TZID=Loom time:${start}`, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3", attendee);
	const zone = [
		"BEGIN:VTIMEZONE",
		"TZID:Loom time",
		"BEGIN:STANDARD",
		"DTSTART:19700101T000000",
		"TZOFFSETFROM:+0500",
		"TZOFFSETTO:+0500",
		"END:STANDARD",
		"END:VTIMEZONE",
	];
	const changed = eventOf(
		"series",
		"RECURRENCE-ID;TZID=Loom time:20261202T100000",
		"DTSTART;TZID=Loom time:20261202T120000",
		"DURATION:PT1H",
		attendee,
	);
	const file = [
		...calendarOf(...series("20261201T100000"), ...changed, ...zone),
		...calendarOf(...series("20261205T100000")),
	];
	expect((await readRows(file.join("\r\n"))).map(({ ID, Start, Times }) => [ID, Start, Times])).toEqual([
		["series 2026-12-01T05:00:00.000Z", "2026-12-01T05:00:00.000Z", ""],
		["series 2026-12-03T05:00:00.000Z", "2026-12-03T05:00:00.000Z", ""],
		["series 2026-12-02T05:00:00.000Z", "2026-12-02T07:00:00.000Z", ""],
		["series 2026-12-05T04:30:00.000Z", "2026-12-05T04:30:00.000Z", "unknown time zone"],
		["series 2026-12-06T04:30:00.000Z", "2026-12-06T04:30:00.000Z", "unknown time zone"],
		["series 2026-12-07T04:30:00.000Z", "2026-12-07T04:30:00.000Z", "unknown time zone"],
	]);
});

test("a series without an end is listed while calls are kept, and a series that invites nobody is one row", async () => {
	const weekly = ["DTSTART:20200106T043000Z", "DURATION:PT30M", "RRULE:FREQ=WEEKLY"];
	const file = calendarOf(...eventOf("weekly", ...weekly, attendee), ...eventOf("own", ...weekly));
	const rows = await readRows(file.join("\r\n"));
	expect(rows).toHaveLength(111);
	expect([rows[0]?.["Start"], rows[109]?.["Start"], rows[110]?.["ID"]]).toEqual([
		"2025-11-24T04:30:00.000Z",
		"2027-12-27T04:30:00.000Z",
		"own",
	]);
});

test("an event whose times cannot be read is a row, and one that never ends is refused", async () => {
	const file = calendarOf(...eventOf("1", "DTSTART:soon"), ...eventOf("2", "DTSTART;VALUE=DATE:20261201"));
	expect((await readRows(file.join("\r\n"))).map(({ Times }) => Times)).toEqual(["unreadable", "whole day"]);
	const long = calendarOf(...eventOf("1", `X-LOOM:${"x".repeat(900_000)}`));
	const endless = long.flatMap((line) => (line.startsWith("X-LOOM") ? Array.from({ length: 12 }, () => line) : [line]));
	await expect(readRows(endless.join("\r\n"))).rejects.toThrow("longer than ten million characters");
});
