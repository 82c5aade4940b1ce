import type { Config } from "../../platform/config.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { deleteUnsentEmails } from "../../platform/email/unsent-emails-store.ts";
import { enqueueEmails, type EnqueueOptions } from "../../platform/email/enqueue-email.ts";
import { listClosures, type Closure } from "../../core/appointments/absence-store.server.ts";
import { findHosts, type HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { Company } from "../../shared/company.ts";
import type { Interval } from "../../shared/interval.ts";
import { findDate, findEndOfDay, findStartOfDay } from "../../shared/zoned-time.ts";
import {
	checkSlot,
	listSlots,
	policyOf,
	type AvailabilityFacts,
	type BookingPolicy,
	type MovingCall,
} from "./availability.ts";
import { addDays, startOfSlot } from "../../shared/slot-times.ts";
import { listHostEmails, movedKinds, reminderKinds } from "./email-intents.server.ts";
import { findHostOf } from "./host-of-call.server.ts";
import type { FieldError, Slot } from "./rules.ts";
import { demoCallPurpose, type BookedSlot, type BookingRecord } from "./booking-record.server.ts";
import { listTaken } from "./places.server.ts";

/** What happened, for the metrics. */
type BookingOccurrence =
	| "booked"
	| "quarantined"
	| "asked-to-confirm"
	| "confirmed"
	| "moved"
	| "cancelled"
	| "slot-taken"
	| "capped";

/** How many bookings one sender may make; see platform/config.ts. */
export type BookingCaps = Config["bookingCaps"];

/** What everything that deals with bookings works with. */
export type BookingDeps = {
	database: Database;
	clock: Clock;
	company: Company;
	salesEmail: string;
	/** Origin of the private links, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	caps: BookingCaps;
	/** Who holds calls. */
	hosts: HostDeps;
	/** Called after every change that was stored, never for a repeated one, and for every slot that was refused as taken. */
	onOccurrence(occurrence: BookingOccurrence): void;
};

/** A slot that cannot be had: never, with what is wrong with it, or not any more. */
export type SlotRefusal = { kind: "invalid"; errors: FieldError[] } | { kind: "taken"; availableSlots: string[] };

/** Leaves a transaction without a trace, because a slot cannot be had. */
export class SlotRefusedError extends Error {
	constructor() {
		super("The slot cannot be booked");
		this.name = "SlotRefusedError";
	}
}

/** What a slot that can be had means now. */
export function toBookedSlot({ date, time }: Slot, { timeZone }: Pick<Company, "timeZone">): BookedSlot {
	return {
		date,
		time,
		timeZone,
		startsAt: Temporal.Instant.fromEpochMilliseconds(startOfSlot(date, time, timeZone)),
	};
}

/** What decides about a slot at a moment, for a call that is new or for one that moves. */
export type SlotQuestion = {
	company: Company;
	hosts: HostDeps;
	now: Temporal.Instant;
	moving?: MovingCall | undefined;
};

/** Writes to the host of a call whose other e-mails were written before it had one. */
export async function tellHost(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{ hosts, ...options }: EnqueueOptions & { hosts: HostDeps },
): Promise<void> {
	const host = await findHostOf(transaction, booking, hosts);
	if (host) await enqueueEmails(transaction, listHostEmails(booking, host, options.now), options);
}

/** Looks up what decides about the slots of one date, or of the whole window. */
export async function findAvailabilityFacts(
	db: Connection,
	{ company, hosts: deps, now, moving }: SlotQuestion,
	date?: string,
): Promise<AvailabilityFacts> {
	const { timeZone, windowDays } = policyOf(company);
	const today = findDate(now.epochMilliseconds, timeZone);
	const [first, last] = date === undefined ? [today, addDays(today, windowDays - 1)] : [date, date];
	const interval = { startMs: findStartOfDay(first, timeZone), endMs: findStartOfDay(addDays(last, 2), timeZone) };
	const taken = await listTaken(db, interval, { now, except: moving?.reference });
	const closed = (await listClosures(db, interval)).map(toClosedTime);
	const except = moving && { purpose: demoCallPurpose, reference: moving.reference };
	const { hosts, listFree } = await findHosts(db, interval, { purpose: demoCallPurpose, except, now }, deps);
	return {
		policy: addClosedDays(policyOf(company), closed),
		now,
		moving,
		taken: hosts.length > 0 ? taken.filter(({ hasHost }) => !hasHost) : taken,
		closed,
		...(hosts.length > 0 && { listFreeHosts: listFree }),
	};
}

type ClosedTime = Interval & Pick<Closure, "reason">;

function toClosedTime({ startsAt, endsAt, reason }: Closure): ClosedTime {
	return { startMs: startsAt.epochMilliseconds, endMs: endsAt.epochMilliseconds, reason };
}

/** Adds the days that staff have closed from beginning to end to those that content closes, which keep their reasons. */
function addClosedDays(policy: BookingPolicy, closed: readonly ClosedTime[]): BookingPolicy {
	const { timeZone } = policy;
	const closures = new Map(policy.closures.map((closure) => [closure.date, closure]));
	for (const { startMs, endMs, reason } of closed)
		for (let date = findDate(startMs, timeZone); findEndOfDay(date, timeZone) <= endMs; date = addDays(date, 1))
			if (findStartOfDay(date, timeZone) >= startMs && !closures.has(date)) closures.set(date, { date, reason });
	return { ...policy, closures: [...closures.values()] };
}

/** Tells whether a slot is free, as far as can be seen; the store has the last word. */
export async function isSlotFree(db: Connection, slot: Slot, question: SlotQuestion): Promise<boolean> {
	return checkSlot(slot.date, slot.time, await findAvailabilityFacts(db, question, slot.date)) === "free";
}

/** Says why a slot was refused, and what is free on its day instead. */
export async function explainRefusal(
	db: Connection,
	{ date, time }: Slot,
	question: SlotQuestion,
): Promise<SlotRefusal> {
	const facts = await findAvailabilityFacts(db, question, date);
	const verdict = checkSlot(date, time, facts);
	if (verdict === "closed-date")
		return {
			kind: "invalid",
			errors: [
				{
					field: "date",
					message: `We take no calls on this date. Choose a working day within the next ${facts.policy.windowDays} days`,
				},
			],
		};
	if (verdict === "unknown-time")
		return {
			kind: "invalid",
			errors: [{ field: "time", message: "No call starts at this time. Choose one of the times that are offered" }],
		};
	return { kind: "taken", availableSlots: listSlots(date, facts) };
}

/**
 * Puts e-mails into the outbox in place of the booking's reminders that are still to come, and of those that tell of an earlier move and
 * have not left: who moves a call ten times sends one e-mail, not ten.
 */
export async function replaceEmails(
	transaction: WriteTransaction,
	reference: string,
	emails: EmailIntent[],
	options: EnqueueOptions,
): Promise<void> {
	await deleteUnsentEmails(transaction, reference, [...reminderKinds, ...movedKinds]);
	await enqueueEmails(transaction, emails, options);
}
