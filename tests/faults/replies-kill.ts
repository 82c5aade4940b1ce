import { randomUUID } from "node:crypto";
import { replyEmailKind } from "../../core/conversations/email-kinds.ts";
import { storeEnquiry } from "../support/enquiries.ts";
import { signInStaff } from "../support/staff.ts";
import { countDeliveries, runKillTest, sendUntilAccepted, waitUntil } from "./kill-harness.ts";

/** Each has its own member and enquiry. */
const mostClients = 20;
/** This share of replies is undone at once. */
const withdrawnShare = 0.2;
/** They leave ten seconds after they were written. */
const lastRepliesTimeoutMs = 180_000;

/**
 * Tests that no acknowledged reply is lost and no undone one is sent: kills the built server with SIGKILL at random moments while staff
 * reply to enquiries at the desk, on SQLite or postgres, and finally counts what is in the database and in the mail server.
 *
 * Every client sends the form of a reply, with a file, until it is acknowledged. After a lost response it is sent again with the form's
 * key. Fails when an acknowledged reply is missing or duplicated, when its e-mail is missing, says something else or lacks the file, when
 * there is an e-mail without a reply, or when an undone one arrives.
 */
await runKillTest("tests/faults/replies-kill.ts", () => {
	const references: string[] = [];
	const acknowledged: string[] = [];
	const withdrawn: string[] = [];
	let cookie = "";
	let unexpected = 0;
	let sentAgain = 0;

	return {
		async prepare(database) {
			const now = Temporal.Now.instant();
			const { token } = await signInStaff(database, { now, roles: ["sales"], email: `${randomUUID()}@staff.example` });
			cookie = `desk-session=${token}`;
			for (let client = 0; client < mostClients; client++)
				references.push(
					await storeEnquiry(database, {
						reference: `ENQ-${String(client).padStart(8, "0")}`,
						email: `${client}@visitor.example`,
						receivedAt: now,
					}),
				);
		},
		async act(_url, client, deskUrl) {
			const token = randomUUID();
			const page = `${deskUrl}/enquiries/${references[client % mostClients]}`;
			let attempts = 0;
			const post = async (createBody: () => FormData | URLSearchParams) =>
				sendUntilAccepted(
					page,
					() => {
						attempts++;
						return { method: "POST", headers: { origin: deskUrl, cookie }, body: createBody() };
					},
					[303],
					() => unexpected++,
				);
			const key = randomUUID();
			await post(() => {
				const form = new FormData();
				const fields = { do: "send", key, subject: token, text: `${token}\n\nGladly.` };
				for (const [name, value] of Object.entries(fields)) form.append(name, value);
				form.append("files", new File([token], "offer.txt", { type: "text/plain" }));
				return form;
			});
			if (attempts > 1) sentAgain++;
			if (Math.random() >= withdrawnShare) {
				acknowledged.push(token);
				return;
			}
			const id = await findReplyId(page, cookie, token);
			const answer = id === undefined ? undefined : await post(() => new URLSearchParams({ do: "withdraw", id }));
			// It may have left while the server was away.
			if (answer?.headers.get("location")?.includes("again=")) withdrawn.push(id ?? "");
		},
		describeProgress: () => `${acknowledged.length} acknowledged, ${withdrawn.length} taken back`,
		async examine(db, mailServer) {
			const listEmails = () =>
				db.selectFrom("emails").select(["messageId", "state"]).where("kind", "=", replyEmailKind).execute();
			await waitUntil(async () => (await listEmails()).every(({ state }) => state !== "waiting"), lastRepliesTimeoutMs);
			const emails = await listEmails();
			const replies = await db.selectFrom("recordReplies").selectAll().execute();
			const repliesBySubject = Map.groupBy(replies, ({ subject }) => subject);
			const deliveries = Map.groupBy(mailServer.emails, ({ messageId }) => messageId ?? "");
			const taken = replies.filter(({ withdrawnAt }) => withdrawnAt !== null);
			const left = replies.filter(({ withdrawnAt }) => withdrawnAt === null);
			const { emailsNotDelivered, emailsDeliveredAgain } = countDeliveries(emails, mailServer);
			return {
				sums: {
					acknowledged: acknowledged.length,
					stopped: withdrawn.length,
					sentAgain,
					emailsDeliveredAgain,
				},
				faults: {
					nothingAcknowledged: acknowledged.length === 0 ? 1 : 0,
					doubled: [...repliesBySubject.values()].filter((same) => same.length > 1).length,
					lost: acknowledged.filter((token) => !repliesBySubject.has(token)).length,
					notStopped: withdrawn.filter((id) => !taken.some((reply) => reply.id === id)).length,
					sentThoughStopped: taken.filter(({ messageId }) => deliveries.has(messageId)).length,
					notSent: left.filter(({ messageId }) => !deliveries.has(messageId)).length,
					sentOtherwise: left.filter(
						({ messageId, subject, text, recipient }) =>
							!deliveries
								.get(messageId)
								?.every(
									(email) =>
										email.text?.trim() === text &&
										email.envelopeRecipients.join() === recipient &&
										email.attachments.map(({ content }) => readContent(content)).join() === subject,
								),
					).length,
					emailsWithoutReply: emails.filter(({ messageId }) => !left.some((reply) => reply.messageId === messageId))
						.length,
					emailsNotDelivered,
					unexpectedResponses: unexpected,
				},
			};
		},
	};
});

function readContent(content: string | ArrayBuffer | Uint8Array): string {
	return typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString();
}

/** Finds on a record's page which reply can be undone; undefined when there is none. */
async function findReplyId(page: string, cookie: string, token: string): Promise<string | undefined> {
	const response = await fetch(page, { headers: { cookie } }).catch(() => undefined);
	const html = (await response?.text().catch(() => "")) ?? "";
	const shown = html.slice(html.indexOf(token));
	return /name="id" value="([^"]+)"[^>]*>\s*<button[^>]*value="withdraw"/.exec(shown)?.[1];
}
