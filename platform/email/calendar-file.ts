import ical, {
	foldLines,
	ICalAttendeeRole,
	ICalAttendeeStatus,
	ICalCalendarMethod,
	ICalEventStatus,
	type ICalAttendeeData,
	type ICalCalendar,
} from "ical-generator";
import type { Company } from "../../shared/company.ts";
import type { Interval } from "../../shared/interval.ts";
import type { Attachment, CalendarMethod } from "./email.ts";
import { toHeaderText, withoutDirections } from "./header-text.ts";

/** An appointment as an attendee's calendar shows it. */
export type CalendarEntry = Interval & {
	/** The UID, unchanged for the life of the appointment. */
	id: string;
	/** Rises with each change, so that a later file replaces an earlier one in whatever order they arrive. */
	sequence: number;
	summary: string;
	description: string;
	location: string;
	/** Of the video call, if there is one. */
	url?: string | undefined;
	isCancelled: boolean;
};

/** The recipient of an invitation. */
export type Guest = { email: string; name?: string | undefined };

/** The organiser of a calendar file, its subject ("demo calls"), and the time of writing. */
export type CalendarFileOptions = { company: Pick<Company, "name" | "email">; product: string; now: Temporal.Instant };

/**
 * Writes the calendar file of one appointment for a mail program to process (RFC 5545, RFC 6047): METHOD:CANCEL if it is cancelled,
 * otherwise METHOD:REQUEST. To the organiser's own address it is METHOD:PUBLISH, because mail programs show no invitation from oneself.
 */
export function writeInvitation(
	entry: CalendarEntry,
	guest: Guest,
	options: CalendarFileOptions,
): { method: CalendarMethod; content: string } {
	const { name, email } = options.company;
	const isOrganizer = guest.email.toLowerCase() === email.toLowerCase();
	const method = isOrganizer ? "PUBLISH" : entry.isCancelled ? "CANCEL" : "REQUEST";
	const calendar = ical({ prodId: nameProduct(options), method: ICalCalendarMethod[method] });
	const attendee: ICalAttendeeData = {
		email: guest.email,
		...(guest.name !== undefined && { name: toParameter(guest.name) || guest.email }),
		rsvp: method === "REQUEST",
		role: ICalAttendeeRole.REQ,
		status: ICalAttendeeStatus.NEEDSACTION,
	};
	calendar.createEvent({
		...describeEntry(entry, options),
		organizer: { name: toParameter(name) || email, email },
		// A published event invites nobody (RFC 5546, section 3.2.1).
		...(!isOrganizer && { attendees: [attendee] }),
	});
	return { method, content: writeCalendar(calendar) };
}

/** Returns an invitation as an attachment. */
export function attachInvitation(
	fileName: string,
	entry: CalendarEntry,
	guest: Guest,
	options: CalendarFileOptions,
): Attachment {
	const { method, content } = writeInvitation(entry, guest, options);
	return {
		fileName,
		contentType: `text/calendar; charset=utf-8; method=${method}`,
		contentBase64: Buffer.from(content).toString("base64"),
		calendarMethod: method,
	};
}

/** Writes the calendar file of one appointment to import by hand. */
export function writeDownload(entry: CalendarEntry, options: CalendarFileOptions): string {
	const calendar = ical({ prodId: nameProduct(options), method: ICalCalendarMethod.PUBLISH });
	calendar.createEvent(describeEntry(entry, options));
	return writeCalendar(calendar);
}

/** Writes a calendar to subscribe to, with one event per appointment. */
export function writeFeed(
	entries: readonly CalendarEntry[],
	{ name, ...options }: CalendarFileOptions & { name: string },
): string {
	const calendar = ical({
		prodId: nameProduct(options),
		method: ICalCalendarMethod.PUBLISH,
		name: toHeaderText(name),
		ttl: 15 * 60,
	});
	for (const entry of entries) calendar.createEvent(describeEntry(entry, options));
	return writeCalendar(calendar);
}

/**
 * Writes a calendar with a CONFERENCE (RFC 7986, section 5.11) after each URL, which is always the address of a video call. Programs that
 * support it show a button to join. The library does not write it, and escapes URLs as if they were text.
 */
function writeCalendar(calendar: ICalCalendar): string {
	const lines = calendar.toString().replaceAll("\r\n ", "").split("\r\n");
	const written = lines.flatMap((line) => {
		if (!line.startsWith(urlProperty)) return [line];
		const url = line.slice(urlProperty.length).replaceAll(/\\([\\;,])/g, "$1");
		return [urlProperty + url, conferenceProperty + url];
	});
	return foldLines(written.join("\r\n"));
}

const urlProperty = "URL;VALUE=URI:";
const conferenceProperty = "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Video call:";

function nameProduct({ product }: CalendarFileOptions) {
	return { company: "front-office", product, language: "EN" };
}

/**
 * Makes a name safe as a parameter value, on one line. RFC 5545 has no escapes there, but ical.js, which Thunderbird uses, reads a
 * backslash as one and then looks for the address after the name too early.
 */
function toParameter(name: string): string {
	return toHeaderText(name).replaceAll("\\", "");
}

function describeEntry(entry: CalendarEntry, { now }: CalendarFileOptions) {
	const { id, sequence, startMs, endMs, summary, description, location, url, isCancelled } = entry;
	return {
		id,
		sequence,
		stamp: new Date(now.epochMilliseconds),
		start: new Date(startMs),
		end: new Date(endMs),
		summary: withoutControls(summary),
		description: withoutControls(description),
		location: withoutControls(location),
		...(url !== undefined && { url }),
		status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
	};
}

/**
 * Turns every kind of line break into a line feed, which the library escapes, and removes other control characters, because some readers
 * of calendar files end a line there. Removes direction marks too.
 */
function withoutControls(text: string): string {
	return withoutDirections(text.toWellFormed())
		.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
		.replaceAll(/[^\P{Cc}\n]/gu, "");
}
