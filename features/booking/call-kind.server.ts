import { z } from "zod";
import type { AppointmentKind, LinkState } from "../../core/appointments/appointment-kind.ts";
import { hasBegun } from "../../core/appointments/appointment.ts";
import { findHosts, listHostChoices } from "../../core/appointments/find-free-hosts.server.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import type { CallType } from "../../shared/call-type.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { dayOf, listHostsBelowLimit } from "./allocate-hosts.server.ts";
import { listStarts, type MovingCall } from "./availability.ts";
import { callTypeOf } from "./booked-type.ts";
import { findAvailabilityInputs, type BookingDeps } from "./booking-deps.server.ts";
import { demoCallPurpose, type BookingRecord } from "./booking-record.server.ts";
import { toCalendarEntry } from "./calendar.server.ts";
import { declareCallTelling } from "./call-telling.server.ts";
import { createConfirmRequest } from "./email-intents.server.ts";
import { describeForVisitor } from "./emails.server.tsx";
import { findBooking, findBookingByToken } from "./find-bookings.server.ts";
import { setGuests } from "./guest-store.server.ts";
import { createManageUrl } from "./private-links.ts";
import {
	cancelBooking,
	findStanding,
	giveToHosts,
	moveBooking,
	putBackBooking,
	replaceConfirmHash,
} from "./store.server.ts";

/**
 * upcoming: can be moved and cancelled; unconfirmed: holds its slot until confirmed, and can be cancelled; lapsed: was not confirmed in
 * time; quarantined: without a slot; started: has begun or is over.
 */
export type CallState = Extract<
	LinkState,
	"upcoming" | "unconfirmed" | "lapsed" | "quarantined" | "started" | "cancelled"
>;

export type CallKind = AppointmentKind<BookingRecord, BookingRecord, readonly string[], CallState>;

/** A host of a call, empty for one without, and who takes their place. */
const exchangeSchema = z.object({ from: z.string(), to: z.string() });

/** Declares calls as a kind of appointment: one host or several, and the visitor who booked it as guest. */
export function createCallKind({
	company,
	hosts,
	salesEmail,
	publicUrl,
}: Pick<BookingDeps, "company" | "hosts" | "salesEmail" | "publicUrl">): CallKind {
	const roomAt = (now: Temporal.Instant) => ({ company, hosts, now });
	const withGuest = (booking: BookingRecord | undefined) => booking && { appointment: booking, guest: booking };
	return {
		...declareCallTelling(salesEmail),
		noun: "call",
		find: async (db, reference) => withGuest(await findBooking(db, reference)),
		findByToken: async (db, tokenHash) => withGuest(await findBookingByToken(db, tokenHash)),
		findState: ({ appointment }, now) => findCallState(appointment, now),
		explainFixed({ appointment }, now) {
			if (appointment.state === "cancelled") return "The call is cancelled.";
			if (appointment.state === "quarantined") return "The call is marked as spam. Mark it as not spam first.";
			return hasBegun(appointment, now) ? "The call has already started." : undefined;
		},
		async listFree(db, booking, { now, at, hosts: hostIds }) {
			const date = at === undefined ? undefined : findDate(at, company.timeZone);
			const inputs = await findAvailabilityInputs(
				db,
				{ company, callType: callTypeOf(booking, company), hosts, now, moving: toMovingCall(booking), hostIds },
				date,
			);
			return listStarts(inputs, date === undefined ? undefined : [date]);
		},
		async listHosts(db, booking, now) {
			const callType = callTypeOf(booking, company);
			const choices = await listHostChoices(
				db,
				booking,
				{ purpose: demoCallPurpose, among: listStandIns(callType), now },
				hosts,
			);
			const day = dayOf(booking.startsAt.epochMilliseconds, company);
			const isBelowLimit = await listHostsBelowLimit(db, callType, { day, except: booking.reference, now });
			return choices.map((host) => ({
				...host,
				busy: host.busy ?? (isBelowLimit(host.id) ? undefined : "fully booked that day"),
			}));
		},
		async checkHosts(db, booking, typed, now) {
			const { data } = exchangeSchema.safeParse(typed);
			const { hostIds } = booking;
			if (!data) return "Choose another host";
			if (hostIds.includes(data.to)) return undefined;
			const among = listStandIns(callTypeOf(booking, company));
			const nowMs = now.epochMilliseconds;
			const question = { purpose: demoCallPurpose, among, now };
			const known = (await findHosts(db, { startMs: nowMs, endMs: nowMs + 1 }, question, hosts)).hosts;
			if (!known.some(({ id }) => id === data.to)) return "Choose somebody who takes calls of this type";
			const from = hostIds.includes(data.from) ? data.from : hostIds[0];
			return { hosts: from === undefined ? [data.to] : hostIds.map((id) => (id === from ? data.to : id)) };
		},
		schedule(transaction, booking, startsAt, { now, countsAsMove, hosts: hostIds }) {
			const time = { startsAt, timeZone: company.timeZone };
			return moveBooking(transaction, booking, time, { ...roomAt(now), countsAsMove, hostIds });
		},
		reassign: (transaction, booking, hostIds, now) => giveToHosts(transaction, booking, hostIds, roomAt(now)),
		cancel: cancelBooking,
		async askAgain(transaction, booking, { token, by }) {
			const { confirmBy } = booking;
			if (!confirmBy) return [];
			const confirmCode = createToken();
			await replaceConfirmHash(transaction, booking, hashToken(confirmCode));
			return [createConfirmRequest({ ...booking, confirmBy }, { token, confirmCode, by })];
		},
		invite(transaction, booking, addresses, now) {
			const known = new Map((booking.guests ?? []).map((guest) => [guest.email.toLowerCase(), guest]));
			const others = addresses.filter((email) => email.toLowerCase() !== booking.email.toLowerCase());
			const guests = others.map((email) => known.get(email.toLowerCase()) ?? { email, isOurs: true });
			return setGuests(transaction, booking, guests, now);
		},
		readStanding: findStanding,
		putBack: (transaction, booking, standing, now) => putBackBooking(transaction, booking, standing, roomAt(now)),
		describeForGuest: ({ appointment }, _people, token) =>
			toCalendarEntry(
				appointment,
				describeForVisitor(appointment, { company, manageUrl: createManageUrl(publicUrl, token) }),
			),
	};
}

/**
 * Lists the e-mail addresses of those who may take a call of a type in place of another host; empty for every host of calls, as where all
 * hosts of the type take it together already.
 */
function listStandIns({ assignment, hosts }: CallType): readonly string[] {
	return assignment === "collective" ? [] : hosts;
}

/** Returns what the private link of a call allows. */
function findCallState(
	booking: Pick<BookingRecord, "state" | "confirmBy" | "startsAt">,
	now: Temporal.Instant,
): CallState {
	const { state, confirmBy } = booking;
	if (state === "cancelled") return confirmBy ? "lapsed" : "cancelled";
	if (hasBegun(booking, now)) return "started";
	if (state === "quarantined") return "quarantined";
	if (!confirmBy) return "upcoming";
	return Temporal.Instant.compare(now, confirmBy) < 0 ? "unconfirmed" : "lapsed";
}

function toMovingCall({ reference, startsAt, durationMinutes }: BookingRecord): MovingCall {
	return { reference, startMs: startsAt.epochMilliseconds, durationMinutes };
}
