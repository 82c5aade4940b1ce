import { describe, expect, test } from "vitest";
import { eventTypes } from "./event-types.ts";
import { describeEvent, writePayload, type Payload } from "./write-payload.ts";

const names = { kind: "enquiry", stage: "In progress", timeZone: "Asia/Kolkata" };

function createPayload(type: string, more: object = {}, sender = "Asha Rao"): Payload {
	const record = { reference: "ENQ-7K3F9QXM", sender: { name: sender, email: "asha@visitor.example" }, owner: null };
	const data = { record, url: "https://desk.example/enquiries/ENQ-7K3F9QXM", ...more };
	return { type, timestamp: "2026-11-23T06:00:00.000Z", data };
}

describe("the line of a chat", () => {
	const call = { startsAt: "2026-11-30T04:30:00.000Z", movedFrom: "2026-11-30T05:30:00.000Z" };
	const by = { id: "1", name: "Meera Iyer" };
	test.each([
		["record.created", {}, "New enquiry from Asha Rao (ENQ-7K3F9QXM)"],
		[
			"record.changed",
			{ change: { field: "stage", from: "new", to: "open", by } },
			"Enquiry from Asha Rao (ENQ-7K3F9QXM) is now at “In progress”, moved by Meera Iyer",
		],
		[
			"record.changed",
			{ change: { field: "owner", from: "", to: "1", by } },
			"Enquiry from Asha Rao (ENQ-7K3F9QXM) is assigned to nobody",
		],
		[
			"record.changed",
			{ change: { field: "spam", from: "no", to: "yes", by: null } },
			"Enquiry from Asha Rao (ENQ-7K3F9QXM): spam mark changed",
		],
		[
			"reply.sent",
			{ reply: { id: "1", subject: "Re: Offer", isForward: false }, by },
			"Meera Iyer replied to Asha Rao: Re: Offer (ENQ-7K3F9QXM)",
		],
		[
			"reply.sent",
			{ reply: { id: "1", subject: "Fwd: Offer", isForward: true }, by },
			"Meera Iyer forwarded a message from Asha Rao: Fwd: Offer (ENQ-7K3F9QXM)",
		],
		["call.booked", { call }, "Call with Asha Rao booked for Monday, 30 November 2026 at 10:00 AM (ENQ-7K3F9QXM)"],
		["release.published", { release: { number: 7 }, by }, "Release 7 published by Meera Iyer"],
		["alarm.raised", { text: "e-mails have been waiting" }, "Alarm: e-mails have been waiting"],
		["alarm.ended", { text: "e-mails have been waiting" }, "Alarm over: e-mails have been waiting"],
		["webhook.test", {}, "This is a test. Webhooks arrive here."],
	])("%s reads well", (type, more, line) => {
		expect(describeEvent(createPayload(type, more), names)).toBe(line);
	});

	test.each(eventTypes)("%s names no missing part", (type) => {
		expect(describeEvent(createPayload(type), names)).not.toMatch(/undefined|null|\[object/);
	});
});

describe("a name that a visitor chose", () => {
	const hostile = createPayload("record.created", {}, "<!channel> @all [x](https://evil.example) <users/all> & *b*");
	const write = (format: "slack" | "teams" | "google-chat" | "mattermost") =>
		JSON.parse(writePayload(format, hostile, names)) as {
			text: string;
			attachments: { content: { body: { text: string }[]; actions: { url: string }[] } }[];
		};

	test("mentions nobody in Slack, and the line links to the desk", () => {
		const { text } = write("slack");
		expect(text).toContain("&lt;!channel&gt;");
		expect(text).toContain("&amp;");
		expect(text.match(/<[^>]*>/g)).toEqual(["<https://desk.example/enquiries/ENQ-7K3F9QXM|Open>"]);
	});

	test("mentions nobody in Google Chat", () => {
		expect(write("google-chat").text.match(/<[^>]*>/g)).toEqual(["<https://desk.example/enquiries/ENQ-7K3F9QXM|Open>"]);
	});

	test("mentions nobody in Mattermost and is no link", () => {
		const { text } = write("mattermost");
		expect(text).not.toMatch(/@all|(?<!\\)\[x/);
		expect(text).toContain("[Open](https://desk.example/enquiries/ENQ-7K3F9QXM)");
	});

	test.each(["slack", "teams", "google-chat", "mattermost"] as const)(
		"is no link in %s, written as a bare address",
		(format) => {
			const visitor = createPayload("record.created", {}, "https://evil.example HTTP://evil.example www.evil.example");
			const body = writePayload(format, visitor, names);
			expect(body).toContain("evil.example");
			expect(body).not.toMatch(/(?::\/\/|www\.)evil/i);
			expect(body).toContain("https://desk.example/enquiries/ENQ-7K3F9QXM");
		},
	);

	test("is no link in Teams, whose card leads to the desk", () => {
		const [attachment] = write("teams").attachments;
		expect(attachment?.content.body[0]?.text).not.toMatch(/(?<!\\)\[x/);
		expect(attachment?.content.actions).toMatchObject([{ url: "https://desk.example/enquiries/ENQ-7K3F9QXM" }]);
	});
});

test("JSON is the event itself", () => {
	const payload = createPayload("record.created");
	expect(JSON.parse(writePayload("json", payload, names))).toEqual(payload);
});
