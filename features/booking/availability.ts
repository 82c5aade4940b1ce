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
import { readHours } from "../../shared/opening-hours.ts";
import { addDays, isCalendarDate, toSlotLabel, weekdayOf } from "../../shared/slot-times.ts";
import { createDayClock, findDate, findInstant, findTimeOrNext } from "../../shared/zoned-time.ts";

const dayMs = 86_400_000;
const minutesPerDay = 1_440;

/** When the office takes calls of a type, and how many calls at once. */
export type BookingPolicy = Pick<Company, "timeZone"> &
	Pick<Company["demo"], "callsPerSlot"> &
	Pick<CallType, "callMinutes" | "stepMinutes" | "noticeMinutes" | "windowDays"> &
	Partial<Buffers> & {
		hours: {
			/** English names, such as "Monday". */
			days: readonly string[];
			/** 24-hour local times, such as "10:00"; the last call ends at closing, which may be on the next day. */
			opens: string;
			closes: string;
		};
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
	/** Every slot of a day, in order. */
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
export function listSlots(date: string, facts: AvailabilityInputs): string[] {
	return listFree(date, facts, prepare(facts)).map(({ label }) => label);
}

/** Lists possible starts of calls in milliseconds since 1970, on some dates or in the whole window. Runs on the server (Temporal). */
export function listStarts(facts: AvailabilityInputs, dates?: readonly string[]): number[] {
	const prepared = prepare(facts);
	return (dates ?? listSelectableDates(prepared.today, facts.policy)).flatMap((date) =>
		listFree(date, facts, prepared).map(({ startMs }) => startMs),
	);
}

/** Lists the free slots of every selectable date. Runs on the server (Temporal). */
export function listAvailability(facts: AvailabilityInputs): Availability {
	const { policy } = facts;
	const prepared = prepare(facts);
	const { today } = prepared;
	const dates = listSelectableDates(today, policy);
	return {
		today,
		lastDate: addDays(today, policy.windowDays - 1),
		days: new Map(dates.map((date) => [date, listFree(date, facts, prepared).map(({ label }) => label)])),
		closures: policy.closures.filter(({ date }) => dates.includes(date)),
	};
}

/** Computes what all dates share. */
function prepare({ policy, now, taken, moving, closed = [], listFreeHosts }: AvailabilityInputs) {
	const minutes = moving?.durationMinutes ?? policy.callMinutes;
	const { until } = readHours(policy.hours);
	const buffers = { ...noBuffers, ...policy };
	const withoutBuffers = {
		bufferBeforeMinutes: -buffers.bufferBeforeMinutes,
		bufferAfterMinutes: -buffers.bufferAfterMinutes,
	};
	const hasRoom = createRoomCheck(taken, (kept) => {
		const wanted = withBuffers(kept, withoutBuffers);
		if (closed.some((closure) => overlap(closure, wanted))) return 0;
		return listFreeHosts ? listFreeHosts(wanted, kept).length : policy.callsPerSlot;
	});
	return {
		today: findDate(now.epochMilliseconds, policy.timeZone),
		starts: listSlotStarts(policy).filter(
			({ minutes: start, daysBefore }) => start + daysBefore * minutesPerDay + minutes <= until,
		),
		durationMs: minutes * 60_000,
		hasRoom: (wanted: Interval) => hasRoom(withBuffers(wanted, buffers)),
	};
}

function listFree(
	date: string,
	{ policy, now, moving, isFull }: AvailabilityInputs,
	{ today, starts, durationMs, hasRoom }: ReturnType<typeof prepare>,
): { label: string; startMs: number }[] {
	if (!isSelectableDate(date, today, policy) || isClosed(date, policy) || isFull?.(date)) return [];
	const earliestMs = now.epochMilliseconds + policy.noticeMinutes * 60_000;
	const toInstant = createDayClock(date, policy.timeZone);
	// The clocks may change before closing.
	const { until } = readHours(policy.hours);
	const closesMs = listWorkingDays(date, policy).map((begun) =>
		begun === undefined ? undefined : findTimeOrNext(begun, until, policy.timeZone),
	);
	return starts.flatMap(({ minutes, daysBefore }) => {
		const startMs = toInstant(minutes);
		return startMs !== undefined &&
			startMs + durationMs <= (closesMs[daysBefore] ?? 0) &&
			startMs >= earliestMs &&
			startMs !== moving?.startMs &&
			hasRoom({ startMs, endMs: startMs + durationMs })
			? [{ label: toSlotLabel(minutes), startMs }]
			: [];
	});
}

/** Lists the days whose work may reach into a date: itself, and the day before if hours go over midnight; undefined for one without work. */
function listWorkingDays(date: string, policy: BookingPolicy): (string | undefined)[] {
	const { until } = readHours(policy.hours);
	return Array.from({ length: Math.ceil(until / minutesPerDay) }, (_, daysBefore) => addDays(date, -daysBefore)).map(
		(day) => (policy.hours.days.includes(weekdayOf(day)) && !isClosed(day, policy) ? day : undefined),
	);
}

/** Lists when slots start on a date on which the office works, in minutes since midnight. */
export function listStartMinutes(date: string, policy: BookingPolicy): number[] {
	if (isClosed(date, policy)) return [];
	const days = listWorkingDays(date, policy);
	return listSlotStarts(policy).flatMap(({ minutes, daysBefore }) => (days[daysBefore] ? minutes : []));
}

function isClosed(date: string, { closures }: Pick<BookingPolicy, "closures">): boolean {
	return closures.some((closure) => closure.date === date);
}

/**
 * Creates a function that tells whether one more call fits into an interval: at no moment are there already as many as allowed.
 * @param countAtOnce the number of calls allowed during an interval
 */
export function createRoomCheck(
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
	facts: AvailabilityInputs,
	free: readonly string[] = listSlots(date, facts),
): "free" | "gone" | "closed-date" | "unknown-time" {
	const { policy, now } = facts;
	if (!isSelectableDate(date, findDate(now.epochMilliseconds, policy.timeZone), policy) || isClosed(date, policy))
		return "closed-date";
	if (free.includes(time)) return "free";
	const start = prepare(facts).starts.find(({ minutes }) => toSlotLabel(minutes) === time);
	return start === undefined || findInstant(date, start.minutes, policy.timeZone) === undefined
		? "unknown-time"
		: "gone";
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

/** Reads the response of GET /demo/availability; a day whose marks are no text has no free slots. */
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
	return (
		isCalendarDate(date) &&
		date >= today &&
		date <= addDays(today, policy.windowDays - 1) &&
		createDayCheck(policy)(date)
	);
}

/** Tells whether calls begin on a date: on a working day, or after the midnight that follows one. */
function createDayCheck(policy: DayPolicy): (date: string) => boolean {
	const starts = [...new Set(listSlotStarts(policy).map(({ daysBefore }) => daysBefore))];
	return (date) => starts.some((daysBefore) => policy.hours.days.includes(weekdayOf(addDays(date, -daysBefore))));
}

/** Lists the labels of all slots of a working day, in order. */
export function listSlotLabels(policy: SlotPolicy): string[] {
	return listSlotStarts(policy).map(({ minutes }) => toSlotLabel(minutes));
}

/**
 * Lists when slots start, in minutes since midnight: every stepMinutes from opening; the last ends by closing. Those after the midnight of
 * longer hours come first, and belong to the working day before.
 */
function listSlotStarts({ hours, callMinutes, stepMinutes }: SlotPolicy): { minutes: number; daysBefore: number }[] {
	const { from, until } = readHours(hours);
	const count = Math.max(0, Math.floor((until - from - callMinutes) / stepMinutes) + 1);
	return Array.from({ length: count }, (_, index) => {
		const minutes = from + index * stepMinutes;
		return { minutes: minutes % minutesPerDay, daysBefore: Math.floor(minutes / minutesPerDay) };
	}).toSorted((one, other) => one.minutes - other.minutes);
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
