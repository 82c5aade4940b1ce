import type { Interval } from "../../shared/interval.ts";

/** An interval as tables hold it: texts that sort as instants do. */
type IntervalColumns = { startsAt: string; endsAt: string };

export function toIntervalColumns({ startMs, endMs }: Interval): IntervalColumns {
	return { startsAt: new Date(startMs).toISOString(), endsAt: new Date(endMs).toISOString() };
}

/** Reads the interval of a row; its other columns stay. */
export function readInterval<Row extends IntervalColumns>({
	startsAt,
	endsAt,
	...row
}: Row): Omit<Row, keyof IntervalColumns> & Interval {
	return { ...row, startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) };
}
