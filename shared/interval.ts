/** From one instant until another, in milliseconds since 1970; the end is not part of it. */
export type Interval = { startMs: number; endMs: number };

/** Tells whether two intervals have a moment in common. */
export function overlap(one: Interval, other: Interval): boolean {
	return one.startMs < other.endMs && other.startMs < one.endMs;
}

/** Joins what overlaps or follows without a gap; in the order of time. */
export function joinIntervals(intervals: readonly Interval[]): Interval[] {
	const joined: Interval[] = [];
	for (const { startMs, endMs } of intervals.toSorted((one, other) => one.startMs - other.startMs)) {
		const last = joined.at(-1);
		if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
		else joined.push({ startMs, endMs });
	}
	return joined;
}
