import ical, {
	ICalAttendeeRole,
	ICalAttendeeStatus,
	ICalCalendarMethod,
	ICalEventStatus,
	type ICalAttendeeData,
} from "ical-generator";
import type { Company } from "../../shared/company.ts";
import { intervalOf, type BookingRecord } from "./store.server.ts";

export type CalendarDeps = { company: Company; now: Temporal.Instant };

/** The person whom an invitation is for. */
export type Guest = { email: string; name?: string | undefined };

/** What the entry says beside its time. */
export type EntryTexts = { summary: string; description: string };

const productId = { company: "front-office", product: "demo calls", language: "EN" };

/**
 * Writes the calendar file of one call for a mail program to act on (RFC 5545, RFC 6047): METHOD:CANCEL when the booking
 * is cancelled, else METHOD:REQUEST.
 *
 * UID is the booking's id and SEQUENCE its own, so that a later file takes the place of an earlier one, in whatever order
 * they arrive.
 */
export function writeInvitation(
	booking: BookingRecord,
	guest: Guest,
	texts: EntryTexts,
	{ company, now }: CalendarDeps,
): { method: "REQUEST" | "CANCEL"; content: string } {
	const method = booking.state === "cancelled" ? "CANCEL" : "REQUEST";
	const calendar = ical({ prodId: productId, method: ICalCalendarMethod[method] });
	const attendee: ICalAttendeeData = {
		email: guest.email,
		...(guest.name !== undefined && { name: withoutControls(guest.name).replaceAll(backslash, "") }),
		rsvp: method === "REQUEST",
		role: ICalAttendeeRole.REQ,
		status: ICalAttendeeStatus.NEEDSACTION,
	};
	calendar.createEvent({
		...describeEntry(booking, texts, { company, now }),
		organizer: { name: company.name, email: company.email },
		attendees: [attendee],
	});
	return { method, content: calendar.toString() };
}

/** Writes the calendar file of one call for the visitor to put into a calendar by hand. */
export function writeDownload(booking: BookingRecord, texts: EntryTexts, parts: CalendarDeps): string {
	const calendar = ical({ prodId: productId, method: ICalCalendarMethod.PUBLISH });
	calendar.createEvent(describeEntry(booking, texts, parts));
	return calendar.toString();
}

/** Writes the calendar that staff subscribe to, with one entry for each call. */
export function writeFeed(calls: { booking: BookingRecord; texts: EntryTexts }[], parts: CalendarDeps): string {
	const calendar = ical({
		prodId: productId,
		method: ICalCalendarMethod.PUBLISH,
		name: `Demo calls, ${parts.company.name}`,
		ttl: 15 * 60,
	});
	for (const { booking, texts } of calls) calendar.createEvent(describeEntry(booking, texts, parts));
	return calendar.toString();
}

/**
 * Left out of names: a parameter has no escapes by RFC 5545, but ical.js, which Thunderbird reads with, takes a backslash there for one
 * and then looks for the address behind the name too early.
 */
const backslash = "\\";

function describeEntry(booking: BookingRecord, { summary, description }: EntryTexts, { now }: CalendarDeps) {
	const { startMs, endMs } = intervalOf(booking);
	return {
		id: booking.id,
		sequence: booking.sequence,
		stamp: new Date(now.epochMilliseconds),
		start: new Date(startMs),
		end: new Date(endMs),
		summary: withoutControls(summary),
		description: withoutControls(description),
		location: booking.videoUrl ?? "Video call",
		...(booking.videoUrl !== undefined && { url: booking.videoUrl }),
		status: booking.state === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
	};
}

/**
 * Turns every kind of line break into a line feed, which the library escapes, and drops the other control characters: some
 * readers of calendar files end a line where others do not.
 */
function withoutControls(text: string): string {
	return text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replaceAll(/[^\P{Cc}\n]/gu, "");
}
