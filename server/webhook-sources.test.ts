import { describe, expect, onTestFinished, test } from "vitest";
import { findMailbox, removeMailbox } from "../core/conversations/incoming/mailbox-store.server.ts";
import { writeReplyEvent } from "../core/conversations/reply-events.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createSmtpTransport } from "../platform/email/transport.ts";
import { createLog } from "../platform/log.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { createPdf } from "../tests/support/documents.ts";
import { eventually } from "../tests/support/eventually.ts";
import { findFreePort } from "../tests/support/free-port.ts";
import { hearEvents } from "../tests/support/hear-events.ts";
import { connectMailbox, createImapSettings } from "../tests/support/imap-mailbox.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { lookForAlarms } from "../tests/support/look-for-alarms.ts";
import { startMailServer } from "../tests/support/mail-server.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const enquiry = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "+91 98100 00000",
	message: "We need an app.",
};

/** Opens a site and its desk with a webhook that hears of everything. */
async function openDesk(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const { listEvents } = await hearEvents(server);
	const desk = await server.openDesk({ roles: ["admin"], base: await readTestContent() });
	return {
		...server,
		...createDeskBrowser(desk),
		accountId: desk.accountId,
		site: desk.site,
		listEvents,
		/** Sends an enquiry as the form of the site does. */
		async sendEnquiry() {
			const response = await fetch(`${server.url}/contactus/submit`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(enquiry),
			});
			const { data } = (await response.json()) as { data: { reference: string } };
			return data.reference;
		},
	};
}

describe.each(serverDatabaseKinds)("what happens on %s reaches the receiver of a webhook, signed and once:", (kind) => {
	test("an enquiry, and its stage", async () => {
		const { sendEnquiry, post, listEvents, accountId } = await openDesk(kind);
		const reference = await sendEnquiry();
		expect(await listEvents()).toMatchObject([
			{
				type: "record.created",
				data: { record: { reference, kind: "enquiry", source: "site", stage: { key: "new" } } },
			},
		]);
		await post(`/enquiries/${reference}`, { do: "stage", value: "won", version: "1" });
		expect((await listEvents()).slice(1)).toMatchObject([
			{
				type: "record.changed",
				data: {
					record: { reference, stage: { key: "won" } },
					change: { field: "stage", from: "new", to: "won", by: { id: accountId } },
				},
			},
		]);
	});

	test("a reply, once a mail server has it", async () => {
		const { database, clock, renderers, sendEnquiry, post, listEvents, accountId } = await openDesk(kind);
		const reference = await sendEnquiry();
		const mail = await startMailServer();
		onTestFinished(() => mail.stop());
		const outbox = createOutbox({
			database,
			clock,
			log: createLog({ logLevel: "silent" }),
			transport: createSmtpTransport(mail.url, { name: "Narangi", address: "hello@narangi.example" }),
			getRenderers: () => renderers,
			hooks: { noteSent: (transaction, message) => writeReplyEvent(transaction, message, clock.now()) },
		});
		onTestFinished(() => outbox.stop());
		const listReplies = async () => (await listEvents()).filter(({ type }) => type === "reply.sent");
		await post(`/enquiries/${reference}`, { do: "send", subject: "Your app", text: "Gladly, with all details." });
		await outbox.runOnce();
		expect(await listReplies()).toEqual([]);
		clock.advance({ seconds: 30 });
		await outbox.runOnce();
		expect(mail.emails.map(({ subject }) => subject)).toContain("Your app");
		const replies = await listReplies();
		expect(replies).toMatchObject([
			{ data: { record: { reference }, reply: { subject: "Your app", isForward: false }, by: { id: accountId } } },
		]);
		expect(JSON.stringify(replies)).not.toContain("Gladly");
	});

	test("the alarm of a mailbox that cannot be read, and its end", async () => {
		const { database, clock, mailboxReader, listEvents } = await openDesk(kind);
		const settings = createImapSettings({ port: await findFreePort() });
		const id = await connectMailbox(database, settings, { now: clock.now() });
		mailboxReader.start();
		await eventually(async () => expect((await findMailbox(database.db, id))?.failure).toBeDefined());
		await mailboxReader.stop();
		await lookForAlarms({ database, clock });
		expect(await listEvents()).toEqual([]);
		clock.advance({ minutes: 6 });
		await lookForAlarms({ database, clock });
		await lookForAlarms({ database, clock });
		const alarm = `mailbox-stalled:${id}`;
		expect(await listEvents()).toMatchObject([
			{
				type: "alarm.raised",
				data: {
					alarm,
					text: expect.stringMatching(/ has needed attention for five minutes: .*127\.0\.0\.1/) as string,
				},
			},
		]);
		await database.write((transaction) => removeMailbox(transaction, id));
		clock.advance({ minutes: 4 });
		await lookForAlarms({ database, clock });
		expect(await listEvents()).toHaveLength(1);
		clock.advance({ minutes: 2 });
		await lookForAlarms({ database, clock });
		expect((await listEvents()).slice(1)).toMatchObject([{ type: "alarm.ended", data: { alarm } }]);
	});

	test("an application that is sent, and the person's hiring", async () => {
		const { database, clock, url, post, listEvents, accountId } = await openDesk(kind);
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		const response = await fetch(`${url}/api/applications`, {
			method: "POST",
			body: createApplicationForm(createApplicationFields(testJob), { name: "resume.pdf", content: createPdf() }),
		});
		const { data } = (await response.json()) as { data: { reference: string } };
		const { reference } = data;
		const about = { record: { reference, kind: "application" } };
		expect(await listEvents()).toMatchObject([
			{ type: "record.created", data: about },
			{ type: "application.received", data: about },
		]);
		await post(`/applications/board?job=${testJob.id}`, { reference, version: "1", stage: "hired" });
		expect((await listEvents()).slice(2)).toMatchObject([
			{ type: "record.changed", data: { ...about, change: { field: "stage", to: "hired", by: { id: accountId } } } },
			{ type: "person.hired", data: { ...about, by: { id: accountId } } },
		]);
	});

	test("the outcome of a call", async () => {
		const { database, post, listEvents } = await openDesk(kind);
		const booking = createBookingRecord();
		await storeBooking(database, booking);
		await database.db.updateTable("bookings").set({ startsAt: "2026-11-23T05:30:00.000Z" }).execute();
		const begun = (await listEvents()).length;
		await post(`/calls/${booking.reference}`, { do: "stage", value: "held", version: "1" });
		expect((await listEvents()).slice(begun)).toMatchObject([
			{ type: "record.changed", data: { change: { field: "stage", to: "held" } } },
			{ type: "call.outcome", data: { record: { reference: booking.reference, stage: { key: "held" } } } },
		]);
	});

	test("a release", async () => {
		const { database, site, listEvents, accountId } = await openDesk(kind);
		const path = "blog/first-page-of-the-month.md";
		const text = (await readTestContent()).documents.get(path) ?? "";
		await site?.studio.saveDraft(path, { text: `${text}\nOne more line.\n`, version: 0 }, accountId);
		expect(await site?.studio.publish({ paths: [path] }, accountId)).toEqual({ edition: 1 });
		expect(await listEvents()).toMatchObject([
			{
				type: "release.published",
				data: { release: { number: 1, documents: [path], pictures: 0 }, by: { id: accountId } },
			},
		]);
		await site?.studio.saveDraft(path, { text: `${text}\nAnother line.\n`, version: 0 }, accountId);
		expect(await site?.studio.publish({ paths: [path] }, accountId)).toEqual({ edition: 2 });
		const references = await database.db
			.selectFrom("webhookDeliveries")
			.select("reference")
			.distinct()
			.where("type", "=", "release.published")
			.execute();
		expect(references, "no release waits for another").toHaveLength(2);
	});
});
