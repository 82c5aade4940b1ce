import type { Company } from "../../shared/company.ts";
import { hoursOn } from "../../shared/opening-hours.ts";
import { weekdays } from "../../shared/weekdays.ts";
import { dayMs, findTimeOrNext } from "../../shared/zoned-time.ts";

const minuteMs = 60_000;
/** Covers a company that opens once a week and is on holiday in between. */
const longestClosedDays = 400;
/** Of a day's work over midnight, the UTC day may be the next but one. */
const daysBefore = 2;
/** 1970-01-01 was a Thursday. */
const weekdayOfFirstDay = weekdays.indexOf("Thursday");

/** The company's working hours without holidays. Instants are milliseconds since 1970. */
export type BusinessHours = {
	/** Returns when that many working minutes have passed. */
	addMinutes(fromMs: number, minutes: number): number;
	/** Returns the latest instant from which that many working minutes, at least one, fit before another. */
	subtractMinutes(untilMs: number, minutes: number): number;
	/** Counts working minutes between two instants; negative when the second is earlier. */
	countMinutes(fromMs: number, untilMs: number): number;
};

/** Creates the company's working hours, in its zone. */
export function createBusinessHours({
	timeZone,
	hours,
	demo: { closures },
}: Pick<Company, "timeZone" | "hours"> & { demo: Pick<Company["demo"], "closures"> }): BusinessHours {
	const closed = new Set(closures.map(({ date }) => date));
	/** Working days by days since 1970-01-01; undefined for a day without work. */
	const days = new Map<number, { opensMs: number; closesMs: number } | undefined>();

	function getDay(day: number): { opensMs: number; closesMs: number } | undefined {
		if (days.has(day)) return days.get(day);
		const date = new Date(day * dayMs).toISOString().slice(0, 10);
		const weekday = weekdays[(((day + weekdayOfFirstDay) % 7) + 7) % 7] as string;
		const work = closed.has(date) ? undefined : hoursOn(hours, weekday);
		const found = work && {
			opensMs: findTimeOrNext(date, work.from, timeZone),
			closesMs: findTimeOrNext(date, work.until, timeZone),
		};
		days.set(day, found);
		return found;
	}

	/** The UTC day: days of any zone begin within a day of it, and time outside the counted range adds nothing. */
	function findDay(ms: number): number {
		return Math.floor(ms / dayMs);
	}

	function addMinutes(fromMs: number, minutes: number): number {
		let leftMs = minutes * minuteMs;
		for (let day = findDay(fromMs) - daysBefore, idleDays = 0; idleDays <= longestClosedDays; day++) {
			const work = getDay(day);
			idleDays = work ? 0 : idleDays + 1;
			if (!work) continue;
			const startMs = Math.max(work.opensMs, fromMs);
			if (startMs >= work.closesMs) continue;
			if (leftMs <= work.closesMs - startMs) return startMs + leftMs;
			leftMs -= work.closesMs - startMs;
		}
		throw new Error("The company is closed for more than a year");
	}

	function subtractMinutes(untilMs: number, minutes: number): number {
		let leftMs = minutes * minuteMs;
		for (let day = findDay(untilMs) + 1, idleDays = 0; idleDays <= longestClosedDays; day--) {
			const work = getDay(day);
			idleDays = work ? 0 : idleDays + 1;
			if (!work) continue;
			const endMs = Math.min(work.closesMs, untilMs);
			if (endMs <= work.opensMs) continue;
			if (leftMs <= endMs - work.opensMs) return endMs - leftMs;
			leftMs -= endMs - work.opensMs;
		}
		throw new Error("The company is closed for more than a year");
	}

	function countMinutes(fromMs: number, untilMs: number): number {
		if (fromMs > untilMs) return -countMinutes(untilMs, fromMs);
		let ms = 0;
		for (let day = findDay(fromMs) - daysBefore, last = findDay(untilMs) + 1; day <= last; day++) {
			const work = getDay(day);
			if (work) ms += Math.max(0, Math.min(work.closesMs, untilMs) - Math.max(work.opensMs, fromMs));
		}
		return Math.round(ms / minuteMs);
	}

	return { addMinutes, subtractMinutes, countMinutes };
}
