import { Writable } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { countEmails } from "../../platform/email/outbox-store.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { createSmtpTransport } from "../../platform/email/transport.ts";
import { readCalendarFile } from "../../tests/support/calendar-file.ts";
import { databaseKinds, type DatabaseKind } from "../../tests/support/databases.ts";
import { createTestDemoBooking } from "../../tests/support/demo-booking.ts";
import { createTestRenderers } from "../../tests/support/rendered-emails.ts";
import { startMailServer, type ReceivedEmail } from "../../tests/support/mail-server.ts";

async function setUp(kind: DatabaseKind) {
	const demo = await createTestDemoBooking(kind);
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
		renderers: createTestRenderers(),
		clock: demo.clock,
		log,
		transport,
	});
	onTestFinished(() => outbox.stop());
	const sentTo = (recipient: string) =>
		mailServer.emails
			.filter(({ envelopeRecipients }) => envelopeRecipients[0] === recipient)
			.map(({ subject }) => subject?.split(":")[0]);
	/** Resolves when the outbox has looked for e-mails and nothing that is due waits. */
	const settle = () =>
		vi.waitFor(
			async () => {
				outbox.wake();
				expect(await countEmails(demo.database.db, demo.clock.now())).toMatchObject({ waiting: 0 });
			},
			{ timeout: 10_000, interval: 50 },
		);
	return {
		demo,
		mailServer,
		outbox,
		lines,
		sentTo,
		settle,
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
		const { demo, mailServer, outbox, settle, count } = await setUp(kind);
		await mailServer.stop();
		await outbox.start();
		await demo.book();
		await demo.book({ time: "11:00 AM" });
		outbox.wake();
		await vi.waitFor(
			async () =>
				expect(
					await demo.database.db.selectFrom("emails").select("id").where("attempts", "=", 1).execute(),
				).toHaveLength(4),
			{ timeout: 10_000 },
		);
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
		const { demo, mailServer, outbox, settle } = await setUp(kind);
		mailServer.behave({ kind: "fail-after-data", code: 451 });
		await outbox.start();
		await demo.book();
		outbox.wake();
		await vi.waitFor(() => expect(mailServer.attempts).toHaveLength(2), { timeout: 10_000 });
		mailServer.behave({ kind: "accept" });
		await vi.waitFor(
			async () =>
				expect(
					await demo.database.db.selectFrom("emails").select("id").where("attempts", "=", 1).execute(),
				).toHaveLength(2),
			{ timeout: 10_000 },
		);
		demo.clock.advance({ minutes: 5 });
		await settle();
		expect(new Set(mailServer.attempts.map(({ messageId }) => messageId)).size).toBe(2);
		expect(mailServer.emails).toHaveLength(2);
	});

	test("that would come after the call are dropped, which the log says, and others are not", async () => {
		const { demo, mailServer, outbox, lines, settle, count } = await setUp(kind);
		await mailServer.stop();
		await demo.book({ date: "2026-11-24" });
		demo.clock.advance({ hours: 72 });
		await outbox.runOnce();
		expect(await count()).toMatchObject({ waiting: 2, scheduled: 0 });
		expect(lines.find(({ msg }) => msg === "e-mails could not be sent in time and were dropped")).toMatchObject({
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
