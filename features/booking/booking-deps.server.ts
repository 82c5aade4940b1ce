import type { AppointmentDeps } from "../../core/appointments/appointment-deps.ts";
import type { Config } from "../../platform/config.ts";
import type { Connection } from "../../platform/database/database.ts";
import { listClosures, type Closure } from "../../core/appointments/absence-store.server.ts";
import { findHosts, type HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import { demoTypeOf, findCallType, type CallType } from "../../shared/call-type.ts";
import type { Company } from "../../shared/company.ts";
import { addDays, startOfSlot } from "../../shared/slot-times.ts";
import { findDate, findEndOfDay, findStartOfDay } from "../../shared/zoned-time.ts";
import {
	checkSlot,
	listSlots,
	policyOf,
	type AvailabilityInputs,
	type BookingPolicy,
	type MovingCall,
} from "./availability.ts";
import { demoCallPurpose, type BookingRecord } from "./booking-record.server.ts";
import { listTaken } from "./places.server.ts";
import type { FieldError, Slot } from "./rules.ts";

/** Limits of bookings by one sender; see platform/config.ts. */
export type BookingLimits = Config["bookingLimits"];

export type BookingDeps = AppointmentDeps<"quarantined" | "asked-to-confirm" | "confirmed"> & {
	salesEmail: string;
	limits: BookingLimits;
};

/** Inputs of the check of a slot, for a new or a moving call. */
export type SlotQuestion = {
	company: Company;
	callType: CallType;
	hosts: HostDeps;
	now: Temporal.Instant;
	moving?: MovingCall | undefined;
};

/** A slot that is invalid, or no longer free. */
export type SlotRefusal = { kind: "invalid"; errors: FieldError[] } | { kind: "taken"; availableSlots: string[] };

/** Returns the type of a booked call. A type that the company no longer offers follows the times of the demo call. */
export function callTypeOf(
	{ callType, callTitle, domain, durationMinutes }: BookingRecord,
	company: Company,
): CallType {
	const demo = demoTypeOf(company);
	return (
		findCallType(company, callType) ?? {
			...demo,
			slug: callType,
			title: callTitle,
			callMinutes: durationMinutes,
			domains: [domain],
		}
	);
}

/** Reads what decides about the slots of one date, or of the whole window. */
export async function findAvailabilityInputs(
	db: Connection,
	{ company, callType, hosts: deps, now, moving }: SlotQuestion,
	date?: string,
): Promise<AvailabilityInputs> {
	const policy = policyOf(company, callType);
	const { timeZone, windowDays } = policy;
	const today = findDate(now.epochMilliseconds, timeZone);
	const [first, last] = date === undefined ? [today, addDays(today, windowDays - 1)] : [date, date];
	const interval = { startMs: findStartOfDay(first, timeZone), endMs: findStartOfDay(addDays(last, 2), timeZone) };
	const taken = await listTaken(db, interval, { now, except: moving?.reference });
	const closed = await listClosures(db, interval);
	const except = moving && { purpose: demoCallPurpose, reference: moving.reference };
	const { hosts, listFree } = await findHosts(db, interval, { purpose: demoCallPurpose, except, now }, deps);
	return {
		policy: addClosedDays(policy, closed),
		now,
		moving,
		taken: hosts.length > 0 ? taken.filter(({ hasHost }) => !hasHost) : taken,
		closed,
		...(hosts.length > 0 && { listFreeHosts: listFree }),
	};
}

/** Adds whole days that staff have closed to those that content closes; content's reasons win. */
function addClosedDays(policy: BookingPolicy, closed: readonly Closure[]): BookingPolicy {
	const { timeZone } = policy;
	const closures = new Map(policy.closures.map((closure) => [closure.date, closure]));
	for (const { startMs, endMs, reason } of closed)
		for (let date = findDate(startMs, timeZone); findEndOfDay(date, timeZone) <= endMs; date = addDays(date, 1))
			if (findStartOfDay(date, timeZone) >= startMs && !closures.has(date)) closures.set(date, { date, reason });
	return { ...policy, closures: [...closures.values()] };
}

/** Finds when a slot starts if it appears free; otherwise why not, with the free slots of its day. The store decides finally. */
export async function findSlot(
	db: Connection,
	{ date, time }: Slot,
	question: SlotQuestion,
): Promise<{ kind: "free"; startsAt: Temporal.Instant; availableSlots: string[] } | SlotRefusal> {
	const facts = await findAvailabilityInputs(db, question, date);
	const availableSlots = listSlots(date, facts);
	const verdict = checkSlot(date, time, facts, availableSlots);
	if (verdict === "free") {
		const startMs = startOfSlot(date, time, facts.policy.timeZone);
		return { kind: verdict, startsAt: Temporal.Instant.fromEpochMilliseconds(startMs), availableSlots };
	}
	if (verdict === "gone") return { kind: "taken", availableSlots };
	const error =
		verdict === "closed-date"
			? {
					field: "date",
					message: `We take no calls on this date. Choose a working day within the next ${facts.policy.windowDays} days`,
				}
			: { field: "time", message: "No call starts at this time. Choose one of the times that are offered" };
	return { kind: "invalid", errors: [error] };
}
