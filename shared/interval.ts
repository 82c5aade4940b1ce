/** From one instant to another, in milliseconds since 1970; the end is excluded. */
export type Interval = { startMs: number; endMs: number };

/** Tells whether two intervals overlap. */
export function overlap(one: Interval, other: Interval): boolean {
	return one.startMs < other.endMs && other.startMs < one.endMs;
}

/** Joins intervals that overlap or touch, in order of time. */
export function joinIntervals(intervals: readonly Interval[]): Interval[] {
	const joined: Interval[] = [];
	for (const { startMs, endMs } of intervals.toSorted((one, other) => one.startMs - other.startMs)) {
		const last = joined.at(-1);
		if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
		else joined.push({ startMs, endMs });
	}
	return joined;
}
