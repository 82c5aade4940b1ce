import { parseClockTime } from "./slot-times.ts";

const minutesPerDay = 1_440;

/**
 * Returns when working hours begin and end, in minutes since the midnight before. Hours over midnight end after 1,440: those from "18:00" to
 * "03:00" belong to the day on which they begin.
 */
export function readHours({ opens, closes }: { opens: string; closes: string }): { from: number; until: number } {
	const [from, until] = [parseClockTime(opens), parseClockTime(closes)];
	return { from, until: until < from ? until + minutesPerDay : until };
}
