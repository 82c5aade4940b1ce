import { toSlot } from "../../shared/slot-texts.ts";
import { isCalendarDate, parseSlotLabel, startOfSlot } from "../../shared/slot-times.ts";
import type { FreeSlots } from "./slot-choice.tsx";

/** Groups instants, in milliseconds since 1970, by day. */
export function showTimes(startsMs: readonly number[], timeZone: string): FreeSlots {
	const slots = startsMs.map((startMs) => toSlot(startMs, timeZone));
	return [...Map.groupBy(slots, ({ date }) => date)].map(([date, ofDay]) => ({
		date,
		times: ofDay.map(({ time }) => time),
	}));
}

/** Reads the chosen date and time of a form. */
export function readSlot(form: URLSearchParams): { date: string; time: string } {
	const [date = "", ...time] = (form.get("slot") ?? "").split(" ");
	return { date, time: time.join(" ") };
}

/** Reads the chosen instant, in milliseconds since 1970; undefined for an invalid one. */
export function readStart(form: URLSearchParams, timeZone: string): number | undefined {
	const { date, time } = readSlot(form);
	if (!isCalendarDate(date) || parseSlotLabel(time) === undefined) return undefined;
	try {
		return startOfSlot(date, time, timeZone);
	} catch (error) {
		// A time that the clocks skip.
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}
