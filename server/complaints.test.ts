import { expect, test } from "vitest";
import { insertJobAlert } from "../features/careers/alerts/store.server.ts";
import { enqueueEmail, enqueueEmails } from "../platform/email/enqueue-email.ts";
import { createToken } from "../platform/ids/secret-token.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { openDeskWithMail } from "../tests/support/desk-mail.ts";
import { insertSubscriber } from "../tests/support/subscribers.ts";

/** Writes a provider's report about an e-mail, as text and as the headers around it. */
function writeReport(
	text: string,
	messageId: string,
	{ from, type, fields }: { from: string; type: "feedback-report" | "delivery-status"; fields: readonly string[] },
) {
	const lines = [
		text,
		"--part",
		`Content-Type: message/${type}`,
		"",
		...fields,
		"",
		"--part",
		"Content-Type: text/rfc822-headers",
		"",
		`Message-ID: ${messageId}`,
	];
	const contentType = `multipart/report; report-type=${type}; boundary=part`;
	return [lines.join("\r\n"), { headers: { From: from, "Content-Type": contentType }, files: {} }] as const;
}

test.each(serverDatabaseKinds)(
	"a job alert on %s ends once its e-mail is reported as spam, and no other does",
	async (kind) => {
		const { server, db, receive } = await openDeskWithMail(kind, "admin", "enquiry");
		const { database, clock } = server;
		const now = clock.now();
		const alerts = ["ALR-00000001", "ALR-00000002"];
		const [reported = ""] = await database.write(async (transaction) => {
			const messageIds: string[] = [];
			for (const reference of alerts) {
				const alert = { reference, email: `${reference}@visitor.example`, search: { q: "", location: "Anywhere" } };
				await insertJobAlert(transaction, { ...alert, token: createToken(), expiresAt: now.add({ hours: 24 }) });
				const email = { kind: "job-alert", reference, recipient: alert.email };
				messageIds.push(await enqueueEmail(transaction, email, { now, messageIdDomain: "narangi.example" }));
			}
			return messageIds;
		});
		const report = (messageId: string) =>
			receive(
				...writeReport("A spam report.", messageId, {
					from: "Feedback <feedback@provider.example>",
					type: "feedback-report",
					fields: ["Feedback-Type: abuse", `Original-Rcpt-To: ${alerts[1]}@visitor.example`],
				}),
			);
		const listAlerts = async () =>
			(await db.selectFrom("jobAlerts").select("reference").execute()).map((row) => row.reference);
		await report("<somebody-elses@visitor.example>");
		expect(await listAlerts()).toEqual(alerts);
		await report(reported);
		expect(await listAlerts()).toEqual(alerts.slice(1));
		expect(await db.selectFrom("emails").select("reference").execute()).toEqual([{ reference: alerts[1] }]);
	},
);

test.each(serverDatabaseKinds)(
	"a job alert and a newsletter on %s end once an e-mail comes back for good",
	async (kind) => {
		const { server, db, receive } = await openDeskWithMail(kind, "admin", "enquiry");
		const { database, clock } = server;
		const now = clock.now();
		const expiresAt = now.add({ hours: 24 });
		const recipient = "asha@visitor.example";
		const sent = [
			{ kind: "job-alert", reference: "ALR-00000001", recipient },
			{ kind: "newsletter", reference: "SUB-00000001", recipient },
		];
		const messageIds = await database.write(async (transaction) => {
			const shared = { email: recipient, expiresAt };
			const search = { q: "", location: "Anywhere" };
			await insertJobAlert(transaction, { ...shared, reference: "ALR-00000001", search, token: createToken() });
			await insertSubscriber(transaction, { email: recipient, reference: "SUB-00000001" }, now);
			const ids = await enqueueEmails(transaction, sent, { now, messageIdDomain: "narangi.example" });
			await transaction.updateTable("emails").set({ state: "sent" }).execute();
			return ids;
		});
		const comeBack = (messageId: string, status: string) =>
			receive(
				...writeReport("It could not be delivered.", messageId, {
					from: `Mail Delivery System <mailer-daemon-${status}@visitor.example>`,
					type: "delivery-status",
					fields: [
						"Reporting-MTA: dns; mail.visitor.example",
						"",
						`Final-Recipient: rfc822; ${recipient}`,
						`Action: ${status.startsWith("5") ? "failed" : "delayed"}`,
						`Status: ${status}`,
					],
				}),
			);
		const listLeft = async () =>
			[
				await db.selectFrom("jobAlerts").select("reference").execute(),
				await db.selectFrom("newsletterSubscriptions").select("reference").execute(),
			]
				.flat()
				.map(({ reference }) => reference);
		for (const messageId of messageIds) await comeBack(messageId, "4.2.2");
		expect(await listLeft()).toEqual(["ALR-00000001", "SUB-00000001"]);
		for (const messageId of messageIds) await comeBack(messageId, "5.1.1");
		expect(await listLeft()).toEqual([]);
		expect(await db.selectFrom("emails").selectAll().execute()).toEqual([]);
	},
);
