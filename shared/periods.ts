export const periodUnits = ["week", "month"] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** Some days that follow each other, in the company's zone. */
export type Period = {
	first: Temporal.PlainDate;
	/** The first day that does not belong to it any more. */
	end: Temporal.PlainDate;
};

/** The first day of the week, which begins on Monday (ISO 8601), or of the month that a day is in. */
function findFirstDay(unit: PeriodUnit, day: Temporal.PlainDate): Temporal.PlainDate {
	return unit === "week" ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 });
}

/** Lists so many weeks or months that follow each other, the earliest first; the last one is that of a day. */
export function listPeriods(unit: PeriodUnit, count: number, lastDay: Temporal.PlainDate): Period[] {
	const last = findFirstDay(unit, lastDay);
	const move = (steps: number) => (unit === "week" ? last.add({ weeks: steps }) : last.add({ months: steps }));
	return Array.from({ length: count }, (_, index) => ({
		first: move(index + 1 - count),
		end: move(index + 2 - count),
	}));
}

/** Gives when a period begins and ends in a zone, however its clocks are put. */
export function toInterval(
	{ first, end }: Period,
	timeZone: string,
): { from: Temporal.Instant; until: Temporal.Instant } {
	const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
	return { from: startOf(first), until: startOf(end) };
}
