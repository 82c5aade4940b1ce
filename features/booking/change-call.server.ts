import { deleteUnsentEmails } from "../../platform/email/outbox-store.ts";
import { findHosts } from "../../platform/hosts/find-free-hosts.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import type { Availability } from "./availability.ts";
import { listAvailability } from "./availability.ts";
import {
	explainRefusal,
	findAvailabilityFacts,
	isSlotFree,
	replaceEmails,
	SlotRefusedError,
	toBookedSlot,
	type BookingDeps,
} from "./booking-deps.server.ts";
import { bookingEmailKinds, listBookingEmails, type BookingEvent } from "./email-intents.server.ts";
import { findHostsOfChange } from "./host-of-call.server.ts";
import { validateSlot, type FieldError } from "./rules.ts";
import {
	addBookingLink,
	cancelBooking,
	demoCallPurpose,
	findBooking,
	giveToHost,
	hasBegun,
	intervalOf,
	moveBooking,
	roomOptionsOf,
	wasOvertaken,
	type BookingRecord,
} from "./store.server.ts";

/** Who of staff changes a call, and what they say to the visitor about it. */
export type ByStaff = { name: string; message: string };

/** What came of a change: undefined when it was done, else what is wrong with it, field by field. */
export type CallChangeErrors = FieldError[] | undefined;

/** What can become of a call now. */
export type CallChoices = {
	booking: BookingRecord;
	/** Why it can be changed no more; undefined while it can. */
	fixed: string | undefined;
	/** Where it can move to. */
	free: Availability["days"];
	/** Who can hold it, and whether they are free. */
	hosts: { id: string; name: string; isFree: boolean }[];
};

/** What staff do with a call on the visitor's behalf; the visitor gets the right e-mail with the right calendar file. */
export type CallChanges = {
	/** Finds what can become of a call; undefined when it is gone. */
	findChoices(reference: string): Promise<CallChoices | undefined>;
	/** @param slot date and time, unchecked */
	move(reference: string, slot: unknown, by: ByStaff): Promise<CallChangeErrors>;
	cancel(reference: string, by: ByStaff): Promise<CallChangeErrors>;
	handOver(reference: string, hostId: string, by: ByStaff): Promise<CallChangeErrors>;
};

/** Makes what staff do with calls that visitors could do themselves, and what they cannot. */
export function createCallChanges(deps: BookingDeps): CallChanges {
	const { database, clock, company, hosts, salesEmail, messageIdDomain, onOccurrence } = deps;

	/** Looks whether a call can be changed, changes it with its e-mails in one transaction, and says why not. */
	async function change(
		reference: string,
		field: string,
		work: (booking: BookingRecord, now: Temporal.Instant) => Promise<CallChangeErrors>,
	): Promise<CallChangeErrors> {
		const now = clock.now();
		const booking = await findBooking(database.db, reference);
		const fixed = booking ? explainFixed(booking, now) : "It is gone.";
		if (!booking || fixed !== undefined) return [{ field, message: fixed ?? "" }];
		try {
			return await work(booking, now);
		} catch (error) {
			if (!wasOvertaken(error)) throw error;
			return [{ field, message: "Something changed at this very moment, so nothing was done. Look at it again." }];
		}
	}

	/** The visitor's link is known to nobody but the visitor, so these e-mails bring another one; both work. */
	async function writeEmails(
		transaction: WriteTransaction,
		{
			before,
			after,
			event,
			now,
		}: { before: BookingRecord; after: BookingRecord; event: BookingEvent; now: Temporal.Instant },
	): Promise<void> {
		const token = createToken();
		await addBookingLink(transaction, after, hashToken(token));
		const people = await findHostsOfChange(transaction, before, after, hosts);
		const emails = listBookingEmails(after, event, { salesEmail, ...people, token, now });
		await replaceEmails(transaction, after.reference, emails, { messageIdDomain, now });
	}

	return {
		async findChoices(reference) {
			const now = clock.now();
			const booking = await findBooking(database.db, reference);
			if (!booking) return undefined;
			const fixed = explainFixed(booking, now);
			if (fixed !== undefined) return { booking, fixed, free: new Map(), hosts: [] };
			const facts = await findAvailabilityFacts(database.db, { ...deps, now, moving: toMovingCall(booking) });
			const interval = intervalOf(booking);
			const purpose = { purpose: demoCallPurpose, except: { purpose: demoCallPurpose, reference }, now };
			const found = await findHosts(database.db, interval, purpose, hosts);
			const freeHosts = found.listFree(interval);
			return {
				booking,
				fixed,
				free: listAvailability(facts).days,
				hosts: found.hosts.map(({ id, name }) => ({ id, name, isFree: freeHosts.includes(id) })),
			};
		},

		async move(reference, input, by) {
			const checked = validateSlot(input, company);
			if (!checked.ok) return checked.errors.map(({ message }) => ({ field: "slot", message }));
			const { slot } = checked;
			return change(reference, "slot", async (booking, now) => {
				const question = { ...deps, now, moving: toMovingCall(booking) };
				try {
					if (!(await isSlotFree(database.db, slot, question))) throw new SlotRefusedError();
					await database.write(async (transaction) => {
						const room = roomOptionsOf({ ...deps, now });
						const to = toBookedSlot(slot, company);
						const after = await moveBooking(transaction, booking, to, { ...room, countsAsMove: false });
						if (!after) throw new SlotRefusedError();
						await writeEmails(transaction, {
							before: booking,
							after,
							event: { kind: "moved", from: booking, by },
							now,
						});
					});
				} catch (error) {
					if (!(error instanceof SlotRefusedError)) throw error;
					const refusal = await explainRefusal(database.db, slot, question);
					const message = refusal.kind === "invalid" ? refusal.errors[0]?.message : undefined;
					return [{ field: "slot", message: message ?? "That time is not free any more. Choose another one" }];
				}
				onOccurrence("moved");
				return undefined;
			});
		},

		cancel: (reference, by) =>
			change(reference, "message", async (booking, now) => {
				const after: BookingRecord = { ...booking, state: "cancelled", sequence: booking.sequence + 1 };
				await database.write(async (transaction) => {
					await cancelBooking(transaction, booking, now);
					// Of a call that was never confirmed nobody was told but the mailbox.
					if (booking.confirmBy) await deleteUnsentEmails(transaction, reference, bookingEmailKinds);
					else await writeEmails(transaction, { before: booking, after, event: { kind: "cancelled", by }, now });
				});
				onOccurrence("cancelled");
				return undefined;
			}),

		handOver: (reference, hostId, by) =>
			change(reference, "host", async (booking, now) => {
				if (booking.hostId === hostId) return [{ field: "host", message: "That is who holds it already" }];
				try {
					await database.write(async (transaction) => {
						const after = await giveToHost(transaction, booking, hostId, roomOptionsOf({ ...deps, now }));
						if (!after) throw new SlotRefusedError();
						if (!booking.confirmBy)
							await writeEmails(transaction, { before: booking, after, event: { kind: "handed-over", by }, now });
					});
				} catch (error) {
					if (!(error instanceof SlotRefusedError)) throw error;
					return [{ field: "host", message: "Whoever that is holds no calls, or is not free at that time" }];
				}
				return undefined;
			}),
	};
}

/** Says why a call can be changed no more. */
function explainFixed(booking: BookingRecord, now: Temporal.Instant): string | undefined {
	if (booking.state === "cancelled") return "The call is cancelled.";
	if (booking.state === "quarantined") return "The call is in quarantine. Take it out first.";
	if (hasBegun(booking, now)) return "The call has begun, or is over.";
	return undefined;
}

function toMovingCall({ reference, startsAt, durationMinutes }: BookingRecord) {
	return { reference, startMs: startsAt.epochMilliseconds, durationMinutes };
}
