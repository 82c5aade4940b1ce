import { callEvents, writeAppointmentEvent } from "../../core/appointments/appointment-events.server.ts";
import { keepHostEmails, listChangeEmails } from "../../core/appointments/change-emails.ts";
import { pushToHosts } from "../../core/push/push-to-hosts.server.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import type { BookingDeps } from "./booking-deps.server.ts";
import { demoCallPurpose, type BookingRecord } from "./booking-record.server.ts";
import { declareBookingEmails } from "./email-intents.server.ts";

/** Sends the host's e-mails, and tells webhooks, of a call whose other e-mails were written before it had one. */
export async function tellHost(
	transaction: WriteTransaction,
	booking: BookingRecord,
	{ hosts, messageIdDomain }: Pick<BookingDeps, "hosts" | "messageIdDomain">,
	now: Temporal.Instant,
): Promise<void> {
	const people = await hosts.listPeople(transaction, demoCallPurpose);
	const declared = declareBookingEmails("");
	const told = { before: undefined, after: booking, guest: booking, change: { kind: "booked" as const }, token: "" };
	const emails = keepHostEmails(declared, listChangeEmails(declared, { ...told, people, now }));
	await enqueueEmails(transaction, emails, { messageIdDomain, now });
	await pushToHosts(transaction, { after: booking, purpose: demoCallPurpose }, now);
	await writeAppointmentEvent(transaction, callEvents, { after: booking }, now);
}
