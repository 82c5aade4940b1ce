import { randomUUIDv7 } from "node:crypto";
import type { Selectable, Updateable } from "kysely";
import type { Connection } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import type { Attachment, EmailToRender, RenderedEmail } from "./email.ts";
import { due, isUnleased, lateAfter, type EmailsTable } from "./emails-table.ts";

/** An e-mail that this process may send until its lease ends. */
export type ClaimedEmail = EmailToRender & {
	id: string;
	/** Fixed when the e-mail was written, so that a mail program shows an e-mail that was sent twice once. */
	messageId: string;
	/** Its text, where the release that wrote it stored that. */
	stored: RenderedEmail | undefined;
	/** Since when it has been waiting; an e-mail that is for later, since it fell due. */
	queuedAt: Temporal.Instant;
	lease: string;
	/** How often sending was tried before. */
	attempts: number;
};

/**
 * Takes e-mails that are due, oldest attempt first; nobody else gets them until the lease ends.
 *
 * A lease that a dead process left behind ends by itself, and its e-mail is due again.
 *
 * @param kinds what can be rendered here; of others only those whose text is stored are taken
 */
export async function claimDueEmails(
	db: Connection,
	{
		now,
		leaseUntil,
		limit,
		kinds,
	}: { now: Temporal.Instant; leaseUntil: Temporal.Instant; limit: number; kinds: readonly string[] },
): Promise<ClaimedEmail[]> {
	const nowText = toInstantText(now);
	const lease = randomUUIDv7();
	const rows = await db
		.updateTable("emails")
		.set((set) => ({
			lease,
			leaseExpiresAt: toInstantText(leaseUntil),
			// A release before that let it go believes that it has been waiting since a day that never comes.
			queuedAt: set.case().when("queuedAt", ">", nowText).then(nowText).else(set.ref("queuedAt")).end(),
		}))
		.where("id", "in", (query) =>
			query
				.selectFrom("emails")
				.select("id")
				.where("state", "=", "waiting")
				.where(due, "<=", nowText)
				.where((where) => where.or([where("dueAt", "is", null), where("kind", "in", kinds)]))
				.where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", nowText)]))
				.where(isUnleased(nowText))
				.orderBy(due)
				.orderBy("id")
				.limit(limit),
		)
		// PostgreSQL runs the inner query before it waits for a row that another process is claiming, and then checks only these.
		.where("state", "=", "waiting")
		.where(isUnleased(nowText))
		.returningAll()
		.execute();
	return rows.map((row) => toClaimedEmail(row, lease));
}

/** Keeps an e-mail that is still being sent from everybody else for longer, unless it has gone to somebody else already. */
export async function renewLease(db: Connection, { id, lease }: ClaimedEmail, until: Temporal.Instant): Promise<void> {
	await db
		.updateTable("emails")
		.set({ leaseExpiresAt: toInstantText(until) })
		.where("id", "=", id)
		.where("lease", "=", lease)
		.execute();
}

/** What is left of an e-mail that needs no text any more: neither private links nor what a visitor wrote. */
const forgotten = {
	replyTo: null,
	subject: "",
	html: "",
	text: "",
	attachments: "[]",
	headers: null,
	parameters: null,
} satisfies Updateable<EmailsTable>;

/** Records that a mail server took the e-mail, and forgets what it said; its lease does not matter any more. */
export async function markEmailSent(db: Connection, email: ClaimedEmail, now: Temporal.Instant): Promise<void> {
	await db
		.updateTable("emails")
		.set({
			state: "sent",
			attempts: email.attempts + 1,
			sentAt: toInstantText(now),
			lease: null,
			leaseExpiresAt: null,
			lastError: null,
			...forgotten,
		})
		.where("id", "=", email.id)
		.execute();
}

/** Records that an e-mail makes no sense any more, and why, unless its lease has gone to somebody else; nothing brings it back. */
export async function markEmailNotSent(
	db: Connection,
	email: ClaimedEmail,
	outcome: { now: Temporal.Instant; reason: string },
): Promise<void> {
	await db
		.updateTable("emails")
		.set({
			state: "failed",
			notSentAt: toInstantText(outcome.now),
			lastError: `Not sent: ${outcome.reason}`,
			lease: null,
			leaseExpiresAt: null,
			...forgotten,
		})
		.where("id", "=", email.id)
		.where("lease", "=", email.lease)
		.execute();
}

/** Records a failed attempt and when the next is due, unless the e-mail's lease has gone to somebody else. */
export async function markEmailForRetry(
	db: Connection,
	email: ClaimedEmail,
	outcome: { nextAttemptAt: Temporal.Instant; error: string },
): Promise<void> {
	await db
		.updateTable("emails")
		.set({
			attempts: email.attempts + 1,
			...(email.stored
				? { nextAttemptAt: toInstantText(outcome.nextAttemptAt) }
				: { dueAt: toInstantText(outcome.nextAttemptAt) }),
			lastError: outcome.error,
			lease: null,
			leaseExpiresAt: null,
		})
		.where("id", "=", email.id)
		.where("lease", "=", email.lease)
		.execute();
}

/** Records that a mail server refused the e-mail for good; only retryFailedEmails brings it back. */
export async function markEmailFailed(db: Connection, email: ClaimedEmail, error: string): Promise<void> {
	await db
		.updateTable("emails")
		.set({ state: "failed", attempts: email.attempts + 1, lastError: error, lease: null, leaseExpiresAt: null })
		.where("id", "=", email.id)
		.where("lease", "=", email.lease)
		.execute();
}

/** Deletes the waiting e-mails that have expired and gives them; those that are being sent right now stay. */
export async function deleteExpiredEmails(
	db: Connection,
	now: Temporal.Instant,
): Promise<{ kind: string; reference: string }[]> {
	const nowText = toInstantText(now);
	return db
		.deleteFrom("emails")
		.where("state", "=", "waiting")
		.where("expiresAt", "<=", nowText)
		.where(isUnleased(nowText))
		.returning(["kind", "reference"])
		.execute();
}

/** Tells of which kinds, other than some, e-mails are due that hold no text. */
export async function listOtherKindsDue(
	db: Connection,
	{ now, kinds }: { now: Temporal.Instant; kinds: readonly string[] },
): Promise<string[]> {
	const rows = await db
		.selectFrom("emails")
		.select("kind")
		.distinct()
		.where("state", "=", "waiting")
		.where("dueAt", "is not", null)
		.where(due, "<=", toInstantText(now))
		.where("kind", "not in", kinds)
		.orderBy("kind")
		.execute();
	return rows.map(({ kind }) => kind);
}

/** Marks the e-mails that have become late since the last call and gives them, each of them once in its life. */
export async function markLateEmails(
	db: Connection,
	now: Temporal.Instant,
): Promise<{ kind: string; reference: string }[]> {
	return db
		.updateTable("emails")
		.set({ alarmedAt: toInstantText(now) })
		.where("state", "=", "waiting")
		.where("queuedAt", "<=", toInstantText(now.subtract(lateAfter)))
		.where("alarmedAt", "is", null)
		.returning(["kind", "reference"])
		.execute();
}

function toClaimedEmail(row: Selectable<EmailsTable>, lease: string): ClaimedEmail {
	const { id, messageId, kind, reference, recipient, attempts, parameters } = row;
	return {
		id,
		messageId,
		kind,
		reference,
		recipient,
		attempts,
		lease,
		parameters: parameters === null ? undefined : JSON.parse(parameters),
		queuedAt: Temporal.Instant.from(row.queuedAt),
		stored: row.dueAt === null ? toStoredText(row) : undefined,
	};
}

/** The text of an e-mail that a release wrote which stored it. */
function toStoredText({ subject, html, text, replyTo, attachments, headers }: Selectable<EmailsTable>): RenderedEmail {
	return {
		subject,
		html,
		text,
		...(replyTo !== null && { replyTo }),
		attachments: JSON.parse(attachments) as Attachment[],
		headers: JSON.parse(headers ?? "{}") as Record<string, string>,
	};
}
