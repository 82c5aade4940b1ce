import { z } from "zod";
import type { AppointmentEmails, SignedBy } from "../../core/appointments/change-emails.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { reminderNames } from "../../shared/reminders.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import type { BookingRecord } from "./booking-record.server.ts";

/** A call's previous time, as e-mails store it. */
export const formerSlotSchema = z.object({ date: z.string(), time: z.string(), timeZone: z.string() });
export type FormerSlot = z.infer<typeof formerSlotSchema>;

/** Deleted when a booking moves or is cancelled before they leave. */
export const reminderKinds = reminderNames.flatMap(
	(name) => [`booking-reminder-${name}`, `booking-staff-reminder-${name}`, `booking-host-reminder-${name}`] as const,
);

/** E-mails about a move, replaced by the next move before they leave. */
const movedKinds = [
	"booking-moved",
	"booking-staff-moved",
	"booking-host-moved",
	"booking-host-changed",
	"booking-handed-over",
	"booking-guest-changed",
] as const;

export const bookingEmailKinds = [
	"booking-confirm-request",
	"booking-confirmation",
	...movedKinds,
	"booking-cancelled",
	"booking-staff-notice",
	"booking-staff-cancelled",
	"booking-host-notice",
	"booking-host-cancelled",
	"booking-host-given-away",
	"booking-guest-invited",
	"booking-guest-cancelled",
	...reminderKinds,
] as const;
export const guestEmailKinds = bookingEmailKinds.filter((kind) => kind.startsWith("booking-guest-"));
export const hostEmailKinds: readonly string[] = bookingEmailKinds.filter((kind) => kind.startsWith("booking-host-"));
export type BookingEmailKind = (typeof bookingEmailKinds)[number];

/** Declares the e-mails about calls; sales is notified and reminded as the visitor is. */
export function declareBookingEmails(salesEmail: string): AppointmentEmails<BookingRecord, BookingRecord> {
	return {
		prefix: "booking",
		first: "confirmation",
		hostFirst: "host-notice",
		kinds: bookingEmailKinds,
		superseded: [
			...reminderKinds,
			...movedKinds,
			"booking-host-notice",
			"booking-host-given-away",
			"booking-guest-invited",
		],
		recordOf: ({ reference }) => ({ reference }),
		// Only the visitor's mailbox knows about an unconfirmed call.
		isTold: ({ confirmBy }) => confirmBy === undefined,
		tellsGuest: () => true,
		// Nobody but the visitor's mailbox knows about an unconfirmed call.
		listOthers: ({ guests = [], confirmBy }) => (confirmBy ? [] : guests.map(({ email }) => email)),
		office: salesEmail,
		tellOffice({ kind, by }, from, writeFrom) {
			if (kind === "booked") return [{ kind: "staff-notice" }];
			const details = { by, ...(from && { from: writeFrom(from) }) };
			if (kind === "cancelled") return [{ kind: "staff-cancelled", parameters: details }];
			return from ? [{ kind: "staff-moved", parameters: details }] : [];
		},
		remindsOffice: true,
		writeFrom: (from, { timeZone }): FormerSlot => ({ ...toSlot(from.epochMilliseconds, timeZone), timeZone }),
		readFrom: readFormerStart,
	};
}

/** Reads the previous time of an e-mail; undefined without one. */
export function readFormerStart(from: unknown): Temporal.Instant | undefined {
	const slot = formerSlotSchema.safeParse(from).data;
	return slot && Temporal.Instant.fromEpochMilliseconds(startOfSlot(slot.date, slot.time, slot.timeZone));
}

/**
 * Creates the e-mail that asks a visitor to confirm a call. Only this e-mail holds the code.
 * @param secrets with the member who has moved the call since it was booked
 */
export function createConfirmRequest(
	{ reference, email, confirmBy }: Pick<BookingRecord, "reference" | "email"> & { confirmBy: Temporal.Instant },
	{ token, confirmCode, by }: { token: string; confirmCode: string; by?: SignedBy | undefined },
): EmailIntent<BookingEmailKind> {
	return {
		kind: "booking-confirm-request",
		reference,
		recipient: email,
		parameters: { token, confirmCode, ...(by && { by: { name: by.name, message: by.message } }) },
		expiresAt: confirmBy,
	};
}
