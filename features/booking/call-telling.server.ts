import { callEvents } from "../../core/appointments/appointment-events.server.ts";
import type { TellingKind } from "../../core/appointments/tell-of-change.server.ts";
import { demoCallPurpose, type BookingRecord } from "./booking-record.server.ts";
import { callChanges } from "./call-changes.server.ts";
import { declareBookingEmails } from "./email-intents.server.ts";

/** Declares the parts of calls that telling of a change needs. */
export function declareCallTelling(salesEmail: string) {
	return {
		purpose: demoCallPurpose,
		events: callEvents,
		changes: callChanges,
		links: { table: "bookingLinks", owner: "bookingId" },
		emails: declareBookingEmails(salesEmail),
	} satisfies TellingKind<BookingRecord, BookingRecord>;
}
