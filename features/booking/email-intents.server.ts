import { z } from "zod";
import type { EmailIntent } from "../../platform/email/email.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import type { HostsOfChange } from "./host-of-call.server.ts";
import { listReminders, reminderNames } from "../../shared/reminders.ts";
import type { BookingRecord } from "./booking-record.server.ts";

export const formerSlotSchema = z.object({ date: z.string(), time: z.string(), timeZone: z.string() });
export type FormerSlot = z.infer<typeof formerSlotSchema>;

export const byStaffSchema = z.object({ name: z.string(), message: z.string() });
/** Who of staff did it, and what they say to the visitor; left out where the visitor did. */
export type ByStaff = z.infer<typeof byStaffSchema>;

/** What became of a booking. A moved one was at another time before. */
export type BookingEvent =
	| { kind: "booked" }
	| { kind: "moved"; from: FormerSlot; by?: ByStaff | undefined }
	| { kind: "handed-over"; by?: ByStaff | undefined }
	| { kind: "cancelled"; by?: ByStaff | undefined };

/** The reminders of a booking that have not gone out are deleted when it moves or is cancelled. */
export const reminderKinds = reminderNames.flatMap(
	(name) => [`booking-reminder-${name}`, `booking-staff-reminder-${name}`, `booking-host-reminder-${name}`] as const,
);

/** What tells of a move; one that has not gone out gives way to the next. */
export const movedKinds = [
	"booking-moved",
	"booking-staff-moved",
	"booking-host-moved",
	"booking-handed-over",
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
	...reminderKinds,
] as const;
/** What goes to whoever holds a call. */
export const hostEmailKinds: readonly string[] = bookingEmailKinds.filter((kind) => kind.startsWith("booking-host-"));
export type BookingEmailKind = (typeof bookingEmailKinds)[number];
type BookingEmail = EmailIntent<BookingEmailKind>;

/**
 * Lists all e-mails that something about a booking calls for: one to the visitor, one to sales and one to the host, each with the calendar
 * file, and the reminders to all that are still to come, 24 hours and 1 hour before the call.
 *
 * @param token of the visitor's private link
 */
export function listBookingEmails(
	booking: Pick<BookingRecord, "reference" | "email" | "startsAt">,
	event: BookingEvent,
	{ salesEmail, token, now, ...people }: { salesEmail: string; token: string; now: Temporal.Instant } & HostsOfChange,
): BookingEmail[] {
	const { reference, email, startsAt } = booking;
	const toVisitor = { reference, recipient: email };
	const toStaff = { reference, recipient: salesEmail };
	if (event.kind === "cancelled")
		return [
			{ kind: "booking-cancelled", ...toVisitor, parameters: { token, by: event.by } },
			{ kind: "booking-staff-cancelled", ...toStaff, ...(event.by && { parameters: { by: event.by } }) },
			...listChangesForHosts(booking, event, people),
		];
	const emails: BookingEmail[] = [];
	if (event.kind === "booked")
		emails.push(
			{ kind: "booking-confirmation", ...toVisitor, parameters: { token } },
			{ kind: "booking-staff-notice", ...toStaff },
		);
	if (event.kind === "moved")
		emails.push(
			{ kind: "booking-moved", ...toVisitor, parameters: { token, from: toFormerSlot(event.from), by: event.by } },
			{ kind: "booking-staff-moved", ...toStaff, parameters: { from: toFormerSlot(event.from), by: event.by } },
		);
	if (event.kind === "handed-over")
		emails.push({ kind: "booking-handed-over", ...toVisitor, parameters: { token, by: event.by } });
	emails.push(...listChangesForHosts(booking, event, people));
	for (const { name, ...time } of listReminderTimes(startsAt, now)) {
		emails.push(
			{ kind: `booking-reminder-${name}`, ...toVisitor, parameters: { token }, ...time },
			{ kind: `booking-staff-reminder-${name}`, ...toStaff, ...time },
		);
	}
	return people.host ? [...emails, ...listHostReminders(booking, people.host, now)] : emails;
}

/** Lists the e-mails to the host of a call that tell of it, and remind of it. */
export function listHostEmails(
	booking: Pick<BookingRecord, "reference" | "startsAt">,
	host: HostPerson,
	now: Temporal.Instant,
): BookingEmail[] {
	return [...listChangesForHosts(booking, { kind: "booked" }, { host }), ...listHostReminders(booking, host, now)];
}

function listChangesForHosts(
	{ reference }: Pick<BookingRecord, "reference">,
	event: BookingEvent,
	{ host, formerHost, isNewHost = false }: HostsOfChange,
): BookingEmail[] {
	const to = ({ id, email }: HostPerson) => ({ reference, recipient: email, parameters: { hostId: id } });
	const emails: BookingEmail[] = [];
	if (formerHost) emails.push({ kind: "booking-host-given-away", ...to(formerHost) });
	if (!host) return emails;
	const { parameters, ...toHost } = to(host);
	if (event.kind === "cancelled")
		emails.push({ kind: "booking-host-cancelled", ...toHost, ...(event.by && { parameters: { by: event.by } }) });
	else if (event.kind === "moved" && !isNewHost)
		emails.push({
			kind: "booking-host-moved",
			...toHost,
			parameters: { ...parameters, from: toFormerSlot(event.from), by: event.by },
		});
	else emails.push({ kind: "booking-host-notice", ...toHost, parameters });
	return emails;
}

function listHostReminders(
	{ reference, startsAt }: Pick<BookingRecord, "reference" | "startsAt">,
	{ id, email }: HostPerson,
	now: Temporal.Instant,
): BookingEmail[] {
	return listReminderTimes(startsAt, now).map(({ name, ...time }) => ({
		kind: `booking-host-reminder-${name}`,
		reference,
		recipient: email,
		parameters: { hostId: id },
		...time,
	}));
}

function listReminderTimes(startsAt: Temporal.Instant, now: Temporal.Instant) {
	return listReminders(startsAt.epochMilliseconds, now.epochMilliseconds).map(({ name, atMs }) => ({
		name,
		notBefore: Temporal.Instant.fromEpochMilliseconds(atMs),
		expiresAt: startsAt,
	}));
}

/** The e-mail that asks a visitor to confirm a call, the only one until that is done; nobody has the code but the mailbox. */
export function createConfirmRequest(
	{ reference, email, confirmBy }: Pick<BookingRecord, "reference" | "email"> & { confirmBy: Temporal.Instant },
	{ token, confirmCode }: { token: string; confirmCode: string },
): BookingEmail {
	return {
		kind: "booking-confirm-request",
		reference,
		recipient: email,
		parameters: { token, confirmCode },
		expiresAt: confirmBy,
	};
}

/** Finds in e-mails that have not left from which slot they tell the visitor that the call has moved. */
export function findFormerSlot(emails: readonly { kind: string; parameters: string | null }[]): FormerSlot | undefined {
	const moved = emails.find(({ kind }) => kind === ("booking-moved" satisfies BookingEmailKind));
	return moved?.parameters ? z.object({ from: formerSlotSchema }).parse(JSON.parse(moved.parameters)).from : undefined;
}

/** Keeps of a slot what an e-mail says of it. */
function toFormerSlot({ date, time, timeZone }: FormerSlot): FormerSlot {
	return { date, time, timeZone };
}
