import { describe, expect, test } from "vitest";
import { listChangeEmails } from "../../core/appointments/change-emails.ts";
import type { EmailIntent, RenderedEmail } from "../../platform/email/email.ts";
import { createBookedSlot, createBookingRecord } from "../../tests/support/bookings.ts";
import { dubaiCompany } from "../../tests/support/dubai-company.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { joinHosts } from "./booking-record.server.ts";
import { bookingEmailKinds, declareBookingEmails, type BookingEmailKind } from "./email-intents.server.ts";
import { renderBookingEmail } from "./emails.server.tsx";

const call = { domain: "UI/UX design", message: "Show us <b>the ERP</b>.\n\nAnd & the rest." };
const manageUrl = "https://narangi.example/demo/booking/0123456789abcdef";
const from = createBookedSlot("2026-11-27", "5:30 PM");
/** A move has an earlier time. */
type BookingEvent = { kind: "booked" | "cancelled" | "handed-over" } | { kind: "moved"; from: typeof from };

async function write(
	event: BookingEvent = { kind: "booked" },
	change: Parameters<typeof createBookingRecord>[0] = {},
	now = "2026-11-23T06:00:00Z",
	company = testCompany,
) {
	const booking = createBookingRecord({ ...call, ...change });
	const deps = {
		company,
		salesEmail: "sales@narangi.example",
		publicUrl: "https://narangi.example",
		deskUrl: "http://localhost:3001",
		now: Temporal.Instant.from(now),
	};
	const emails = new Map<string, EmailIntent & RenderedEmail>();
	const before = {
		booked: undefined,
		cancelled: { ...booking, state: "booked" as const },
		moved: { ...booking, ...(event.kind === "moved" && event.from) },
		"handed-over": { ...booking, hostIds: ["former"] },
	}[event.kind];
	for (const email of listChangeEmails(declareBookingEmails(deps.salesEmail), {
		before,
		after: booking,
		guest: booking,
		change: event,
		token: "0123456789abcdef",
		people: [],
		now: deps.now,
	})) {
		const kind = email.kind as BookingEmailKind;
		const rendered = await renderBookingEmail({ parameters: {}, ...email, kind }, booking, deps);
		if ("notSent" in rendered) throw new Error(rendered.notSent);
		emails.set(email.kind, { ...email, ...rendered });
	}
	return emails;
}

const oneLine = (text: string | undefined) => (text ?? "").replaceAll(/\s+/g, " ");

test("the confirmation states the time, the topic and how to change it, in HTML and in text", async () => {
	const email = (await write()).get("booking-confirmation");
	expect(email).toMatchObject({
		reference: "BKG-7K3F9QXM",
		recipient: "asha@visitor.example",
		replyTo: "sales@narangi.example",
		subject: "Your demo call is booked: Monday, 30 November 2026 at 10:00 AM (BKG-7K3F9QXM)",
	});
	for (const form of [oneLine(email?.text), oneLine(email?.html)]) {
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
	expect(email?.text).toContain(`\n${manageUrl}\n`);
	expect(email?.attachments).toMatchObject([
		{
			fileName: "demo-call.ics",
			calendarMethod: "REQUEST",
			contentType: "text/calendar; charset=utf-8; method=REQUEST",
		},
	]);
});

test("the notice tells sales everything, escaped in HTML, with replies to the visitor and without the private link", async () => {
	const email = (await write()).get("booking-staff-notice");
	expect(email).toMatchObject({
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
		expect(email?.text).toContain(part);
	expect(email?.html).toContain("Show us &lt;b&gt;the ERP&lt;/b&gt;.");
	expect(JSON.stringify(email)).not.toContain(manageUrl);
	expect(Buffer.from(email?.attachments?.[0]?.contentBase64 ?? "", "base64").toString()).not.toContain("demo/booking");
	expect(email?.attachments).toMatchObject([{ calendarMethod: "REQUEST" }]);
});

test("a guest reads that another host takes the call, and of no other time", async () => {
	const guests = [{ email: "meera@guest.example", isOurs: true }];
	const email = (await write({ kind: "handed-over" }, { guests, hostIds: ["present"] })).get("booking-guest-changed");
	expect(oneLine(email?.text)).toContain("will take the call with Narangi Technologies to which you are invited.");
	expect(oneLine(email?.text)).toContain("The time stays the same:");
	expect(email?.text).not.toContain(" was on ");
});

test("a visitor reads whether a call has another host, or one at last", async () => {
	const people = ["dev", "noor"].map((id) => ({ id, name: id, email: `${id}@staff.example` }));
	const booking = createBookingRecord({ hostIds: ["dev", "noor"] });
	const deps = {
		company: testCompany,
		salesEmail: "sales@narangi.example",
		publicUrl: "https://narangi.example",
		deskUrl: "http://localhost:3001",
		now: Temporal.Instant.from("2026-11-23T06:00:00Z"),
		host: joinHosts(booking, people, testCompany),
	};
	for (const [fromHostIds, title] of [
		[[], "Your demo call has a host"],
		[["priya"], "Your demo call has another host"],
	] as const) {
		const parameters = { token: "0123456789abcdef", fromHostIds };
		const email = { kind: "booking-handed-over", recipient: booking.email, parameters } as const;
		const rendered = await renderBookingEmail(email, booking, deps);
		expect(rendered).toMatchObject({ subject: expect.stringContaining(title) });
		expect(rendered).toMatchObject({ text: expect.stringContaining("dev and noor will take this call.") });
	}
});

test("every e-mail to sales leads to the desk, and none to the visitor does", async () => {
	for (const event of [{ kind: "booked" }, { kind: "moved", from }, { kind: "cancelled" }] as const) {
		for (const [kind, email] of await write(event)) {
			const links = JSON.stringify(email).match(/http:\/\/localhost:3001\/bookings\/BKG-7K3F9QXM/g) ?? [];
			expect([kind, links.length > 0]).toEqual([kind, email.recipient === "sales@narangi.example"]);
		}
	}
});

test("e-mails about a move name both times", async () => {
	const emails = await write({ kind: "moved", from }, { sequence: 1 });
	for (const kind of ["booking-moved", "booking-staff-moved"]) {
		const text = oneLine(emails.get(kind)?.text);
		expect(text).toContain("Friday, 27 November 2026 at 5:30 PM");
		expect(text).toContain("Monday, 30 November 2026");
		expect(emails.get(kind)?.attachments).toMatchObject([{ calendarMethod: "REQUEST" }]);
	}
});

test("e-mails about a cancellation take the call out of calendars and offer no link to it", async () => {
	const emails = await write({ kind: "cancelled" }, { state: "cancelled", sequence: 1 });
	expect([...emails.keys()]).toEqual(["booking-cancelled", "booking-staff-cancelled"]);
	for (const email of emails.values())
		expect(email.attachments).toMatchObject([
			{ calendarMethod: "CANCEL", contentType: "text/calendar; charset=utf-8; method=CANCEL" },
		]);
	expect(emails.get("booking-cancelled")?.text).not.toContain(manageUrl);
});

describe("reminders", () => {
	test("go to both sides 24 hours and 1 hour before, and mean nothing any more once the call begins", async () => {
		const emails = await write();
		expect(
			bookingEmailKinds
				.filter((kind) => kind.includes("reminder") && emails.has(kind))
				.map((kind) => [
					kind,
					emails.get(kind)?.recipient,
					emails.get(kind)?.notBefore?.toString(),
					emails.get(kind)?.expiresAt?.toString(),
				]),
		).toEqual([
			["booking-reminder-day", "asha@visitor.example", "2026-11-29T04:30:00Z", "2026-11-30T04:30:00Z"],
			["booking-staff-reminder-day", "sales@narangi.example", "2026-11-29T04:30:00Z", "2026-11-30T04:30:00Z"],
			["booking-reminder-hour", "asha@visitor.example", "2026-11-30T03:30:00Z", "2026-11-30T04:30:00Z"],
			["booking-staff-reminder-hour", "sales@narangi.example", "2026-11-30T03:30:00Z", "2026-11-30T04:30:00Z"],
		]);
		expect(emails.get("booking-reminder-hour")?.text).toContain(manageUrl);
		expect(emails.get("booking-staff-reminder-hour")?.text).toContain("+91 98100 00000");
	});

	test.each([
		["2026-11-29T04:29:59Z", 4],
		["2026-11-29T04:30:00Z", 2],
		["2026-11-30T03:29:59Z", 2],
		["2026-11-30T03:30:00Z", 0],
	])("whose time has come when the call is booked, at %s, are left out", async (now, count) => {
		const emails = await write({ kind: "booked" }, {}, now);
		expect([...emails.keys()].filter((kind) => kind.includes("reminder"))).toHaveLength(count);
	});

	test("of a moved call follow it", async () => {
		expect((await write({ kind: "moved", from })).get("booking-reminder-day")?.notBefore?.toString()).toBe(
			"2026-11-29T04:30:00Z",
		);
	});
});

test("e-mails to the visitor repeat nothing that a spammer could write to a stranger", async () => {
	const spam = {
		firstName: "Win at casino.example/now",
		lastName: "www.spam.example",
		phone: "casino.example",
		message: "Buy at https://spam.example",
	};
	for (const event of [{ kind: "booked" }, { kind: "moved", from }, { kind: "cancelled" }] satisfies BookingEvent[]) {
		for (const [kind, email] of await write(event, {
			...spam,
			...(event.kind === "cancelled" && { state: "cancelled" }),
		})) {
			if (kind.includes("staff")) continue;
			const files = (email.attachments ?? []).map(({ contentBase64 }) =>
				Buffer.from(contentBase64, "base64").toString().replaceAll("\r\n ", ""),
			);
			for (const form of [email.html, email.text, email.subject, ...files])
				expect(form).not.toMatch(/casino|spam\.example|Win at/);
		}
	}
});

test("all of them use their company's and their call's times and lengths", async () => {
	const dubaiCall = { timeZone: "Asia/Dubai", time: "9:45 AM", durationMinutes: 45, domain: "Vessels" };
	const events = [{ kind: "booked" }, { kind: "moved", from }, { kind: "cancelled" }] satisfies BookingEvent[];
	const emails = [];
	for (const event of events) emails.push(...(await write(event, dubaiCall, undefined, dubaiCompany)).values());
	for (const { text, html, kind } of emails) {
		expect([kind, text]).toEqual([kind, expect.stringContaining("Dubai time")]);
		expect(html).toContain('lang="en-GB"');
		expect(html).not.toMatch(/India\b|en-IN|half hour|30 minutes/);
	}
	const [confirmation, , reminder] = emails;
	expect(oneLine(confirmation?.text)).toContain("We have reserved these 45 minutes for you:");
	expect(oneLine(confirmation?.text)).toContain("9:45 AM, Dubai time (Asia/Dubai), 45 minutes by video");
	expect([reminder?.kind, reminder?.notBefore?.toString()]).toEqual(["booking-reminder-day", "2026-11-29T05:45:00Z"]);
});

test("a name is greeted without a last name as with one", async () => {
	expect((await write({ kind: "booked" }, { lastName: "" })).get("booking-staff-notice")?.subject).toBe(
		"Demo call booked: Monday, 30 November 2026 at 10:00 AM, Asha (BKG-7K3F9QXM)",
	);
});
