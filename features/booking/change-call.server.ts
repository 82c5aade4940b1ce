import type { EmailIntent } from "../../platform/email/email.ts";
import {
	takeBackEmail,
	putBackEmails,
	setAsideEmails,
	type SetAsideEmail,
} from "../../platform/email/unsent-emails-store.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { findHosts } from "../../core/appointments/find-free-hosts.server.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import type { Availability } from "./availability.ts";
import { listAvailability } from "./availability.ts";
import {
	explainRefusal,
	findAvailabilityFacts,
	isSlotFree,
	SlotRefusedError,
	toBookedSlot,
	type BookingDeps,
} from "./booking-deps.server.ts";
import {
	insertCallChange,
	listCallChanges,
	takeBackSeconds,
	takeCallUndo,
	type CallChange,
	type CallDeed,
} from "./call-changes-store.server.ts";
import {
	bookingEmailKinds,
	findFormerSlot,
	listBookingEmails,
	movedKinds,
	reminderKinds,
	type BookingEvent,
} from "./email-intents.server.ts";
import { findHostsOfChange } from "./host-of-call.server.ts";
import { validateSlot, type FieldError } from "./rules.ts";
import { formatSlot } from "../../shared/slot-texts.ts";
import { demoCallPurpose, hasBegun, intervalOf, wasOvertaken, type BookingRecord } from "./booking-record.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { roomOptionsOf } from "./places.server.ts";
import {
	addBookingLink,
	cancelBooking,
	deleteBookingLink,
	findStanding,
	giveToHost,
	moveBooking,
	putBackBooking,
} from "./store.server.ts";

/** Who of staff changes a call, and what they say to the visitor about it. */
type ByStaff = { id: string; name: string; message: string };

/** What came of a change: undefined when it was done, else what is wrong with it, field by field. */
type CallChangeErrors = FieldError[] | undefined;

/** What can become of a call now. */
type CallChoices = {
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
	/** Finds what somebody has just done with a call and can still take back. */
	findUndoable(reference: string, accountId: string): Promise<CallChange | undefined>;
	/**
	 * Takes a change back before its e-mails leave: the call stands where it stood, with the host whom it had, and nobody hears of it. Its
	 * time was free for others in between, so it may be taken by now; then nothing is done.
	 *
	 * @returns undefined when it is taken back, else why not
	 */
	takeBack(reference: string, changeId: string, accountId: string): Promise<string | undefined>;
};

/** Leaves a transaction without a trace, because what it would take back has left. */
class TooLateError extends Error {}

/** Makes what staff do with calls that visitors could do themselves, and what they cannot. */
export function createCallChanges(deps: BookingDeps): CallChanges {
	const { database, clock, company, hosts, salesEmail, messageIdDomain, onOccurrence } = deps;

	/** Looks whether a call can be changed, changes it with its e-mails in one transaction, and says why not. */
	async function tryChange(
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

	/**
	 * Notes what was done, with what takes it back, and puts its e-mails into the outbox, where they wait until that is too late. They take the
	 * place of reminders, and of what tells of an earlier move and has not left.
	 *
	 * The visitor's link is known to nobody but the visitor, so these e-mails bring another one; both work.
	 */
	async function finish(
		transaction: WriteTransaction,
		{ before, after, deed, by, now, ...change }: FinishedChange,
	): Promise<void> {
		const { reference } = before;
		const token = change.event && createToken();
		const { aside, emails } = await listEmails();
		const notBefore = now.add({ seconds: takeBackSeconds });
		const messageIds =
			emails.length === 0
				? []
				: await enqueueEmails(
						transaction,
						emails.map((email) => ({ notBefore, ...email })),
						{ messageIdDomain, now },
					);
		await insertCallChange(
			transaction,
			{ reference, accountId: by.id, deed, before: change.from, after: change.to },
			{
				sequence: after.sequence,
				booking: change.standing,
				tokenHash: token === undefined ? null : hashToken(token),
				messageIds,
				emails: aside,
			},
			now,
		);

		async function listEmails(): Promise<{ aside: SetAsideEmail[]; emails: EmailIntent[] }> {
			// Of a call that was never confirmed nobody was told but the mailbox.
			if (!change.event || token === undefined)
				return {
					aside: await setAsideEmails(transaction, reference, deed === "cancel" ? bookingEmailKinds : []),
					emails: [],
				};
			const gaveWay = await setAsideEmails(transaction, reference, [...reminderKinds, ...movedKinds]);
			await addBookingLink(transaction, after, hashToken(token));
			const people = await findHostsOfChange(transaction, before, after, hosts);
			const event = withFormerSlot(change.event, gaveWay);
			const all = listBookingEmails(after, event, { salesEmail, ...people, token, now });
			const isWhereItWas = event.kind === "moved" && formatSlot(event.from) === formatSlot(after);
			return {
				aside: gaveWay,
				emails: isWhereItWas ? all.filter(({ kind }) => !movedKinds.some((moved) => moved === kind)) : all,
			};
		}
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
			return tryChange(reference, "slot", async (booking, now) => {
				if (booking.date === slot.date && booking.time === slot.time && booking.timeZone === company.timeZone)
					return [{ field: "slot", message: "It takes place then already" }];
				const question = { ...deps, now, moving: toMovingCall(booking) };
				try {
					if (!(await isSlotFree(database.db, slot, question))) throw new SlotRefusedError();
					await database.write(async (transaction) => {
						const standing = await findStanding(transaction, booking);
						const room = roomOptionsOf({ ...deps, now });
						const to = toBookedSlot(slot, company);
						const after = await moveBooking(transaction, booking, to, { ...room, countsAsMove: false });
						if (!after) throw new SlotRefusedError();
						await finish(transaction, {
							before: booking,
							after,
							standing,
							by,
							now,
							deed: "move",
							from: formatSlot(booking),
							to: formatSlot(after),
							event: { kind: "moved", from: booking, by: toSigned(by) },
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
			tryChange(reference, "message", async (booking, now) => {
				const after: BookingRecord = { ...booking, state: "cancelled", sequence: booking.sequence + 1 };
				await database.write(async (transaction) => {
					const standing = await findStanding(transaction, booking);
					await cancelBooking(transaction, booking, now);
					await finish(transaction, {
						before: booking,
						after,
						standing,
						by,
						now,
						deed: "cancel",
						from: formatSlot(booking),
						to: "",
						event: booking.confirmBy ? undefined : { kind: "cancelled", by: toSigned(by) },
					});
				});
				onOccurrence("cancelled");
				return undefined;
			}),

		handOver: (reference, hostId, by) =>
			tryChange(reference, "host", async (booking, now) => {
				if (booking.hostId === hostId) return [{ field: "host", message: "That is who holds it already" }];
				try {
					await database.write(async (transaction) => {
						const standing = await findStanding(transaction, booking);
						const after = await giveToHost(transaction, booking, hostId, roomOptionsOf({ ...deps, now }));
						if (!after) throw new SlotRefusedError();
						const people = await findHostsOfChange(transaction, booking, after, hosts);
						await finish(transaction, {
							before: booking,
							after,
							standing,
							by,
							now,
							deed: "hand-over",
							from: people.formerHost?.name ?? "",
							to: people.host?.name ?? "",
							event: booking.confirmBy ? undefined : { kind: "handed-over", by: toSigned(by) },
						});
					});
				} catch (error) {
					if (!(error instanceof SlotRefusedError)) throw error;
					return [{ field: "host", message: "Whoever that is holds no calls, or is not free at that time" }];
				}
				return undefined;
			}),

		async findUndoable(reference, accountId) {
			const [latest] = await listCallChanges(database.db, reference, clock.now());
			return latest?.undoableUntil && latest.accountId === accountId ? latest : undefined;
		},

		async takeBack(reference, changeId, accountId) {
			const now = clock.now();
			const tooLate = "That can be taken back no more: its e-mails have left. Change the call again instead.";
			try {
				await database.write(async (transaction) => {
					const undo = await takeCallUndo(transaction, { id: changeId, reference, accountId }, now);
					const booking = await findBooking(transaction, reference);
					if (!undo || booking?.sequence !== undo.sequence) throw new TooLateError();
					if (!(await putBackBooking(transaction, booking, undo.booking, roomOptionsOf({ ...deps, now }))))
						throw new SlotRefusedError();
					for (const messageId of undo.messageIds)
						if (!(await takeBackEmail(transaction, { reference, messageId }, now))) throw new TooLateError();
					if (undo.tokenHash !== null) await deleteBookingLink(transaction, undo.tokenHash);
					await putBackEmails(transaction, reference, undo.emails, { messageIdDomain, now });
				});
				return undefined;
			} catch (error) {
				if (error instanceof TooLateError || wasOvertaken(error)) return tooLate;
				if (!(error instanceof SlotRefusedError)) throw error;
				return "It stays as it is: its former time, or its former host’s, has been taken in these seconds.";
			}
		},
	};
}

/** What was done, and all that its e-mails and what takes it back are made of. */
type FinishedChange = {
	before: BookingRecord;
	after: BookingRecord;
	/** How the booking was stored before. */
	standing: Awaited<ReturnType<typeof findStanding>>;
	deed: CallDeed;
	/** In words. */
	from: string;
	to: string;
	/** Undefined when nobody is to hear of it. */
	event: BookingEvent | undefined;
	by: ByStaff;
	now: Temporal.Instant;
};

/** What e-mails say of whoever did it. */
function toSigned({ name, message }: ByStaff) {
	return { name, message };
}

/** The visitor knows of no time that an e-mail told which never left: what is told is the way from the last one that they know of. */
function withFormerSlot(event: BookingEvent, gaveWay: readonly SetAsideEmail[]): BookingEvent {
	const from = findFormerSlot(gaveWay);
	if (!from || event.kind === "cancelled" || event.kind === "booked") return event;
	return { kind: "moved", from, by: event.by };
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
