import type { Company } from "../../shared/company.ts";
import { createDayClock, findDate, findStartOfDay } from "../../shared/zoned-time.ts";

const minuteMs = 60_000;
/** A company that opens on one day of the week, and is on holiday in between, still opens within it. */
const longestClosedDays = 400;

/** When the company works: its hours on its days, but for its holidays. */
export type BusinessHours = {
	/** When so many minutes of work are over, from an instant on. */
	addMinutes(from: Temporal.Instant, minutes: number): Temporal.Instant;
	/** How many minutes of work lie between two instants; negative when the second is the earlier one. */
	countMinutes(from: Temporal.Instant, until: Temporal.Instant): number;
};

/** Reads when the company works, in its zone. */
export function createBusinessHours({
	timeZone,
	hours,
	demo: { closures },
}: Pick<Company, "timeZone" | "hours"> & { demo: Pick<Company["demo"], "closures"> }): BusinessHours {
	const closed = new Set(closures.map(({ date }) => date));
	const workingDays = new Set<string>(hours.days);
	/** Working days by their date; undefined on those without work. */
	const days = new Map<string, { opensMs: number; closesMs: number } | undefined>();

	function getDay(date: Temporal.PlainDate): { opensMs: number; closesMs: number } | undefined {
		const text = date.toString();
		if (days.has(text)) return days.get(text);
		const day =
			workingDays.has(date.toLocaleString("en", { weekday: "long" })) && !closed.has(text)
				? { opensMs: findTime(text, hours.opens), closesMs: findTime(text, hours.closes) }
				: undefined;
		days.set(text, day);
		return day;
	}

	/** Clocks that are put forward may leave the time out; work begins when they go on. */
	function findTime(date: string, time: string): number {
		const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
		const toInstant = createDayClock(date, timeZone);
		for (let later = minutes; later < minutes + 24 * 60; later += 15) {
			const ms = toInstant(later);
			if (ms !== undefined) return ms;
		}
		return findStartOfDay(date, timeZone);
	}

	function addMinutes(from: Temporal.Instant, minutes: number): Temporal.Instant {
		let leftMs = minutes * minuteMs;
		let date = Temporal.PlainDate.from(findDate(from.epochMilliseconds, timeZone));
		for (let idleDays = 0; idleDays <= longestClosedDays; date = date.add({ days: 1 })) {
			const day = getDay(date);
			idleDays = day ? 0 : idleDays + 1;
			if (!day) continue;
			const startMs = Math.max(day.opensMs, from.epochMilliseconds);
			if (startMs >= day.closesMs) continue;
			if (leftMs <= day.closesMs - startMs) return Temporal.Instant.fromEpochMilliseconds(startMs + leftMs);
			leftMs -= day.closesMs - startMs;
		}
		throw new Error("The company is closed for more than a year");
	}

	function countMinutes(from: Temporal.Instant, until: Temporal.Instant): number {
		if (Temporal.Instant.compare(from, until) > 0) return -countMinutes(until, from);
		const last = Temporal.PlainDate.from(findDate(until.epochMilliseconds, timeZone));
		let ms = 0;
		for (
			let date = Temporal.PlainDate.from(findDate(from.epochMilliseconds, timeZone));
			Temporal.PlainDate.compare(date, last) <= 0;
			date = date.add({ days: 1 })
		) {
			const day = getDay(date);
			if (!day) continue;
			ms += Math.max(
				0,
				Math.min(day.closesMs, until.epochMilliseconds) - Math.max(day.opensMs, from.epochMilliseconds),
			);
		}
		return Math.round(ms / minuteMs);
	}

	return { addMinutes, countMinutes };
}
