import { describe, expect, onTestFinished, test } from "vitest";
import { setChoices } from "../core/accounts/store.server.ts";
import { fileMessage } from "../core/conversations/incoming/file-message.server.ts";
import { findLatestMessage, findLatestTexts } from "../core/conversations/incoming/message-store.server.ts";
import { writeReplyAddress } from "../core/conversations/incoming/reply-address.ts";
import { getKind } from "../core/records/changes.server.ts";
import { describeCalendarAnswer, showMessage } from "../desk/work/show-message.server.ts";
import { insertJobs, updateJobPlan } from "../features/careers/jobs/jobs-store.server.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createSmtpTransport } from "../platform/email/transport.ts";
import { createOrderedId } from "../platform/ids/ordered-id.ts";
import { createLog } from "../platform/log.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { connectMailbox, createImapSettings } from "../tests/support/imap-mailbox.ts";
import { openMail, secret, writeMessage } from "../tests/support/incoming-mail.ts";
import { testJob } from "../tests/support/job-application.ts";
import { startMailServer } from "../tests/support/mail-server.ts";
import { storeInterview } from "../tests/support/person-events.ts";
import { getTestKind, meera, noor, ravi } from "../tests/support/records.ts";
import { createTestRenderers, renderEmails } from "../tests/support/rendered-emails.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { migrations } from "./migrations.ts";

const verified = { "Authentication-Results": "mx.narangi.example; dmarc=pass header.from=narangi.example" };

/** Writes the headers and the body of a calendar program's answer to the invitation to an appointment. */
function writeCalendarAnswer(
	id: string,
	partstat: string,
	text: string,
	{ method = "REPLY", start = "20261126T093000Z" } = {},
): [Record<string, string>, string] {
	return [
		{ "Content-Type": 'multipart/alternative; boundary="b"', "MIME-Version": "1.0" },
		[
			"--b",
			"Content-Type: text/plain",
			"",
			text,
			"--b",
			`Content-Type: text/calendar; method=${method}`,
			"",
			"BEGIN:VCALENDAR",
			`METHOD:${method}`,
			"BEGIN:VEVENT",
			`UID:${id}`,
			start.includes(":") ? `DTSTART;${start}` : `DTSTART:${start}`,
			`ATTENDEE;PARTSTAT=${partstat}:mailto:asha@visitor.example`,
			"END:VEVENT",
			"END:VCALENDAR",
			"--b--",
		].join("\r\n"),
	];
}

describe.each(serverDatabaseKinds)("an e-mail to a mailbox on %s", (kind) => {
	test("becomes an enquiry with a confirmation, once, however often it is read", async () => {
		const { database, receive, records } = await openMail(kind);
		const headers = { "Message-ID": "<one@visitor.example>" };
		const reference = await receive(headers, "We need an app.");
		expect(reference).toMatch(/^ENQ-/);
		expect(await receive({ ...headers, Received: "from elsewhere by mx" }, "We need an app.")).toBe("known");
		const record = await records.find(reference ?? "");
		expect(record).toMatchObject({ senderName: "Asha Rao", senderEmail: "asha@visitor.example", spam: false });
		const emails = await database.db.selectFrom("emails").select(["kind", "recipient"]).orderBy("kind").execute();
		expect(emails).toContainEqual({ kind: "enquiry-confirmation", recipient: "asha@visitor.example" });
		const timeline = await records.listTimeline(reference ?? "", { limit: 50 });
		expect(timeline?.entries.filter(({ type }) => type === "message")).toHaveLength(1);
	});

	test("about an application is told to the hiring team of its position", async () => {
		const { receive, reply, records, database, clock } = await openMail(kind);
		const reference = await storeApplication(database);
		await database.write(async (transaction) => {
			await insertJobs(transaction, [testJob], clock.now());
			const plan = { openings: undefined, targetOn: undefined, hiringTeam: [meera.id, ravi.id] };
			await updateJobPlan(transaction, testJob.id, plan);
		});
		const { messageId } = await reply(reference);
		expect(await receive({ "In-Reply-To": messageId }, "When do I hear from you?")).toBe(reference);
		for (const accountId of [meera.id, ravi.id]) {
			const told = await records.notifications.list({ accountId, kinds: ["application"] }, { limit: 5 });
			expect(told).toMatchObject([{ kind: "message", reference, text: "When do I hear from you?" }]);
		}
	});

	test("about a call makes it wait without an earlier reply, and is told to its hosts while nobody owns it", async () => {
		const { receive, reply, records, database, clock } = await openMail(kind);
		const call = createBookingRecord();
		await storeBooking(database, call);
		const { reference } = call;
		const hosts = { hostId: meera.id, coHostIds: JSON.stringify([ravi.id]) };
		await database.db.updateTable("bookings").set(hosts).where("reference", "=", reference).execute();
		const bookings = getTestKind("booking");
		const listTold = async (accountId: string) =>
			(await records.notifications.list({ accountId, kinds: ["booking"] }, { limit: 5 })).map(({ text }) => text);
		const write = (text: string) => receive({ References: `<${reference}@narangi.example>` }, text);
		expect(await records.countWaiting(bookings)).toBe(0);
		const writtenAt = clock.now();
		expect(await write("Could we do it later?")).toBe(reference);
		expect(await records.find(reference)).toMatchObject({ answeredAt: undefined, awaitingSince: writtenAt });
		expect(await records.countWaiting(bookings)).toBe(1);
		for (const { id } of [meera, ravi]) expect(await listTold(id)).toEqual(["Could we do it later?"]);
		clock.advance({ minutes: 5 });
		const { version = 0 } = (await records.find(reference)) ?? {};
		await records.changes.change(reference, { field: "owner", value: ravi.id, version, by: ravi.id });
		await write("Or sooner?");
		expect(await records.find(reference)).toMatchObject({ awaitingSince: writtenAt });
		expect(await listTold(meera.id)).toEqual(["Could we do it later?"]);
		expect(await listTold(ravi.id)).toEqual(["Or sooner?", "Could we do it later?"]);
		clock.advance({ minutes: 5 });
		await reply(reference);
		expect(await records.countWaiting(bookings)).toBe(0);
	});

	test("that answers one of our e-mails comes into its conversation, whatever its subject, and awaits a reply again", async () => {
		const { receive, reply, records, clock, database } = await openMail(kind);
		const reference = (await receive({})) ?? "";
		await records.changes.change(reference, { field: "owner", value: meera.id, version: 1, by: meera.id });
		clock.advance({ minutes: 5 });
		const { messageId } = await reply(reference);
		expect((await records.find(reference))?.answeredAt).toBeDefined();
		const { stages } = records.kinds.find(({ name }) => name === "enquiry") ?? {};
		const closed = stages?.find(({ open }) => !open)?.key ?? "";
		const { version = 0 } = (await records.find(reference)) ?? {};
		await records.changes.change(reference, { field: "stage", value: closed, version, by: meera.id });
		clock.advance({ hours: 2 });
		expect(await receive({ Subject: "Something else", "In-Reply-To": messageId }, "Thanks, and the price?")).toBe(
			reference,
		);
		const record = await records.find(reference);
		expect(record).toMatchObject({ stage: stages?.[0]?.key, awaitingSince: clock.now() });
		expect(record?.answeredAt).toBeDefined();
		expect(await records.promises.listUnanswered({ now: clock.now(), limit: 5 })).toMatchObject([
			{ reference, isLate: false },
		]);
		const told = await records.notifications.list({ accountId: meera.id, kinds: ["enquiry"] }, { limit: 5 });
		expect(told[0]).toMatchObject({ kind: "message", reference, text: "Thanks, and the price?", author: "Asha Rao" });
		expect(
			(await records.list({ kinds: [...records.kinds], found: await records.search("price") }, { limit: 5 })).records,
		).toHaveLength(1);
		clock.advance({ minutes: 1 });
		await reply(reference);
		expect((await records.find(reference))?.awaitingSince).toBeUndefined();
		expect(await database.db.selectFrom("records").select("reference").execute()).toHaveLength(1);
	});

	test("brings a snoozed record back on top, unless it is a member's or a program's", async () => {
		const { receive, records, clock } = await openMail(kind);
		const reference = (await receive({ "Message-ID": "<first@visitor.example>" })) ?? "";
		await receive({ From: "Bela <bela@visitor.example>" });
		const value = "2026-11-30T03:30:00.000Z";
		await records.changes.change(reference, { field: "snooze", value, version: 1, by: meera.id });
		const list = async () => {
			const filter = { kinds: [...records.kinds], awakeAt: clock.now() };
			return (await records.list(filter, { limit: 5, sort: "arrived" })).records.map(({ senderName }) => senderName);
		};
		clock.advance({ hours: 1 });
		const answer = { "In-Reply-To": "<first@visitor.example>", References: `<${reference}@narangi.example>` };
		await receive({ ...answer, "Auto-Submitted": "auto-replied" });
		await receive({ ...answer, From: "Meera Iyer <meera@narangi.example>", ...verified });
		expect(await list()).toEqual(["Bela"]);
		await receive(answer, "One more thing.");
		expect(await list()).toEqual(["Asha Rao", "Bela"]);
		expect(await records.find(reference)).toMatchObject({ snoozedUntil: clock.now() });
	});

	test("finds its conversation by the id that all our e-mails share, and by a signed address", async () => {
		const { receive } = await openMail(kind);
		const reference = (await receive({})) ?? "";
		const rewritten = `<0100018c@mail.relay.example> <${reference}@narangi.example>`;
		expect(await receive({ References: rewritten })).toBe(reference);
		const address = writeReplyAddress("sales@narangi.example", reference, secret);
		expect(await receive({ To: address.toUpperCase() })).toBe(reference);
		const forged = address.replace(/\.[0-9a-v]{16}@/, ".0000000000000000@");
		expect(await receive({ To: forged })).not.toBe(reference);
	});

	test("that answers a moved message comes to where that was moved, whatever else it names", async () => {
		const { receive, reply, database, kinds, clock } = await openMail(kind);
		const first = (await receive({})) ?? "";
		const other = (await receive({})) ?? "";
		const { messageId } = await reply(first);
		const moved = { "Message-ID": "<moved@visitor.example>", References: messageId };
		expect(await receive(moved)).toBe(first);
		await database.write(async (transaction) => {
			const { id } = await transaction
				.selectFrom("incomingMessages")
				.select("id")
				.where("messageId", "=", "moved@visitor.example")
				.executeTakeFirstOrThrow();
			await fileMessage(transaction, { id, from: first, to: other, by: meera.id }, kinds, clock.now());
		});
		const answer = { "In-Reply-To": "<moved@visitor.example>", References: `${messageId} <moved@visitor.example>` };
		expect(await receive(answer)).toBe(other);
		expect(await receive({ "In-Reply-To": messageId })).toBe(first);
		// Both conversations name it; it lies in one.
		expect(await receive({ References: "<moved@visitor.example>" })).toBe(other);
	});

	test("of somebody else with a common ancestor becomes a record of its own", async () => {
		const { receive } = await openMail(kind);
		const newsletter = { References: "<newsletter-7@elsewhere.example>" };
		const first = await receive(newsletter);
		expect(await receive({ ...newsletter, From: "Vikram <vikram@other.example>" })).not.toBe(first);
		expect(await receive({ ...newsletter, Subject: "Re: your newsletter" })).toBe(first);
	});

	test("of a member's own mail program counts as the reply, if their domain vouches for it", async () => {
		const { receive, records, clock } = await openMail(kind);
		const reference = (await receive({ "Message-ID": "<first@visitor.example>" })) ?? "";
		clock.advance({ minutes: 5 });
		const from = {
			From: "Meera Iyer <meera@narangi.example>",
			"In-Reply-To": "<first@visitor.example>",
			References: `<${reference}@narangi.example>`,
		};
		expect(await receive(from, "Forged.")).toBe(reference);
		expect((await records.find(reference))?.answeredAt).toBeUndefined();
		expect(await receive({ ...from, ...verified }, "We can.")).toBe(reference);
		expect((await records.find(reference))?.answeredAt).toEqual(clock.now());
	});

	test("of a member is no reply if they forward an enquiry by it, or if a program wrote it for them", async () => {
		const { receive, records, clock } = await openMail(kind);
		const member = { From: "Meera Iyer <meera@narangi.example>", ...verified };
		const forwarded = [
			"---------- Forwarded message ---------",
			"From: Asha Rao <asha@visitor.example>",
			"Date: Mon, 23 Nov 2026 at 11:00",
			"Subject: Prices",
			"To: <meera@narangi.example>",
			"",
			"What does it cost?",
		];
		const headers = { ...member, Subject: "Fwd: Prices", "Message-ID": "<first@narangi.example>" };
		const reference = (await receive(headers, forwarded.join("\r\n"))) ?? "";
		expect(await records.find(reference)).toMatchObject({ senderEmail: "asha@visitor.example" });
		const calendar = ["BEGIN:VCALENDAR", "METHOD:REPLY", "BEGIN:VEVENT", "UID:call-1@narangi.example"];
		const accepted = ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:meera@narangi.example", "END:VEVENT", "END:VCALENDAR"];
		const answers = { References: `<${reference}@narangi.example>` };
		const programs: [Record<string, string>, string][] = [
			[{ "Auto-Submitted": "auto-replied" }, "I am out of office."],
			[{ "Content-Type": "text/calendar; method=REPLY" }, [...calendar, ...accepted].join("\r\n")],
		];
		for (const [more, text] of programs) {
			clock.advance({ minutes: 5 });
			expect(await receive({ ...member, ...answers, ...more }, text)).toBe(reference);
		}
		clock.advance({ minutes: 5 });
		expect(await receive(answers, "Are you there?")).toBe(reference);
		expect(await records.find(reference)).toMatchObject({ answeredAt: undefined, awaitingSince: undefined });
		expect(await records.promises.listUnanswered({ now: clock.now(), limit: 5 })).toMatchObject([{ reference }]);
		clock.advance({ minutes: 5 });
		await receive({ ...member, ...answers }, "Ten.");
		const repliedAt = clock.now();
		clock.advance({ minutes: 5 });
		await receive(answers, "Fine.");
		expect(await records.find(reference)).toMatchObject({ answeredAt: repliedAt, awaitingSince: clock.now() });
	});

	test("that was read late awaits a reply, although one was written since it was received", async () => {
		const { database, clock, receiveMail, receive, reply, records } = await openMail(kind);
		const mailbox = { address: "sales@narangi.example", kind: "enquiry", trustedAuthserv: "mx.narangi.example" };
		clock.advance({ hours: 2 });
		const id = await connectMailbox(database, createImapSettings(), { address: mailbox.address, now: clock.now() });
		const reference = (await receive({})) ?? "";
		const answer = { References: `<${reference}@narangi.example>` };
		/** Reads a message that was received some minutes ago. */
		const readLate = async (minutes: number, headers: Record<string, string> = {}) => {
			const raw = writeMessage({ ...answer, ...headers }, "And the price?");
			const receivedAt = clock.now().subtract({ minutes });
			await receiveMail({ raw, bytes: raw.length, receivedAt, isOld: false, mailbox: { ...mailbox, id } });
			return receivedAt;
		};
		const findAwaiting = async () => (await records.find(reference))?.awaitingSince;
		clock.advance({ minutes: 20 });
		await reply(reference);
		clock.advance({ minutes: 10 });
		const receivedAt = await readLate(20);
		expect(await findAwaiting()).toEqual(receivedAt);
		clock.advance({ minutes: 10 });
		await reply(reference);
		expect(await findAwaiting()).toBeUndefined();
		clock.advance({ minutes: 10 });
		// It was there before the mailbox was connected.
		await readLate(90);
		expect(await findAwaiting()).toBeUndefined();
		// Members read the mailbox in their own mail program, too.
		await readLate(5, { From: "Meera Iyer <meera@narangi.example>", ...verified });
		await readLate(7);
		expect(await findAwaiting()).toBeUndefined();
	});

	test("of a member that answers an e-mail for staff is internal, and one that goes to the sender is their reply", async () => {
		const { receive, enqueue, records, clock, database } = await openMail(kind);
		const reference = await storeApplication(database);
		await records.changes.change(reference, { field: "owner", value: ravi.id, version: 1, by: ravi.id });
		const told = await enqueue({ kind: "interview-host-booked", reference, recipient: "Meera@narangi.example" });
		const member = { From: "Meera Iyer <meera@narangi.example>", "Message-ID": "<weak@narangi.example>", ...verified };
		clock.advance({ minutes: 5 });
		expect(await receive({ ...member, "In-Reply-To": told, References: told }, "Honestly too weak.")).toBe(reference);
		expect(await records.find(reference)).toMatchObject({ answeredAt: undefined, awaitingSince: undefined });
		const listTold = () => records.notifications.list({ accountId: ravi.id, kinds: ["application"] }, { limit: 5 });
		expect(await listTold()).toMatchObject([{ kind: "message", reference, text: "Honestly too weak." }]);
		const asApplicant = { From: "Asha Rao <asha@applicant.example>", "Message-ID": "<asked@applicant.example>" };
		expect(await receive({ ...asApplicant, References: `<${reference}@narangi.example>` }, "Any news?")).toBe(
			reference,
		);
		clock.advance({ minutes: 5 });
		const more = { ...member, "Message-ID": "<more@narangi.example>" };
		// A relay may have replaced our Message-ID.
		for (const parent of ["<weak@narangi.example>", "<0100018c@mail.relay.example>"]) {
			const headers = { ...more, "In-Reply-To": parent, References: `<${reference}@narangi.example> ${parent}` };
			expect(await receive({ ...headers, "Message-ID": `<${crypto.randomUUID()}@narangi.example>` })).toBe(reference);
		}
		expect((await records.find(reference))?.answeredAt).toBeUndefined();
		clock.advance({ minutes: 5 });
		await receive({ ...more, To: "asha@applicant.example", Cc: "sales@narangi.example", "In-Reply-To": told }, "Come.");
		expect((await records.find(reference))?.answeredAt).toEqual(clock.now());
		clock.advance({ minutes: 5 });
		const again = {
			...asApplicant,
			"Message-ID": "<again@applicant.example>",
			"In-Reply-To": "<more@narangi.example>",
		};
		await receive(again, "I shall. Where?");
		expect((await records.find(reference))?.awaitingSince).toEqual(clock.now());
		clock.advance({ minutes: 5 });
		const last = { ...member, "Message-ID": "<last@narangi.example>", "In-Reply-To": "<again@applicant.example>" };
		await receive(last, "At Gwalior.");
		expect((await records.find(reference))?.awaitingSince).toBeUndefined();
	});

	test("of a member that an earlier release counted as a reply counts no more", async () => {
		const { receive, reply, records, clock, database } = await openMail(kind);
		const member = { From: "Meera Iyer <meera@narangi.example>", ...verified };
		const receivedAt = clock.now();
		const asked = [(await receive(member, "From a fair.")) ?? "", (await receive(member, "From another.")) ?? ""];
		const [unanswered = "", answered = ""] = asked;
		const other = (await receive({})) ?? "";
		clock.advance({ minutes: 5 });
		const repliedAt = clock.now();
		for (const reference of [answered, other]) await reply(reference);
		clock.advance({ minutes: 5 });
		const writtenAt = clock.now();
		for (const reference of [unanswered, answered, other])
			await receive({ References: `<${reference}@narangi.example>` }, "And the price?");
		clock.advance({ minutes: 5 });
		const automatic = { ...member, "Auto-Submitted": "auto-replied", References: `<${answered}@narangi.example>` };
		expect(await receive(automatic, "I am out of office.")).toBe(answered);
		const earlier = { answeredAt: toInstantText(receivedAt), awaitingSince: null };
		await database.db.updateTable("records").set(earlier).where("reference", "in", asked).execute();
		await database.db
			.updateTable("records")
			.set({ awaitingSince: toInstantText(receivedAt) })
			.where("reference", "=", other)
			.execute();
		await migrations["0511-count-replies-again"]?.up(database.db);
		expect(await records.find(unanswered)).toMatchObject({ answeredAt: undefined, awaitingSince: undefined });
		expect(await records.find(answered)).toMatchObject({ answeredAt: repliedAt, awaitingSince: writtenAt });
		expect(await records.find(other)).toMatchObject({ answeredAt: repliedAt, awaitingSince: receivedAt });
	});

	test("of a program opens nothing, and a bounce marks its e-mail", async () => {
		const { receive, reply, records, database } = await openMail(kind);
		const reference = (await receive({})) ?? "";
		const { messageId } = await reply(reference);
		await database.db.updateTable("emails").set({ state: "sent" }).execute();
		const automatic = {
			"Auto-Submitted": "auto-replied",
			Subject: "Automatic reply: A question",
			"In-Reply-To": messageId,
		};
		expect(await receive(automatic, "I am out of office.")).toBe(reference);
		expect((await records.find(reference))?.awaitingSince).toBeUndefined();
		expect(
			await receive({ "Auto-Submitted": "auto-generated", From: "shop@shop.example" }, "Your receipt"),
		).toBeUndefined();
		const boundary = {
			"Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"',
			From: "MAILER-DAEMON@mx.example",
		};
		const report = [
			"--b",
			"Content-Type: text/plain",
			"",
			"It could not be delivered.",
			"--b",
			"Content-Type: message/delivery-status",
			"",
			"Reporting-MTA: dns; mx.example",
			"",
			"Final-Recipient: rfc822; asha@visitor.example",
			"Action: failed",
			"Status: 5.1.1",
			"Diagnostic-Code: smtp; 550 5.1.1 No such user",
			"--b",
			"Content-Type: text/rfc822-headers",
			"",
			`Message-ID: ${messageId}`,
			"--b--",
		].join("\r\n");
		expect(await receive(boundary, report)).toBe(reference);
		const entries = (await records.listTimeline(reference, { limit: 50 }))?.entries ?? [];
		expect(entries.find(({ type }) => type === "reply")).toMatchObject({ state: "failed" });
	});

	test("that answers the invitation to a call or an interview is filed with its record", async () => {
		const { database, clock, receive, records } = await openMail(kind);
		const { db } = database;
		const booking = createBookingRecord();
		await storeBooking(database, booking);
		const application = await storeApplication(database);
		const interview = await storeInterview(db, { reference: "INT-ASHA0001", application, at: clock.now() });
		const answer = (uid: string) =>
			receive(
				{ "Content-Type": "text/calendar; method=REPLY", Subject: "Accepted" },
				[
					"BEGIN:VCALENDAR",
					"METHOD:REPLY",
					"BEGIN:VEVENT",
					`UID:${uid}`,
					"ATTENDEE;PARTSTAT=ACCEPTED:mailto:asha@visitor.example",
					"END:VEVENT",
					"END:VCALENDAR",
				].join("\r\n"),
			);
		expect(await answer(booking.id)).toBe(booking.reference);
		expect(await answer(interview)).toBe(application);
		expect(await answer(createOrderedId())).toBeUndefined();
		const entries = (await records.listTimeline(application, { limit: 50 }))?.entries ?? [];
		expect(entries.filter(({ type }) => type === "message")).toHaveLength(1);
	});

	test("that declines or moves an invitation, or says more than that, is told to those whose call it is", async () => {
		const { database, receive, records } = await openMail(kind);
		const call = createBookingRecord();
		await storeBooking(database, call);
		const { reference } = call;
		await database.db.updateTable("bookings").set({ hostId: meera.id }).where("reference", "=", reference).execute();
		const answer = (partstat: string, text: string, options?: { method?: string; start?: string }) =>
			receive(...writeCalendarAnswer(call.id, partstat, text, options));
		const listTold = async () =>
			(await records.notifications.list({ accountId: meera.id, kinds: ["booking"] }, { limit: 9 }))
				.toReversed()
				.map(({ text, calendarAnswer }) => [
					calendarAnswer && describeCalendarAnswer(calendarAnswer, testCompany),
					text.trim(),
				]);
		await answer("ACCEPTED", "");
		await answer("ACCEPTED", "Asha Rao has accepted this invitation.");
		await answer("TENTATIVE", "");
		expect(await listTold()).toEqual([]);
		await answer("DECLINED", "");
		await answer("ACCEPTED", "I bring a colleague.");
		await answer("TENTATIVE", "Could we meet at three?", { method: "COUNTER" });
		await answer("TENTATIVE", "", { method: "COUNTER", start: "TZID=W. Europe Standard Time:20261126T103000" });
		await answer("TENTATIVE", "", { method: "COUNTER", start: "20261126T103000" });
		await answer("ACCEPTED", "");
		await answer("ACCEPTED", "");
		expect(await listTold()).toEqual([
			["declined the invitation", ""],
			["accepted the invitation", "I bring a colleague."],
			["proposed Thu 26 Nov, 3:00 PM", "Could we meet at three?"],
			["proposed Thu 26 Nov, 3:00 PM", ""],
			["proposed another time", ""],
			["accepted the invitation", ""],
		]);
		const entries = (await records.listTimeline(reference, { limit: 50 }))?.entries ?? [];
		const titles = entries.flatMap((entry) =>
			entry.type === "message"
				? showMessage(entry.message, {
						path: "/calls/x",
						senderEmail: "asha@visitor.example",
						filing: { opens: [], others: [] },
						company: testCompany,
					}).title
				: [],
		);
		expect(titles).toContain("Asha Rao proposed Thu 26 Nov, 3:00 PM");
	});

	test("that declines an interview is told to all who work with applications, if nobody has that one", async () => {
		const { database, clock, receive, records } = await openMail(kind);
		const application = await storeApplication(database);
		const interview = await storeInterview(database.db, {
			reference: "INT-ASHA0001",
			application,
			at: clock.now(),
		});
		const listTold = async (accountId: string) =>
			(await records.notifications.list({ accountId, kinds: ["application"] }, { limit: 9 })).map(
				({ calendarAnswer }) => calendarAnswer?.remark,
			);
		await receive(...writeCalendarAnswer(interview, "DECLINED", ""));
		for (const { id } of [meera, ravi]) expect(await listTold(id)).toEqual(["declined"]);
		expect(await listTold(noor.id)).toEqual([]);
		const { version = 0 } = (await records.find(application)) ?? {};
		await records.changes.change(application, { field: "owner", value: ravi.id, version, by: ravi.id });
		await receive(...writeCalendarAnswer(interview, "ACCEPTED", ""));
		expect(await listTold(ravi.id)).toEqual(["accepted", "declined"]);
		expect(await listTold(meera.id)).toEqual(["declined"]);
	});

	test("is quarantined when its server takes it for spam, and confirmed to one sender three times a day", async () => {
		const { receive, records, database } = await openMail(kind);
		const spam = (await receive({ "X-Spam-Flag": "YES" })) ?? "";
		expect(await records.find(spam)).toMatchObject({ spam: true });
		for (let count = 0; count < 6; count++) await receive({ From: "bot@loop.example" }, `Message ${count}`);
		const confirmations = await database.db
			.selectFrom("emails")
			.select("id")
			.where("kind", "=", "enquiry-confirmation")
			.where("recipient", "=", "bot@loop.example")
			.execute();
		expect(confirmations).toHaveLength(3);
	});

	test("of a stranger is quarantined only if its server states that the domain refuses it", async () => {
		const resolver = (name: string) =>
			name === "_dmarc.visitor.example"
				? Promise.resolve([["v=DMARC1; p=none"]])
				: Promise.reject(Object.assign(new Error(name), { code: "ENOTFOUND" }));
		const { receive, records } = await openMail(kind, { resolver });
		const from = "header.from=visitor.example";
		const results: [string | undefined, boolean][] = [
			[undefined, false],
			["mx.narangi.example; spf=pass smtp.mailfrom=visitor.example", false],
			[`spf=pass smtp.mailfrom=visitor.example; dmarc=pass action=none ${from}`, false],
			[`mx.narangi.example; dmarc=fail (p=NONE sp=NONE dis=NONE) ${from}`, false],
			[`mx.elsewhere.example; dmarc=fail (p=REJECT dis=REJECT) ${from}`, false],
			[`mx.narangi.example; dmarc=fail (p=REJECT dis=REJECT) ${from}`, true],
		];
		for (const [header, spam] of results) {
			const reference = (await receive(header === undefined ? {} : { "Authentication-Results": header })) ?? "";
			expect(await records.find(reference), header).toMatchObject({ spam });
		}
	});

	test("with its files is erased with its record", async () => {
		const { receive, database, files } = await openMail(kind);
		const body = [
			"--b",
			"Content-Type: text/plain",
			"",
			"See the file.",
			"--b",
			'Content-Type: application/pdf; name="plan.pdf"',
			"Content-Disposition: attachment; filename=plan.pdf",
			"Content-Transfer-Encoding: base64",
			"",
			Buffer.from("%PDF-1.7").toString("base64"),
			"--b--",
		];
		const reference =
			(await receive({ "Content-Type": 'multipart/mixed; boundary="b"', "MIME-Version": "1.0" }, body.join("\r\n"))) ??
			"";
		const [file] = await database.db.selectFrom("replyFiles").selectAll().where("reference", "=", reference).execute();
		expect(file).toMatchObject({ name: "plan.pdf", bytes: 8 });
		expect(await files.stat(file?.storedAs ?? "")).toMatchObject({ bytes: 8 });
	});
});

describe.each(serverDatabaseKinds)("a reply to an e-mail on %s", (kind) => {
	const everyone = {
		To: "sales@narangi.example, Vikram <vikram@visitor.example>",
		Cc: "sales+enq-1.abc@narangi.example, noor@visitor.example",
		Subject: "re: Prices",
		"Message-ID": "<prices@visitor.example>",
	};

	test("goes to all who take part, names them, and quotes what it answers", async () => {
		const { database, clock, files, records, receive } = await openMail(kind);
		const reference = (await receive(everyone, "What does it cost?")) ?? "";
		expect(await records.replies.listOthers(reference)).toBe("vikram@visitor.example, noor@visitor.example");
		const begun = await records.replies.begin(reference, { by: meera });
		expect(begun?.subject).toBe("Re: Prices");
		const [entry] =
			(await records.listTimeline(reference, { limit: 9 }))?.entries.filter(({ type }) => type === "message") ?? [];
		const text = "Hello Asha,\n\nten.";
		const typed = {
			subject: "Re: Prices",
			text,
			cc: "Vikram <vikram@visitor.example>, Asha@visitor.example, NOOR@visitor.example",
			by: meera,
		};
		expect((await records.replies.preview(reference, typed))?.addressed?.cc).toEqual([
			"vikram@visitor.example",
			"NOOR@visitor.example",
		]);
		const sent = await records.replies.send(reference, { ...typed, quotedId: entry?.id });
		expect(sent).toMatchObject({ ok: true });
		clock.advance({ seconds: 11 });
		const mailServer = await startMailServer();
		onTestFinished(() => mailServer.stop());
		const outbox = createOutbox({
			database,
			clock,
			log: createLog({ logLevel: "silent" }),
			transport: createSmtpTransport(mailServer.url, { name: "Narangi", address: "hello@narangi.example" }),
			getRenderers: () => createTestRenderers(testCompany, files),
		});
		onTestFinished(() => outbox.stop());
		await outbox.runOnce();
		const replies = mailServer.emails.filter(({ subject }) => subject === "Re: Prices");
		expect(replies.map(({ envelopeRecipients }) => envelopeRecipients).toSorted()).toEqual([
			["NOOR@visitor.example"],
			["asha@visitor.example"],
			["vikram@visitor.example"],
		]);
		for (const email of replies) {
			expect(email.to?.map(({ address }) => address)).toEqual(["asha@visitor.example"]);
			expect(email.cc?.map(({ address }) => address)).toEqual(["vikram@visitor.example", "NOOR@visitor.example"]);
			expect(email.inReplyTo).toBe("<prices@visitor.example>");
			expect(email.text).toMatch(/ten\.\n\nOn .*, Asha Rao wrote:\n> What does it cost\?/);
			expect(email.html).toContain("<blockquote");
		}
		const [, shown] =
			(await records.listTimeline(reference, { limit: 9 }))?.entries.filter(
				({ type }) => type === "reply" || type === "message",
			) ?? [];
		expect(shown).toMatchObject({
			type: "reply",
			copies: [
				{ recipient: "vikram@visitor.example", state: "sent" },
				{ recipient: "NOOR@visitor.example", state: "sent" },
			],
		});
	});

	test("that is undone leaves with none of its copies, and is a draft with them again", async () => {
		const { database, records, receive } = await openMail(kind);
		const reference = (await receive(everyone)) ?? "";
		const typed = { subject: "Re: Prices", text: "Ten.", cc: "noor@visitor.example", by: meera };
		const sent = await records.replies.send(reference, typed);
		if (!sent.ok) throw new Error("The reply is refused");
		expect(await records.replies.undoSend(sent.reply, meera.id)).toMatchObject({ ok: true });
		expect(await database.db.selectFrom("replyCopies").selectAll().execute()).toEqual([]);
		const emails = await database.db
			.selectFrom("emails")
			.select("recipient")
			.where("kind", "=", "record-reply")
			.execute();
		expect(emails).toEqual([]);
		expect(await records.drafts.find(reference, { by: meera.id, kind: "reply" })).toMatchObject({
			text: "Ten.",
			cc: "noor@visitor.example",
		});
	});

	test("is refused when an address of its copies is none", async () => {
		const { records, receive } = await openMail(kind);
		const reference = (await receive({})) ?? "";
		const typed = { subject: "Re: Prices", text: "Ten.", cc: "noor@visitor.example, Vikram", by: meera };
		expect(await records.replies.send(reference, typed)).toMatchObject({
			errors: [{ field: "cc", message: "“Vikram” is not an e-mail address" }],
		});
	});

	test("is copied to no connected mailbox, also where its own address has a plus", async () => {
		const { database, clock, records, receive } = await openMail(kind);
		const ours = "careers+jobs@narangi.example";
		await connectMailbox(database, createImapSettings(), { address: ours, now: clock.now() });
		const reference = (await receive({ Cc: `${ours}, careers@narangi.example` })) ?? "";
		expect((await records.replies.listOthers(reference)).split(", ")).toContain("careers@narangi.example");
		expect((await records.replies.listOthers(reference)).split(", ")).not.toContain(ours);
	});

	test("is refused when it or a forward goes to a connected mailbox, where nobody would read it", async () => {
		const { database, clock, records, receive } = await openMail(kind);
		const reference = (await receive({ "Message-ID": "<first@visitor.example>" })) ?? "";
		await connectMailbox(database, createImapSettings(), { address: "careers@narangi.example", now: clock.now() });
		const reply = {
			subject: "Re: Prices",
			text: "Ten.",
			cc: "noor@visitor.example, Careers@Narangi.example",
			by: meera,
		};
		expect(await records.replies.send(reference, reply)).toMatchObject({
			errors: [
				{
					field: "cc",
					message: expect.stringMatching(/“Careers@Narangi\.example” is a mailbox of the desk.*Remove it/),
				},
			],
		});
		const quotedId = (await findLatestMessage(database.db, { reference, senderEmail: "asha@visitor.example" }))?.id;
		const forward = { ...reply, quotedId, isForward: true, cc: "careers+jobs@narangi.example" };
		expect(await records.replies.send(reference, forward)).toMatchObject({
			errors: [
				{ field: "cc", message: expect.stringMatching(/use “Move or open as a record” .*, or ask a colleague/) },
			],
		});
		expect(await records.replies.send(reference, { ...forward, cc: "noor@narangi.example" })).toMatchObject({
			ok: true,
		});
	});

	test("can be answered from the company's own address, also where the mailbox has had a reply", async () => {
		const { records, receive, clock } = await openMail(kind);
		const reference = (await receive({ "Message-ID": "<first@visitor.example>" })) ?? "";
		const sent = { subject: "Re: Prices", text: "Ten.", cc: "sales@narangi.example", by: meera };
		expect(await records.replies.send(reference, sent)).toMatchObject({ ok: true });
		clock.advance({ minutes: 5 });
		const byHand = {
			From: "Meera Iyer <hello@narangi.example>",
			To: "asha@visitor.example",
			Cc: "sales@narangi.example",
			"In-Reply-To": "<first@visitor.example>",
			References: `<${reference}@narangi.example> <first@visitor.example>`,
		};
		expect(await receive(byHand, "Nine.")).toBe(reference);
		expect((await records.find(reference))?.awaitingSince).toEqual(clock.now());
		expect(await receive({ ...byHand, From: "Asha Rao <asha@visitor.example>" }, "Ten?")).toBe(reference);
	});

	test("ends with its member's signature, as templates do that end with their name", async () => {
		const { database, clock, records, receive } = await openMail(kind);
		const reference = (await receive({})) ?? "";
		const signature = "Meera Iyer\n{firstName} stays";
		await database.write((transaction) => setChoices(transaction, meera.id, { signature }, clock.now()));
		const begin = async (text: string) =>
			(await records.replies.begin(reference, { template: { subject: "", text }, by: meera }))?.text;
		expect((await records.replies.begin(reference, { by: meera }))?.text).toBe(
			"Hello Asha,\n\n\n\nMeera Iyer\n{firstName} stays",
		);
		expect(await begin("Yours,\n{senderName}\n")).toBe("Yours,\nMeera Iyer\n{firstName} stays");
		expect(await begin("{senderName} will call you.")).toBe("Meera Iyer will call you.");
	});

	test("forwards the message with its files to others, which answers nobody", async () => {
		const { database, clock, files, records, receive } = await openMail(kind);
		const multipart = { ...everyone, "Content-Type": "multipart/mixed; boundary=part" };
		const parts = ["--part", "", "What does it cost?", "--part", "Content-Disposition: attachment; filename=plan.txt"];
		const reference = (await receive(multipart, [...parts, "", "A plan", "--part--"].join("\r\n"))) ?? "";
		const entries = (await records.listTimeline(reference, { limit: 9 }))?.entries ?? [];
		const quotedId = entries.find(({ type }) => type === "message")?.id;
		expect(await records.replies.beginForward(reference, quotedId ?? "")).toEqual({
			subject: "Fwd: re: Prices",
			text: "",
		});
		const typed = { subject: "Fwd: Prices", text: "", quotedId, isForward: true, by: meera };
		expect(await records.replies.send(reference, typed)).toMatchObject({
			errors: [{ field: "cc", message: "Enter an e-mail address" }],
		});
		const to = "expert@elsewhere.example, second@elsewhere.example";
		expect(await records.replies.send(reference, { ...typed, cc: to })).toMatchObject({ ok: true });
		expect((await records.find(reference))?.answeredAt).toBeUndefined();
		clock.advance({ seconds: 11 });
		const emails = await renderEmails({ database, clock }, createTestRenderers(testCompany, files));
		const forwarded = emails.filter(({ subject }) => subject === "Fwd: Prices");
		expect(forwarded.map(({ recipient }) => recipient).toSorted()).toEqual(to.split(", "));
		for (const email of forwarded) {
			expect(email.text).toMatch(
				/From: Asha Rao <asha@visitor\.example>\n.*Subject: re: Prices\n.*What does it cost\?/s,
			);
			expect(email.attachments?.map(({ fileName }) => fileName)).toEqual(["plan.txt"]);
			expect(email.headers?.["In-Reply-To"]).toBeUndefined();
		}
	});

	test("quotes the visitor, whatever address they write from, and not somebody whom a message was forwarded to", async () => {
		const { database, clock, records, receive } = await openMail(kind);
		const reference = (await receive(everyone, "What does it cost?")) ?? "";
		const record = { reference, senderEmail: "asha@visitor.example" };
		const findText = async () => (await findLatestMessage(database.db, record))?.text.trim();
		const quotedId = (await findLatestMessage(database.db, record))?.id;
		const forward = { subject: "Fwd: Prices", text: "", quotedId, isForward: true, by: meera };
		const cc = "Expert@elsewhere.example, second@elsewhere.example, asha@visitor.example";
		const sent = await records.replies.send(reference, { ...forward, cc });
		if (!sent.ok) throw new Error("The forward is refused");
		clock.advance({ minutes: 1 });
		const answer = { Subject: "Our margin", Cc: "boss@elsewhere.example", "In-Reply-To": sent.reply.messageId };
		for (const name of ["expert", "second"])
			expect(await receive({ ...answer, From: `${name}@elsewhere.example` }, "Ask for ten.")).toBe(reference);
		expect(await findText()).toBe("What does it cost?");
		expect(await records.replies.listOthers(reference)).toBe("vikram@visitor.example, noor@visitor.example");
		expect((await records.replies.begin(reference, { by: meera }))?.subject).toBe("Re: Prices");
		clock.advance({ minutes: 1 });
		await receive({ "In-Reply-To": "<prices@visitor.example>" }, "Or by the month?");
		expect(await findText()).toBe("Or by the month?");
		clock.advance({ minutes: 1 });
		const fromHome = { From: "asha@home.example", References: `<${reference}@narangi.example>` };
		expect(await receive(fromHome, "I am at home now.")).toBe(reference);
		expect(await findText()).toBe("I am at home now.");
	});

	test("quotes nobody who answered an e-mail for staff, and takes neither their subject nor their address", async () => {
		const { database, clock, kinds, records, receive, enqueue } = await openMail(kind);
		const reference = await storeApplication(database);
		const To = getKind(kinds, { kind: "application", reference }).mailbox;
		const record = { reference, senderEmail: "asha@applicant.example" };
		const told = await enqueue({ kind: "interview-host-booked", reference, recipient: "noor@narangi.example" });
		const asked = { From: "Asha Rao <asha@applicant.example>", To, Subject: "My interview" };
		await receive({ ...asked, References: `<${reference}@narangi.example>` }, "Where is it?");
		clock.advance({ minutes: 1 });
		const interviewer = { From: "Noor Khan <noor@home.example>", To, Cc: "boss@home.example", Subject: "A weak one" };
		expect(await receive({ ...interviewer, "In-Reply-To": told }, "Honestly too weak.")).toBe(reference);
		expect((await findLatestMessage(database.db, record))?.text.trim()).toBe("Where is it?");
		expect((await findLatestTexts(database.db, [reference])).get(reference)?.text.trim()).toBe("Where is it?");
		expect(await records.replies.listOthers(reference)).toBe("");
		expect((await records.replies.begin(reference, { by: meera }))?.subject).toBe("Re: My interview");
		const entries = (await records.listTimeline(reference, { limit: 9 }))?.entries ?? [];
		const internal = entries.flatMap((entry) =>
			entry.type === "message" && entry.message.sort === "internal" ? [entry.message] : [],
		);
		expect(internal.map(({ text }) => text.trim())).toEqual(["Honestly too weak."]);
		const shown = internal.map((message) => {
			const filing = { opens: [], others: [] };
			const { senderEmail } = record;
			return showMessage(message, { path: "/applications/x", senderEmail, filing, company: testCompany });
		});
		expect(shown).toMatchObject([
			{
				title: "Internal reply from Noor Khan: A weak one",
				aside: "only your team sees this · cc boss@home.example",
				side: "note",
			},
		]);
	});
});
