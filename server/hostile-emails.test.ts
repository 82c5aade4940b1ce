import ICAL from "ical.js";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { attachInvitation, writeDownload, writeFeed, type CalendarEntry } from "../platform/email/calendar-file.ts";
import type { RenderedEmail } from "../platform/email/email.ts";
import { toMessage } from "../platform/email/transport.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { createEmailPreviews } from "./email-previews.ts";

/** Texts of editors, hosts and visitors may change only their own header of an e-mail and their own line of a calendar file. */

const from = { name: "Weave", address: "hello@weave.example" };
const now = Temporal.Instant.from("2026-11-23T06:00:00Z");

const hostile: [name: string, text: string][] = [
	["CR and LF", "Weave\r\nBcc: everybody@evil.example\r\nX-Injected: 1\r\n\r\nBody"],
	["a lone CR", "Weave\rBcc: everybody@evil.example"],
	["a lone LF", "Weave\nATTENDEE:mailto:everybody@evil.example\nEND:VEVENT\nBEGIN:VEVENT"],
	["other breaks", "Weave\u0085X-A:1\u2028X-B:1\u2029X-C:1\u000bX-D:1\u000cX-E:1"],
	["what separates values and parameters", 'A, B; C: "D" <e@evil.example> \\, \\; \\n \\\\'],
	["quotes alone", '""":mailto:everybody@evil.example'],
	["an address as a name", "everybody@evil.example"],
	["an encoded word", "=?utf-8?q?x?= =?utf-8?b?DQpCY2M6IGFAZXZpbC5leGFtcGxl?="],
	["text from right to left", "مرحبا بكم في Weave \u202egnp.exe\u202c \u2066x\u2069"],
	["characters without a width", "We\u200bave\u200d\ufeff\u2060"],
	["characters of several bytes", "🧵".repeat(300)],
	["a very long line", "weave ".repeat(2_000)],
	["no break for long", "w".repeat(5_000)],
	["half of a character", "Weave \ud83e"],
	["nothing but a space", " "],
];

const entry = (text: string): CalendarEntry => ({
	id: "5f0c7c0e-0000-4000-8000-000000000001",
	sequence: 1,
	startMs: now.epochMilliseconds,
	endMs: now.epochMilliseconds + 1_800_000,
	summary: text,
	description: text,
	location: text,
	url: "https://rooms.example/a,b;c?d=%0D%0AX:1",
	isCancelled: false,
});

const knownProperties = new Set(
	"uid sequence dtstamp dtstart dtend summary description location url conference status organizer attendee".split(" "),
);

/** Reads a calendar file strictly: lines of 75 bytes, known properties, one event. */
function readEvents(content: string): ICAL.Component[] {
	for (const line of content.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
	expect(content.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
	const calendar = new ICAL.Component(ICAL.parse(content) as unknown[]);
	const events = calendar.getAllSubcomponents();
	for (const event of events) {
		expect(event.name).toBe("vevent");
		const names = event.getAllProperties().map(({ name }) => name);
		expect(names.filter((name) => !knownProperties.has(name))).toEqual([]);
		expect(names).toHaveLength(new Set(names).size);
	}
	return events;
}

async function readMessage(email: RenderedEmail & { recipient: string }) {
	const transporter = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
	const { message } = await transporter.sendMail(
		toMessage({ ...email, reference: "ENQ-7K3F9QXM", messageId: "<one@weave.example>" }, from),
	);
	const raw = (message as Buffer).toString("latin1");
	const [head = ""] = raw.split("\r\n\r\n", 1);
	for (const line of head.split("\r\n")) expect(line.length, line).toBeLessThanOrEqual(998);
	return { head, parsed: await PostalMime.parse(message as Buffer) };
}

const knownHeaders = new Set(
	`message-id from to reply-to subject date mime-version content-type auto-submitted list-unsubscribe list-unsubscribe-post in-reply-to references`.split(
		" ",
	),
);

describe.each(hostile)("%s", (_, text) => {
	test("stays a value of its own in calendar files", () => {
		const company = { name: text, email: "calls@weave.example" };
		const options = { company, product: "demo calls", now };
		const { contentBase64 } = attachInvitation(
			"call.ics",
			entry(text),
			{ email: "asha@visitor.example", name: text },
			options,
		);
		const [event] = readEvents(Buffer.from(contentBase64, "base64").toString());
		expect(event?.getFirstPropertyValue("organizer")).toBe("mailto:calls@weave.example");
		expect(String(event?.getFirstPropertyValue("attendee")).toLowerCase()).toBe("mailto:asha@visitor.example");
		expect(event?.getFirstPropertyValue("url")).toBe("https://rooms.example/a,b;c?d=%0D%0AX:1");
		expect(String(event?.getFirstPropertyValue("summary"))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
		expect(readEvents(writeDownload(entry(text), options))).toHaveLength(1);
		expect(readEvents(writeFeed([entry(text), { ...entry(text), id: "2" }], { ...options, name: text }))).toHaveLength(
			2,
		);
	});

	test("stays in its header of an e-mail, the subject in one line", async () => {
		const { head, parsed } = await readMessage({
			recipient: "asha@visitor.example",
			senderName: text,
			subject: text,
			html: "<p>Words</p>",
			text: "Words",
		});
		expect(parsed.headers.map(({ key }) => key).filter((key) => !knownHeaders.has(key))).toEqual([]);
		expect([parsed.from?.address, parsed.to?.map(({ address }) => address)]).toEqual([
			from.address,
			["asha@visitor.example"],
		]);
		expect(parsed.subject ?? "").not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
		expect(parsed.from?.name).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
		expect(head).not.toMatch(/^(?:bcc|x-injected)/im);
		expect(parsed.html?.trim()).toBe("<p>Words</p>");
	});
});

test.each(hostile.filter(([name]) => !/long|bytes/.test(name)))(
	"every kind of e-mail is one of ours where the company is called by %s",
	async (_, text) => {
		const company = { ...testCompany, name: text, shortName: text, legalName: text, timeZoneLabel: text };
		for (const { email } of await createEmailPreviews({
			company,
			publicUrl: "https://weave.example",
			deskUrl: "http://localhost:3001",
			now,
		})) {
			const { parsed } = await readMessage(email);
			const unknown = parsed.headers.map(({ key }) => key).filter((key) => !knownHeaders.has(key));
			expect([email.kind, unknown, parsed.from?.address, parsed.to?.length]).toEqual([email.kind, [], from.address, 1]);
			for (const { contentBase64, contentType } of email.attachments ?? [])
				if (contentType.startsWith("text/calendar")) readEvents(Buffer.from(contentBase64, "base64").toString());
		}
	},
);
