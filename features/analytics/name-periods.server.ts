import { formatDayAndMonth, formatMonth, formatShortDayAndMonth, formatShortMonth } from "../../shared/format-date.ts";
import { isWhole, type Period, type PeriodUnit } from "../../shared/periods.ts";
import type { FigureRow } from "./figures.ts";

export type PeriodContext = { unit: PeriodUnit; periods: readonly Period[]; today: Temporal.PlainDate };

/** Says within a sentence when a period is, such as "in the week of 16 November". */
export function tellWhen(unit: PeriodUnit, { first }: Period): string {
	if (unit === "month") return `in ${formatMonth(first.toString())}`;
	return `${unit === "day" ? "on" : "in the week of"} ${formatDayAndMonth(first.toString())}`;
}

/** Finds the last full period, with the one before if that is full, too; undefined when there is none. */
export function findLastFull<Value>(
	{ unit, periods, today }: PeriodContext,
	values: readonly Value[],
): { period: Period; value: Value; before: Value | undefined } | undefined {
	const isFull = (period: Period) => isWhole(unit, period) && !isRunning(period, today);
	const index = periods.findLastIndex(isFull);
	const [period, previous] = [periods[index], periods[index - 1]];
	if (!period) return undefined;
	return {
		period,
		value: values[index] as Value,
		before: previous && isFull(previous) ? values[index - 1] : undefined,
	};
}

/** The finding of a figure on the last full period, where there is none. */
export function tellNoneFull(unit: PeriodUnit): string {
	return `No full ${unit} in this period`;
}

export function toRows(
	{ unit, periods, today }: PeriodContext,
	valuesOf: (index: number) => (number | undefined)[],
): FigureRow[] {
	return periods.map((period, index) => {
		const first = period.first.toString();
		const remark = isRunning(period, today) ? ", so far" : isWhole(unit, period) ? "" : ", in part";
		return {
			label: (unit === "month" ? formatMonth(first) : formatShortDayAndMonth(first)) + remark,
			short: unit === "month" ? formatShortMonth(first) : formatShortDayAndMonth(first),
			isPartial: remark !== "",
			values: valuesOf(index).map((value) => value ?? null),
		};
	});
}

export function headRows(unit: PeriodUnit): string {
	return { day: "Day", week: "Week of", month: "Month" }[unit];
}

function isRunning({ end }: Period, today: Temporal.PlainDate): boolean {
	return Temporal.PlainDate.compare(end, today) > 0;
}
