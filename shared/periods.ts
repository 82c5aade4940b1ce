export const periodUnits = ["week", "month"] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** Consecutive days in the company's zone. */
export type Period = {
	first: Temporal.PlainDate;
	/** The first day after the period. */
	end: Temporal.PlainDate;
};

/** Returns the first day of the week (Monday, ISO 8601) or month that contains a day. */
function findFirstDay(unit: PeriodUnit, day: Temporal.PlainDate): Temporal.PlainDate {
	return unit === "week" ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 });
}

/** Lists that many consecutive weeks or months, earliest first, the last one containing the given day. */
export function listPeriods(unit: PeriodUnit, count: number, lastDay: Temporal.PlainDate): Period[] {
	const last = findFirstDay(unit, lastDay);
	const move = (steps: number) => (unit === "week" ? last.add({ weeks: steps }) : last.add({ months: steps }));
	return Array.from({ length: count }, (_, index) => ({
		first: move(index + 1 - count),
		end: move(index + 2 - count),
	}));
}

/** Returns when a period begins and ends in a zone, across changes of its clocks. */
export function toInterval(
	{ first, end }: Period,
	timeZone: string,
): { from: Temporal.Instant; until: Temporal.Instant } {
	const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
	return { from: startOf(first), until: startOf(end) };
}
