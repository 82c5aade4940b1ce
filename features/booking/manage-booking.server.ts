import { writeDownload } from "../../platform/email/calendar-file.ts";
import { deleteUnsentEmails } from "../../platform/email/unsent-emails-store.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { hashToken } from "../../platform/ids/secret-token.ts";
import { maxMoves } from "./booking-caps.server.ts";
import {
	explainRefusal,
	findAvailabilityFacts,
	isSlotFree,
	replaceEmails,
	SlotRefusedError,
	toBookedSlot,
	type BookingDeps,
	type SlotRefusal,
} from "./booking-deps.server.ts";
import { callsProduct, toCalendarEntry } from "./calendar.server.ts";
import { bookingEmailKinds, listBookingEmails } from "./email-intents.server.ts";
import { describeForVisitor } from "./emails.server.tsx";
import { findHostOf, findHostsOfChange } from "./host-of-call.server.ts";
import { createManageUrl } from "./private-links.ts";
import { formatTimeOf } from "../../shared/slot-texts.ts";
import { listAvailability, type Availability, type MovingCall } from "./availability.ts";
import { validateSlot, type Slot } from "./rules.ts";
import { hasBegun, wasOvertaken, type BookingRecord } from "./booking-record.server.ts";
import { findBookingByToken, hasConfirmHash } from "./find-bookings.server.ts";
import { roomOptionsOf } from "./places.server.ts";
import { cancelBooking, confirmBooking, moveBooking } from "./store.server.ts";

/**
 * upcoming: can be moved and cancelled; unconfirmed: holds its slot until it is confirmed, and can be cancelled; lapsed: was not confirmed
 * in time; doubtful: looks like a program's and holds no slot; started: has begun or is over.
 */
type ManagedState = "upcoming" | "unconfirmed" | "lapsed" | "doubtful" | "started" | "cancelled";

/** What the private link shows: the call, and nothing about the person. */
type ManagedBooking = Slot & {
	reference: string;
	domain: string;
	/** The zone that date and time are in. */
	timeZone: string;
	durationMinutes: number;
	state: ManagedState;
	/** Until when an unconfirmed one holds its slot, as people there read a clock. */
	confirmUntil?: string;
	/** Where a call to come takes place, where that is known. */
	videoUrl?: string;
};

type MoveResult =
	| { ok: true; booking: ManagedBooking }
	| ({ ok: false } & (SlotRefusal | { kind: "unknown" | Exclude<ManagedState, "upcoming"> | "moved-enough" }));

type CancelResult =
	| { ok: true; booking: ManagedBooking }
	| { ok: false; kind: "unknown" | "started" | "lapsed" | "doubtful" };

type ConfirmResult =
	| { ok: true; booking: ManagedBooking }
	| { ok: false; kind: "unknown" | Exclude<ManagedState, "upcoming"> };

/** What somebody who holds the private link of a booking can do. */
export type ManageBooking = {
	/** Finds the booking of a link; changes nothing. */
	find(token: string): Promise<ManagedBooking | undefined>;
	/** Lists the slots of the whole window that the call can move to; undefined when it cannot move any more. Changes nothing. */
	listFreeSlots(token: string): Promise<Availability | undefined>;
	/** Writes the call as a calendar file; undefined for an unknown link and for a cancelled call. Changes nothing. */
	writeCalendarFile(token: string): Promise<string | undefined>;
	/**
	 * Moves the call to another slot, and writes to both sides; to its own slot, it does nothing.
	 *
	 * @param input date and time, unchecked
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	move(token: string, input: unknown): Promise<MoveResult>;
	/**
	 * Confirms the call, which it keeps its slot by, and writes to both sides; one that is confirmed already stays so.
	 *
	 * @param code of the e-mail that asked for it
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	confirm(token: string, code: string): Promise<ConfirmResult>;
	/**
	 * Cancels the call, which frees its slot, and writes to both sides; cancelled again, it does nothing.
	 *
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	cancel(token: string): Promise<CancelResult>;
};

/** How often a change is tried again when the booking, or the slot that it moves to, was changed at the same moment. */
const attempts = 5;

/** Makes the functions behind the private links. */
export function createManageBooking(parts: BookingDeps): ManageBooking {
	const { database, clock, company, hosts, salesEmail, publicUrl, messageIdDomain, onOccurrence } = parts;

	const findRecord = (token: string) => findBookingByToken(database.db, hashToken(token));

	function toManaged({ reference, domain, ...booking }: BookingRecord): ManagedBooking {
		const { date, time, timeZone, durationMinutes, confirmBy, videoUrl } = booking;
		const state = findState(booking, clock.now());
		return {
			reference,
			domain,
			date,
			time,
			timeZone,
			durationMinutes,
			state,
			...(state === "unconfirmed" &&
				confirmBy && { confirmUntil: formatTimeOf(confirmBy.epochMilliseconds, timeZone) }),
			...((state === "upcoming" || state === "started") && videoUrl !== undefined && { videoUrl }),
		};
	}

	async function tryToMove(token: string, slot: Slot): Promise<MoveResult> {
		const now = clock.now();
		const booking = await findRecord(token);
		if (!booking) return { ok: false, kind: "unknown" };
		const managed = toManaged(booking);
		if (managed.state !== "upcoming") return { ok: false, kind: managed.state };
		if (booking.date === slot.date && booking.time === slot.time && booking.timeZone === company.timeZone)
			return { ok: true, booking: managed };
		if (booking.moves >= maxMoves) {
			onOccurrence("capped");
			return { ok: false, kind: "moved-enough" };
		}
		const question = { company, hosts, now, moving: toMovingCall(booking) };
		try {
			if (!(await isSlotFree(database.db, slot, question))) throw new SlotRefusedError();
			const to = toBookedSlot(slot, company);
			const room = roomOptionsOf({ company, now, hosts });
			const moved = await database.write(async (transaction) => {
				const stored = await moveBooking(transaction, booking, to, room);
				if (!stored) throw new SlotRefusedError();
				const people = await findHostsOfChange(transaction, booking, stored, hosts);
				const emails = listBookingEmails(
					stored,
					{ kind: "moved", from: booking },
					{ salesEmail, ...people, token, now },
				);
				await replaceEmails(transaction, booking.reference, emails, { messageIdDomain, now });
				return stored;
			});
			onOccurrence("moved");
			return { ok: true, booking: toManaged(moved) };
		} catch (error) {
			if (!(error instanceof SlotRefusedError)) throw error;
			const refusal = await explainRefusal(database.db, slot, question);
			if (refusal.kind === "taken") onOccurrence("slot-taken");
			return { ok: false, ...refusal };
		}
	}

	async function tryToCancel(token: string): Promise<CancelResult> {
		const now = clock.now();
		const booking = await findRecord(token);
		if (!booking) return { ok: false, kind: "unknown" };
		const managed = toManaged(booking);
		if (managed.state === "cancelled") return { ok: true, booking: managed };
		if (managed.state === "unconfirmed") {
			// Nobody but the mailbox was told of it.
			await database.write(async (transaction) => {
				await cancelBooking(transaction, booking, now);
				await deleteUnsentEmails(transaction, booking.reference, bookingEmailKinds);
			});
			onOccurrence("cancelled");
			return { ok: true, booking: { ...managed, state: "cancelled" } };
		}
		if (managed.state !== "upcoming") return { ok: false, kind: managed.state };
		const cancelled: BookingRecord = { ...booking, state: "cancelled", sequence: booking.sequence + 1 };
		await database.write(async (transaction) => {
			await cancelBooking(transaction, booking, now);
			const host = await findHostOf(transaction, booking, hosts);
			const emails = listBookingEmails(cancelled, { kind: "cancelled" }, { salesEmail, host, token, now });
			await replaceEmails(transaction, booking.reference, emails, { messageIdDomain, now });
		});
		onOccurrence("cancelled");
		return { ok: true, booking: toManaged(cancelled) };
	}

	async function tryToConfirm(token: string, code: string): Promise<ConfirmResult> {
		const now = clock.now();
		const booking = await findRecord(token);
		if (!booking) return { ok: false, kind: "unknown" };
		const managed = toManaged(booking);
		if (managed.state === "upcoming") return { ok: true, booking: managed };
		if (managed.state !== "unconfirmed") return { ok: false, kind: managed.state };
		if (!(await hasConfirmHash(database.db, booking, hashToken(code)))) return { ok: false, kind: "unconfirmed" };
		const { confirmBy: _, ...rest } = booking;
		const confirmed: BookingRecord = { ...rest, sequence: booking.sequence + 1 };
		await database.write(async (transaction) => {
			await confirmBooking(transaction, booking);
			const host = await findHostOf(transaction, confirmed, hosts);
			const emails = listBookingEmails(confirmed, { kind: "booked" }, { salesEmail, host, token, now });
			await enqueueEmails(transaction, emails, { messageIdDomain, now });
		});
		onOccurrence("confirmed");
		return { ok: true, booking: toManaged(confirmed) };
	}

	return {
		async find(token) {
			const booking = await findRecord(token);
			return booking && toManaged(booking);
		},
		async listFreeSlots(token) {
			const booking = await findRecord(token);
			if (!booking || toManaged(booking).state !== "upcoming") return undefined;
			const question = { company, hosts, now: clock.now(), moving: toMovingCall(booking) };
			return listAvailability(await findAvailabilityFacts(database.db, question));
		},
		async writeCalendarFile(token) {
			const booking = await findRecord(token);
			if (!booking || !["upcoming", "started"].includes(toManaged(booking).state)) return undefined;
			const texts = describeForVisitor(booking, { company, manageUrl: createManageUrl(publicUrl, token) });
			const options = { company, product: callsProduct, now: clock.now() };
			return writeDownload(toCalendarEntry(booking, texts), options);
		},
		async move(token, input) {
			const checked = validateSlot(input, company);
			if (!checked.ok) return { ok: false, kind: "invalid", errors: checked.errors };
			return tryAgainWhenChanged(() => tryToMove(token, checked.slot));
		},
		confirm: (token, code) => tryAgainWhenChanged(() => tryToConfirm(token, code)),
		cancel: (token) => tryAgainWhenChanged(() => tryToCancel(token)),
	};
}

function findState(
	booking: Pick<BookingRecord, "state" | "confirmBy" | "startsAt">,
	now: Temporal.Instant,
): ManagedState {
	const { state, confirmBy } = booking;
	if (state === "cancelled") return confirmBy ? "lapsed" : "cancelled";
	if (hasBegun(booking, now)) return "started";
	if (state === "quarantined") return "doubtful";
	if (!confirmBy) return "upcoming";
	return Temporal.Instant.compare(now, confirmBy) < 0 ? "unconfirmed" : "lapsed";
}

function toMovingCall({ reference, startsAt, durationMinutes }: BookingRecord): MovingCall {
	return { reference, startMs: startsAt.epochMilliseconds, durationMinutes };
}

async function tryAgainWhenChanged<Result>(change: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await change();
		} catch (error) {
			if (attempt === attempts || !wasOvertaken(error)) throw error;
		}
	}
}
