import type { Config } from "../../platform/config.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { deleteUnsentEmails, enqueueEmails, type EnqueueOptions } from "../../platform/email/outbox-store.ts";
import type { Company } from "../../shared/company.ts";
import { findDate, findStartOfDay } from "../../shared/zoned-time.ts";
import {
	addDays,
	checkSlot,
	listSlots,
	policyOf,
	startOfSlot,
	type AvailabilityFacts,
	type MovingCall,
} from "./availability.ts";
import { movedKinds, reminderKinds } from "./emails.server.tsx";
import type { FieldError, Slot } from "./rules.ts";
import { listTaken, type BookedSlot } from "./store.server.ts";

/** What happened, for the metrics. */
export type BookingOccurrence =
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
export type SlotQuestion = { company: Company; now: Temporal.Instant; moving?: MovingCall | undefined };

/** Looks up what decides about the slots of one date, or of the whole window. */
export async function findAvailabilityFacts(
	db: Connection,
	{ company, now, moving }: SlotQuestion,
	date?: string,
): Promise<AvailabilityFacts> {
	const policy = policyOf(company);
	const { timeZone, windowDays } = policy;
	const today = findDate(now.epochMilliseconds, timeZone);
	const [first, last] = date === undefined ? [today, addDays(today, windowDays - 1)] : [date, date];
	const interval = { startMs: findStartOfDay(first, timeZone), endMs: findStartOfDay(addDays(last, 2), timeZone) };
	return { policy, now, moving, taken: await listTaken(db, interval, { now, except: moving?.reference }) };
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
