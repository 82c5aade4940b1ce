import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { changeIssue, insertIssue } from "../../features/newsletter/issue-store.server.ts";
import { newsletterKind } from "../../platform/email/emails-table.ts";
import { publishTexts } from "../support/releases.ts";
import { insertSubscriber } from "../support/subscribers.ts";
import { runKillTest, sendEnquiry, waitForEmails, waitUntil } from "./kill-harness.ts";

/** Of the sample, which the built server serves. */
const article = "ask-for-states-not-screens";
const defaultSubscribers = 1_000;
const subscribersAtOnce = 500;
/** Subscriptions to another topic, which get nothing. */
const others = 20;
const lastKillTimeoutMs = 180_000;
const sendingTimeoutMs = 900_000;

/**
 * Tests that every subscriber gets an issue once: kills the built server with SIGKILL at random moments while an article is sent, on SQLite
 * or postgres, and finally counts what is in the database and in the mail server. Meanwhile clients send enquiries, whose e-mails have to
 * leave too. --size is the number of subscribers.
 *
 * Fails when a subscriber has no e-mail, or e-mails with two Message-IDs, when somebody else has one, or when an e-mail of an enquiry is
 * missing. The longest waits of other e-mails are printed, also of those that no kill came between. The last kill comes while the issue is half written and its e-mails are leaving.
 */
await runKillTest(
	"tests/faults/newsletter-kill.ts",
	(subscribers = defaultSubscribers) => {
		const subject = `Issue ${randomUUID()}`;
		const issue = "NWS-00000001";
		const addressOf = (index: number) => `reader-${index}@reader.example`;
		let acknowledged = 0;
		let unexpected = 0;
		let lastKillCameBetween = false;
		const kills: number[] = [];

		return {
			settings: { NEWSLETTERS_PER_HOUR: "10000000" },
			async prepare(database) {
				const now = Temporal.Now.instant();
				const company = await readFile("content/company.yml", "utf8");
				await publishTexts(database, { "company.yml": `${company}\nparts:\n  newsletter: true\n` });
				for (let from = 0; from < subscribers + others; from += subscribersAtOnce)
					await database.write(async (transaction) => {
						const to = Math.min(from + subscribersAtOnce, subscribers + others);
						for (let index = from; index < to; index++) {
							const reference = `SUB-${String(index).padStart(8, "0")}`;
							const topics = index < subscribers ? [] : ["Another"];
							await insertSubscriber(transaction, { reference, email: addressOf(index), topics }, now);
						}
					});
				await database.write(async (transaction) => {
					await insertIssue(transaction, {
						id: issue,
						article,
						topic: "",
						title: "",
						html: "",
						subject,
						preheader: "",
						createdAt: now,
						createdBy: "editor",
					});
					await changeIssue(transaction, issue, ["draft"], { state: "scheduled", dueAt: now });
				});
			},
			async act(url) {
				await sendEnquiry(url, () => unexpected++);
				acknowledged += 1;
			},
			async afterKill() {
				kills.push(Date.now());
			},
			describeProgress: () => `${acknowledged} enquiries acknowledged`,
			async beforeLastKill(_url, _dataDirectory, db) {
				await waitUntil(async () => {
					const { written } = await countWritten(db);
					const email = await db
						.selectFrom("emails")
						.select("id")
						.where("kind", "=", newsletterKind)
						.where("state", "=", "waiting")
						.where("lease", "is not", null)
						.executeTakeFirst();
					lastKillCameBetween = written > 0 && written < subscribers && email !== undefined;
					return lastKillCameBetween || written === subscribers;
				}, lastKillTimeoutMs);
			},
			async examine(db, mailServer) {
				await waitUntil(async () => {
					const { state } = await db
						.selectFrom("newsletterIssues")
						.select("state")
						.where("id", "=", issue)
						.executeTakeFirstOrThrow();
					return state === "sent";
				}, sendingTimeoutMs);
				await waitForEmails(db);
				const sent = mailServer.emails.filter((email) => email.subject === subject);
				const byAddress = Map.groupBy(sent, ({ envelopeRecipients }) => envelopeRecipients.join());
				const arrived = new Set(mailServer.emails.map(({ messageId }) => messageId));
				const enquiryEmails = await db
					.selectFrom("emails")
					.select(["messageId", "queuedAt", "sentAt"])
					.where("kind", "!=", newsletterKind)
					.execute();
				const waits = enquiryEmails.map(({ queuedAt, sentAt }) => {
					const [from, to] = [Date.parse(queuedAt), Date.parse(sentAt ?? queuedAt)];
					return { ms: to - from, isInterrupted: kills.some((at) => at >= from && at <= to) };
				});
				const longest = (of: readonly { ms: number }[]) => Math.max(0, ...of.map(({ ms }) => ms));
				const wanted = Array.from({ length: subscribers }, (_, index) => addressOf(index));
				const isWanted = new Set(wanted);
				return {
					sums: {
						subscribers,
						acknowledged,
						lastKillCameBetween: lastKillCameBetween ? 1 : 0,
						otherEmails: waits.length,
						longestWaitMs: longest(waits),
						longestWaitWithoutKillMs: longest(waits.filter(({ isInterrupted }) => !isInterrupted)),
						emailsDeliveredAgain: [...Map.groupBy(sent, ({ messageId }) => messageId).values()].filter(
							(same) => same.length > 1,
						).length,
					},
					faults: {
						nothingAcknowledged: acknowledged === 0 ? 1 : 0,
						notReached: wanted.filter((address) => !byAddress.has(address)).length,
						reachedTwice: [...byAddress.values()].filter(
							(same) => new Set(same.map(({ messageId }) => messageId)).size > 1,
						).length,
						reachedOthers: [...byAddress.keys()].filter((address) => !isWanted.has(address)).length,
						enquiryEmailsNotDelivered: enquiryEmails.filter(({ messageId }) => !arrived.has(messageId)).length,
						unexpectedResponses: unexpected,
					},
				};
			},
		};
	},
	{ clients: 2, longestLifeMs: 4_000 },
);

async function countWritten(db: Parameters<typeof waitForEmails>[0]): Promise<{ written: number }> {
	const { count } = await db
		.selectFrom("newsletterDeliveries")
		.select((of) => of.fn.countAll<number | string>().as("count"))
		.executeTakeFirstOrThrow();
	return { written: Number(count) };
}
