import { parseClockTime } from "./slot-times.ts";
import { weekdays } from "./weekdays.ts";

const minutesPerDay = 1_440;

/** When work begins and ends on a day, as 24-hour times such as "10:00". */
export type OpeningTimes = { opens: string; closes: string };

/** The days on which a company works, the times of most of them, and those of days that differ. */
export type OpeningHours = OpeningTimes & {
	/** English names, such as "Monday". */
	days: readonly string[];
	exceptions?: readonly ({ day: string } & OpeningTimes)[] | undefined;
};

/**
 * Returns when working hours begin and end, in minutes since the midnight before. Hours over midnight end after 1,440: those from "18:00" to
 * "03:00" belong to the day on which they begin.
 */
export function readHours({ opens, closes }: OpeningTimes): { from: number; until: number } {
	const [from, until] = [parseClockTime(opens), parseClockTime(closes)];
	return { from, until: until < from ? until + minutesPerDay : until };
}

/** Returns when a company opens and closes on a weekday, as its hours are written; undefined for a day without work. */
export function timesOn(
	{ days, opens, closes, exceptions = [] }: OpeningHours,
	weekday: string,
): OpeningTimes | undefined {
	if (!days.includes(weekday)) return undefined;
	const times = exceptions.find(({ day }) => day === weekday) ?? { opens, closes };
	return { opens: times.opens, closes: times.closes };
}

/** Returns when a company's work begins and ends on a weekday, as readHours does; undefined for a day without work. */
export function hoursOn(hours: OpeningHours, weekday: string): { from: number; until: number } | undefined {
	const times = timesOn(hours, weekday);
	return times && readHours(times);
}

/** Groups the days of a company's work by equal times, in the order of the days. */
export function groupHours<Day extends string>(
	hours: OpeningHours & { days: readonly Day[] },
): (OpeningTimes & { days: Day[] })[] {
	const groups = new Map<string, OpeningTimes & { days: Day[] }>();
	for (const day of hours.days) {
		const times = timesOn(hours, day) ?? hours;
		const key = `${times.opens}-${times.closes}`;
		const group = groups.get(key);
		if (group) group.days.push(day);
		else groups.set(key, { days: [day], opens: times.opens, closes: times.closes });
	}
	return [...groups.values()];
}

/** Finds a day that opens before the work of the day before it ends, with that day. */
export function findOverlap(hours: OpeningHours): { day: string; before: string } | undefined {
	return weekdays
		.map((day, index) => ({ day, before: weekdays.at(index - 1) ?? "" }))
		.find(({ day, before }) => {
			const [work, earlier] = [hoursOn(hours, day), hoursOn(hours, before)];
			return work !== undefined && earlier !== undefined && earlier.until - minutesPerDay > work.from;
		});
}
