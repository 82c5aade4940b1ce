import type { Period, PeriodUnit } from "../../shared/periods.ts";
import type { FigureRow } from "./figures.ts";

const dayInWords = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const monthInWords = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const shortMonth = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** What periods are looked at, and which day it is. */
export type PeriodContext = { unit: PeriodUnit; periods: readonly Period[]; today: Temporal.PlainDate };

/** Names a period within a sentence, such as "the week of 16 November". */
export function namePeriod(unit: PeriodUnit, { first }: Period): string {
	return unit === "week" ? `the week of ${write(dayInWords, first)}` : write(monthInWords, first);
}

/** The last period that is over, with the one before; undefined where there is none. */
export function findLastFull<Value>(
	{ periods, today }: PeriodContext,
	values: readonly Value[],
): { period: Period; value: Value; before: Value | undefined } | undefined {
	const index = periods.findLastIndex((period) => !isRunning(period, today));
	const period = periods[index];
	if (!period) return undefined;
	return { period, value: values[index] as Value, before: values[index - 1] };
}

/** Makes a row for each period. */
export function toRows(
	{ unit, periods, today }: PeriodContext,
	valuesOf: (index: number) => (number | undefined)[],
): FigureRow[] {
	return periods.map((period, index) => ({
		label:
			(unit === "week" ? write(shortDay, period.first) : write(monthInWords, period.first)) +
			(isRunning(period, today) ? ", so far" : ""),
		short: write(unit === "week" ? shortDay : shortMonth, period.first),
		isRunning: isRunning(period, today),
		values: valuesOf(index).map((value) => value ?? null),
	}));
}

/** Heading of the rows' names. */
export function headRows(unit: PeriodUnit): string {
	return unit === "week" ? "Week of" : "Month";
}

function isRunning({ end }: Period, today: Temporal.PlainDate): boolean {
	return Temporal.PlainDate.compare(end, today) > 0;
}

function write(format: Intl.DateTimeFormat, day: Temporal.PlainDate): string {
	return format.format(day.toZonedDateTime("UTC").epochMilliseconds);
}
