import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replyEmailKind } from "../../core/conversations/email-kinds.ts";
import type { Connection } from "../../platform/database/database.ts";
import { storeApplication } from "../support/applications.ts";
import { signInStaff } from "../support/staff.ts";
import { countDeliveries, runKillTest, sendUntilAccepted, waitUntil } from "./kill-harness.ts";

/** The limit of one action. */
const applicantsOfEach = 500;
/** While one's replies are written, another's leave. */
const clients = 2;
/** For the last kill, which needs both at once. */
const lastKillTimeoutMs = 180_000;
const sendingTimeoutMs = 600_000;

/**
 * Tests that a bulk reply to 500 applicants reaches each of them once: kills the built server with SIGKILL at random moments while
 * recruiters reply to all of theirs again and again, on SQLite or postgres, and finally counts what is in the database and in the mail
 * server. The last kill comes while one action is half written and e-mails of others are leaving.
 *
 * Every client opens the preview and sends its form until it is acknowledged, as a browser does after a lost response. Fails when an
 * acknowledged action has missed an applicant or replied twice, when a reply has no e-mail, one for somebody else or with another text, or
 * when two e-mails of one reply have different Message-IDs.
 */
await runKillTest(
	"tests/faults/bulk-replies-kill.ts",
	() => {
		const references: string[][] = [];
		const acknowledged = new Set<string>();
		const begun: string[] = [];
		let cookie = "";
		let unexpected = 0;
		let lastKillCameBetween = false;

		return {
			async prepare(database, dataDirectory) {
				const files = join(dataDirectory, "files");
				await mkdir(files, { recursive: true });
				const now = Temporal.Now.instant();
				const email = `${randomUUID()}@staff.example`;
				const { token } = await signInStaff(database, { now, roles: ["recruiter"], email });
				cookie = `desk-session=${token}`;
				for (let client = 0; client < clients; client++) {
					const own: string[] = [];
					for (let index = 0; index < applicantsOfEach; index++) {
						const reference = `APP-${client}${String(index).padStart(7, "0")}`;
						await writeFile(join(files, `${reference}.pdf`), "a");
						const answers = { email: `${client}-${index}@applicant.example`, fullName: `Asha${index} Rao` };
						own.push(await storeApplication(database, { reference, receivedAt: now, answers }));
					}
					references.push(own);
				}
			},
			async act(_url, client, deskUrl) {
				const own = references[client % clients] ?? [];
				const subject = randomUUID();
				const draft = { subject, text: `Dear {firstName},\n\n${subject}, {reference}`, stage: "rejected", delay: "0" };
				const post = (fields: [string, string][]) => {
					const headers = { origin: deskUrl, cookie };
					return sendUntilAccepted(
						`${deskUrl}/applications/answer`,
						() => ({ method: "POST", headers, body: new URLSearchParams(fields) }),
						[fields.some(([, value]) => value === "send") ? 303 : 200],
						() => unexpected++,
					);
				};
				const common: [string, string][] = [
					...Object.entries(draft),
					...own.map((reference): [string, string] => ["reference", reference]),
				];
				const preview = await (await post([...common, ["step", "preview"]])).text();
				const versions = [...preview.matchAll(/name="version" value="(\d+)"/g)].map(([, version = ""]) => version);
				const [, batch = ""] = /name="batch" value="([^"]+)"/.exec(preview) ?? [];
				if (versions.length !== own.length) throw new Error(`The preview showed ${versions.length} answers`);
				begun.push(batch);
				const form = [...common, ...versions.map((version): [string, string] => ["version", version])];
				await post([...form, ["batch", batch], ["step", "send"]]);
				acknowledged.add(batch);
			},
			describeProgress: () => `${acknowledged.size} actions acknowledged`,
			async beforeLastKill(_url, _dataDirectory, db) {
				await waitUntil(async () => {
					const isHalfWritten = (await Promise.all(begun.slice(-clients).map((batch) => countAnswers(db, batch)))).some(
						(count) => count > 0 && count < applicantsOfEach,
					);
					lastKillCameBetween = isHalfWritten && (await areOnTheirWay(db));
					return lastKillCameBetween;
				}, lastKillTimeoutMs);
			},
			async examine(db, mailServer) {
				await waitUntil(async () => !(await areWaiting(db)), sendingTimeoutMs);
				const answers = await db
					.selectFrom("recordAnswers")
					.innerJoin("recordReplies", "recordReplies.id", "recordAnswers.replyId")
					.selectAll("recordReplies")
					.select("recordAnswers.batch")
					.execute();
				const emails = await db.selectFrom("emails").select("messageId").where("kind", "=", replyEmailKind).execute();
				const deliveries = Map.groupBy(mailServer.emails, ({ messageId }) => messageId ?? "");
				/** Received e-mails by action and address. */
				const received = Map.groupBy(
					mailServer.emails.filter(({ subject }) => answers.some((answer) => answer.subject === subject)),
					({ subject = "", envelopeRecipients }) => `${subject} ${envelopeRecipients.join()}`,
				);
				const { emailsNotDelivered, emailsDeliveredAgain } = countDeliveries(emails, mailServer);
				const byBatch = Map.groupBy(answers, ({ batch }) => batch);
				return {
					sums: { acknowledged: acknowledged.size, answers: answers.length, emailsDeliveredAgain },
					faults: {
						nothingAcknowledged: acknowledged.size === 0 ? 1 : 0,
						lastKillElsewhere: lastKillCameBetween ? 0 : 1,
						notAnswered: [...acknowledged].filter(
							(batch) => new Set(byBatch.get(batch)?.map(({ reference }) => reference)).size !== applicantsOfEach,
						).length,
						answeredTwice: [...byBatch.values()].filter(
							(own) => new Set(own.map(({ reference }) => reference)).size !== own.length,
						).length,
						twoMessageIds: [...received.values()].filter(
							(same) => new Set(same.map(({ messageId }) => messageId)).size > 1,
						).length,
						notSent: answers.filter(({ messageId }) => !deliveries.has(messageId)).length,
						sentOtherwise: answers.filter(
							({ messageId, recipient, text }) =>
								!deliveries
									.get(messageId)
									?.every((email) => email.envelopeRecipients.join() === recipient && email.text?.trim() === text),
						).length,
						emailsNotDelivered,
						unexpectedResponses: unexpected,
					},
				};
			},
		};
	},
	{ clients, longestLifeMs: 3_000 },
);

async function countAnswers(db: Connection, batch: string): Promise<number> {
	const { count } = await db
		.selectFrom("recordAnswers")
		.select((of) => of.fn.countAll<number | string>().as("count"))
		.where("batch", "=", batch)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Tells whether replies are still to leave, also those whose ten seconds are not over. */
async function areWaiting(db: Connection): Promise<boolean> {
	const email = await db
		.selectFrom("emails")
		.select("id")
		.where("kind", "=", replyEmailKind)
		.where("state", "=", "waiting")
		.executeTakeFirst();
	return email !== undefined;
}

/** Tells whether an e-mail is being sent. */
async function areOnTheirWay(db: Connection): Promise<boolean> {
	const email = await db
		.selectFrom("emails")
		.select("id")
		.where("state", "=", "waiting")
		.where("lease", "is not", null)
		.executeTakeFirst();
	return email !== undefined;
}
