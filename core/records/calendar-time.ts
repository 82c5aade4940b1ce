import type { BusinessHours } from "./business-hours.ts";

const minuteMs = 60_000;

/** Time around the clock, for promises that are not in working hours. */
export const calendarTime: BusinessHours = {
	addMinutes: (fromMs, minutes) => fromMs + minutes * minuteMs,
	subtractMinutes: (untilMs, minutes) => untilMs - minutes * minuteMs,
	countMinutes: (fromMs, untilMs) => Math.round((untilMs - fromMs) / minuteMs),
};
