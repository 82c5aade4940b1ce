import { randomUUIDv7 } from "node:crypto";
import { answerOnce, IdempotencyKeyReusedError } from "../../platform/http/idempotency.ts";
import { enqueueEmails } from "../../platform/email/outbox-store.ts";
import { createUnusedReference } from "../../platform/ids/reference.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import {
	createManageUrl,
	explainRefusal,
	isSlotFree,
	SlotRefusedError,
	toBookedSlot,
	type BookingDeps,
	type SlotRefusal,
} from "./booking-deps.server.ts";
import { createBookingEmails } from "./emails.server.tsx";
import type { CheckedBooking } from "./rules.ts";
import { createKeyedQueue } from "../../platform/keyed-queue.ts";
import { findBooking, insertBooking, roomOptionsOf, type BookingRecord } from "./store.server.ts";

/** What somebody who has booked is told. */
export type BookingConfirmation = {
	reference: string;
	date: string;
	time: string;
	timeZone: string;
	durationMinutes: number;
	/** The private link that shows, moves and cancels the call. */
	manageUrl: string;
};

export type SubmitBookingResult = { ok: true; confirmation: BookingConfirmation } | ({ ok: false } & SlotRefusal);

/**
 * Takes a booking that keeps the rules: stores it with its e-mails and its idempotency key in one transaction.
 *
 * One that looks like spam is stored as quarantined, without taking the slot and with its e-mails held, and gets the same answer.
 *
 * @param idempotencyKey the same key with the same booking gives the first result again
 * @returns the confirmation; or what is wrong, field by field (the field is "Idempotency-Key" when the key came with
 * another booking before); or, when the slot has gone, what is still free on its day
 * @throws StorageUnavailableError when nothing can be stored now
 */
export type SubmitBooking = (
	checked: CheckedBooking,
	options?: { idempotencyKey?: string | undefined },
) => Promise<SubmitBookingResult>;

/** Makes the function that takes bookings. */
export function createSubmitBooking(parts: BookingDeps): SubmitBooking {
	const { database, clock, company, publicUrl, messageIdDomain, onOccurrence } = parts;
	const room = roomOptionsOf(parts);
	// Of many who want one slot at once, only the first has e-mails written; the others then find it taken.
	const inTurn = createKeyedQueue();

	return (checked, { idempotencyKey } = {}) => {
		const { date, time } = checked.booking;
		return inTurn(`${date} ${time}`, () => submit(checked, idempotencyKey));
	};

	async function submit(
		{ booking: input, looksLikeSpam }: CheckedBooking,
		idempotencyKey: string | undefined,
	): Promise<SubmitBookingResult> {
		const now = clock.now();
		const state = looksLikeSpam ? "quarantined" : "booked";
		const reference = await createUnusedReference("BKG", (candidate) => findBooking(database.db, candidate));
		const isFree = await isSlotFree(database.db, input, { company, now });
		const token = createToken();
		const manageUrl = createManageUrl(publicUrl, token);
		const { callMinutes } = company.demo;
		const booking: BookingRecord | undefined = isFree
			? {
					...input,
					...toBookedSlot(input, company),
					durationMinutes: callMinutes,
					id: randomUUIDv7(),
					reference,
					bookedAt: now,
					sequence: 0,
					state,
				}
			: undefined;
		// Written before the transaction, for rendering takes longer than storing and would keep other writers waiting.
		const emails = booking && (await createBookingEmails(booking, { kind: "booked" }, { ...parts, manageUrl, now }));
		try {
			// Only a key can still turn this into the answer that a booking got before.
			if (!booking && idempotencyKey === undefined) throw new SlotRefusedError();
			const confirmation = await database.write((transaction) =>
				answerOnce(
					transaction,
					{ route: "bookings", key: idempotencyKey, body: { ...input, state } },
					now,
					async () => {
						if (!booking || !emails) throw new SlotRefusedError();
						if (!(await insertBooking(transaction, booking, { ...room, tokenHash: hashToken(token) })))
							throw new SlotRefusedError();
						await enqueueEmails(transaction, emails, {
							messageIdDomain,
							now,
							state: looksLikeSpam ? "held" : "waiting",
						});
						const { date, time, timeZone, durationMinutes } = booking;
						return { reference, date, time, timeZone, durationMinutes, manageUrl } satisfies BookingConfirmation;
					},
				),
			);
			if (confirmation.reference === reference) onOccurrence(state);
			return { ok: true, confirmation };
		} catch (error) {
			if (error instanceof SlotRefusedError) {
				const refusal = await explainRefusal(database.db, input, { company, now });
				if (refusal.kind === "taken") onOccurrence("slot-taken");
				return { ok: false, ...refusal };
			}
			if (!(error instanceof IdempotencyKeyReusedError)) throw error;
			return {
				ok: false,
				kind: "invalid",
				errors: [
					{
						field: "Idempotency-Key",
						message: "This form was already sent with other content. Send it once more to book this as well.",
					},
				],
			};
		}
	}
}
