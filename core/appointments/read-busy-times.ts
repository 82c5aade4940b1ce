import ICAL from "ical.js";
import { joinIntervals, overlap, type Interval } from "../../shared/interval.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";
import { findDate, findStartOfDay, findTimeOrNext } from "../../shared/zoned-time.ts";

const dayMs = 86_400_000;
/** More than a lifetime's calendar, and few enough to process. */
const maxEvents = 20_000;
/** Limit on expanded occurrences; thirty years of a daily event are 11,000. */
const maxOccurrences = 200_000;
const maxBusyTimes = 10_000;

export type BusyTimesQuestion = {
	/** Times outside it are left out. */
	range: Interval;
	/** The zone of days, and of times without one, where the file names none. */
	timeZone: string;
	/** The owner's addresses: events that one of them declined do not block. */
	addresses: readonly string[];
};

/** Converts a file's times to instants. */
type Clock = { toMs(time: ICAL.Time, zone: string | undefined): number; dayZone: string };

/**
 * Reads from a calendar file (RFC 5545) when its owner is busy: merged, ordered by time, within the range.
 *
 * Free, cancelled and declined events are left out. Recurring events are expanded with their exceptions. A zone comes from the database of
 * zones by its name; the file's own definition counts only for unknown names.
 * @throws UnreadableCalendarError when it is not a calendar or exceeds the limits
 */
export function readBusyTimes(text: string, { range, timeZone, addresses }: BusyTimesQuestion): Interval[] {
	const calendars = parseCalendars(text);
	const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents("vevent"));
	if (events.length > maxEvents) throw new UnreadableCalendarError(`the calendar has more than ${maxEvents} events`);
	const own = new Set(addresses.map((address) => address.toLowerCase()));
	const busy: Interval[] = [];
	let left = maxOccurrences;
	for (const calendar of calendars) {
		const clock = createClock(calendar, timeZone);
		for (const time of listFreeBusyTimes(calendar, clock)) busy.push(time);
		const byUid = Map.groupBy(calendar.getAllSubcomponents("vevent"), (event) =>
			String(event.getFirstPropertyValue("uid") ?? ""),
		);
		for (const [uid, same] of byUid) {
			const isOverride = (event: ICAL.Component) => event.getFirstProperty("recurrence-id") !== null;
			const overrides = uid === "" ? [] : same.filter(isOverride);
			const overridden = overrides.flatMap((event) => event.getAllProperties("recurrence-id"));
			for (const event of overrides) if (isBusy(event, own)) busy.push(...listOnce(event, clock));
			for (const event of same) {
				if ((uid !== "" && isOverride(event)) || !isBusy(event, own)) continue;
				const { times, gone } = listOccurrences(event, clock, range, { left, overridden });
				left -= gone;
				for (const time of times) busy.push(time);
			}
		}
	}
	const joined = joinIntervals(
		busy
			.filter((one) => one.endMs > one.startMs && overlap(one, range))
			// An event may last until a day that no clock knows.
			.map((one) => ({ startMs: Math.max(one.startMs, range.startMs), endMs: Math.min(one.endMs, range.endMs) })),
	);
	if (joined.length > maxBusyTimes)
		throw new UnreadableCalendarError(`the calendar has more than ${maxBusyTimes} busy times`);
	return joined;
}

function parseCalendars(text: string): ICAL.Component[] {
	let parsed: unknown;
	try {
		parsed = ICAL.parse(text.replace(/^\uFEFF/, ""));
	} catch {
		throw new UnreadableCalendarError("the address does not lead to a calendar");
	}
	// One calendar, or several in sequence.
	const roots = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
	const calendars = roots
		.filter((root): root is unknown[] => Array.isArray(root) && root.length > 0)
		.map((root) => new ICAL.Component(root as ConstructorParameters<typeof ICAL.Component>[0]))
		.filter(({ name }) => name === "vcalendar");
	if (calendars.length === 0) throw new UnreadableCalendarError("the address does not lead to a calendar");
	return calendars;
}

function isBusy(event: ICAL.Component, own: ReadonlySet<string>): boolean {
	const textOf = (name: string) => String(event.getFirstPropertyValue(name) ?? "").toUpperCase();
	if (textOf("status") === "CANCELLED" || textOf("transp") === "TRANSPARENT") return false;
	if (textOf("x-microsoft-cdo-busystatus") === "FREE") return false;
	return !event.getAllProperties("attendee").some((attendee) => {
		const address = String(attendee.getFirstValue()).replace(/^mailto:/i, "");
		const email = attendee.getFirstParameter("email");
		const isOwn = own.has(address.toLowerCase()) || (email !== undefined && own.has(email.toLowerCase()));
		return isOwn && attendee.getFirstParameter("partstat")?.toUpperCase() === "DECLINED";
	});
}

/** Servers may publish busy times without the events (VFREEBUSY). */
function listFreeBusyTimes(calendar: ICAL.Component, clock: Clock): Interval[] {
	return calendar
		.getAllSubcomponents("vfreebusy")
		.flatMap((component) => component.getAllProperties("freebusy"))
		.filter((property) => property.getFirstParameter("fbtype")?.toUpperCase() !== "FREE")
		.flatMap((property) => property.getValues())
		.filter((value): value is ICAL.Period => value instanceof ICAL.Period)
		.map((period) => ({
			startMs: clock.toMs(period.start, undefined),
			endMs: clock.toMs(period.getEnd(), undefined),
		}));
}

function zoneOf(property: ICAL.Property | null): string | undefined {
	return property?.getFirstParameter("tzid");
}

/** How long an event is; counted in days where it has no times, because not every day has 24 hours. */
type Span = { start: ICAL.Time; zone: string | undefined; startMs: number; endOf(startMs: number): number };

function readSpan(event: ICAL.Component, clock: Clock): Span | undefined {
	const property = event.getFirstProperty("dtstart");
	const start = property?.getFirstValue();
	if (!(start instanceof ICAL.Time)) return undefined;
	const zone = zoneOf(property);
	const startMs = clock.toMs(start, zone);
	const endProperty = event.getFirstProperty("dtend");
	const end = endProperty?.getFirstValue();
	const duration = event.getFirstPropertyValue("duration");
	if (start.isDate) {
		const days =
			end instanceof ICAL.Time
				? Math.round((Date.parse(dateOf(end)) - Date.parse(dateOf(start))) / dayMs)
				: duration instanceof ICAL.Duration
					? Math.ceil(duration.toSeconds() / 86_400)
					: 1;
		return { start, zone, startMs, endOf: (from) => addDays(from, Math.max(1, days), clock.dayZone) };
	}
	const lengthMs =
		end instanceof ICAL.Time
			? clock.toMs(end, zoneOf(endProperty)) - startMs
			: duration instanceof ICAL.Duration
				? duration.toSeconds() * 1_000
				: 0;
	return { start, zone, startMs, endOf: (from) => from + lengthMs };
}

function listOnce(event: ICAL.Component, clock: Clock): Interval[] {
	const span = readSpan(event, clock);
	return span ? [{ startMs: span.startMs, endMs: span.endOf(span.startMs) }] : [];
}

/**
 * Lists the occurrences of an event until the end of the range, and how many were expanded.
 * @param overridden occurrences that the file describes elsewhere
 */
function listOccurrences(
	event: ICAL.Component,
	clock: Clock,
	range: Interval,
	{ left, overridden }: { left: number; overridden: readonly ICAL.Property[] },
): { times: Interval[]; gone: number } {
	const span = readSpan(event, clock);
	if (!span) return { times: [], gone: 0 };
	/** By their start, each with the day that it is known by. */
	const occurrences = new Map([[span.startMs, { endMs: span.endOf(span.startMs), date: dateOf(span.start) }]]);
	let gone = 0;
	for (const property of event.getAllProperties("rrule")) {
		const rule = property.getFirstValue();
		if (!(rule instanceof ICAL.Recur)) continue;
		// Without a zone, so that a rule is expanded and ends in local time.
		const from = withoutZone(span.start);
		const next = createRuleIterator(rule, from, span, clock);
		for (let time = next(); time; time = next()) {
			if (++gone > left) throw new UnreadableCalendarError("the calendar has too many recurring events");
			const startMs = clock.toMs(time, span.zone ?? (isUtc(span.start) ? "UTC" : undefined));
			if (startMs >= range.endMs) break;
			const endMs = span.endOf(startMs);
			if (endMs > range.startMs) occurrences.set(startMs, { endMs, date: dateOf(time) });
		}
	}
	for (const property of event.getAllProperties("rdate"))
		for (const value of property.getValues()) {
			const time = value instanceof ICAL.Period ? value.start : value;
			if (!(time instanceof ICAL.Time)) continue;
			const startMs = clock.toMs(time, zoneOf(property));
			const endMs = value instanceof ICAL.Period ? clock.toMs(value.getEnd(), zoneOf(property)) : span.endOf(startMs);
			occurrences.set(startMs, { endMs, date: dateOf(time) });
		}
	const without = [...event.getAllProperties("exdate"), ...overridden];
	/** Programs exclude days of timed events, and times of all-day events. */
	const daysWithout = new Set<string>();
	for (const property of without)
		for (const value of property.getValues()) {
			if (!(value instanceof ICAL.Time)) continue;
			if (value.isDate === span.start.isDate) occurrences.delete(clock.toMs(value, zoneOf(property)));
			else daysWithout.add(dateOf(value));
		}
	const times = [...occurrences]
		.filter(([, { date }]) => !daysWithout.has(date))
		.map(([startMs, { endMs }]) => ({ startMs, endMs }));
	return { times, gone };
}

/** Iterates a rule; its end is usually an instant and has to be converted to local time. */
function createRuleIterator(
	rule: ICAL.Recur,
	from: ICAL.Time,
	{ start, zone }: Span,
	clock: Clock,
): () => ICAL.Time | undefined {
	const own = rule.clone();
	const until = own.until;
	const untilMs =
		until && !start.isDate
			? until.isDate
				? clock.toMs(endOfDay(until), zone ?? (isUtc(start) ? "UTC" : undefined))
				: clock.toMs(until, isUtc(until) ? "UTC" : zone)
			: undefined;
	if (untilMs !== undefined) own.until = null;
	else if (until) own.until = withoutZone(until);
	const iterator = own.iterator(from);
	const zoneName = zone ?? (isUtc(start) ? "UTC" : undefined);
	return () => {
		const time = iterator.next() as ICAL.Time | null | undefined;
		if (!time || (untilMs !== undefined && clock.toMs(time, zoneName) > untilMs)) return undefined;
		return time;
	};
}

function isUtc(time: ICAL.Time): boolean {
	return time.zone === ICAL.Timezone.utcTimezone;
}

function withoutZone(time: ICAL.Time): ICAL.Time {
	const { year, month, day, hour, minute, second, isDate } = time;
	return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone);
}

function endOfDay({ year, month, day }: ICAL.Time): ICAL.Time {
	return new ICAL.Time(
		{ year, month, day, hour: 23, minute: 59, second: 59, isDate: false },
		ICAL.Timezone.localTimezone,
	);
}

function dateOf({ year, month, day }: ICAL.Time): string {
	return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function addDays(ms: number, days: number, zone: string): number {
	const date = Date.parse(`${findDate(ms, zone)}T00:00:00Z`) + days * dayMs;
	return findStartOfDay(new Date(date).toISOString().slice(0, 10), zone);
}

function createClock(calendar: ICAL.Component, timeZone: string): Clock {
	const named = findZone(String(calendar.getFirstPropertyValue("x-wr-timezone") ?? ""));
	const dayZone = named ?? timeZone;
	const defined = new Map<string, ICAL.Timezone>();
	for (const component of calendar.getAllSubcomponents("vtimezone")) {
		const tzid = component.getFirstPropertyValue("tzid");
		if (typeof tzid === "string") defined.set(tzid, new ICAL.Timezone({ component, tzid }));
	}
	const known = new Map<string, string | ICAL.Timezone>();
	const resolve = (tzid: string) => {
		const zone =
			known.get(tzid) ?? findZone(tzid) ?? defined.get(tzid) ?? findZone(tzid, { takesBareWords: true }) ?? dayZone;
		known.set(tzid, zone);
		return zone;
	};
	return {
		dayZone,
		toMs(time, tzid) {
			if (time.isDate) return findStartOfDay(dateOf(time), dayZone);
			if (isUtc(time)) return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
			const zone = tzid === undefined ? dayZone : resolve(tzid);
			if (typeof zone === "string")
				return findTimeOrNext(dateOf(time), time.hour * 60 + time.minute, zone) + time.second * 1_000;
			const shown = withoutZone(time);
			shown.zone = zone;
			return shown.toUnixTime() * 1_000;
		},
	};
}

/** Finds the IANA zone of a name; some programs add a prefix. */
function findZone(name: string, { takesBareWords = false } = {}): string | undefined {
	const parts = name.split("/").filter((part) => part !== "");
	for (let from = 0; from < Math.min(parts.length, 6); from++) {
		const candidate = parts.slice(from).join("/");
		// An offset or a bare word such as "EST" is better read from the file's own definition.
		if (!takesBareWords && candidate !== "UTC" && !candidate.includes("/")) continue;
		try {
			return new Intl.DateTimeFormat("en", { timeZone: candidate }).resolvedOptions().timeZone;
		} catch {
			continue;
		}
	}
	return undefined;
}
