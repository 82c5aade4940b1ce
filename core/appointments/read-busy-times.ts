import { joinIntervals, overlap, type Interval } from "../../shared/interval.ts";
import { createCalendarClock, type CalendarClock } from "./calendar-clock.ts";
import { listOccurrences, maxOccurrences, readEvent, type EventReading, type ListedEvent } from "./calendar-events.ts";
import { readCalendars, type Component, type Note } from "./calendar-lines.ts";
import { readPeriods } from "./calendar-values.ts";
import { readAppointmentId } from "./event-uid.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

/** More than a lifetime's calendar, and few enough to process. */
const maxEvents = 20_000;
const maxBusyTimes = 10_000;
/** Enough to find out what is wrong with a file. */
const maxProblems = 5;

export type BusyTimesQuestion = {
	/** Times outside it are left out. */
	range: Interval;
	/** The zone of days, and of times without one, where the file names none. */
	timeZone: string;
	/** The owner's addresses: events that one of them declined do not block. */
	addresses: readonly string[];
	/** Ids of our own appointments, as listAppointmentIds finds them: their events do not block. */
	ownIds: readonly string[];
};

export type BusyTimes = {
	/** Merged, ordered by time, within the range. */
	times: Interval[];
	/** The first few of what could not be read, for the calendar's owner: never what an event is about. */
	problems: string[];
	problemCount: number;
};

/**
 * Reads from a calendar file (RFC 5545) when its owner is busy.
 *
 * Free, cancelled and declined events are left out; recurring ones are expanded with their exceptions. A line that cannot be read is
 * skipped and told: docs/product/booking.md, Calendars of hosts.
 * @throws UnreadableCalendarError when it is not a whole calendar or exceeds the limits
 */
export function readBusyTimes(text: string, { range, timeZone, addresses, ownIds }: BusyTimesQuestion): BusyTimes {
	const problems: { line: number; problem: string }[] = [];
	let problemCount = 0;
	const note: Note = (line, problem) => {
		problemCount++;
		if (problems.length < 1_000) problems.push({ line, problem });
	};
	const calendars = readCalendars(text, note);
	if (calendars?.length === 0) throw new UnreadableCalendarError("the address does not lead to a calendar");
	if (!calendars) throw new UnreadableCalendarError("the calendar does not end: some of it is missing");
	const events = calendars.flatMap(({ components }) => components.filter(({ name }) => name === "vevent"));
	if (events.length > maxEvents) throw new UnreadableCalendarError(`the calendar has more than ${maxEvents} events`);
	const owner: Owner = {
		addresses: new Set(addresses.map((address) => address.toLowerCase())),
		ownIds: new Set(ownIds),
	};
	const limit = { left: maxOccurrences };
	const busy = calendars.flatMap((calendar) => {
		const clock = createCalendarClock(calendar, timeZone, note);
		return [
			...listFreeBusyTimes(calendar, clock, note),
			...listEventTimes(calendar, owner, { clock, range, limit, note }),
		];
	});
	const times = joinIntervals(
		busy
			.filter((one) => one.endMs > one.startMs && overlap(one, range))
			// An event may last until a day that no clock knows.
			.map((one) => ({ startMs: Math.max(one.startMs, range.startMs), endMs: Math.min(one.endMs, range.endMs) })),
	);
	if (times.length > maxBusyTimes)
		throw new UnreadableCalendarError(`the calendar has more than ${maxBusyTimes} busy times`);
	const told = problems.toSorted((one, other) => one.line - other.line).slice(0, maxProblems);
	return { times, problems: told.map(({ line, problem }) => `line ${line}: ${problem}`), problemCount };
}

type Owner = { addresses: ReadonlySet<string>; ownIds: ReadonlySet<string> };

/** Servers may publish busy times without the events (VFREEBUSY). */
function listFreeBusyTimes({ components }: Component, clock: CalendarClock, note: Note): Interval[] {
	return components
		.filter(({ name }) => name === "vfreebusy")
		.flatMap(({ properties }) => properties)
		.filter(({ name, params }) => name === "freebusy" && params.get("fbtype")?.toUpperCase() !== "FREE")
		.flatMap((property) => readPeriods(property, note))
		.map(({ start, end, lengthMs = 0 }) => {
			const startMs = clock.toMs(start);
			return { startMs, endMs: end ? clock.toMs(end) : startMs + lengthMs };
		});
}

function listEventTimes(calendar: Component, owner: Owner, reading: EventReading): Interval[] {
	const events = calendar.components
		.filter(({ name }) => name === "vevent")
		.flatMap((component) => readBusyEvent(component, owner, reading) ?? []);
	return [...Map.groupBy(events, ({ uid }) => uid)].flatMap(([uid, same]) => {
		const overrides = uid === "" ? [] : same.filter(({ replaces }) => replaces);
		return same.flatMap((event) => {
			if (uid !== "" && event.replaces)
				return event.isListed ? [{ startMs: event.startMs, endMs: event.endOf(event.startMs) }] : [];
			return listOccurrences(event, overrides, reading);
		});
	});
}

/** Reads an event; undefined when it is one of our own, or cannot be read. */
function readBusyEvent(
	component: Component,
	{ addresses, ownIds }: Owner,
	reading: EventReading,
): ListedEvent | undefined {
	const { properties } = component;
	const valueOf = (wanted: string) => properties.find(({ name }) => name === wanted)?.value ?? "";
	const textOf = (name: string) => valueOf(name).toUpperCase();
	if (ownIds.has(readAppointmentId(valueOf("uid")) ?? "")) return undefined;
	const isDeclined = properties.some(
		({ name, params, value }) =>
			name === "attendee" &&
			params.get("partstat")?.toUpperCase() === "DECLINED" &&
			[value.replace(/^mailto:/i, ""), params.get("email") ?? ""].some((one) => addresses.has(one.toLowerCase())),
	);
	const isBusy = !(
		textOf("status") === "CANCELLED" ||
		textOf("transp") === "TRANSPARENT" ||
		["FREE", "WORKINGELSEWHERE"].includes(textOf("x-microsoft-cdo-busystatus")) ||
		isDeclined
	);
	return readEvent(component, isBusy, reading);
}
