import { hasBegun } from "../../core/appointments/appointment.ts";
import type { AppointmentKind, LinkState } from "../../core/appointments/appointment-kind.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { listStarts, type MovingCall } from "./availability.ts";
import { callTypeOf } from "./booked-type.ts";
import { findAvailabilityInputs, type BookingDeps } from "./booking-deps.server.ts";
import { demoCallPurpose, type BookingRecord } from "./booking-record.server.ts";
import { toCalendarEntry } from "./calendar.server.ts";
import { callChanges } from "./call-changes.server.ts";
import { declareBookingEmails } from "./email-intents.server.ts";
import { describeForVisitor } from "./emails.server.tsx";
import { findBooking, findBookingByToken } from "./find-bookings.server.ts";
import { createManageUrl } from "./private-links.ts";
import { cancelBooking, findStanding, giveToHost, moveBooking, putBackBooking } from "./store.server.ts";

/**
 * upcoming: can be moved and cancelled; unconfirmed: holds its slot until confirmed, and can be cancelled; lapsed: was not confirmed in
 * time; doubtful: quarantined, without a slot; started: has begun or is over.
 */
export type CallState = Extract<
	LinkState,
	"upcoming" | "unconfirmed" | "lapsed" | "doubtful" | "started" | "cancelled"
>;

export type CallKind = AppointmentKind<BookingRecord, BookingRecord, string, CallState>;

/** Declares demo calls as a kind of appointment: one host, and the visitor who booked it as guest. */
export function createCallKind({
	company,
	hosts,
	salesEmail,
	publicUrl,
}: Pick<BookingDeps, "company" | "hosts" | "salesEmail" | "publicUrl">): CallKind {
	const roomAt = (now: Temporal.Instant) => ({ company, hosts, now });
	const withGuest = (booking: BookingRecord | undefined) => booking && { appointment: booking, guest: booking };
	return {
		purpose: demoCallPurpose,
		noun: "call",
		changes: callChanges,
		links: { table: "bookingLinks", owner: "bookingId" },
		emails: declareBookingEmails(salesEmail),
		find: async (db, reference) => withGuest(await findBooking(db, reference)),
		findByToken: async (db, tokenHash) => withGuest(await findBookingByToken(db, tokenHash)),
		findState: ({ appointment }, now) => findCallState(appointment, now),
		explainFixed({ appointment }, now) {
			if (appointment.state === "cancelled") return "The call is cancelled.";
			if (appointment.state === "quarantined") return "The call is marked as spam. Mark it as not spam first.";
			return hasBegun(appointment, now) ? "The call has already started." : undefined;
		},
		async listFree(db, booking, { now, at }) {
			const date = at === undefined ? undefined : findDate(at, company.timeZone);
			const facts = await findAvailabilityInputs(
				db,
				{ company, callType: callTypeOf(booking, company), hosts, now, moving: toMovingCall(booking) },
				date,
			);
			return listStarts(facts, date === undefined ? undefined : [date]);
		},
		checkHosts: async (_db, { hostIds }, typed) =>
			typeof typed !== "string" || hostIds.includes(typed) ? "Choose another host" : { hosts: typed },
		schedule: (transaction, booking, startsAt, { now, countsAsMove }) =>
			moveBooking(transaction, booking, { startsAt, timeZone: company.timeZone }, { ...roomAt(now), countsAsMove }),
		reassign: (transaction, booking, hostId, now) => giveToHost(transaction, booking, hostId, roomAt(now)),
		cancel: cancelBooking,
		readStanding: findStanding,
		putBack: (transaction, booking, standing, now) => putBackBooking(transaction, booking, standing, roomAt(now)),
		describeForGuest: ({ appointment }, _people, token) =>
			toCalendarEntry(
				appointment,
				describeForVisitor(appointment, { company, manageUrl: createManageUrl(publicUrl, token) }),
			),
	};
}

/** Returns what the private link of a call allows. */
export function findCallState(
	booking: Pick<BookingRecord, "state" | "confirmBy" | "startsAt">,
	now: Temporal.Instant,
): CallState {
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
