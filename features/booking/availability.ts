/**
 * Computes when a call can take place.
 *
 * On the server (Temporal), `now` and booked calls become lists of free slots: listSlots, listAvailability, checkSlot. Everything else
 * works with plain dates (YYYY-MM-DD) and labels ("10:00 AM") in the company's zone, without Temporal or a clock, and runs in every
 * browser: the widget takes `today` from GET /demo/availability, never from the visitor's machine.
 * Source: docs/product/booking.md, Slots and Constants.
 */

import { noBuffers, withBuffers, type Buffers } from "../../core/appointments/appointment.ts";
import { demoTypeOf, type CallType } from "../../shared/call-type.ts";
import type { Company } from "../../shared/company.ts";
import { overlap, type Interval } from "../../shared/interval.ts";
import { hoursOn, type OpeningHours } from "../../shared/opening-hours.ts";
import { addDays, isCalendarDate, toSlotLabel, weekdayNames, weekdayOf } from "../../shared/slot-times.ts";
import { createDayClock, dayMs, findDate, findInstant, findTimeOrNext } from "../../shared/zoned-time.ts";

const minutesPerDay = 1_440;

/** When the office takes calls of a type, and how many calls at once. */
export type BookingPolicy = Pick<Company, "timeZone"> &
	Pick<Company["demo"], "callsPerSlot"> &
	Pick<CallType, "callMinutes" | "stepMinutes" | "noticeMinutes" | "windowDays"> &
	Partial<Buffers> & {
		/** Local times; the last call of a day ends at its closing, which may be on the next day. */
		hours: OpeningHours;
		closures: readonly { date: string; reason: string }[];
	};

export function policyOf(company: Company, callType: CallType = demoTypeOf(company)): BookingPolicy {
	const { timeZone, hours, demo } = company;
	const { callMinutes, stepMinutes, noticeMinutes, windowDays, bufferBeforeMinutes, bufferAfterMinutes } = callType;
	const { callsPerSlot, closures } = demo;
	return {
		timeZone,
		hours,
		callsPerSlot,
		closures,
		callMinutes,
		stepMinutes,
		noticeMinutes,
		windowDays,
		bufferBeforeMinutes,
		bufferAfterMinutes,
	};
}

/** A booked call that is being moved: it keeps its length and does not block itself. */
export type MovingCall = { reference: string; startMs: number; durationMinutes: number };

export type AvailabilityInputs = {
	policy: BookingPolicy;
	now: Temporal.Instant;
	/** Booked calls that may block a time, with the time kept free around them, without the moving one; where there are hosts, only calls
	 * without a host. */
	taken: readonly Interval[];
	/** Closed times besides the policy's closed days. */
	closed?: readonly Interval[];
	/**
	 * Lists the hosts who are free for all of an interval, and have nothing else in the one around it; undefined for a company without hosts,
	 * whose policy limits the calls.
	 */
	listFreeHosts?: ((wanted: Interval, kept: Interval) => readonly string[]) | undefined;
	/** Tells whether a date has all the calls of the type that it may have. */
	isFull?: ((date: string) => boolean) | undefined;
	/** Absent for a new call. */
	moving?: Pick<MovingCall, "startMs" | "durationMinutes"> | undefined;
};

/** The free slots of the whole window. */
export type Availability = {
	/** Today in the company's zone. */
	today: string;
	/** Last day of the window. */
	lastDate: string;
	/** Free slots by selectable date; empty for a full or closed day. */
	days: ReadonlyMap<string, readonly string[]>;
	/** Holidays among the selectable dates. */
	closures: readonly { date: string; reason: string }[];
};

/** The same as sent by GET /demo/availability. */
export type AvailabilityResponse = {
	timeZone: string;
	durationMinutes: number;
	today: string;
	lastDate: string;
	/** Every slot of the week, in order; a day has some of them. */
	slots: string[];
	/** By selectable date, one character for each of `slots`: "1" free, "0" not. */
	days: Record<string, string>;
	closures: { date: string; reason: string }[];
};

/**
 * Lists the labels of the free slots of a date, in order. Empty for a date that is outside the window, closed, or not a working day. Leaves
 * out times that are past, within the notice, or skipped by the clocks that day.
 * Runs on the server (Temporal).
 */
export function listSlots(date: string, inputs: AvailabilityInputs): string[] {
	return listFree(date, inputs, prepare(inputs)).map(({ label }) => label);
}

/** Lists possible starts of calls in milliseconds since 1970, on some dates or in the whole window. Runs on the server (Temporal). */
export function listStarts(inputs: AvailabilityInputs, dates?: readonly string[]): number[] {
	const prepared = prepare(inputs);
	return (dates ?? listSelectableDates(prepared.today, inputs.policy)).flatMap((date) =>
		listFree(date, inputs, prepared).map(({ startMs }) => startMs),
	);
}

/** Lists the free slots of every selectable date. Runs on the server (Temporal). */
export function listAvailability(inputs: AvailabilityInputs): Availability {
	const { policy } = inputs;
	const prepared = prepare(inputs);
	const { today } = prepared;
	const dates = listSelectableDates(today, policy);
	return {
		today,
		lastDate: addDays(today, policy.windowDays - 1),
		days: new Map(dates.map((date) => [date, listFree(date, inputs, prepared).map(({ label }) => label)])),
		closures: policy.closures.filter(({ date }) => dates.includes(date)),
	};
}

/** Computes what all dates share. */
function prepare({ policy, now, taken, moving, closed = [], listFreeHosts }: AvailabilityInputs) {
	const minutes = moving?.durationMinutes ?? policy.callMinutes;
	const buffers = { ...noBuffers, ...policy };
	const withoutBuffers = {
		bufferBeforeMinutes: -buffers.bufferBeforeMinutes,
		bufferAfterMinutes: -buffers.bufferAfterMinutes,
	};
	const isBelowLimit = createCapacityCheck(taken, (kept) => {
		const wanted = withBuffers(kept, withoutBuffers);
		if (closed.some((closure) => overlap(closure, wanted))) return 0;
		return listFreeHosts ? listFreeHosts(wanted, kept).length : policy.callsPerSlot;
	});
	return {
		today: findDate(now.epochMilliseconds, policy.timeZone),
		week: planWeek(policy, minutes),
		durationMs: minutes * 60_000,
		isBelowLimit: (wanted: Interval) => isBelowLimit(withBuffers(wanted, buffers)),
	};
}

function listFree(
	date: string,
	{ policy, now, moving, isFull }: AvailabilityInputs,
	{ today, week, durationMs, isBelowLimit }: ReturnType<typeof prepare>,
): { label: string; startMs: number }[] {
	if (!isInWindow(date, today, policy) || isClosed(date, policy) || isFull?.(date)) return [];
	const earliestMs = now.epochMilliseconds + policy.noticeMinutes * 60_000;
	const toInstant = createDayClock(date, policy.timeZone);
	return listShifts(date, week).flatMap(({ day, starts, until }) => {
		if (isClosed(day, policy)) return [];
		// The clocks may change before closing.
		const closesMs = findTimeOrNext(day, until, policy.timeZone);
		return starts.flatMap((minutes) => {
			const startMs = toInstant(minutes);
			return startMs !== undefined &&
				startMs + durationMs <= closesMs &&
				startMs >= earliestMs &&
				startMs !== moving?.startMs &&
				isBelowLimit({ startMs, endMs: startMs + durationMs })
				? [{ label: toSlotLabel(minutes), startMs }]
				: [];
		});
	});
}

/** Lists when slots start on a date on which the office works, in minutes since midnight. */
export function listStartMinutes(date: string, policy: BookingPolicy): number[] {
	if (isClosed(date, policy)) return [];
	return listShifts(date, planWeek(policy)).flatMap(({ day, starts }) => (isClosed(day, policy) ? [] : starts));
}

function isClosed(date: string, { closures }: Pick<BookingPolicy, "closures">): boolean {
	return closures.some((closure) => closure.date === date);
}

/**
 * Creates a function that tells whether one more call fits into an interval: at no moment are there already as many as allowed.
 * @param countAtOnce the number of calls allowed during an interval
 */
export function createCapacityCheck(
	taken: readonly Interval[],
	countAtOnce: (wanted: Interval) => number,
): (wanted: Interval) => boolean {
	const byDay = new Map<number, Interval[]>();
	for (const interval of taken)
		for (let day = Math.floor(interval.startMs / dayMs); day * dayMs < interval.endMs; day++)
			byDay.set(day, (byDay.get(day) ?? []).concat(interval));

	return ({ startMs, endMs }) => {
		const atOnce = countAtOnce({ startMs, endMs });
		if (atOnce === 0) return false;
		const overlapping = new Set<Interval>();
		for (let day = Math.floor(startMs / dayMs); day * dayMs < endMs; day++)
			for (const other of byDay.get(day) ?? [])
				if (other.startMs < endMs && other.endMs > startMs) overlapping.add(other);
		if (overlapping.size < atOnce) return true;
		// The number of calls only increases when one begins.
		return [startMs, ...[...overlapping].map((other) => other.startMs).filter((ms) => ms > startMs)].every(
			(ms) => [...overlapping].filter((other) => other.startMs <= ms && other.endMs > ms).length < atOnce,
		);
	};
}

/**
 * Tells whether a slot can be booked: "free"; "gone" when it is past or taken; "closed-date" or "unknown-time" when it never could.
 * Runs on the server (Temporal).
 *
 * @param free what listSlots gives of the date
 */
export function checkSlot(
	date: string,
	time: string,
	inputs: AvailabilityInputs,
	free: readonly string[] = listSlots(date, inputs),
): "free" | "gone" | "closed-date" | "unknown-time" {
	const { policy, now } = inputs;
	if (!isSelectableDate(date, findDate(now.epochMilliseconds, policy.timeZone), policy) || isClosed(date, policy))
		return "closed-date";
	if (free.includes(time)) return "free";
	const start = listWeekStarts(prepare(inputs).week).find((minutes) => toSlotLabel(minutes) === time);
	return start === undefined || findInstant(date, start, policy.timeZone) === undefined ? "unknown-time" : "gone";
}

/** Finds the first date after `date` with a free slot; `date` may be outside the window. */
export function findNextFreeDate({ days }: Pick<Availability, "days">, date: string): string | undefined {
	return [...days].find(([candidate, slots]) => candidate > date && slots.length > 0)?.[0];
}

/** Packs free slots for the response; unpackAvailability reads them. */
export function packAvailability(
	{ today, lastDate, days, closures }: Availability,
	policy: BookingPolicy,
): AvailabilityResponse {
	const slots = listSlotLabels(policy);
	return {
		timeZone: policy.timeZone,
		durationMinutes: policy.callMinutes,
		today,
		lastDate,
		slots,
		days: Object.fromEntries(
			[...days].map(([date, free]) => [date, slots.map((slot) => (free.includes(slot) ? "1" : "0")).join("")]),
		),
		closures: [...closures],
	};
}

/** Reads the response of GET /demo/availability; a day whose marks are not text has no free slots. */
export function unpackAvailability({
	today,
	lastDate,
	slots,
	days,
	closures,
}: Omit<Availability, "days"> & { slots: readonly string[]; days: Readonly<Record<string, unknown>> }): Availability {
	return {
		today,
		lastDate,
		closures,
		days: new Map(
			Object.entries(days).map(([date, marks]) => [date, slots.filter((_, index) => String(marks)[index] === "1")]),
		),
	};
}

/** The settings that decide on which days calls begin. */
type DayPolicy = SlotPolicy & Pick<BookingPolicy, "windowDays">;

/** The settings that decide at which times calls begin. */
type SlotPolicy = Pick<BookingPolicy, "hours" | "callMinutes" | "stepMinutes">;

/** Lists the days of the window on which calls begin, closed ones included. */
export function listSelectableDates(today: string, policy: DayPolicy): string[] {
	const isDayOfCalls = createDayCheck(policy);
	return Array.from({ length: policy.windowDays }, (_, index) => addDays(today, index)).filter(isDayOfCalls);
}

/** Tells whether calls begin on a date, within the window. */
export function isSelectableDate(date: string, today: string, policy: DayPolicy): boolean {
	return isInWindow(date, today, policy) && createDayCheck(policy)(date);
}

function isInWindow(date: string, today: string, { windowDays }: Pick<DayPolicy, "windowDays">): boolean {
	return isCalendarDate(date) && date >= today && date <= addDays(today, windowDays - 1);
}

/** Tells whether calls begin on a date: on a working day, or after the midnight that follows one. */
function createDayCheck(policy: DayPolicy): (date: string) => boolean {
	const week = planWeek(policy);
	return (date) => listShifts(date, week).length > 0;
}

/** Lists the labels of all slots of the week's working days, in order. */
export function listSlotLabels(policy: SlotPolicy): string[] {
	return listWeekStarts(planWeek(policy)).map(toSlotLabel);
}

/** When slots of a working day start, in minutes since the midnight before them, and when it closes, since the midnight before the day. */
type DayPlan = { startsByDay: readonly [onDay: number[], onNextDay: number[]]; until: number };

/**
 * Finds the working days of a week by their names, with the slots of each: every stepMinutes from its opening; the last ends by its closing.
 * @param minutes the length of a call that must end by closing, beside that of the policy, which decides on the slots
 */
function planWeek(
	{ hours, callMinutes, stepMinutes }: SlotPolicy,
	minutes = callMinutes,
): ReadonlyMap<string, DayPlan> {
	return new Map(
		weekdayNames.flatMap((weekday): [string, DayPlan][] => {
			const work = hoursOn(hours, weekday);
			if (!work) return [];
			const { from, until } = work;
			const count = Math.max(0, Math.floor((until - from - callMinutes) / stepMinutes) + 1);
			const starts = Array.from({ length: count }, (_, index) => from + index * stepMinutes).filter(
				(start) => start + minutes <= until,
			);
			const onDay = starts.filter((start) => start < minutesPerDay);
			return [
				[weekday, { startsByDay: [onDay, starts.slice(onDay.length).map((start) => start - minutesPerDay)], until }],
			];
		}),
	);
}

/** Lists when slots start in a planned week, in minutes since midnight, in order. */
function listWeekStarts(week: ReadonlyMap<string, DayPlan>): number[] {
	const starts = [...week.values()].flatMap(({ startsByDay }) => startsByDay.flat());
	return [...new Set(starts)].toSorted((one, other) => one - other);
}

/**
 * Lists when slots start on a date, in minutes since midnight, by the working day that they belong to, with its closing: those after the
 * midnight of longer hours come first, and belong to the day before.
 */
function listShifts(
	date: string,
	week: ReadonlyMap<string, DayPlan>,
): { day: string; starts: readonly number[]; until: number }[] {
	return ([1, 0] as const).flatMap((daysBefore) => {
		const day = addDays(date, -daysBefore);
		const plan = week.get(weekdayOf(day));
		const starts = plan?.startsByDay[daysBefore] ?? [];
		return plan && starts.length > 0 ? [{ day, starts, until: plan.until }] : [];
	});
}

/** Lists seven dates: `date`, three before and three after. */
export function listDaysAround(date: string): string[] {
	return Array.from({ length: 7 }, (_, index) => addDays(date, index - 3));
}

/** Adds months to a month (YYYY-MM); `months` may be negative. */
export function addMonths(month: string, months: number): string {
	const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
	return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}
