export type PeriodUnit = "day" | "week" | "month";

/** Most days that are told apart, and most that are told by week. */
const mostDays = 31;
const mostDaysByWeek = 190;

/** Consecutive days in the company's zone. */
export type Period = {
	first: Temporal.PlainDate;
	/** The first day after the period. */
	end: Temporal.PlainDate;
};

/** Returns the first day of the week (Monday, ISO 8601) or month that contains a day. */
function findFirstDay(unit: PeriodUnit, day: Temporal.PlainDate): Temporal.PlainDate {
	if (unit === "day") return day;
	return unit === "week" ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 });
}

function move(unit: PeriodUnit, first: Temporal.PlainDate, steps: number): Temporal.PlainDate {
	return first.add({ [`${unit}s`]: steps });
}

/** Lists that many consecutive days, weeks or months, earliest first, the last one containing the given day. */
export function listPeriods(unit: PeriodUnit, count: number, lastDay: Temporal.PlainDate): Period[] {
	const last = findFirstDay(unit, lastDay);
	return Array.from({ length: count }, (_, index) => ({
		first: move(unit, last, index + 1 - count),
		end: move(unit, last, index + 2 - count),
	}));
}

/** Divides a period into days, weeks or months, by its length; the first and the last may be parts of one. */
export function dividePeriod({ first, end }: Period): { unit: PeriodUnit; periods: Period[] } {
	const days = countDays({ first, end });
	const unit = days <= mostDays ? "day" : days <= mostDaysByWeek ? "week" : "month";
	const periods: Period[] = [];
	for (let start = first; Temporal.PlainDate.compare(start, end) < 0;) {
		const next = move(unit, findFirstDay(unit, start), 1);
		periods.push({ first: start, end: Temporal.PlainDate.compare(next, end) < 0 ? next : end });
		start = next;
	}
	return { unit, periods };
}

/** Tells whether a period is a whole day, week or month, not a part of one. */
export function isWhole(unit: PeriodUnit, { first, end }: Period): boolean {
	const start = findFirstDay(unit, first);
	return start.equals(first) && move(unit, start, 1).equals(end);
}

/** Returns the period of the same length before. */
export function findPeriodBefore(period: Period): Period {
	return { first: period.first.subtract({ days: countDays(period) }), end: period.first };
}

function countDays({ first, end }: Period): number {
	return first.until(end, { largestUnit: "day" }).days;
}

/** Returns when a period begins and ends in a zone, across changes of its clocks. */
export function toInterval(
	{ first, end }: Period,
	timeZone: string,
): { from: Temporal.Instant; until: Temporal.Instant } {
	const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
	return { from: startOf(first), until: startOf(end) };
}
