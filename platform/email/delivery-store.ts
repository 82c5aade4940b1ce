import { randomUUIDv7 } from "node:crypto";
import type { ExpressionBuilder, Selectable, Updateable } from "kysely";
import type { Connection } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import type { Tables } from "../database/tables.ts";
import type { Attachment, EmailToRender, RenderedEmail } from "./email.ts";
import { due, isDue, isEmail, isUnleased, type EmailsTable } from "./emails-table.ts";

/** An e-mail that this process may send until its lease ends. */
export type ClaimedEmail = EmailToRender & {
	id: string;
	/** Fixed when the e-mail was written, so that a mail program shows a second copy only once. */
	messageId: string;
	/** Its text, if the release that wrote it stored one. */
	stored: RenderedEmail | undefined;
	/** Since when it has waited; for a scheduled e-mail, since it fell due. */
	queuedAt: Temporal.Instant;
	lease: string;
	/** Number of earlier attempts to send it. */
	attempts: number;
};

/**
 * Claims due e-mails, oldest attempt first; no other process gets them until the lease ends.
 *
 * When a process dies its leases end by themselves, and its e-mails are due again.
 *
 * @param kinds kinds that can be rendered here
 * @param takesStored whether e-mails of other kinds are claimed too if they have a stored text
 * @param inOrder whether one waits for those that were written before it about the same record to the same recipient
 * @param except recipients who get nothing now
 */
export async function claimDueEmails(
	db: Connection,
	{
		now,
		leaseUntil,
		limit,
		kinds,
		takesStored = true,
		inOrder = false,
		except = [],
	}: {
		now: Temporal.Instant;
		leaseUntil: Temporal.Instant;
		limit: number;
		kinds: readonly string[];
		takesStored?: boolean;
		inOrder?: boolean;
		except?: readonly string[];
	},
): Promise<ClaimedEmail[]> {
	const nowText = toInstantText(now);
	const lease = randomUUIDv7();
	const rows = await db
		.updateTable("emails")
		.set((set) => ({
			lease,
			leaseExpiresAt: toInstantText(leaseUntil),
			// An older release that released it records neverForOlderReleases as the start of its wait.
			queuedAt: set.case().when("queuedAt", ">", nowText).then(nowText).else(set.ref("queuedAt")).end(),
		}))
		.where("id", "in", (query) =>
			query
				.selectFrom("emails")
				.select("id")
				.where("state", "=", "waiting")
				.where(isDue(now))
				.where((where) => where.or([...(takesStored ? [where("dueAt", "is", null)] : []), where("kind", "in", kinds)]))
				.where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", nowText)]))
				.where(isUnleased(now))
				.$if(except.length > 0, (some) => some.where("recipient", "not in", except))
				.$if(inOrder, (some) => some.where(isNext))
				.orderBy(due)
				.orderBy("id")
				.limit(limit),
		)
		// PostgreSQL runs the inner query before it waits for rows that another process is claiming, and afterwards checks only these
		// conditions.
		.where("state", "=", "waiting")
		.where(isUnleased(now))
		.returningAll()
		.execute();
	return rows.map((row) => toClaimedEmail(row, lease));
}

/** A condition for messages before which no other about the same record waits for the same recipient. */
function isNext(where: ExpressionBuilder<Tables, "emails">) {
	return where.not(
		where.exists((of) =>
			of
				.selectFrom("emails as earlier")
				.select("earlier.id")
				.whereRef("earlier.reference", "=", "emails.reference")
				.whereRef("earlier.kind", "=", "emails.kind")
				.whereRef("earlier.recipient", "=", "emails.recipient")
				.whereRef("earlier.id", "<", "emails.id")
				.where("earlier.state", "=", "waiting"),
		),
	);
}

/** Renews the lease of an e-mail that is being sent, unless another process has it. */
export async function renewLease(db: Connection, { id, lease }: ClaimedEmail, until: Temporal.Instant): Promise<void> {
	await db
		.updateTable("emails")
		.set({ leaseExpiresAt: toInstantText(until) })
		.where("id", "=", id)
		.where("lease", "=", lease)
		.execute();
}

/** The columns of an e-mail whose text is no longer needed: no private links, nothing a visitor wrote. */
const forgotten = {
	replyTo: null,
	subject: "",
	html: "",
	text: "",
	attachments: "[]",
	headers: null,
	parameters: null,
} satisfies Updateable<EmailsTable>;

/** Records that a mail server took the e-mail, and clears its text; its lease no longer matters. */
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

/** Deletes a message that is over, unless another process has its lease. */
export async function deleteClaimed(db: Connection, { id, lease }: ClaimedEmail): Promise<void> {
	await db.deleteFrom("emails").where("id", "=", id).where("lease", "=", lease).execute();
}

/** Records that an e-mail has become pointless, and why, unless another process has its lease. This is final. */
export async function markEmailNotSent(
	db: Connection,
	email: ClaimedEmail,
	outcome: { now: Temporal.Instant; reason: string },
): Promise<void> {
	await settle(db, email, {
		state: "failed",
		notSentAt: toInstantText(outcome.now),
		lastError: `Not sent: ${outcome.reason}`,
		...forgotten,
	});
}

/**
 * Records a failed attempt and when the next is due, unless another process has the e-mail's lease.
 *
 * @param outcome.waitsSince when its wait starts over; without it, its wait continues
 */
export async function markEmailForRetry(
	db: Connection,
	email: ClaimedEmail,
	outcome: { nextAttemptAt: Temporal.Instant; error: string; waitsSince?: Temporal.Instant },
): Promise<void> {
	await settle(db, email, {
		attempts: email.attempts + 1,
		...(email.stored
			? { nextAttemptAt: toInstantText(outcome.nextAttemptAt) }
			: { dueAt: toInstantText(outcome.nextAttemptAt) }),
		...(outcome.waitsSince && { queuedAt: toInstantText(outcome.waitsSince) }),
		lastError: outcome.error,
	});
}

/** Records that a mail server refused the e-mail for good; only retryFailedEmails brings it back. */
export async function markEmailFailed(db: Connection, email: ClaimedEmail, error: string): Promise<void> {
	await settle(db, email, { state: "failed", attempts: email.attempts + 1, lastError: error });
}

/** Records the outcome of a claimed e-mail and ends its lease, unless another process has it. */
async function settle(db: Connection, { id, lease }: ClaimedEmail, outcome: Updateable<EmailsTable>): Promise<void> {
	await db
		.updateTable("emails")
		.set({ ...outcome, lease: null, leaseExpiresAt: null })
		.where("id", "=", id)
		.where("lease", "=", lease)
		.execute();
}

/** Deletes waiting e-mails and messages that have expired and returns them; those being sent stay. */
export async function deleteExpiredEmails(
	db: Connection,
	now: Temporal.Instant,
): Promise<{ kind: string; reference: string }[]> {
	const nowText = toInstantText(now);
	return db
		.deleteFrom("emails")
		.where("state", "=", "waiting")
		.where("expiresAt", "<=", nowText)
		.where(isUnleased(now))
		.returning(["kind", "reference"])
		.execute();
}

/** Lists the kinds, other than the given ones, of due e-mails without a stored text. */
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
		.where(isDue(now))
		.where(isEmail)
		.where("kind", "not in", kinds)
		.orderBy("kind")
		.execute();
	return rows.map(({ kind }) => kind);
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

/** Returns the text of an e-mail whose release stored it. */
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
