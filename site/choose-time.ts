import { formatTimeOf } from "../shared/slot-texts.ts";
import { findDate } from "../shared/zoned-time.ts";

/**
 * Lists the choices on the private page of a call or an interview: the days with a free time, and the times of one day.
 *
 * @param free instants in milliseconds since 1970, in order
 * @param wanted a date; the first day from it on with a free time is shown
 */
export function listChoice(free: readonly number[], timeZone: string, wanted: string) {
	const byDate = Map.groupBy(free, (startMs) => findDate(startMs, timeZone));
	const dates = [...byDate.keys()];
	const date = dates.find((one) => one >= wanted) ?? dates[0];
	const times = (byDate.get(date ?? "") ?? []).map((startMs) => ({
		value: String(startMs),
		time: formatTimeOf(startMs, timeZone),
	}));
	return { dates, date, times };
}
