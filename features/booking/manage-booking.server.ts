import { hashToken } from "../../platform/ids/secret-token.ts";
import {
	createManageUrl,
	explainRefusal,
	findAvailabilityFacts,
	isSlotFree,
	replaceEmails,
	SlotRefusedError,
	toBookedSlot,
	type BookingDeps,
	type SlotRefusal,
} from "./booking-deps.server.ts";
import { writeDownload } from "./calendar.server.ts";
import { createBookingEmails, describeForVisitor, type BookingEvent } from "./emails.server.tsx";
import { listAvailability, type Availability, type MovingCall } from "./availability.ts";
import { validateSlot, type Slot } from "./rules.ts";
import {
	cancelBooking,
	findBookingByToken,
	hasBegun,
	moveBooking,
	roomOptionsOf,
	wasOvertaken,
	type BookingRecord,
} from "./store.server.ts";

/** upcoming: can be moved and cancelled; started: has begun or is over. */
export type ManagedState = "upcoming" | "started" | "cancelled";

/** What the private link shows: the call, and nothing about the person. */
export type ManagedBooking = Slot & {
	reference: string;
	domain: string;
	/** The zone that date and time are in. */
	timeZone: string;
	durationMinutes: number;
	state: ManagedState;
};

export type MoveResult =
	| { ok: true; booking: ManagedBooking }
	| ({ ok: false } & (SlotRefusal | { kind: "unknown" | "started" | "cancelled" }));

export type CancelResult = { ok: true; booking: ManagedBooking } | { ok: false; kind: "unknown" | "started" };

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
	const { database, clock, company, publicUrl, messageIdDomain, onOccurrence } = parts;
	const room = roomOptionsOf(parts);

	const findRecord = (token: string) => findBookingByToken(database.db, hashToken(token));

	function toManaged({ reference, domain, state, ...booking }: BookingRecord): ManagedBooking {
		const { date, time, timeZone, durationMinutes } = booking;
		return {
			reference,
			domain,
			date,
			time,
			timeZone,
			durationMinutes,
			state: state === "cancelled" ? "cancelled" : hasBegun(booking, clock.now()) ? "started" : "upcoming",
		};
	}

	async function writeEmails(booking: BookingRecord, event: BookingEvent, token: string, now: Temporal.Instant) {
		return createBookingEmails(booking, event, { ...parts, manageUrl: createManageUrl(publicUrl, token), now });
	}

	async function tryToMove(token: string, slot: Slot): Promise<MoveResult> {
		const now = clock.now();
		const booking = await findRecord(token);
		if (!booking) return { ok: false, kind: "unknown" };
		const managed = toManaged(booking);
		if (managed.state !== "upcoming") return { ok: false, kind: managed.state };
		if (booking.date === slot.date && booking.time === slot.time && booking.timeZone === company.timeZone)
			return { ok: true, booking: managed };
		const question = { company, now, moving: toMovingCall(booking) };
		const moved: BookingRecord | undefined = (await isSlotFree(database.db, slot, question))
			? { ...booking, ...toBookedSlot(slot, company), sequence: booking.sequence + 1 }
			: undefined;
		const emails = moved && (await writeEmails(moved, { kind: "moved", from: booking }, token, now));
		try {
			if (!moved || !emails) throw new SlotRefusedError();
			await database.write(async (transaction) => {
				if (!(await moveBooking(transaction, booking, moved, room))) throw new SlotRefusedError();
				await replaceEmails(transaction, booking.reference, emails, {
					messageIdDomain,
					now,
					state: booking.state === "quarantined" ? "held" : "waiting",
				});
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
		if (managed.state === "started") return { ok: false, kind: "started" };
		const cancelled: BookingRecord = { ...booking, state: "cancelled", sequence: booking.sequence + 1 };
		const emails = await writeEmails(cancelled, { kind: "cancelled" }, token, now);
		await database.write(async (transaction) => {
			await cancelBooking(transaction, booking);
			await replaceEmails(transaction, booking.reference, emails, {
				messageIdDomain,
				now,
				state: booking.state === "quarantined" ? "held" : "waiting",
			});
		});
		onOccurrence("cancelled");
		return { ok: true, booking: toManaged(cancelled) };
	}

	return {
		async find(token) {
			const booking = await findRecord(token);
			return booking && toManaged(booking);
		},
		async listFreeSlots(token) {
			const booking = await findRecord(token);
			if (!booking || toManaged(booking).state !== "upcoming") return undefined;
			const question = { company, now: clock.now(), moving: toMovingCall(booking) };
			return listAvailability(await findAvailabilityFacts(database.db, question));
		},
		async writeCalendarFile(token) {
			const booking = await findRecord(token);
			if (!booking || booking.state === "cancelled") return undefined;
			return writeDownload(
				booking,
				describeForVisitor(booking, { company, manageUrl: createManageUrl(publicUrl, token) }),
				{ company, now: clock.now() },
			);
		},
		async move(token, input) {
			const checked = validateSlot(input, company);
			if (!checked.ok) return { ok: false, kind: "invalid", errors: checked.errors };
			return tryAgainWhenChanged(() => tryToMove(token, checked.slot));
		},
		cancel: (token) => tryAgainWhenChanged(() => tryToCancel(token)),
	};
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
