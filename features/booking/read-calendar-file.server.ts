import iconv from "iconv-lite";
import { createCalendarClock, type CalendarClock } from "../../core/appointments/calendar-clock.ts";
import { readEvent, type ListedEvent } from "../../core/appointments/calendar-events.ts";
import { busyProperties, createCalendarParser, type Component } from "../../core/appointments/calendar-lines.ts";
import { readMoment, readText } from "../../core/appointments/calendar-values.ts";
import { findIanaZone } from "../../core/appointments/calendar-zones.ts";
import { listSeriesAside } from "../../core/appointments/list-series-aside.server.ts";
import { mostRows } from "../../core/imports/plan-rows.server.ts";
import {
	detectEncoding,
	TableError,
	type OpenTable,
	type RowSource,
	type TableFormat,
	type TableRow,
} from "../../core/imports/read-table.server.ts";
import { subtractMonths } from "../../core/people/personal-records.ts";
import type { Clock } from "../../platform/clock.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Interval } from "../../shared/interval.ts";
import { isPrivate, unusualTimes } from "./calendar-rows.ts";

/** Columns of an event, in the order of its cells. */
const columns = [
	"ID",
	"Start",
	"End",
	"Times",
	"Status",
	"Visibility",
	"Organizer",
	"Invited",
	"Title",
	"Description",
	"Place",
	"Links",
	"Created",
] as const;

/** Days ahead within which series are listed: calls can be booked up to a year ahead. */
const seriesDays = 400;
/** Of an event, or of a file that never ends one. */
const longestEvent = 10_000_000;
/** The rest of a longer line is skipped: it holds a file. */
const longestLine = 1_000_000;
/** They are kept in memory. */
const mostChanges = 100_000;
const samplesAtMost = 3;
const ignore = () => undefined;

/** Properties with addresses of a video call. */
const links = ["x-google-conference", "x-microsoft-skypeteamsmeetingurl", "conference", "url"];
const properties = new Set([
	...busyProperties,
	...links,
	"class",
	"created",
	"description",
	"location",
	"organizer",
	"summary",
]);
/** They decide how an event changes a series. */
const changeProperties = new Set(["dtend", "dtstart", "duration", "recurrence-id", "status", "uid"]);

export type CalendarReaderDeps = {
	clock: Clock;
	/** The company's, for times without one. */
	timeZone: string;
	/** Months that calls are kept: earlier occurrences of series are left out. */
	keptMonths: number;
};

/** Reads the content of calendar files. */
type CalendarReader = Omit<RowSource, "name" | "isNamed">;

/**
 * Creates what reads the events of calendar files (RFC 5545) as rows, one by one. Series that invite somebody are listed with each
 * occurrence, from the time that calls are kept until some days after the file came. Tasks, journals and free times are not rows.
 */
export function createCalendarReader({ clock, timeZone, keptMonths }: CalendarReaderDeps): CalendarReader {
	return {
		async detectFormat(open) {
			const encoding = await detectEncoding(open);
			const entries = readEntries(open, encoding);
			const { done } = await entries.next();
			await entries.return(undefined);
			if (done) throw new TableError("The file contains no events. Choose the .ics file that the calendar exports.");
			const now = clock.now();
			const [from, until] = [subtractMonths(now, keptMonths, timeZone), now.add({ hours: seriesDays * 24 })];
			return {
				encoding,
				delimiter: "",
				skips: 0,
				calendar: { from: toInstantText(from), until: toInstantText(until), timeZone },
			};
		},
		async readColumns(open, format) {
			const samples: string[][] = [];
			for await (const { cells } of readEvents(open, format, noChanges))
				if (samples.push(cells) === samplesAtMost) break;
			return columns.map((name, index) => ({
				name,
				samples: samples.map((cells) => (cells[index] ?? "").replaceAll(/\s+/g, " ").trim()).filter(Boolean),
			}));
		},
		async *readRows(open, format) {
			yield* readEvents(open, format, await readChanges(open, format));
		},
	};
}

/** The parts of a file that its events refer to. Calendars are told apart by their number. */
type Changes = {
	/** Zones that only the file knows. */
	zones: ReadonlyMap<number, readonly Component[]>;
	/** Events that replace an occurrence, by the series. */
	overrides: ReadonlyMap<string, readonly Component[]>;
};

const noChanges: Changes = { zones: new Map(), overrides: new Map() };

/** Reads a file once for the parts that events refer to: they may stand after the event. */
async function readChanges(open: OpenTable, { encoding }: TableFormat): Promise<Changes> {
	const zones = new Map<number, Component[]>();
	const overrides = new Map<string, Component[]>();
	/** Calendars of one program define the same zones. */
	const known = new Map<string, Component>();
	let count = 0;
	const keep = <Key>(map: Map<Key, Component[]>, key: Key, component: Component) => {
		count += 1;
		if (count > mostChanges)
			throw new TableError("The file has too many time zones and changed occurrences. Split it.");
		const kept = map.get(key);
		if (kept) kept.push(component);
		else map.set(key, [component]);
	};
	for await (const { entry, number } of readEntries(open, encoding, ["vevent", "vtimezone"])) {
		if (entry.name === "vtimezone") {
			const zone = valueOf(entry, "tzid");
			if (zone === "" || findIanaZone(zone) !== undefined) continue;
			const text = JSON.stringify(entry, (key, value: unknown) => (key === "line" ? undefined : value));
			if (!known.has(text)) known.set(text, entry);
			keep(zones, number, known.get(text) ?? entry);
		} else if (valueOf(entry, "recurrence-id") !== "")
			keep(overrides, `${number} ${valueOf(entry, "uid")}`, {
				...entry,
				properties: entry.properties.filter(({ name }) => changeProperties.has(name)),
				components: [],
			});
	}
	return { zones, overrides };
}

async function* readEvents(
	open: OpenTable,
	{ encoding, calendar: asked }: TableFormat,
	{ zones, overrides }: Changes,
): AsyncGenerator<TableRow> {
	if (!asked) throw new Error("The format is none of a calendar");
	const { timeZone } = asked;
	const range = { startMs: Date.parse(asked.from), endMs: Date.parse(asked.until) };
	let row = 0;
	let current: { number: number; clock: CalendarClock; calendar: Component } | undefined;
	for await (const { entry, calendar: whole, number } of readEntries(open, encoding)) {
		if (current?.number !== number) {
			const zoned = { ...whole, properties: [...whole.properties], components: [...(zones.get(number) ?? [])] };
			current = { number, calendar: zoned, clock: createCalendarClock(zoned, timeZone, ignore) };
		}
		const { clock, calendar } = current;
		const problems: string[] = [];
		const event = readEvent(entry, true, { clock, note: (_line, problem) => void problems.push(problem) });
		const toRow = (id: string, times: Interval | undefined, unusual: string): TableRow => {
			row += 1;
			if (row > mostRows)
				throw new TableError(`The file has more than ${mostRows.toLocaleString("en")} events. Split it.`);
			const created = readMoment(entry.properties.find(({ name }) => name === "created"));
			const createdMs = created && clock.toMs(created);
			return { row, line: entry.line, cells: writeCells(entry, { id, times, unusual, createdMs }) };
		};
		if (!event || problems.length > 0) {
			yield toRow(valueOf(entry, "uid"), undefined, unusualTimes.unreadable);
			continue;
		}
		const { uid, startMs, replaces } = event;
		const own = { startMs, endMs: event.endOf(startMs) };
		const unusual = findUnusual(event, clock);
		if (replaces || !isListable(entry, event)) {
			yield toRow(replaces ? toOccurrenceId(uid, replaces.ms) : uid, own, unusual);
			continue;
		}
		const series = await listSeriesAside({
			calendar,
			event: entry,
			overrides: uid === "" ? [] : (overrides.get(`${number} ${uid}`) ?? []),
			range,
			timeZone,
		});
		if (!series) yield toRow(uid, own, unusualTimes.unreadableSeries);
		else for (const { plannedMs, ...times } of series) yield toRow(toOccurrenceId(uid, plannedMs), times, unusual);
	}
}

/** Tells whether the occurrences of an event are rows of their own: all of a series that is refused anyway need only one. */
function isListable(entry: Component, { start }: ListedEvent): boolean {
	const has = (...wanted: string[]) => entry.properties.some(({ name }) => wanted.includes(name));
	const invites = has("attendee", "organizer") && !isPrivate(valueOf(entry, "class"));
	return has("rrule", "rdate") && invites && !start.time.isDate;
}

function findUnusual({ start }: ListedEvent, clock: CalendarClock): string {
	if (start.time.isDate) return unusualTimes.wholeDay;
	return clock.knows(start) ? "" : unusualTimes.unknownZone;
}

function toOccurrenceId(uid: string, plannedMs: number): string {
	return uid === "" ? "" : `${uid} ${toText(plannedMs)}`;
}

function toText(ms: number): string {
	return toInstantText(Temporal.Instant.fromEpochMilliseconds(ms));
}

function writeCells(
	entry: Component,
	{
		id,
		times,
		unusual,
		createdMs,
	}: { id: string; times: Interval | undefined; unusual: string; createdMs: number | undefined },
): string[] {
	const textOf = (name: string) => readText(valueOf(entry, name));
	const cells: Record<(typeof columns)[number], string> = {
		ID: id,
		Start: times ? toText(times.startMs) : "",
		End: times && times.endMs > times.startMs ? toText(times.endMs) : "",
		Times: unusual,
		Status: valueOf(entry, "status"),
		Visibility: valueOf(entry, "class"),
		Organizer: listPeople(entry, "organizer").join("\n"),
		Invited: listPeople(entry, "attendee").join("\n"),
		Title: textOf("summary"),
		Description: textOf("description"),
		Place: textOf("location"),
		Links: links
			.map((name) => valueOf(entry, name))
			.filter((value) => value !== "")
			.join("\n"),
		Created: createdMs === undefined ? "" : toText(createdMs),
	};
	return columns.map((name) => cells[name]);
}

/** Writes people as "asha@visitor.example accepted Asha Rao", without rooms and equipment. */
function listPeople({ properties: of }: Component, property: string): string[] {
	return of
		.filter(({ name }) => name === property)
		.filter(({ params }) => !["ROOM", "RESOURCE"].includes(params.get("cutype")?.toUpperCase() ?? ""))
		.map(({ value, params }) => {
			const written = value.replace(/^mailto:/i, "").trim();
			const address = written.includes("@") ? written : (params.get("email") ?? written);
			const status = params.get("partstat")?.toLowerCase() || "unanswered";
			return `${address.replaceAll(/\s/g, "")} ${status.replaceAll(/\s/g, "")} ${params.get("cn") ?? ""}`.trim();
		})
		.filter((line) => line.includes("@"));
}

function valueOf({ properties: of }: Component, wanted: string): string {
	return of.find(({ name }) => name === wanted)?.value ?? "";
}

/** A component directly in a calendar, and the number of the calendar in its file. */
type Entry = { entry: Component; calendar: Component; number: number };

/**
 * Reads components one by one.
 * @throws TableError when the file is not a complete calendar, or an event is too long
 */
async function* readEntries(
	open: OpenTable,
	encoding: TableFormat["encoding"],
	wanted: readonly string[] = ["vevent"],
): AsyncGenerator<Entry> {
	const found: Entry[] = [];
	let last: Component | undefined;
	let number = 0;
	let sinceEntry = 0;
	const parser = createCalendarParser(ignore, {
		properties,
		onEntry(entry, calendar) {
			if (calendar !== last) number += 1;
			last = calendar;
			sinceEntry = 0;
			calendar.components.length = 0;
			if (wanted.includes(entry.name)) found.push({ entry, calendar, number });
		},
	});
	const decoder = iconv.getDecoder(encoding);
	let rest = "";
	const take = (text: string) => {
		// The second half of a break may be in the next part.
		const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
		rest = (lines.pop() ?? "").slice(0, longestLine);
		for (const line of lines) {
			sinceEntry += line.length;
			if (sinceEntry > longestEvent)
				throw new TableError("An event of the file is longer than ten million characters.");
			parser.take(line);
		}
	};
	const stream = await open();
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			take(decoder.write(chunk));
			yield* found.splice(0);
		}
		take(`${decoder.end() ?? ""}\n`);
		const calendars = parser.end();
		yield* found.splice(0);
		if (!calendars) throw new TableError("The calendar file is incomplete. Export it again.");
	} finally {
		stream.destroy();
	}
}
