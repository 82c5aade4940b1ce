import { joinIntervals, type Interval } from "../../shared/interval.ts";
import { readHours } from "../../shared/opening-hours.ts";
import { dayMs, findDate, findTimeOrNext } from "../../shared/zoned-time.ts";
import type { HostHours } from "./host-store.server.ts";

const weekdayOfDay = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export type HostTimes = {
	id: string;
	timeZone: string;
	hours: readonly HostHours[];
	/** Time off, busy calendars and reservations. */
	blocked: readonly Interval[];
};

/**
 * Creates a function that lists who is free for all of an interval, in the order of `hosts`.
 * @param range nobody is free outside it
 * @returns a function of the interval in which hosts work, and of the one in which they must have nothing else, the same by default
 */
export function createFreeHosts(
	hosts: readonly HostTimes[],
	range: Interval,
): (wanted: Interval, kept?: Interval) => string[] {
	const known = hosts.map(({ id, blocked, ...times }) => ({
		id,
		working: joinIntervals(listWorkingTimes(times, range)),
		blocked: joinIntervals(blocked),
	}));
	return (wanted, kept = wanted) =>
		known
			.filter(({ working, blocked }) => {
				const spell = findLastBegun(working, wanted.startMs);
				if (!spell || spell.endMs < wanted.endMs) return false;
				// Merged intervals end in the order in which they begin.
				const other = findLastBegun(blocked, kept.endMs - 1);
				return !other || other.endMs <= kept.startMs;
			})
			.map(({ id }) => id);
}

/** Chooses the free host with the fewest appointments; of several, the first. */
export function chooseHost(free: readonly string[], countOf: ReadonlyMap<string, number>): string | undefined {
	let chosen: string | undefined;
	for (const id of free) if (chosen === undefined || (countOf.get(id) ?? 0) < (countOf.get(chosen) ?? 0)) chosen = id;
	return chosen;
}

function listWorkingTimes({ timeZone, hours }: Pick<HostTimes, "timeZone" | "hours">, range: Interval): Interval[] {
	const times: Interval[] = [];
	// Working hours of the evening before may reach into the range.
	const last = findDate(range.endMs, timeZone);
	for (let date = findDate(range.startMs - dayMs, timeZone); date <= last; date = nextDate(date)) {
		const weekday = weekdayOfDay[new Date(`${date}T00:00:00Z`).getUTCDay()];
		for (const spell of hours) {
			if (spell.weekday !== weekday) continue;
			const { from, until } = readHours({ opens: spell.from, closes: spell.until });
			const startMs = findTimeOrNext(date, from, timeZone);
			const endMs = findTimeOrNext(date, until, timeZone);
			const within = { startMs: Math.max(startMs, range.startMs), endMs: Math.min(endMs, range.endMs) };
			if (within.startMs < within.endMs) times.push(within);
		}
	}
	return times;
}

function nextDate(date: string): string {
	return new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}

/** Finds the last interval that has begun at an instant; `intervals` are ordered by time. */
function findLastBegun(intervals: readonly Interval[], ms: number): Interval | undefined {
	let low = 0;
	let high = intervals.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((intervals[middle] as Interval).startMs <= ms) low = middle + 1;
		else high = middle;
	}
	return intervals[low - 1];
}
