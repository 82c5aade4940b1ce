import { intervalOf } from "../../core/appointments/appointment.ts";
import type { CalendarEntry } from "../../platform/email/calendar-file.ts";
import { demoSlug } from "../../shared/call-type.ts";
import type { BookingRecord } from "./booking-record.server.ts";

export const callsProduct = "demo calls";

/** Names the calendar file of a call by its type: "demo-call.ics". */
export function nameCalendarFile({ callType }: Pick<BookingRecord, "callType">): string {
	return `${callType === demoSlug ? "demo-call" : callType}.ics`;
}

/** The texts of a calendar entry. */
export type EntryTexts = { summary: string; description: string };

/** Returns a call's calendar entry; UID is the booking's id and SEQUENCE its own. */
export function toCalendarEntry(booking: BookingRecord, texts: EntryTexts): CalendarEntry {
	return {
		id: booking.id,
		sequence: booking.sequence,
		...intervalOf(booking),
		...texts,
		location: booking.videoUrl ?? (booking.place || "Video call"),
		url: booking.videoUrl,
		isCancelled: booking.state === "cancelled",
	};
}
