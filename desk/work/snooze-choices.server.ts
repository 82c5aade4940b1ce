import { toSnoozeText } from "../../core/records/snooze.server.ts";
import type { Company } from "../../shared/company.ts";
import { hoursOn, readHours } from "../../shared/opening-hours.ts";
import { isCalendarDate, weekdayOf } from "../../shared/slot-times.ts";
import { findDate, findTimeOrNext } from "../../shared/zoned-time.ts";
import { showShortTime } from "../records/show-values.server.ts";
import type { SnoozeChoice } from "./choices.ts";

type Place = Pick<Company, "locale" | "timeZone" | "hours"> & { demo: Pick<Company["demo"], "closures"> };

const laterHours = 3;
const minuteMs = 60_000;

/** Lists when a record can come back, besides on a day that is picked. */
export function listSnoozeChoices(now: Temporal.Instant, company: Place): SnoozeChoice[] {
	const today = findToday(now, company);
	const later = findLater(now, company);
	const tomorrow = today.add({ days: 1 });
	const monday = today.add({ days: 8 - today.dayOfWeek });
	return [
		{
			key: "later",
			label: findToday(later, company).equals(today) ? "Later today" : `In ${laterHours} hours`,
			at: later,
		},
		{ key: "tomorrow", label: "Tomorrow", at: findOpening(tomorrow, company) },
		...(monday.equals(tomorrow) ? [] : [{ key: "monday", label: "Monday", at: findOpening(monday, company) }]),
	].map(({ key, label, at }) => ({ key, label, time: showShortTime(at, company) }));
}

/**
 * Reads when a record comes back, as its change takes it: a choice, a day as YYYY-MM-DD, or "" for now. Anything else is returned as it is,
 * to be refused.
 */
export function readSnooze(value: string, now: Temporal.Instant, company: Place): string {
	const today = findToday(now, company);
	if (value === "later") return toSnoozeText(findLater(now, company));
	if (value === "tomorrow") return toSnoozeText(findOpening(today.add({ days: 1 }), company));
	if (value === "monday") return toSnoozeText(findOpening(today.add({ days: 8 - today.dayOfWeek }), company));
	return isCalendarDate(value) ? toSnoozeText(findOpening(Temporal.PlainDate.from(value), company)) : value;
}

function findToday(now: Temporal.Instant, { timeZone }: Place): Temporal.PlainDate {
	return Temporal.PlainDate.from(findDate(now.epochMilliseconds, timeZone));
}

/** In some hours, but not after the end of the working day. */
function findLater(now: Temporal.Instant, company: Place): Temporal.Instant {
	const later = now.add({ hours: laterHours });
	const date = findToday(now, company).toString();
	const isClosed = company.demo.closures.some((closure) => closure.date === date);
	const work = isClosed ? undefined : hoursOn(company.hours, weekdayOf(date));
	const closes = work && findTime(date, work.until, company);
	const isOpen = closes !== undefined && Temporal.Instant.compare(now.add({ minutes: 1 }), closes) < 0;
	const at = isOpen && Temporal.Instant.compare(closes, later) < 0 ? closes : later;
	return Temporal.Instant.fromEpochMilliseconds(Math.ceil(at.epochMilliseconds / minuteMs) * minuteMs);
}

/** On a day without work, when most days begin. */
function findOpening(day: Temporal.PlainDate, company: Place): Temporal.Instant {
	const date = day.toString();
	const { from } = hoursOn(company.hours, weekdayOf(date)) ?? readHours(company.hours);
	return findTime(date, from, company);
}

function findTime(date: string, minutes: number, { timeZone }: Place): Temporal.Instant {
	return Temporal.Instant.fromEpochMilliseconds(findTimeOrNext(date, minutes, timeZone));
}
