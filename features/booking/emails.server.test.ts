import { describe, expect, test } from "vitest";
import { testCompany as company } from "../../tests/support/test-server.ts";
import { createBookingLetters, reminderKinds, type BookingEvent } from "./emails.server.tsx";
import type { BookingRecord } from "./store.server.ts";

const booking: BookingRecord = {
	id: "01a1fe0b-1f4b-734a-91e1-fbf9101dfbf3",
	reference: "BKG-7K3F9QXM",
	bookedAt: Temporal.Instant.from("2026-11-23T06:00:00Z"),
	sequence: 0,
	state: "booked",
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "+91 98100 00000",
	message: "Show us <b>the ERP</b>.\n\nAnd & the rest.",
	domain: "UI/UX design",
	date: "2026-11-30",
	time: "10:00 AM",
};
const manageUrl = "https://narangi.example/demo/booking/0123456789abcdef";
const from = { date: "2026-11-27", time: "5:30 PM" };

async function write(
	event: BookingEvent = { kind: "booked" },
	change: Partial<BookingRecord> = {},
	now = "2026-11-23T06:00:00Z",
) {
	const letters = await createBookingLetters({ ...booking, ...change }, event, {
		company,
		salesEmail: "sales@narangi.example",
		deskUrl: "http://localhost:3001",
		manageUrl,
		now: Temporal.Instant.from(now),
	});
	return new Map(letters.map((letter) => [letter.kind, letter]));
}

const oneLine = (text: string | undefined) => (text ?? "").replaceAll(/\s+/g, " ");

test("the confirmation says when, about what and how to change it, in HTML and in text", async () => {
	const letter = (await write()).get("booking-confirmation");
	expect(letter).toMatchObject({
		reference: "BKG-7K3F9QXM",
		recipient: "asha@visitor.example",
		replyTo: "sales@narangi.example",
		subject: "Your demo call is booked: Monday, 30 November 2026 at 10:00 AM (BKG-7K3F9QXM)",
	});
	for (const form of [oneLine(letter?.text), oneLine(letter?.html)]) {
		for (const part of [
			"Hello Asha,",
			"Monday, 30 November 2026",
			"10:00 AM, India time (Asia/Kolkata), 30 minutes",
			"UI/UX design",
			"BKG-7K3F9QXM",
			manageUrl,
		])
			expect(form).toContain(part);
	}
	expect(letter?.text).toContain(`\n${manageUrl}\n`);
	expect(letter?.attachments).toMatchObject([
		{
			fileName: "demo-call.ics",
			calendarMethod: "REQUEST",
			contentType: "text/calendar; charset=utf-8; method=REQUEST",
		},
	]);
});

test("the notice tells sales everything, escaped in HTML, and is answered to the visitor; the private link is not in it", async () => {
	const letter = (await write()).get("booking-staff-notice");
	expect(letter).toMatchObject({
		recipient: "sales@narangi.example",
		replyTo: "asha@visitor.example",
		subject: "Demo call booked: Monday, 30 November 2026 at 10:00 AM, Asha Rao (BKG-7K3F9QXM)",
	});
	for (const part of [
		"Asha Rao",
		"asha@visitor.example",
		"+91 98100 00000",
		"UI/UX design",
		"BKG-7K3F9QXM",
		"Show us <b>the ERP</b>.",
		"And & the rest.",
	])
		expect(letter?.text).toContain(part);
	expect(letter?.html).toContain("Show us &lt;b&gt;the ERP&lt;/b&gt;.");
	expect(JSON.stringify(letter)).not.toContain(manageUrl);
	expect(Buffer.from(letter?.attachments?.[0]?.contentBase64 ?? "", "base64").toString()).not.toContain("demo/booking");
	expect(letter?.attachments).toMatchObject([{ calendarMethod: "REQUEST" }]);
});

test("every letter to sales leads to the desk, and none to the visitor does", async () => {
	for (const event of [{ kind: "booked" }, { kind: "moved", from }, { kind: "cancelled" }] as const) {
		for (const [kind, letter] of await write(event)) {
			const links = JSON.stringify(letter).match(/http:\/\/localhost:3001\/bookings\/BKG-7K3F9QXM/g) ?? [];
			expect([kind, links.length > 0]).toEqual([kind, letter.recipient === "sales@narangi.example"]);
		}
	}
});

test("letters about a move name both times", async () => {
	const letters = await write({ kind: "moved", from }, { sequence: 1 });
	for (const kind of ["booking-moved", "booking-staff-moved"]) {
		const text = oneLine(letters.get(kind)?.text);
		expect(text).toContain("Friday, 27 November 2026 at 5:30 PM");
		expect(text).toContain("Monday, 30 November 2026");
		expect(letters.get(kind)?.attachments).toMatchObject([{ calendarMethod: "REQUEST" }]);
	}
});

test("letters about a cancellation take the call out of calendars and offer no link to it", async () => {
	const letters = await write({ kind: "cancelled" }, { state: "cancelled", sequence: 1 });
	expect([...letters.keys()]).toEqual(["booking-cancelled", "booking-staff-cancelled"]);
	for (const letter of letters.values())
		expect(letter.attachments).toMatchObject([
			{ calendarMethod: "CANCEL", contentType: "text/calendar; charset=utf-8; method=CANCEL" },
		]);
	expect(letters.get("booking-cancelled")?.text).not.toContain(manageUrl);
});

describe("reminders", () => {
	test("go to both sides 24 hours and 1 hour before, and mean nothing any more once the call begins", async () => {
		const letters = await write();
		expect(
			reminderKinds.map((kind) => [
				kind,
				letters.get(kind)?.recipient,
				letters.get(kind)?.notBefore?.toString(),
				letters.get(kind)?.expiresAt?.toString(),
			]),
		).toEqual([
			["booking-reminder-day", "asha@visitor.example", "2026-11-29T04:30:00Z", "2026-11-30T04:30:00Z"],
			["booking-staff-reminder-day", "sales@narangi.example", "2026-11-29T04:30:00Z", "2026-11-30T04:30:00Z"],
			["booking-reminder-hour", "asha@visitor.example", "2026-11-30T03:30:00Z", "2026-11-30T04:30:00Z"],
			["booking-staff-reminder-hour", "sales@narangi.example", "2026-11-30T03:30:00Z", "2026-11-30T04:30:00Z"],
		]);
		expect(letters.get("booking-reminder-hour")?.text).toContain(manageUrl);
		expect(letters.get("booking-staff-reminder-hour")?.text).toContain("+91 98100 00000");
	});

	test.each([
		["2026-11-29T04:29:59Z", 4],
		["2026-11-29T04:30:00Z", 2],
		["2026-11-30T03:29:59Z", 2],
		["2026-11-30T03:30:00Z", 0],
	])("whose time has come when the call is booked, at %s, are left out", async (now, count) => {
		const letters = await write({ kind: "booked" }, {}, now);
		expect([...letters.keys()].filter((kind) => reminderKinds.includes(kind))).toHaveLength(count);
	});

	test("of a moved call follow it", async () => {
		expect((await write({ kind: "moved", from })).get("booking-reminder-day")?.notBefore?.toString()).toBe(
			"2026-11-29T04:30:00Z",
		);
	});
});

test("letters to the visitor repeat nothing that a spammer could write to a stranger", async () => {
	const spam = {
		firstName: "Win at casino.example/now",
		lastName: "www.spam.example",
		phone: "casino.example",
		message: "Buy at https://spam.example",
	};
	for (const event of [{ kind: "booked" }, { kind: "moved", from }, { kind: "cancelled" }] satisfies BookingEvent[]) {
		for (const [kind, letter] of await write(event, {
			...spam,
			...(event.kind === "cancelled" && { state: "cancelled" }),
		})) {
			if (kind.includes("staff")) continue;
			const files = (letter.attachments ?? []).map(({ contentBase64 }) =>
				Buffer.from(contentBase64, "base64").toString().replaceAll("\r\n ", ""),
			);
			for (const form of [letter.html, letter.text, letter.subject, ...files])
				expect(form).not.toMatch(/casino|spam\.example|Win at/);
		}
	}
});

test("a name is greeted without a last name as with one", async () => {
	expect((await write({ kind: "booked" }, { lastName: "" })).get("booking-staff-notice")?.subject).toBe(
		"Demo call booked: Monday, 30 November 2026 at 10:00 AM, Asha (BKG-7K3F9QXM)",
	);
});
