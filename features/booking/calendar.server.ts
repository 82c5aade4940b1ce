import type { CalendarEntry } from "../../platform/email/calendar-file.ts";
import { intervalOf } from "../../core/appointments/appointment.ts";
import type { BookingRecord } from "./booking-record.server.ts";

/** What calendar files of calls say that they are about. */
export const callsProduct = "demo calls";

/** What an entry says beside its time. */
export type EntryTexts = { summary: string; description: string };

/** Gives a call as an entry of a calendar; UID is the booking's id and SEQUENCE its own. */
export function toCalendarEntry(booking: BookingRecord, texts: EntryTexts): CalendarEntry {
	return {
		id: booking.id,
		sequence: booking.sequence,
		...intervalOf(booking),
		...texts,
		location: booking.videoUrl ?? "Video call",
		url: booking.videoUrl,
		isCancelled: booking.state === "cancelled",
	};
}
