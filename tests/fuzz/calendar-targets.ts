import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readBusyTimesAside } from "../../core/appointments/read-busy-times-aside.server.ts";
import { UnreadableCalendarError } from "../../core/appointments/unreadable-calendar-error.ts";
import { allowRefusal, expectThat, fuzzTarget } from "./fuzz-target.ts";
import { anyText, changedFiles, textOf } from "./hostile-inputs.ts";

const folder = join(import.meta.dirname, "../fixtures/calendars");
const files = readdirSync(folder)
	.filter((file) => file.endsWith(".ics"))
	.map((file) => readFileSync(join(folder, file)));

const question = {
	range: { startMs: Date.parse("2026-11-01T00:00:00Z"), endMs: Date.parse("2027-02-01T00:00:00Z") },
	timeZone: "Asia/Kolkata",
	addresses: ["asha@company.example"],
	ownIds: [],
};
const isRefusal = (error: unknown) => error instanceof UnreadableCalendarError;

/** Lines that calendars hold, some of them wrong; none begins or ends a component. */
const lines = [
	"DTSTART:20261123T093000Z",
	"DTSTART;TZID=W. Europe Standard Time:20261123T093000",
	"DTSTART;TZID=/example/Europe/Berlin:20261123T093000",
	"DTSTART;VALUE=DATE:20261123",
	"DTSTART:20261123",
	"DTSTART:",
	"DTEND:20261123T103000Z",
	"DURATION:PT30M",
	"DURATION:P",
	"RRULE:FREQ=WEEKLY;BYDAY=MO, WE",
	"RRULE:FREQ=SECONDLY",
	"RRULE:FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2",
	"RRULE:FREQ=DAILY;COUNT=-1;UNTIL=x",
	"RECURRENCE-ID;RANGE=THISANDFUTURE:20261123T093000Z",
	"EXDATE:20261109T100000Z,",
	"RDATE;VALUE=PERIOD:20261123T093000Z/PT1H",
	"LOCATION:line one",
	"a second line without a fold",
	" folded",
	"TRANSP:TRANSPARENT",
	"X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE",
	"ATTENDEE;PARTSTAT=DECLINED:mailto:asha@company.example",
	";",
	":",
	'X;Y="',
	"UID:odd",
	"STATUS:CANCELLED",
];
const line = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(...lines) },
	{ weight: 1, arbitrary: anyText.map((text) => text.replaceAll(/begin|end/gi, "")) },
);
const sound = "BEGIN:VEVENT\r\nUID:sound\r\nDTSTART:20261124T040000Z\r\nDTEND:20261124T050000Z\r\nEND:VEVENT\r\n";
const soundStartMs = Date.parse("2026-11-24T04:00:00Z");

/** Calendars of hosts, read on their own thread. */
export const calendarTargets = [
	fuzzTarget("calendar files", changedFiles(files), (content) =>
		allowRefusal(isRefusal, () => readBusyTimesAside(content.toString(), question)),
	),
	fuzzTarget(
		"calendar lines",
		textOf(["BEGIN:VCALENDAR\r\n", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", ...lines, "\r\n"], 100_000),
		(text) =>
			allowRefusal(isRefusal, () => readBusyTimesAside(`BEGIN:VCALENDAR\r\n${text}\r\nEND:VCALENDAR`, question)),
	),
	fuzzTarget("events beside an odd one", fc.array(line, { maxLength: 12 }), async (odd) => {
		const event = `BEGIN:VEVENT\r\n${odd.map((one) => `${one}\r\n`).join("")}END:VEVENT\r\n`;
		const { times } = await readBusyTimesAside(`BEGIN:VCALENDAR\r\n${event}${sound}END:VCALENDAR\r\n`, question);
		expectThat(
			times.some(({ startMs, endMs }) => startMs <= soundStartMs && soundStartMs < endMs),
			"the event beside it was lost",
		);
	}),
];
