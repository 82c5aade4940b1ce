import { callEvents, writeAppointmentEvent } from "../../core/appointments/appointment-events.server.ts";
import { listChangeEmails } from "../../core/appointments/change-emails.ts";
import { retryOnConflict } from "../../core/appointments/conflicts.server.ts";
import { createGuestAccess, type GuestAccess, type GuestResult } from "../../core/appointments/guest-access.server.ts";
import { pushToHosts } from "../../core/push/push-to-hosts.server.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { hashToken } from "../../platform/ids/secret-token.ts";
import { formatTimeOf } from "../../shared/slot-texts.ts";
import type { BookingDeps } from "./booking-deps.server.ts";
import { titleOfCall, type BookingRecord } from "./booking-record.server.ts";
import { callsProduct, nameCalendarFile } from "./calendar.server.ts";
import { createCallKind, type CallState } from "./call-kind.server.ts";
import { hasConfirmHash, lacksConfirmation } from "./find-bookings.server.ts";
import { confirmBooking } from "./store.server.ts";

/** The private link's view of the call, without anything about the person. */
type ManagedBooking = {
	reference: string;
	/** Slug and title of its type. */
	callType: string;
	title: string;
	domain: string;
	/** Start in milliseconds since 1970, and the zone to show it in. */
	startMs: number;
	timeZone: string;
	durationMinutes: number;
	state: CallState;
	/** How long an unconfirmed call holds its slot, as local time. */
	confirmUntil?: string;
	/** Whether a cancelled call had not been confirmed, so that its visitor has no invitation and gets no e-mail. */
	wasUnconfirmed?: true;
	/** Where it takes place; empty for a video call. */
	place: string;
	/** Whether others are invited. */
	hasGuests?: true;
	/** The video link of an upcoming call, if known. */
	videoUrl?: string;
};

/** The actions of a booking's private link. */
export type ManageBooking = Pick<
	GuestAccess<BookingRecord, BookingRecord, CallState>,
	"listFree" | "choose" | "cancel"
> & {
	/** Returns a calendar file and its name; undefined for an unknown link, or a call that does not take place. */
	findCalendarFile(token: string): Promise<{ name: string; content: string } | undefined>;
	/** Finds the booking of a link, without side effects. */
	find(token: string): Promise<ManagedBooking | undefined>;
	/**
	 * Confirms the call, which then keeps its slot, and sends the e-mails; a second time does nothing.
	 * @param code from the e-mail that asked for it
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	confirm(token: string, code: string): Promise<GuestResult<CallState>>;
};

/** Creates the functions behind the private links. */
export function createManageBooking(parts: BookingDeps): ManageBooking {
	const { database, clock, hosts, messageIdDomain, onOccurrence } = parts;
	const kind = createCallKind(parts);
	const access = createGuestAccess(kind, { ...parts, product: callsProduct });

	async function tryToConfirm(token: string, code: string): Promise<GuestResult<CallState>> {
		const now = clock.now();
		const found = await access.find(token);
		if (!found) return { ok: false, kind: "unknown" };
		const { appointment: booking, state } = found;
		if (state === "upcoming") return { ok: true };
		if (state !== "unconfirmed") return { ok: false, kind: state };
		if (!(await hasConfirmHash(database.db, booking, hashToken(code)))) return { ok: false, kind: state };
		await database.write(async (transaction) => {
			const after = await confirmBooking(transaction, booking);
			const people = await hosts.listPeople(transaction, kind.purpose);
			const told = { before: undefined, after, guest: after, change: { kind: "booked" as const }, token, people, now };
			await enqueueEmails(transaction, listChangeEmails(kind.emails, told), { messageIdDomain, now });
			await pushToHosts(transaction, { after, purpose: kind.purpose }, now);
			await writeAppointmentEvent(transaction, callEvents, { after }, now);
		});
		onOccurrence("confirmed");
		return { ok: true };
	}

	return {
		...access,
		async findCalendarFile(token) {
			const found = await access.find(token);
			const content = found && (await access.writeCalendarFile(token));
			return found && content !== undefined ? { name: nameCalendarFile(found.appointment), content } : undefined;
		},
		async find(token) {
			const found = await access.find(token);
			if (!found) return undefined;
			const { appointment, state } = found;
			const { reference, domain, startsAt, timeZone, durationMinutes, confirmBy, videoUrl } = appointment;
			return {
				reference,
				callType: appointment.callType,
				title: titleOfCall(appointment),
				place: appointment.place,
				...(appointment.guests && { hasGuests: true }),
				domain,
				startMs: startsAt.epochMilliseconds,
				timeZone,
				durationMinutes,
				state,
				...(state === "unconfirmed" &&
					confirmBy && { confirmUntil: formatTimeOf(confirmBy.epochMilliseconds, timeZone) }),
				...(state === "cancelled" &&
					(await lacksConfirmation(database.db, appointment)) && { wasUnconfirmed: true as const }),
				...((state === "upcoming" || state === "started") && videoUrl !== undefined && { videoUrl }),
			};
		},
		confirm: (token, code) => retryOnConflict(() => tryToConfirm(token, code)),
	};
}
