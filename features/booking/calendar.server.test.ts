import fc from "fast-check";
import type ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { writeDownload, writeFeed, writeInvitation } from "../../platform/email/calendar-file.ts";
import { createBookingRecord, type BookingChange } from "../../tests/support/bookings.ts";
import { readCalendarFile } from "../../tests/support/calendar-file.ts";
import { testCompany as company } from "../../tests/support/test-server.ts";
import { callsProduct, toCalendarEntry, type EntryTexts } from "./calendar.server.ts";

const call = { time: "5:30 PM" };
const booking = createBookingRecord(call);
const guest = { email: "asha@visitor.example", name: "Asha" };
const texts: EntryTexts = { summary: "Demo call", description: "Hosting, 30 minutes" };
const parts = { company, product: callsProduct, now: Temporal.Instant.from("2026-11-23T06:00:00Z") };

function invite(
	change: BookingChange = {},
	{ name = "Asha", ...changedTexts }: Partial<EntryTexts> & { name?: string } = {},
) {
	const { method, content } = writeInvitation(
		toCalendarEntry(createBookingRecord({ ...call, ...change }), { ...texts, ...changedTexts }),
		{ ...guest, name },
		parts,
	);
	const { calendar, entries } = readCalendarFile(content);
	return { method, content, calendar, entry: entries[0] as ICAL.Event, entries };
}

describe("an invitation", () => {
	test("asks the guest to a call of half an hour, at an instant that means the same everywhere", () => {
		const { method, calendar, entry, entries } = invite();
		expect(method).toBe("REQUEST");
		expect(calendar.getFirstPropertyValue("method")).toBe("REQUEST");
		expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
		expect(entries).toHaveLength(1);
		expect(entry.uid).toBe(booking.id);
		expect(entry.sequence).toBe(0);
		expect(entry.startDate.toString()).toBe("2026-11-30T12:00:00Z");
		expect(entry.endDate.toString()).toBe("2026-11-30T12:30:00Z");
		expect(entry.component.getFirstPropertyValue("dtstamp")?.toString()).toBe("2026-11-23T06:00:00Z");
		expect(entry.component.getFirstPropertyValue("status")).toBe("CONFIRMED");
		expect([entry.summary, entry.description, entry.location]).toEqual([
			"Demo call",
			"Hosting, 30 minutes",
			"Video call",
		]);
		expect(entry.organizer).toBe("mailto:hello@narangi.example");
		expect(entry.attendees).toHaveLength(1);
		expect(entry.attendees[0]?.getFirstValue()).toBe("MAILTO:asha@visitor.example");
		expect(entry.attendees[0]?.getParameter("cn")).toBe("Asha");
		expect(entry.attendees[0]?.getParameter("rsvp")).toBe("TRUE");
	});

	test("lasts as long as its booking, and starts at its local time", () => {
		const { entry } = invite({ date: "2027-03-29", time: "9:45 AM", timeZone: "Europe/Berlin", durationMinutes: 45 });
		expect([entry.startDate.toString(), entry.endDate.toString()]).toEqual([
			"2027-03-29T07:45:00Z",
			"2027-03-29T08:30:00Z",
		]);
	});

	test("to a call that moved has the same UID and a higher SEQUENCE", () => {
		const { entry, method } = invite({ sequence: 3, date: "2026-12-01" });
		expect([method, entry.uid, entry.sequence, entry.startDate.toString()]).toEqual([
			"REQUEST",
			booking.id,
			3,
			"2026-12-01T12:00:00Z",
		]);
	});

	test("is removed when the call is cancelled", () => {
		const { entry, method, calendar } = invite({ sequence: 1, state: "cancelled" });
		expect([method, entry.uid, entry.sequence]).toEqual(["CANCEL", booking.id, 1]);
		expect(calendar.getFirstPropertyValue("method")).toBe("CANCEL");
		expect(entry.component.getFirstPropertyValue("status")).toBe("CANCELLED");
	});
});

test("the company's own address gets the call as a published event, which invites nobody", () => {
	for (const [state, status] of [
		["booked", "CONFIRMED"],
		["cancelled", "CANCELLED"],
	] as const) {
		const entry = toCalendarEntry({ ...booking, state, sequence: 3 }, texts);
		const itself = { email: parts.company.email.toUpperCase() };
		const { method, content } = writeInvitation(entry, itself, parts);
		const { calendar, entries } = readCalendarFile(content);
		expect([method, calendar.getFirstPropertyValue("method")]).toEqual(["PUBLISH", "PUBLISH"]);
		const event = entries[0]?.component;
		expect(event?.getAllProperties("attendee")).toEqual([]);
		expect(event?.getFirstPropertyValue("organizer")).toBe(`mailto:${parts.company.email}`);
		expect([entries[0]?.uid, entries[0]?.sequence, event?.getFirstPropertyValue("status")]).toEqual([
			booking.id,
			3,
			status,
		]);
	}
});

describe("where the call takes place", () => {
	const videoUrl = `https://meet.visitor.example/${"narangi-".repeat(12)}?name=a,b;c`;

	test("is a conference to join, in invitations, downloads and feeds", () => {
		const linked = toCalendarEntry({ ...booking, videoUrl }, texts);
		const { content } = invite({ videoUrl });
		const files = [content, writeDownload(linked, parts), writeFeed([linked], { ...parts, name: "Calls" })];
		for (const file of files) {
			const { entries } = readCalendarFile(file);
			const conferences = entries[0]?.component.getAllProperties("conference") ?? [];
			expect(conferences.map((one) => [one.getFirstValue(), one.getParameter("label")])).toEqual([
				[videoUrl, "Video call"],
			]);
			expect(file.replaceAll("\r\n ", "")).toContain(
				`CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Video call:${videoUrl}\r\n`,
			);
			expect(entries[0]?.component.getFirstPropertyValue("url")).toBe(videoUrl);
			expect(entries[0]?.location).toBe(videoUrl);
			expect(Math.max(...file.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
		}
	});

	test("is none for a call without a known place, whatever its texts say", () => {
		const { entry } = invite({}, { description: "\nURL;VALUE=URI:https://evil.example" });
		expect(entry.component.getAllProperties("conference")).toEqual([]);
	});
});

test("a downloaded file asks nothing", () => {
	const { calendar, entries } = readCalendarFile(writeDownload(toCalendarEntry(booking, texts), parts));
	expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
	expect(entries[0]?.attendees).toEqual([]);
	expect(entries[0]?.uid).toBe(booking.id);
});

test("a feed holds every call, or none", () => {
	const name = "Demo calls";
	const entry = toCalendarEntry(booking, texts);
	const feed = readCalendarFile(writeFeed([entry, { ...entry, id: "other" }], { ...parts, name }));
	expect(feed.entries.map(({ uid }) => uid)).toEqual([booking.id, "other"]);
	expect(feed.calendar.getFirstPropertyValue("x-wr-calname")).toBe(name);
	expect(readCalendarFile(writeFeed([], { ...parts, name })).entries).toEqual([]);
});

describe("typed text cannot leave its property", () => {
	const attacks = [
		"a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil",
		"a\nATTENDEE:mailto:evil@x.example",
		"a\rSTATUS:CANCELLED",
		"a\u2028BEGIN:VALARM",
		"a\u2029BEGIN:VALARM",
		"a\u0085UID:evil",
		"a;b,c:d\\n\\;\\,",
		"d\\;\\,a;b:evil",
		'x";ROLE=CHAIR:mailto:evil@x.example',
		"x^n^'^^",
		"\\",
		"\\\\\r\n",
		',;:"\\',
		"\u0000\u0008\u000b\u000c\u007f",
		"🎉".repeat(60),
		"é".repeat(80),
		" leading and trailing ",
		"\tTAB",
	];
	/** The written form of line breaks and control characters: only they end content lines. */
	const written = (text: string) =>
		text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replaceAll(/[^\P{Cc}\n]/gu, "");

	function expectHarmless(text: string): void {
		const { content, calendar, entries, entry } = invite({}, { summary: text, description: text, name: text });
		expect(entries).toHaveLength(1);
		expect(calendar.getAllSubcomponents()).toHaveLength(1);
		expect(entry.component.getAllSubcomponents()).toEqual([]);
		expect(
			entry.component
				.getAllProperties()
				.map(({ name }) => name)
				.toSorted(),
		).toEqual([
			"attendee",
			"description",
			"dtend",
			"dtstamp",
			"dtstart",
			"location",
			"organizer",
			"sequence",
			"status",
			"summary",
			"uid",
		]);
		expect(entry.uid).toBe(booking.id);
		expect(entry.description).toBe(written(text));
		expect(entry.attendees[0]?.getFirstValue()).toBe("MAILTO:asha@visitor.example");
		expect(entry.attendees[0]?.getParameter("role")).toBe("REQ-PARTICIPANT");
		// Only CR LF ends a line, no line is longer than 75 octets, and no other line terminator is left.
		const lines = content.split("\r\n");
		expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
		expect(
			["\r", "\n", "\u000b", "\u000c", "\u0085", "\u2028", "\u2029"].filter((end) => lines.join("").includes(end)),
		).toEqual([]);
	}

	test.each(attacks)("%j", expectHarmless);

	test("whatever it is", () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string({ unit: "binary", maxLength: 200 }),
					fc.array(fc.constantFrom(...attacks), { maxLength: 4 }).map((some) => some.join("")),
				),
				(text) => {
					// A lone surrogate cannot be written in UTF-8.
					expectHarmless(text.toWellFormed());
				},
			),
			{ numRuns: 150 },
		);
	});
});
