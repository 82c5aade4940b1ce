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
import type { Attachment } from "./email.ts";
import { toHeaderText, withoutDirections } from "./header-text.ts";

/** What somebody's calendar shows of an appointment. */
export type CalendarEntry = Interval & {
	/** The UID, which stays the same for the life of the appointment. */
	id: string;
	/** Rises with each change, so that a later file takes the place of an earlier one, in whatever order they arrive. */
	sequence: number;
	summary: string;
	description: string;
	location: string;
	/** Of the video call, where there is one. */
	url?: string | undefined;
	isCancelled: boolean;
};

/** The person whom an invitation is for. */
export type Guest = { email: string; name?: string | undefined };

/** Who writes a calendar file, about what ("demo calls"), and when. */
export type CalendarFileOptions = { company: Pick<Company, "name" | "email">; product: string; now: Temporal.Instant };

/**
 * Writes the calendar file of one appointment for a mail program to act on (RFC 5545, RFC 6047): METHOD:CANCEL when it is cancelled, else
 * METHOD:REQUEST.
 */
export function writeInvitation(
	entry: CalendarEntry,
	guest: Guest,
	options: CalendarFileOptions,
): { method: "REQUEST" | "CANCEL"; content: string } {
	const method = entry.isCancelled ? "CANCEL" : "REQUEST";
	const calendar = ical({ prodId: nameProduct(options), method: ICalCalendarMethod[method] });
	const attendee: ICalAttendeeData = {
		email: guest.email,
		...(guest.name !== undefined && { name: toParameter(guest.name) || guest.email }),
		rsvp: method === "REQUEST",
		role: ICalAttendeeRole.REQ,
		status: ICalAttendeeStatus.NEEDSACTION,
	};
	const { name, email } = options.company;
	calendar.createEvent({
		...describeEntry(entry, options),
		organizer: { name: toParameter(name) || email, email },
		attendees: [attendee],
	});
	return { method, content: writeCalendar(calendar) };
}

/** Gives an invitation as what goes with an e-mail. */
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

/** Writes the calendar file of one appointment to be put into a calendar by hand. */
export function writeDownload(entry: CalendarEntry, options: CalendarFileOptions): string {
	const calendar = ical({ prodId: nameProduct(options), method: ICalCalendarMethod.PUBLISH });
	calendar.createEvent(describeEntry(entry, options));
	return writeCalendar(calendar);
}

/** Writes a calendar to subscribe to, with one event for each appointment. */
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
 * Writes a calendar with a CONFERENCE (RFC 7986, section 5.11) after each URL, which alone is the address of a video call. Programs that
 * know it offer a button to join. The library does not write it, and escapes addresses as if they were text.
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
 * Makes a name one that stands in a parameter, in one line. Those have no escapes by RFC 5545, but ical.js, which Thunderbird reads with,
 * takes a backslash there for one and then looks for the address behind the name too early.
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
 * Turns every kind of line break into a line feed, which the library escapes, and drops the other control characters: some
 * readers of calendar files end a line where others do not. Marks that turn the direction of text go too.
 */
function withoutControls(text: string): string {
	return withoutDirections(text.toWellFormed())
		.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
		.replaceAll(/[^\P{Cc}\n]/gu, "");
}
