import { Writable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { saveHost, type ListHostPeople } from "../../core/appointments/host-store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { countEmails, listEmails } from "../../platform/email/email-list-store.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { createSmtpTransport } from "../../platform/email/transport.ts";
import { createLog } from "../../platform/log.ts";
import { readCalendarFile } from "../../tests/support/calendar-file.ts";
import { databaseKinds, type DatabaseKind } from "../../tests/support/databases.ts";
import { createTestDemoBooking } from "../../tests/support/demo-booking.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { startMailServer, type ReceivedEmail } from "../../tests/support/mail-server.ts";
import { createTestRenderers } from "../../tests/support/rendered-emails.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { demoCallPurpose } from "./booking-record.server.ts";

async function setUp(kind: DatabaseKind, listPeople: ListHostPeople = async () => []) {
	const demo = await createTestDemoBooking(kind, { listPeople });
	const mailServer = await startMailServer();
	const lines: Record<string, unknown>[] = [];
	const log = createLog(
		{ logLevel: "info" },
		new Writable({
			write(chunk: Buffer, _encoding, done) {
				lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
				done();
			},
		}),
	);
	const transport = createSmtpTransport(mailServer.url, {
		name: "Narangi Technologies",
		address: "office@narangi.example",
	});
	const outbox = createOutbox({
		database: demo.database,
		getRenderers: () => createTestRenderers(testCompany, undefined, listPeople),
		clock: demo.clock,
		log,
		transport,
	});
	onTestFinished(() => outbox.stop());
	const sentTo = (recipient: string) =>
		mailServer.emails
			.filter(({ envelopeRecipients }) => envelopeRecipients[0] === recipient)
			.map(({ subject }) => subject?.split(":")[0]);
	/** Resolves when the outbox has polled and no due e-mail waits. */
	const settle = () =>
		eventually(async () => {
			outbox.wake();
			expect(await countEmails(demo.database.db, demo.clock.now())).toMatchObject({ waiting: 0 });
		});
	/** Resolves when that many e-mails have failed once. */
	const untilTriedInVain = (emails: number) =>
		eventually(async () => {
			outbox.wake();
			const tried = demo.database.db.selectFrom("emails").select("id").where("attempts", "=", 1);
			expect(await tried.execute()).toHaveLength(emails);
		});
	return {
		demo,
		mailServer,
		outbox,
		lines,
		sentTo,
		settle,
		untilTriedInVain,
		count: () => countEmails(demo.database.db, demo.clock.now()),
	};
}

function readCalendar(email: ReceivedEmail | undefined) {
	return (email?.attachments ?? []).map(({ mimeType, method, filename, content }) => {
		const text = typeof content === "string" ? content : new TextDecoder().decode(content);
		return { mimeType, method, filename, entry: readCalendarFile(text).entries[0] };
	});
}

describe.each(databaseKinds)("e-mails about a call on %s", (kind) => {
	test("reach both sides, with an invitation that mail programs act on and that can be saved", async () => {
		const { demo, mailServer, outbox, settle } = await setUp(kind);
		await demo.book();
		await outbox.start();
		await settle();
		expect(mailServer.emails.map(({ envelopeRecipients }) => envelopeRecipients[0]).toSorted()).toEqual([
			"asha@visitor.example",
			"sales@narangi.example",
		]);
		for (const email of mailServer.emails) {
			const parts = readCalendar(email);
			expect(parts.map(({ mimeType, method }) => [mimeType, method])).toEqual([
				["text/calendar", "REQUEST"],
				["application/ics", undefined],
			]);
			for (const { entry } of parts)
				expect([entry?.startDate.toString(), entry?.sequence]).toEqual(["2026-11-30T04:30:00Z", 0]);
			expect(parts[1]?.filename).toBe("demo-call.ics");
			expect(email.text).toContain("BKG-");
			expect(email.html).toContain("BKG-");
		}
	});

	test("go out at their time: reminders a day and an hour before, and none after a cancellation", async () => {
		const { demo, outbox, sentTo, settle, count } = await setUp(kind);
		const { token } = await demo.book({ date: "2026-11-25" });
		await outbox.start();
		await settle();
		expect(sentTo("asha@visitor.example")).toEqual(["Your demo call is booked"]);
		expect(await count()).toMatchObject({ scheduled: 4, late: 0 });
		demo.clock.advance({ hours: 22, minutes: 29 });
		await settle();
		expect(sentTo("asha@visitor.example")).toHaveLength(1);
		demo.clock.advance({ minutes: 1 });
		await settle();
		expect(sentTo("asha@visitor.example")).toEqual(["Your demo call is booked", "Reminder"]);
		expect(sentTo("sales@narangi.example")).toEqual(["Demo call booked", "Reminder"]);
		await demo.manageBooking.cancel(token);
		demo.clock.advance({ hours: 48 });
		await settle();
		expect(sentTo("asha@visitor.example")).toEqual([
			"Your demo call is booked",
			"Reminder",
			"Your demo call is cancelled",
		]);
		expect(await count()).toMatchObject({ scheduled: 0, sent: 6 });
	});

	test("wait for a mail server that is down, while calls are booked as ever, and then arrive once with the Message-ID they had", async () => {
		const { demo, mailServer, outbox, settle, untilTriedInVain, count } = await setUp(kind);
		await mailServer.stop();
		await outbox.start();
		await demo.book();
		await demo.book({ time: "11:00 AM" });
		outbox.wake();
		await untilTriedInVain(4);
		const queued = await demo.database.db
			.selectFrom("emails")
			.select("messageId")
			.where("state", "=", "waiting")
			.where("attempts", "=", 1)
			.execute();
		await mailServer.start();
		demo.clock.advance({ minutes: 5 });
		await settle();
		expect(mailServer.emails.map(({ messageId }) => messageId).toSorted()).toEqual(
			queued.map(({ messageId }) => messageId).toSorted(),
		);
		expect(await count()).toMatchObject({ sent: 4, scheduled: 8 });
	});

	test("that a mail server took and then failed on come again with the same Message-ID", async () => {
		const { demo, mailServer, outbox, settle, untilTriedInVain } = await setUp(kind);
		mailServer.behave({ kind: "fail-after-data", code: 451 });
		await outbox.start();
		await demo.book();
		outbox.wake();
		await untilTriedInVain(2);
		mailServer.behave({ kind: "accept" });
		demo.clock.advance({ minutes: 5 });
		await settle();
		expect(new Set(mailServer.attempts.map(({ messageId }) => messageId)).size).toBe(2);
		expect(mailServer.emails).toHaveLength(2);
	});

	test("tell how the call is when they leave, and not how it was when it was booked", async () => {
		const { demo, mailServer, outbox, settle } = await setUp(kind);
		const { token } = await demo.book({ date: "2026-11-25" });
		await demo.move(token, { date: "2026-11-27", time: "4:00 PM" });
		await outbox.start();
		await settle();
		demo.clock.advance({ hours: 24 * 3 + 5 });
		await settle();
		const toVisitor = mailServer.emails.filter(
			({ envelopeRecipients }) => envelopeRecipients[0] === "asha@visitor.example",
		);
		expect(toVisitor.map(({ subject }) => subject?.replace(/ \(BKG-.*/, "")).toSorted()).toEqual([
			"Reminder: your demo call is on Friday, 27 November 2026 at 4:00 PM",
			"Your demo call has moved: Friday, 27 November 2026 at 4:00 PM",
			"Your demo call is booked: Friday, 27 November 2026 at 4:00 PM",
		]);
		for (const email of toVisitor) {
			const [invitation] = readCalendar(email);
			if (email.subject?.startsWith("Reminder")) expect(invitation).toBeUndefined();
			else
				expect([invitation?.entry?.startDate.toString(), invitation?.entry?.sequence]).toEqual([
					"2026-11-27T10:30:00Z",
					1,
				]);
			expect(email.text).toContain(`/demo/booking/${token}`);
		}
	});

	test("of a reminder announce a change of the record by hand", async () => {
		const { demo, mailServer, outbox, settle } = await setUp(kind);
		await demo.book({ date: "2026-11-25" });
		await outbox.start();
		await settle();
		await demo.database.db.updateTable("bookings").set({ startsAt: "2026-11-25T11:30:00.000Z" }).execute();
		demo.clock.advance({ hours: 23 });
		await settle();
		expect(mailServer.emails.at(-1)?.subject).toMatch(/^Reminder: .*at 5:00 PM/);
	});

	test("of a cancelled call are not sent except the cancellation, which log and list report", async () => {
		const { demo, mailServer, outbox, lines, sentTo, settle, count } = await setUp(kind);
		const { token, reference } = await demo.book();
		await demo.manageBooking.cancel(token);
		await outbox.start();
		await settle();
		expect(sentTo("asha@visitor.example")).toEqual(["Your demo call is cancelled"]);
		expect(sentTo("sales@narangi.example")).toEqual(["Demo call cancelled"]);
		expect(readCalendar(mailServer.emails[0])[0]).toMatchObject({ method: "CANCEL" });
		expect(await count()).toMatchObject({ sent: 2, "not-sent": 2, scheduled: 0, failed: 0 });
		expect(
			lines
				.filter(({ reason }) => reason !== undefined)
				.map((line) => [line.reference, line.kind, line.reason])
				.toSorted(),
		).toEqual([
			[reference, "booking-confirmation", "the call is cancelled"],
			[reference, "booking-staff-notice", "the call is cancelled"],
		]);
		const listed = await listEmails(demo.database.db, { now: demo.clock.now(), among: "not-sent", limit: 9 });
		expect(listed.map(({ lastError }) => lastError)).toEqual(Array(2).fill("Not sent: the call is cancelled"));
	});

	test("remind nobody of a cancelled call, whatever happened to the reminders", async () => {
		const { demo, outbox, sentTo, settle, count } = await setUp(kind);
		await demo.book({ date: "2026-11-25" });
		await outbox.start();
		await settle();
		await demo.database.db.updateTable("bookings").set({ state: "cancelled" }).execute();
		demo.clock.advance({ hours: 22, minutes: 30 });
		await settle();
		expect(sentTo("asha@visitor.example")).toEqual(["Your demo call is booked"]);
		expect(await count()).toMatchObject({ sent: 2, "not-sent": 2, scheduled: 2 });
	});

	test("without a record are not sent, and hold no secret", async () => {
		const { demo, outbox, lines, settle, count, mailServer } = await setUp(kind);
		await demo.book();
		await demo.database.db.deleteFrom("bookings").execute();
		await outbox.start();
		await settle();
		expect(mailServer.attempts).toEqual([]);
		expect(await count()).toMatchObject({ sent: 0, "not-sent": 2 });
		expect(lines.filter(({ reason }) => reason === "its record no longer exists")).toHaveLength(2);
		const left = await demo.database.db
			.selectFrom("emails")
			.select("parameters")
			.where("state", "!=", "waiting")
			.execute();
		expect(left).toEqual([{ parameters: null }, { parameters: null }]);
	});

	test("are erased with their record, and a claimed one does not leave", async () => {
		const { demo, mailServer, lines } = await setUp(kind);
		await demo.book();
		const { database, clock } = demo;
		const write: Database["write"] = async (work) => {
			const result = await database.write(work);
			// Between the claim and the rendering.
			await database.db.deleteFrom("bookings").execute();
			await database.db.deleteFrom("emails").execute();
			return result;
		};
		const erased = createOutbox({
			database: { ...database, write },
			getRenderers: () => createTestRenderers(),
			clock,
			log: createLog({ logLevel: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
			transport: createSmtpTransport(mailServer.url, { name: "", address: "office@narangi.example" }),
		});
		onTestFinished(() => erased.stop());
		await erased.runOnce();
		expect(mailServer.attempts).toEqual([]);
		expect(lines.filter(({ reason }) => reason === "its record no longer exists")).toHaveLength(2);
	});

	test("to a host do not leave once the host has lost the account or the role; all others do", async () => {
		const people = ["priya", "dev"].map((id) => ({ id, name: id, email: `${id}@staff.example` }));
		const { demo, mailServer, outbox, sentTo, settle } = await setUp(kind, async () => people);
		for (const id of ["priya", "dev"]) {
			const settings = { purposes: [demoCallPurpose], timeZone: undefined, hours: undefined };
			await demo.database.write((transaction) =>
				saveHost(transaction, id, { ...settings, video: { kind: "room" } }, { version: 0, now: demo.clock.now() }),
			);
			demo.clock.advance({ seconds: 1 });
		}
		await demo.book();
		await demo.book();
		people.shift();
		await outbox.start();
		await settle();
		expect(sentTo("priya@staff.example")).toEqual([]);
		expect(sentTo("dev@staff.example")).toEqual(["Demo call assigned to you"]);
		demo.clock.advance({ hours: 24 * 6 + 22 });
		await settle();
		expect(sentTo("priya@staff.example")).toEqual([]);
		expect(sentTo("dev@staff.example").filter((subject) => subject === "Reminder")).toHaveLength(2);
		expect(mailServer.emails.length).toBeGreaterThan(6);
		const reasons = (await listEmails(demo.database.db, { now: demo.clock.now(), among: "not-sent", limit: 9 })).map(
			({ lastError }) => lastError,
		);
		expect(reasons).toEqual(Array(3).fill("Not sent: they no longer take calls"));
	});

	test("that would come after the call are dropped, which the log reports, and others are sent", async () => {
		const { demo, mailServer, outbox, lines, settle, count } = await setUp(kind);
		await mailServer.stop();
		await demo.book({ date: "2026-11-24" });
		demo.clock.advance({ hours: 72 });
		await outbox.runOnce();
		expect(await count()).toMatchObject({ waiting: 2, scheduled: 0 });
		expect(lines.find(({ msg }) => msg === "dropped e-mails that could not be sent in time")).toMatchObject({
			count: 2,
		});
		await mailServer.start();
		demo.clock.advance({ hours: 2 });
		await outbox.start();
		await settle();
		expect(mailServer.emails.map(({ subject }) => subject?.split(":")[0]).toSorted()).toEqual([
			"Demo call booked",
			"Your demo call is booked",
		]);
	});
});
