import { formatDayAndMonth, formatMonth, formatShortDayAndMonth, formatShortMonth } from "../../shared/format-date.ts";
import { isWhole, type Period, type PeriodUnit } from "../../shared/periods.ts";
import type { FigureRow } from "./figures.ts";

export type PeriodContext = {
	unit: PeriodUnit;
	periods: readonly Period[];
	today: Temporal.PlainDate;
	/** The first day of which nothing has reached the end of its retention; without it, all days are kept. */
	firstKept?: Temporal.PlainDate;
};

/** The days that a figure sums up as one. */
export type RangeContext = Pick<PeriodContext, "firstKept"> & { within: Period };

/** Says within a sentence when a period is, such as "in the week of 16 November". */
export function tellWhen(unit: PeriodUnit, { first }: Period): string {
	if (unit === "month") return `in ${formatMonth(first.toString())}`;
	return `${unit === "day" ? "on" : "in the week of"} ${formatDayAndMonth(first.toString())}`;
}

/** Finds the last full period that is still kept, with the one before if that is, too; undefined when there is none. */
export function findLastFull<Value>(
	context: PeriodContext,
	values: readonly Value[],
): { period: Period; value: Value; before: Value | undefined } | undefined {
	const { unit, periods } = context;
	const isFull = (period: Period) => isWhole(unit, period) && isKept(period, context) && !isRunning(period, context);
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
export function tellNoneFull(context: PeriodContext): string {
	return `No full ${context.unit} in this period${areKept(context) ? "" : " is still kept"}`;
}

/** The finding of a figure on a range, where there is nothing to report: `things` is in the plural. */
export function tellNone(things: string, { within, ...context }: RangeContext): string {
	return `No ${things} ${isKept(within, context) ? "in" : "kept from"} this period`;
}

/** Tells whether everything of all periods is still kept. */
export function areKept(context: PeriodContext): boolean {
	return context.periods.every((period) => isKept(period, context));
}

export function toRows(context: PeriodContext, valuesOf: (index: number) => (number | undefined)[]): FigureRow[] {
	const { unit, periods } = context;
	return periods.map((period, index) => {
		const first = period.first.toString();
		const remark = findRemark(period, context);
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

function findRemark(period: Period, context: PeriodContext): string {
	if (!isKept(period, context)) return ", not all kept";
	if (isRunning(period, context)) return ", so far";
	return isWhole(context.unit, period) ? "" : ", in part";
}

function isRunning({ end }: Period, { today }: PeriodContext): boolean {
	return Temporal.PlainDate.compare(end, today) > 0;
}

/** Tells whether everything of a period is still kept. */
export function isKept({ first }: Period, { firstKept }: Pick<PeriodContext, "firstKept">): boolean {
	return firstKept === undefined || Temporal.PlainDate.compare(first, firstKept) >= 0;
}
