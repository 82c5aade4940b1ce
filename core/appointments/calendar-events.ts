import type ICAL from "ical.js";
import type { Interval } from "../../shared/interval.ts";
import { dayMs } from "../../shared/zoned-time.ts";
import type { CalendarClock } from "./calendar-clock.ts";
import type { Component, Note, Property } from "./calendar-lines.ts";
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
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

/** Limit on expanded occurrences; thirty years of a daily event are 11,000. */
export const maxOccurrences = 200_000;

/** How the events of a calendar are read: occurrences outside the range are left out, and those that are looked at are counted. */
export type EventReading = { clock: CalendarClock; range: Interval; limit: { left: number }; note: Note };

/** An event of a calendar (RFC 5545). */
export type ListedEvent = {
	uid: string;
	component: Component;
	start: Moment;
	startMs: number;
	/** When an occurrence ends: counted in days where it has no times, because not every day has 24 hours. */
	endOf(startMs: number): number;
	/** Whether its occurrences are listed. */
	isListed: boolean;
	/** The occurrence of a series that it replaces. */
	replaces: { moment: Moment; ms: number; withFollowing: boolean } | undefined;
};

/** An occurrence of an event, with the beginning that its series gives it. */
export type Occurrence = Interval & { plannedMs: number };

/** Reads an event; undefined when its beginning cannot be read. */
export function readEvent(
	component: Component,
	isListed: boolean,
	{ clock, note }: Pick<EventReading, "clock" | "note">,
): ListedEvent | undefined {
	const { properties, line } = component;
	const find = (wanted: string) => properties.find(({ name }) => name === wanted);
	const startProperty = find("dtstart");
	const start = readMoment(startProperty);
	if (!start) {
		note(startProperty?.line ?? line, "an event without a beginning that can be read");
		return undefined;
	}
	const startMs = clock.toMs(start);
	const replacedProperty = find("recurrence-id");
	const replaced = readMoment(replacedProperty);
	if (replacedProperty && !replaced)
		note(replacedProperty.line, "an event instead of another that cannot be found; both block");
	return {
		uid: find("uid")?.value ?? "",
		component,
		start,
		startMs,
		endOf: readEnd({ start, startMs, end: find("dtend"), duration: find("duration") }, { clock, note }),
		isListed,
		replaces: replaced && {
			moment: replaced,
			ms: clock.toMs(replaced),
			withFollowing: replacedProperty?.params.get("range")?.toUpperCase() === "THISANDFUTURE",
		},
	};
}

/** An end that cannot be read, or is before the beginning, counts as the end of the day. */
function readEnd(
	{
		start,
		startMs,
		end,
		duration,
	}: { start: Moment; startMs: number; end: Property | undefined; duration: Property | undefined },
	{ clock, note }: Pick<EventReading, "clock" | "note">,
): ListedEvent["endOf"] {
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
 * Lists the occurrences of an event that are listed, until the end of the range.
 * @param overrides events that replace some of them
 * @throws UnreadableCalendarError when there are too many
 */
export function listOccurrences(
	event: ListedEvent,
	overrides: readonly ListedEvent[],
	{ clock, range, limit, note }: EventReading,
): Occurrence[] {
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
		if (without(time, startMs) || times.has(startMs) || !(moved ?? event).isListed) return;
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
			if (event.isListed) times.set(firstMs, { startMs: firstMs, endMs: range.endMs });
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
	return [...times].map(([plannedMs, interval]) => ({ ...interval, plannedMs }));
}

/** Tells which occurrences do not take place. Programs exclude days of timed events, and times of all-day events. */
function createExclusion({ start }: ListedEvent, moments: readonly Moment[], clock: CalendarClock) {
	const isAlike = ({ time }: Moment) => time.isDate === start.time.isDate;
	const instants = new Set(moments.filter(isAlike).map((moment) => clock.toMs(moment)));
	const days = new Set(moments.filter((moment) => !isAlike(moment)).map(({ time }) => findDay(time, clock)));
	return (time: ICAL.Time, startMs: number) => instants.has(startMs) || days.has(dateOf(time));
}

/**
 * Moves the occurrences after an event that changes all following (RANGE=THISANDFUTURE), by as much on the clock.
 * The function takes occurrences in their order.
 */
function createFollowing(overrides: readonly ListedEvent[], clock: CalendarClock) {
	const changes = overrides.filter(({ replaces }) => replaces?.withFollowing);
	let current: { change: ListedEvent; fromWallMs: number } | undefined;
	return (time: ICAL.Time, startMs: number): (Interval & { isListed: boolean }) | undefined => {
		const change = changes.find(
			({ replaces }) =>
				replaces &&
				(replaces.moment.time.isDate ? dateOf(replaces.moment.time) === dateOf(time) : replaces.ms === startMs),
		);
		if (change) current = { change, fromWallMs: toWallMs(time) };
		if (!current) return undefined;
		const { start, endOf, isListed } = current.change;
		const wallMs = toWallMs(start.time) + toWallMs(time) - current.fromWallMs;
		const moved = clock.toMs({
			...start,
			time: toTime(wallMs, { isDate: start.time.isDate, isUtc: isUtc(start.time) }),
		});
		return { startMs: moved, endMs: endOf(moved), isListed };
	};
}

/** Iterates a rule on the clock of the event's beginning; its end is usually an instant. */
function createRuleIterator(
	{ recur, until }: Rule,
	{ start }: ListedEvent,
	clock: CalendarClock,
): () => ICAL.Time | undefined {
	const from = toTime(toWallMs(start.time), { isDate: start.time.isDate, isUtc: false });
	const toMs = (time: ICAL.Time) => clock.toMs({ ...start, time: isUtc(start.time) ? toUtc(time) : time });
	const lastDay = until && (until.time.isDate || start.time.isDate) ? findDay(until.time, clock) : undefined;
	const untilMs = until && lastDay === undefined ? toMs(until.time) : undefined;
	const iterator = recur.iterator(from);
	return () => {
		const time = iterator.next() as ICAL.Time | null | undefined;
		if (!time || (lastDay !== undefined && dateOf(time) > lastDay)) return undefined;
		return untilMs !== undefined && toMs(time) > untilMs ? undefined : time;
	};
}

/** Finds a day that a rule names. Outlook writes the instant at which it begins, which in UTC is on the day before in half the world. */
function findDay(time: ICAL.Time, clock: CalendarClock): string {
	return (isUtc(time) ? clock.dayBegunAt(toWallMs(time)) : undefined) ?? dateOf(time);
}

function toUtc(time: ICAL.Time): ICAL.Time {
	return toTime(toWallMs(time), { isDate: time.isDate, isUtc: true });
}
