import { listClosures, type Closure } from "../../core/appointments/absence-store.server.ts";
import type { AppointmentDeps } from "../../core/appointments/appointment-deps.ts";
import { findHosts, type HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { Reservation } from "../../core/appointments/reservation-store.server.ts";
import type { Config } from "../../platform/config.ts";
import type { Connection } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { CallType } from "../../shared/call-type.ts";
import { maxBufferMinutes, type Company } from "../../shared/company.ts";
import type { Interval } from "../../shared/interval.ts";
import { addDays, startOfSlot } from "../../shared/slot-times.ts";
import { findDate, findEndOfDay, findStartOfDay } from "../../shared/zoned-time.ts";
import { keepTakers, listTaken } from "./allocate-hosts.server.ts";
import {
	checkSlot,
	listSlots,
	policyOf,
	type AvailabilityInputs,
	type BookingPolicy,
	type MovingCall,
} from "./availability.ts";
import { demoCallPurpose } from "./booking-record.server.ts";
import type { FieldError, Slot } from "./rules.ts";

/** Limits of bookings by one sender; see platform/config.ts. */
export type BookingLimits = Config["bookingLimits"];

export type BookingDeps = AppointmentDeps<"quarantined" | "asked-to-confirm" | "confirmed"> & {
	salesEmail: string;
	limits: BookingLimits;
	/** Of answers to the questions of a type. */
	files: Pick<FileStore, "keep" | "remove">;
};

/** Inputs of the check of a slot, for a new or a moving call. */
export type SlotQuestion = {
	company: Company;
	callType: CallType;
	hosts: HostDeps;
	now: Temporal.Instant;
	moving?: MovingCall | undefined;
	/** The hosts who are to take it, all together, also others than those of its type. */
	hostIds?: readonly string[] | undefined;
};

/** A slot that is invalid, or no longer free. */
export type SlotRefusal = { kind: "invalid"; errors: FieldError[] } | { kind: "taken"; availableSlots: string[] };

/** Reads what decides about the slots of one date, or of the whole window. */
export async function findAvailabilityInputs(
	db: Connection,
	{ company, callType, hosts: deps, now, moving, hostIds }: SlotQuestion,
	date?: string,
): Promise<AvailabilityInputs> {
	const policy = policyOf(company, callType);
	const { timeZone, windowDays } = policy;
	const today = findDate(now.epochMilliseconds, timeZone);
	const [first, last] = date === undefined ? [today, addDays(today, windowDays - 1)] : [date, date];
	// A call or absence before midnight may reach into the time that is kept free before a call after it.
	const startMs = findStartOfDay(first, timeZone) - maxBufferMinutes * 60_000;
	const interval = { startMs, endMs: findStartOfDay(addDays(last, 2), timeZone) };
	const taken = await listTaken(db, interval, { now, except: moving?.reference });
	const closed = await listClosures(db, interval);
	const except = moving && { purpose: demoCallPurpose, reference: moving.reference };
	const question = { purpose: demoCallPurpose, except, among: hostIds ? [] : callType.hosts, now };
	const { hosts, listFree, reserved } = await findHosts(db, interval, question, deps);
	const hasHosts = hosts.length > 0 || callType.hosts.length > 0;
	const keep = (free: readonly string[]) =>
		hostIds ? hostIds.slice(0, hostIds.every((id) => free.includes(id)) ? 1 : 0) : keepTakers(free, hosts, callType);
	const limits = countDays({ taken, reserved, callType, timeZone });
	return {
		policy: addClosedDays(policy, closed, interval),
		now,
		moving,
		// A call without a host takes one of the free hosts, but none of those who are named.
		taken: hasHosts ? taken.filter(({ hasHost }) => !hasHost && !hostIds) : taken,
		closed,
		isFull: limits.isFull,
		...(hasHosts && {
			listFreeHosts: (wanted, kept) => keep(listFree(wanted, kept).filter((id) => limits.mayTake(id, wanted.startMs))),
		}),
	};
}

/** Counts the calls of days for the limits of a type: those of the type, and those of each host of any type. */
function countDays({
	taken,
	reserved,
	callType: { slug, callsPerDay, callsPerHostPerDay },
	timeZone,
}: {
	taken: Awaited<ReturnType<typeof listTaken>>;
	reserved: readonly Reservation[];
	callType: CallType;
	timeZone: string;
}) {
	const count = (keys: readonly string[]) =>
		new Map([...Map.groupBy(keys, (key) => key)].map(([key, same]) => [key, same.length]));
	const ofType = count(
		callsPerDay === undefined
			? []
			: taken.filter(({ callType }) => callType === slug).map(({ startsMs }) => findDate(startsMs, timeZone)),
	);
	const ofHosts = count(
		callsPerHostPerDay === undefined
			? []
			: reserved
					.filter(({ purpose }) => purpose === demoCallPurpose)
					.map(({ hostId, startMs }) => `${hostId} ${findDate(startMs, timeZone)}`),
	);
	return {
		isFull: (date: string) => (ofType.get(date) ?? 0) >= (callsPerDay ?? Infinity),
		mayTake: (hostId: string, startMs: number) =>
			callsPerHostPerDay === undefined ||
			(ofHosts.get(`${hostId} ${findDate(startMs, timeZone)}`) ?? 0) < callsPerHostPerDay,
	};
}

/** Adds whole days of an interval that staff have closed to those that content closes; content's reasons win. */
function addClosedDays(policy: BookingPolicy, closed: readonly Closure[], interval: Interval): BookingPolicy {
	const { timeZone } = policy;
	const closures = new Map(policy.closures.map((closure) => [closure.date, closure]));
	for (const { startMs, endMs, reason } of closed) {
		const first = findDate(Math.max(startMs, interval.startMs), timeZone);
		const untilMs = Math.min(endMs, interval.endMs);
		for (let date = first; findEndOfDay(date, timeZone) <= untilMs; date = addDays(date, 1))
			if (findStartOfDay(date, timeZone) >= startMs && !closures.has(date)) closures.set(date, { date, reason });
	}
	return { ...policy, closures: [...closures.values()] };
}

/** Finds when a slot starts if it appears free; otherwise why not, with the free slots of its day. The store decides finally. */
export async function findSlot(
	db: Connection,
	{ date, time }: Slot,
	question: SlotQuestion,
): Promise<{ kind: "free"; startsAt: Temporal.Instant; availableSlots: string[] } | SlotRefusal> {
	const inputs = await findAvailabilityInputs(db, question, date);
	const availableSlots = listSlots(date, inputs);
	const verdict = checkSlot(date, time, inputs, availableSlots);
	if (verdict === "free") {
		const startMs = startOfSlot(date, time, inputs.policy.timeZone);
		return { kind: verdict, startsAt: Temporal.Instant.fromEpochMilliseconds(startMs), availableSlots };
	}
	if (verdict === "gone") return { kind: "taken", availableSlots };
	const error =
		verdict === "closed-date"
			? {
					field: "date",
					message: `We take no calls on this date. Choose a working day within the next ${inputs.policy.windowDays} days`,
				}
			: { field: "time", message: "No call starts at this time. Choose one of the times that are offered" };
	return { kind: "invalid", errors: [error] };
}
