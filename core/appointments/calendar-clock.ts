import ICAL from "ical.js";
import { dayMs, findDate, findStartOfDay, findTimeOrNext } from "../../shared/zoned-time.ts";
import type { Component, Note } from "./calendar-lines.ts";
import { dateOf, isUtc, toTime, toWallMs, type Moment } from "./calendar-values.ts";
import { findIanaZone, findZone } from "./calendar-zones.ts";

/** Converts a file's times to instants, in milliseconds since 1970. */
export type CalendarClock = {
	toMs(moment: Moment): number;
	/** The start of the day that begins so many days after the one of an instant. */
	addDays(ms: number, days: number): number;
	/** The date of the day that begins at an instant, if one does. */
	dayBegunAt(ms: number): string | undefined;
	/** Whether the zone of a moment that was converted is known. */
	knows(moment: Moment): boolean;
};

/**
 * Creates the clock of a calendar. A zone comes from the database of zones by its name; the file's own definition counts for other names. A
 * name that is unknown and not defined is noted, and read as the calendar's zone.
 * @param timeZone of days, and of times without a zone, where the file names none
 */
export function createCalendarClock(calendar: Component, timeZone: string, note: Note): CalendarClock {
	const named = calendar.properties.find(({ name }) => name === "x-wr-timezone");
	const calendarZone = named && findZone(named.value);
	if (named && calendarZone === undefined) note(named.line, unknownZone(named.value, timeZone));
	const dayZone = calendarZone ?? timeZone;
	const defined = readDefinedZones(calendar, note);
	const known = new Map<string, string | ICAL.Timezone>();
	const unknown = new Set<string>();
	function findKnownZone(tzid: string, line: number): string | ICAL.Timezone {
		const before = known.get(tzid);
		if (before !== undefined) return before;
		let zone = findIanaZone(tzid) ?? defined.get(tzid.toLowerCase()) ?? findZone(tzid);
		if (zone === undefined) {
			unknown.add(tzid);
			note(line, unknownZone(tzid, dayZone));
		}
		zone ??= dayZone;
		known.set(tzid, zone);
		return zone;
	}
	return {
		toMs({ time, tzid, line }) {
			if (time.isDate) return findStartOfDay(dateOf(time), dayZone);
			if (isUtc(time)) return toWallMs(time);
			const zone = tzid === undefined ? dayZone : findKnownZone(tzid, line);
			if (typeof zone === "string")
				return findTimeOrNext(dateOf(time), time.hour * 60 + time.minute, zone) + time.second * 1_000;
			const shown = toTime(toWallMs(time), { isDate: false, isUtc: false });
			shown.zone = zone;
			return shown.toUnixTime() * 1_000;
		},
		addDays(ms, days) {
			const date = Date.parse(`${findDate(ms, dayZone)}T00:00:00Z`) + days * dayMs;
			return findStartOfDay(new Date(date).toISOString().slice(0, 10), dayZone);
		},
		dayBegunAt(ms) {
			const date = findDate(ms, dayZone);
			return findStartOfDay(date, dayZone) === ms ? date : undefined;
		},
		knows: ({ tzid }) => tzid === undefined || !unknown.has(tzid),
	};
}

function unknownZone(name: string, instead: string): string {
	return `the time zone “${name.slice(0, 60)}” is unknown; read as ${instead}`;
}

/** Reads the zones that the file defines, by their names in lower case. */
function readDefinedZones(calendar: Component, note: Note): Map<string, ICAL.Timezone> {
	const zones = new Map<string, ICAL.Timezone>();
	for (const component of calendar.components.filter(({ name }) => name === "vtimezone")) {
		const name = component.properties.find((property) => property.name === "tzid")?.value;
		const zone = name !== undefined && readZone(component);
		if (zone) zones.set(name.toLowerCase(), zone);
		else note(component.line, "a time zone that cannot be read");
	}
	return zones;
}

const neededOfZone = ["dtstart", "tzoffsetfrom", "tzoffsetto"];

function readZone({ components }: Component): ICAL.Timezone | undefined {
	const lines = components
		.filter(({ properties }) => neededOfZone.every((needed) => properties.some(({ name }) => name === needed)))
		.flatMap(({ name, properties }) => [
			`BEGIN:${name}`,
			...properties.map((property) => `${property.name}:${property.value}`),
			`END:${name}`,
		]);
	if (lines.length === 0) return undefined;
	try {
		const zone = new ICAL.Timezone({
			component: ["BEGIN:VTIMEZONE", ...lines, "END:VTIMEZONE"].join("\r\n"),
			tzid: "file",
		});
		// The library reads the rules when they are needed.
		zone.utcOffset(toTime(Date.UTC(2026, 0), { isDate: false, isUtc: false }));
		return zone;
	} catch {
		return undefined;
	}
}
