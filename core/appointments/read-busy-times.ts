import type ICAL from "ical.js";
import { joinIntervals, overlap, type Interval } from "../../shared/interval.ts";
import { createCalendarClock, type CalendarClock } from "./calendar-clock.ts";
import { readCalendars, type Component, type Note, type Property } from "./calendar-lines.ts";
import {
	dateOf,
	isUtc,
	readLength,
	readMoment,
	readMoments,
	readPeriods,
	readRule,
	toTime,
	toWallMs,
	type Moment,
	type Rule,
} from "./calendar-values.ts";
import { readAppointmentId } from "./event-uid.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

const dayMs = 86_400_000;
/** More than a lifetime's calendar, and few enough to process. */
const maxEvents = 20_000;
/** Limit on expanded occurrences; thirty years of a daily event are 11,000. */
const maxOccurrences = 200_000;
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

type Reading = { clock: CalendarClock; range: Interval; limit: { left: number }; note: Note };

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

type Event = {
	uid: string;
	component: Component;
	start: Moment;
	startMs: number;
	/** When an occurrence ends: counted in days where it has no times, because not every day has 24 hours. */
	endOf(startMs: number): number;
	isBusy: boolean;
	/** The occurrence of a series that it replaces. */
	replaces: { moment: Moment; ms: number; withFollowing: boolean } | undefined;
};

function listEventTimes(calendar: Component, owner: Owner, reading: Reading): Interval[] {
	const events = calendar.components
		.filter(({ name }) => name === "vevent")
		.flatMap((component) => readEvent(component, owner, reading) ?? []);
	return [...Map.groupBy(events, ({ uid }) => uid)].flatMap(([uid, same]) => {
		const overrides = uid === "" ? [] : same.filter(({ replaces }) => replaces);
		return same.flatMap((event) => {
			if (uid !== "" && event.replaces)
				return event.isBusy ? [{ startMs: event.startMs, endMs: event.endOf(event.startMs) }] : [];
			return listOccurrences(event, overrides, reading);
		});
	});
}

/** Reads an event; undefined when it is one of our own, or cannot be read. */
function readEvent(component: Component, { addresses, ownIds }: Owner, { clock, note }: Reading): Event | undefined {
	const { properties, line } = component;
	const find = (wanted: string) => properties.find(({ name }) => name === wanted);
	const textOf = (name: string) => find(name)?.value.toUpperCase() ?? "";
	const uid = find("uid")?.value ?? "";
	if (ownIds.has(readAppointmentId(uid) ?? "")) return undefined;
	const startProperty = find("dtstart");
	const start = readMoment(startProperty);
	if (!start) {
		note(startProperty?.line ?? line, "an event without a beginning that can be read");
		return undefined;
	}
	const startMs = clock.toMs(start);
	const isDeclined = properties.some(
		({ name, params, value }) =>
			name === "attendee" &&
			params.get("partstat")?.toUpperCase() === "DECLINED" &&
			[value.replace(/^mailto:/i, ""), params.get("email") ?? ""].some((one) => addresses.has(one.toLowerCase())),
	);
	const replacedProperty = find("recurrence-id");
	const replaced = readMoment(replacedProperty);
	if (replacedProperty && !replaced)
		note(replacedProperty.line, "an event instead of another that cannot be found; both block");
	return {
		uid,
		component,
		start,
		startMs,
		endOf: readEnd({ start, startMs, end: find("dtend"), duration: find("duration") }, { clock, note }),
		isBusy: !(
			textOf("status") === "CANCELLED" ||
			textOf("transp") === "TRANSPARENT" ||
			["FREE", "WORKINGELSEWHERE"].includes(textOf("x-microsoft-cdo-busystatus")) ||
			isDeclined
		),
		replaces: replaced && {
			moment: replaced,
			ms: clock.toMs(replaced),
			withFollowing: replacedProperty?.params.get("range")?.toUpperCase() === "THISANDFUTURE",
		},
	};
}

/** An end that cannot be read, or is before the beginning, is taken for the end of the day. */
function readEnd(
	{
		start,
		startMs,
		end,
		duration,
	}: { start: Moment; startMs: number; end: Property | undefined; duration: Property | undefined },
	{ clock, note }: Pick<Reading, "clock" | "note">,
): Event["endOf"] {
	const moment = readMoment(end);
	const durationMs = duration && readLength(duration.value);
	const written = end ?? duration;
	if (start.time.isDate) {
		const days = moment
			? Math.round((Date.parse(dateOf(moment.time)) - Date.parse(dateOf(start.time))) / dayMs)
			: Math.ceil((durationMs ?? 0) / dayMs);
		return (from) => clock.addDays(from, Math.max(1, days));
	}
	const lengthMs = moment ? clock.toMs(moment) - startMs : durationMs;
	if (!written) return (from) => from;
	if (lengthMs !== undefined && lengthMs >= 0) return (from) => from + lengthMs;
	note(written.line, "an event without an end that can be read; it blocks the rest of its day");
	return (from) => clock.addDays(from, 1);
}

/**
 * Lists the busy occurrences of an event until the end of the range.
 * @param overrides events that replace some of them
 */
function listOccurrences(
	event: Event,
	overrides: readonly Event[],
	{ clock, range, limit, note }: Reading,
): Interval[] {
	const { component, start, startMs: firstMs } = event;
	const propertiesOf = (wanted: string) => component.properties.filter(({ name }) => name === wanted);
	const without = createExclusion(
		event,
		[
			...propertiesOf("exdate").flatMap((property) => readMoments(property, note)),
			...overrides.flatMap(({ replaces }) => replaces?.moment ?? []),
		],
		clock,
	);
	const follow = createFollowing(overrides, clock);
	const times = new Map<number, Interval>();
	const add = (time: ICAL.Time, startMs: number, ownEndMs?: number) => {
		const moved = follow(time, startMs);
		if (without(time, startMs) || times.has(startMs) || !(moved ?? event).isBusy) return;
		const interval = moved
			? { startMs: moved.startMs, endMs: moved.endMs }
			: { startMs, endMs: ownEndMs ?? event.endOf(startMs) };
		if (interval.endMs > range.startMs) times.set(startMs, interval);
	};
	add(start.time, firstMs);
	for (const property of propertiesOf("rrule")) {
		const rule = readRule(property, note);
		if (!rule) continue;
		if (rule.recur.freq === "SECONDLY" || rule.recur.freq === "MINUTELY") {
			note(property.line, "an event that repeats every few minutes; it counts as one without an end");
			if (event.isBusy) times.set(firstMs, { startMs: firstMs, endMs: range.endMs });
			continue;
		}
		try {
			const next = createRuleIterator(rule, event, clock);
			for (let time = next(); time; time = next()) {
				if (--limit.left < 0) throw new UnreadableCalendarError("the calendar has too many recurring events");
				const startMs = clock.toMs({ ...start, time: isUtc(start.time) ? toUtc(time) : time });
				if (startMs >= range.endMs) break;
				add(time, startMs);
			}
		} catch (error) {
			if (error instanceof UnreadableCalendarError) throw error;
			note(property.line, "a rule of recurrence that makes no sense; not all of its days may count");
		}
	}
	for (const property of propertiesOf("rdate"))
		for (const period of readPeriods(property, note)) {
			const startMs = clock.toMs(period.start);
			const length = period.lengthMs === undefined ? undefined : startMs + period.lengthMs;
			add(period.start.time, startMs, period.end ? clock.toMs(period.end) : length);
		}
	return [...times.values()];
}

/** Tells which occurrences do not take place. Programs exclude days of timed events, and times of all-day events. */
function createExclusion({ start }: Event, moments: readonly Moment[], clock: CalendarClock) {
	const isAlike = ({ time }: Moment) => time.isDate === start.time.isDate;
	const instants = new Set(moments.filter(isAlike).map((moment) => clock.toMs(moment)));
	const days = new Set(moments.filter((moment) => !isAlike(moment)).map(({ time }) => dateOf(time)));
	return (time: ICAL.Time, startMs: number) => instants.has(startMs) || days.has(dateOf(time));
}

/**
 * Moves the occurrences after an event that changes all following (RANGE=THISANDFUTURE), by as much on the clock.
 * The function takes occurrences in their order.
 */
function createFollowing(overrides: readonly Event[], clock: CalendarClock) {
	const changes = overrides.filter(({ replaces }) => replaces?.withFollowing);
	let current: { change: Event; fromWallMs: number } | undefined;
	return (time: ICAL.Time, startMs: number): (Interval & { isBusy: boolean }) | undefined => {
		const change = changes.find(
			({ replaces }) =>
				replaces &&
				(replaces.moment.time.isDate ? dateOf(replaces.moment.time) === dateOf(time) : replaces.ms === startMs),
		);
		if (change) current = { change, fromWallMs: toWallMs(time) };
		if (!current) return undefined;
		const { start, endOf, isBusy } = current.change;
		const wallMs = toWallMs(start.time) + toWallMs(time) - current.fromWallMs;
		const moved = clock.toMs({
			...start,
			time: toTime(wallMs, { isDate: start.time.isDate, isUtc: isUtc(start.time) }),
		});
		return { startMs: moved, endMs: endOf(moved), isBusy };
	};
}

/** Iterates a rule on the clock of the event's beginning; its end is usually an instant. */
function createRuleIterator(
	{ recur, until }: Rule,
	{ start }: Event,
	clock: CalendarClock,
): () => ICAL.Time | undefined {
	const from = toTime(toWallMs(start.time), { isDate: start.time.isDate, isUtc: false });
	const toMs = (time: ICAL.Time) => clock.toMs({ ...start, time: isUtc(start.time) ? toUtc(time) : time });
	const lastDay = until?.time.isDate || start.time.isDate ? until && dateOf(until.time) : undefined;
	const untilMs = until && lastDay === undefined ? toMs(until.time) : undefined;
	const iterator = recur.iterator(from);
	return () => {
		const time = iterator.next() as ICAL.Time | null | undefined;
		if (!time || (lastDay !== undefined && dateOf(time) > lastDay)) return undefined;
		return untilMs !== undefined && toMs(time) > untilMs ? undefined : time;
	};
}

function toUtc(time: ICAL.Time): ICAL.Time {
	return toTime(toWallMs(time), { isDate: time.isDate, isUtc: true });
}
