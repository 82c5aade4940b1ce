import type { BusinessHours } from "./business-hours.ts";

const minuteMs = 60_000;

/** Time as it passes, day and night, where what is promised is not counted in hours of work. */
export const calendarTime: BusinessHours = {
	addMinutes: (fromMs, minutes) => fromMs + minutes * minuteMs,
	subtractMinutes: (untilMs, minutes) => untilMs - minutes * minuteMs,
	countMinutes: (fromMs, untilMs) => Math.round((untilMs - fromMs) / minuteMs),
};
