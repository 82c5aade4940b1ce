import { describe, expect, onTestFinished, test } from "vitest";
import { alarmKind } from "../core/alarms/alarm-email.server.tsx";
import { listStandingAlarms } from "../core/alarms/alarm-store.server.ts";
import { tellAlarms } from "../core/alarms/tell-alarms.server.ts";
import { claimMailboxes, noteRead } from "../core/conversations/incoming/mailbox-store.server.ts";
import { createPushRenderers } from "../core/push/push-renderers.server.ts";
import { saveSubscription } from "../core/push/subscriptions.server.ts";
import { askForTrial, claimTrial, endTrial } from "../core/self-trial/trial-store.server.ts";
import { listDeliveries } from "../core/webhooks/delivery-store.server.ts";
import { addWebhook } from "../core/webhooks/webhook-store.server.ts";
import { insertBackupRun } from "../platform/backup/backup-runs.ts";
import { recordBackup, recordBackupFailure } from "../platform/backup/backup-state.ts";
import { readConfig } from "../platform/config.ts";
import { webhookKind } from "../platform/email/emails-table.ts";
import { enqueueEmail, enqueueEmails } from "../platform/email/enqueue-email.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createSmtpTransport } from "../platform/email/transport.ts";
import { createLog } from "../platform/log.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { connectMailbox, createImapSettings } from "../tests/support/imap-mailbox.ts";
import { startMailServer } from "../tests/support/mail-server.ts";
import { createTestRenderers } from "../tests/support/rendered-emails.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { testWebhook } from "../tests/support/webhook-receiver.ts";
import { listProblems } from "./list-problems.ts";

/** An installation with automatic backups, two admins and a colleague, and a webhook that hears of alarms. */
async function openInstallation(kind: DatabaseKind, { alarmEmail }: { alarmEmail?: string } = {}) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock();
	const lines: Record<string, unknown>[] = [];
	const log = createLog(
		{ logLevel: "info" },
		{ write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
	);
	const config = {
		...readConfig({ BACKUP_FOLDER: "/mnt/backups", BACKUP_PASSPHRASE: "a passphrase of backups" }),
		dataDirectory: database.dataDirectory,
	};
	const { accountId } = await signInStaff(database, { now: clock.now(), email: "first@staff.example" });
	await signInStaff(database, { now: clock.now(), email: "second@staff.example", roles: ["sales", "admin"] });
	await signInStaff(database, { now: clock.now(), email: "sales@staff.example", roles: ["sales"] });
	const webhook = await database.write(async (transaction) => {
		await recordBackup(transaction, clock.now());
		await insertBackupRun(transaction, {
			kind: "backup",
			at: clock.now(),
			archive: "a.tar.gz.age",
			archiveMadeAt: clock.now(),
			bytes: 1,
		});
		const device = { sessionId: "session", device: "Firefox on Linux", deviceHash: "hash", accountId };
		const subscription = { endpoint: "https://push.example/1", p256dh: "key", auth: "auth" };
		await saveSubscription(transaction, { ...device, ...subscription }, clock.now());
		return addWebhook(transaction, { ...testWebhook, events: ["alarm.raised", "alarm.ended"] }, clock.now());
	});
	if (!webhook) throw new Error("There are too many webhooks");
	const look = async () => {
		await tellAlarms({
			database,
			clock,
			log,
			listProblems: async () => {
				const problems = await listProblems({ config, database, clock, company: testCompany });
				// The disk of the machine that runs the tests.
				return problems.filter(({ key }) => key !== "disk-full");
			},
			alarmEmail,
			messageIdDomain: "narangi.example",
			onEmails: () => undefined,
		});
	};
	/** Lets the e-mails about alarms leave, so that they are not late themselves. */
	const send = () => database.db.updateTable("emails").set({ state: "sent" }).where("kind", "=", alarmKind).execute();
	/** The e-mails and messages to devices that wait, by their texts, and what webhooks were told. */
	const readTold = async () => {
		const rows = await database.db
			.selectFrom("emails")
			.selectAll()
			.where("kind", "!=", webhookKind)
			.where("kind", "!=", "test-email")
			.orderBy("id")
			.execute();
		const renderers = {
			...createTestRenderers(),
			...createPushRenderers({ kinds: [], appointmentPages: {}, timeZone: testCompany.timeZone }),
		};
		const told: { to: string; text: string }[] = [];
		for (const { kind: ofEmail, reference, recipient, parameters } of rows) {
			const intent = { kind: ofEmail, reference, recipient, parameters: JSON.parse(parameters ?? "{}") as unknown };
			const rendered = await renderers[ofEmail]?.(intent, { db: database.db, now: clock.now() });
			if (!rendered || "notSent" in rendered) throw new Error(`${ofEmail} was not rendered`);
			told.push({ to: recipient, text: rendered.subject === "" ? rendered.text : rendered.subject });
		}
		const deliveries = (await listDeliveries(database.db, webhook.id, { limit: 50 })).toReversed();
		return {
			told,
			events: deliveries.map(({ type, data }) => [type, data["alarm"]]),
			references: deliveries.map(({ reference }) => reference),
		};
	};
	return { database, clock, log, lines, look, send, readTold };
}

describe.each(serverDatabaseKinds)("alarms on %s", (kind) => {
	test("tell every admin, their devices and webhooks once when a problem begins, and once when it is over", async () => {
		const { database, clock, look, send, readTold } = await openInstallation(kind);
		await look();
		expect(await readTold()).toMatchObject({ told: [], events: [] });

		await database.write((transaction) => recordBackupFailure(transaction, "the folder is read-only", clock.now()));
		for (let minute = 0; minute < 90; minute += 1) {
			await look();
			await send();
			clock.advance({ minutes: 1 });
			// It is tried again, and fails for another reason.
			if (minute === 30)
				await database.write((transaction) => recordBackupFailure(transaction, "the disk is full", clock.now()));
		}
		const begun = await readTold();
		expect(begun.told).toHaveLength(3);
		const isDevice = (to: string) => !to.includes("@");
		expect(begun.told.filter(({ to }) => isDevice(to))).toHaveLength(1);
		expect(begun.told.map(({ to }) => to).filter((to) => !isDevice(to))).toEqual([
			"first@staff.example",
			"second@staff.example",
		]);
		for (const { text } of begun.told) expect(text).toContain("the folder is read-only");
		expect(begun.events).toEqual([["alarm.raised", "backup-failed"]]);

		await database.write((transaction) => recordBackup(transaction, clock.now()));
		clock.advance({ minutes: 3 });
		await look();
		expect((await readTold()).events).toHaveLength(1);
		clock.advance({ minutes: 3 });
		await look();
		await send();
		clock.advance({ minutes: 30 });
		await look();
		const over = await readTold();
		expect(over.events).toEqual([
			["alarm.raised", "backup-failed"],
			["alarm.ended", "backup-failed"],
		]);
		// Its end waits for its beginning, and no other alarm does.
		expect(over.references).toEqual(["alarms:backup-failed", "alarms:backup-failed"]);
		expect(over.told.filter(({ text }) => text.includes("Solved"))).toHaveLength(3);
		expect(over.told).toHaveLength(6);
		expect(await listStandingAlarms(database.db)).toEqual([]);
	});

	test("of a trial of the site end, too, where no other trial follows", async () => {
		const { database, clock, look, readTold } = await openInstallation(kind, { alarmEmail: "owner@narangi.example" });
		await database.write(async (transaction) => {
			await askForTrial(transaction, clock.now());
			const { trial } = await claimTrial(transaction, { isHourly: false, now: clock.now() });
			if (!trial) throw new Error("There is no trial");
			const steps = [{ name: "enquiry", isWell: false, text: "an enquiry got no response." }];
			await endTrial(transaction, trial, { steps, now: clock.now() });
		});
		for (let minutes = 0; minutes < 130; minutes += 5) {
			await look();
			clock.advance({ minutes: 5 });
		}
		const { told, events } = await readTold();
		expect(events.filter(([, key]) => key === "self-trial:enquiry").map(([type]) => type)).toEqual([
			"alarm.raised",
			"alarm.ended",
		]);
		expect(told.filter(({ text }) => text.includes("Solved"))).toHaveLength(2);
	});

	test("are told again when a problem that was over comes back", async () => {
		const { database, clock, look, send, readTold } = await openInstallation(kind, {
			alarmEmail: "owner@narangi.example",
		});
		const fail = () => database.write((transaction) => recordBackupFailure(transaction, "no space", clock.now()));
		const succeed = () => database.write((transaction) => recordBackup(transaction, clock.now()));
		for (const change of [fail, succeed, fail]) {
			await change();
			await look();
			await send();
			clock.advance({ minutes: 6 });
			await look();
		}
		const { told, events } = await readTold();
		expect(events.map(([type]) => type)).toEqual(["alarm.raised", "alarm.ended", "alarm.raised"]);
		expect(told.filter(({ to }) => to.includes("@")).map(({ to }) => to)).toEqual(
			Array.from({ length: 3 }, () => "owner@narangi.example"),
		);
	});

	test("are over once a clock that was ahead is right again", async () => {
		const { database, clock, look, readTold } = await openInstallation(kind, { alarmEmail: "owner@narangi.example" });
		const rightNow = clock.now();
		clock.advance({ hours: 24 * 365 });
		await look();
		expect((await readTold()).events).toEqual([["alarm.raised", "backup-late"]]);
		clock.advance({ hours: -24 * 365 });
		expect(clock.now()).toEqual(rightNow);
		await look();
		expect((await readTold()).events).toEqual([
			["alarm.raised", "backup-late"],
			["alarm.ended", "backup-late"],
		]);
		expect(await listStandingAlarms(database.db)).toEqual([]);
	});

	test("tell of a backup that is overdue, a mailbox that is not read and e-mails that do not leave", async () => {
		const { database, clock, look, readTold } = await openInstallation(kind, { alarmEmail: "owner@narangi.example" });
		const mailbox = await connectMailbox(database, createImapSettings(), { now: clock.now() });
		await database.write((transaction) =>
			enqueueEmail(
				transaction,
				{ kind: "test-email", reference: "somebody", recipient: "visitor@example.com" },
				{ now: clock.now(), messageIdDomain: "narangi.example" },
			),
		);
		clock.advance({ hours: 27 });
		await look();
		const { told, events } = await readTold();
		expect(events.map(([, key]) => key).toSorted()).toEqual([
			"backup-late",
			"emails-late",
			`mailbox-stalled:${mailbox}`,
		]);
		expect(told.find(({ to }) => to.includes("@"))?.text).toMatch(/ \(and 2 more\)$/);
	});

	test("tell of an e-mail that has waited for 15 minutes, whatever the backlog, once, and log its reference", async () => {
		const { database, clock, lines, look, readTold } = await openInstallation(kind);
		const enqueue = (references: readonly string[]) =>
			database.write((transaction) =>
				enqueueEmails(
					transaction,
					references.map((reference) => ({ kind: "test-email", reference, recipient: "visitor@example.com" })),
					{ now: clock.now(), messageIdDomain: "narangi.example" },
				),
			);
		await enqueue(["ENQ-00000001"]);
		clock.advance({ minutes: 14, seconds: 30 });
		await enqueue(Array.from({ length: 300 }, () => "ENQ-00000002"));
		await look();
		expect(lines).toEqual([]);
		clock.advance({ seconds: 30 });
		await look();
		const late = { alarm: "emails-late", level: "error", count: 1 };
		expect(lines).toMatchObject([{ ...late, emails: [{ kind: "test-email", reference: "ENQ-00000001" }] }]);
		for (let minute = 0; minute < 30; minute += 1) {
			clock.advance({ minutes: 1 });
			await look();
		}
		expect(lines).toHaveLength(1);
		expect(JSON.stringify(lines)).not.toContain("visitor@example.com");
		expect((await readTold()).events).toEqual([["alarm.raised", "emails-late"]]);
	});

	test("of a mailbox that is not read reach open pages, as does its being read again", async () => {
		const { database, clock, lines, look } = await openInstallation(kind);
		const mailbox = await connectMailbox(database, createImapSettings(), { now: clock.now() });
		const heard: string[] = [];
		const countHeard = () => heard.filter((key) => key === "mailboxes").length;
		onTestFinished(database.changes.listen((keys) => void heard.push(...keys)));
		clock.advance({ minutes: 6 });
		await look();
		await look();
		expect(countHeard()).toBe(1);
		expect(lines).toMatchObject([{ alarm: `mailbox-stalled:${mailbox}`, level: "error" }]);
		const [claimed] = await claimMailboxes(database, clock.now());
		if (!claimed) throw new Error("The mailbox was not due");
		await noteRead(database, claimed, clock.now());
		expect(countHeard()).toBe(2);
	});

	test("are told by one of two servers, and reach the mailbox of ALARM_EMAIL", async () => {
		const { database, clock, log, look } = await openInstallation(kind, { alarmEmail: "owner@narangi.example" });
		await database.write((transaction) => recordBackupFailure(transaction, "no space", clock.now()));
		await Promise.all([look(), look(), look()]);
		const mail = await startMailServer();
		try {
			const outbox = createOutbox({
				database,
				clock,
				log,
				transport: createSmtpTransport(mail.url, { name: "Narangi", address: "hello@narangi.example" }),
				getRenderers: createTestRenderers,
			});
			await outbox.runOnce();
			await outbox.stop();
			expect(mail.emails).toMatchObject([{ envelopeRecipients: ["owner@narangi.example"] }]);
			expect(mail.emails[0]?.subject).toContain("Needs attention: The backup failed");
			expect(mail.emails[0]?.text).toContain("/operations");
		} finally {
			await mail.stop();
		}
	});
});
