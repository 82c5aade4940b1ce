import ICAL from "ical.js";
import { dayMs } from "../../shared/zoned-time.ts";
import type { Note, Property } from "./calendar-lines.ts";

/** A time as written: in UTC, or on the clock of a zone. */
export type Moment = { time: ICAL.Time; tzid: string | undefined; line: number };

const timePattern =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Reads the times of a property as meant; the value decides whether it is a day. Notes and skips those that cannot be read. */
export function readMoments(property: Property, note: Note): Moment[] {
	return splitValues(property.value).flatMap((value) => {
		const moment = toMoment(value, property);
		if (!moment) note(property.line, `${property.name.toUpperCase()} has a time that cannot be read`);
		return moment ?? [];
	});
}

/** Reads the first time of a property; undefined when there is none that can be read. */
export function readMoment(property: Property | undefined): Moment | undefined {
	return property && readMoments(property, () => undefined)[0];
}

/** Reads a text, in which commas, semicolons and breaks of lines are written with a backslash. */
export function readText(value: string): string {
	return value.replaceAll(/\\([\\;,n])/gi, (_whole, character: string) =>
		character.toLowerCase() === "n" ? "\n" : character,
	);
}

/** A period, or a time whose length is that of the event. */
export type Period = { start: Moment; end?: Moment; lengthMs?: number };

/** Reads times and periods ("start/end" or "start/duration"). Notes and skips those that cannot be read. */
export function readPeriods(property: Property, note: Note): Period[] {
	return splitValues(property.value).flatMap((value) => {
		const [from = "", until] = value.split("/");
		const start = toMoment(from, property);
		const end = until === undefined ? undefined : toMoment(until, property);
		const lengthMs = until === undefined || end ? undefined : readLength(until);
		if (start && (until === undefined || end || lengthMs !== undefined))
			return { start, ...(end && { end }), ...(lengthMs !== undefined && { lengthMs }) };
		note(property.line, `${property.name.toUpperCase()} has a time that cannot be read`);
		return [];
	});
}

function splitValues(value: string): string[] {
	return value
		.split(",")
		.map((one) => one.trim())
		.filter((one) => one !== "");
}

function toMoment(value: string, { params, line }: Property): Moment | undefined {
	const time = readTime(value);
	return time && { time, tzid: params.get("tzid"), line };
}

function readTime(value: string): ICAL.Time | undefined {
	const [matched, year, month, day, hour, minute = "0", second = "0", zone] = timePattern.exec(value) ?? [];
	if (matched === undefined) return undefined;
	const dateMs = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
	// JavaScript reads the 30th of February as a day of March.
	if (Number.isNaN(dateMs) || new Date(dateMs).getUTCDate() !== Number(day)) return undefined;
	if (hour === undefined) return toTime(dateMs, { isDate: true, isUtc: false });
	const seconds = Number(hour) * 3_600 + Number(minute) * 60 + Number(second);
	if (seconds > dayMs / 1_000 || Number(minute) > 59 || Number(second) > 60) return undefined;
	const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? "") ?? [];
	const offsetMs = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
	return toTime(dateMs + seconds * 1_000 - offsetMs, { isDate: false, isUtc: zone !== undefined });
}

/** Reads a duration, in milliseconds; undefined when it cannot be read. */
export function readLength(value: string): number | undefined {
	try {
		return ICAL.Duration.fromString(value.trim().toUpperCase()).toSeconds() * 1_000;
	} catch {
		return undefined;
	}
}

/** A rule, and its end, which may be written in another zone than its beginning. */
export type Rule = { recur: ICAL.Recur; until: Moment | undefined };

const frequencies = /^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/;

/** Reads a rule of recurrence; parts that cannot be read are noted and left out. Undefined when none of it can be read. */
export function readRule(property: Property, note: Note): Rule | undefined {
	const text = property.value
		.toUpperCase()
		.replaceAll(/\s/g, "")
		.replace(/^(?:RRULE:)+/, "");
	const parts = text.split(";").filter((part) => part !== "");
	const frequency = parts.find((part) => part.startsWith("FREQ="))?.slice("FREQ=".length);
	if (frequency === undefined || !frequencies.test(frequency)) {
		note(property.line, "a rule of recurrence that cannot be read; only its first day counts");
		return undefined;
	}
	let until: Moment | undefined;
	const readable = [`FREQ=${frequency}`];
	for (const part of parts) {
		const [key = "", value = ""] = part.split("=");
		if (key === "FREQ") continue;
		const values = value.split(",").filter((one) => one !== "");
		const written = `${key}=${values.join(",")}`;
		if (key === "UNTIL") until = toMoment(value, property);
		const isRead = key === "UNTIL" ? until !== undefined : values.length > 0 && isReadable(frequency, written);
		if (!isRead) note(property.line, `a rule of recurrence whose ${key.slice(0, 20)} cannot be read`);
		else if (key !== "UNTIL") readable.push(written);
	}
	return { recur: ICAL.Recur.fromString(readable.join(";")), until };
}

function isReadable(frequency: string, part: string): boolean {
	try {
		ICAL.Recur.fromString(`FREQ=${frequency};${part}`);
		return part !== "COUNT=0";
	} catch {
		return false;
	}
}

/** Makes a time of what clocks show: milliseconds since 1970 as on a clock of UTC. */
export function toTime(wallMs: number, options: { isDate: boolean; isUtc: boolean }): ICAL.Time {
	const shown = new Date(wallMs);
	return new ICAL.Time(
		{
			year: shown.getUTCFullYear(),
			month: shown.getUTCMonth() + 1,
			day: shown.getUTCDate(),
			hour: shown.getUTCHours(),
			minute: shown.getUTCMinutes(),
			second: shown.getUTCSeconds(),
			isDate: options.isDate,
		},
		options.isUtc ? ICAL.Timezone.utcTimezone : ICAL.Timezone.localTimezone,
	);
}

/** Returns what clocks show, as toTime takes it. */
export function toWallMs({ year, month, day, hour, minute, second }: ICAL.Time): number {
	return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function isUtc(time: ICAL.Time): boolean {
	return time.zone === ICAL.Timezone.utcTimezone;
}

/** YYYY-MM-DD, on the clock that shows the time. */
export function dateOf({ year, month, day }: ICAL.Time): string {
	return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
