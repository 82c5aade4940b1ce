import { randomUUIDv7 } from "node:crypto";
import { sql, type Insertable, type Selectable, type SelectQueryBuilder, type Updateable } from "kysely";
import { z } from "zod";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import type { Tables } from "../database/tables.ts";
import type { Attachment, EmailIntent, EmailToRender, RenderedEmail } from "./email.ts";

/** An e-mail that waits longer than this is late, and somebody should look why. */
export const lateAfter = Temporal.Duration.from({ minutes: 15 });

/** held: waits for somebody's decision; failed: a mail server refused it, and it was given up. */
export type EmailState = "held" | "waiting" | "sent" | "failed";

/**
 * E-mails as staff tell them apart: of those that wait, some are late, and some not due yet; of those that are held, some are withheld
 * because their recipient has had enough e-mails for a day; of those that failed, some were not sent because they made no sense any more.
 */
export type EmailGroup = EmailState | "scheduled" | "late" | "withheld" | "not-sent";
export type EmailCounts = Record<EmailGroup, number>;

type EmailsTable = {
	id: string;
	messageId: string;
	kind: string;
	reference: string;
	recipient: string;
	replyTo: string | null;
	subject: string;
	html: string;
	text: string;
	attachments: string;
	state: EmailState;
	attempts: number;
	queuedAt: string;
	nextAttemptAt: string;
	lease: string | null;
	leaseExpiresAt: string | null;
	lastError: string | null;
	alarmedAt: string | null;
	sentAt: string | null;
	expiresAt: string | null;
	headers: string | null;
	/** When it was found to be one too many for its recipient; it is held then. */
	withheldAt: string | null;
	/** JSON of what its text needs beside its record; null when that is nothing, and once it has left. */
	parameters: string | null;
	/** When it is due; null for one whose text is stored, which is due at nextAttemptAt. */
	dueAt: string | null;
	/** When it was found to make no sense any more; it is failed then. */
	notSentAt: string | null;
};

/** Stands in nextAttemptAt of e-mails without a stored text: releases that know no other never find them due. */
const neverForOlderReleases = "9999-12-31T23:59:59.999Z";

/** What somebody was told, and when last: of several servers, one tells it. */
type ToldThingsTable = { name: string; toldAt: string };

declare module "../database/tables.ts" {
	interface Tables {
		emails: EmailsTable;
		toldThings: ToldThingsTable;
	}
}

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

/** An e-mail as staff see it in a list. */
export type EmailSummary = {
	id: string;
	messageId: string;
	reference: string;
	kind: string;
	recipient: string;
	state: EmailState;
	attempts: number;
	queuedAt: Temporal.Instant;
	nextAttemptAt: Temporal.Instant;
	sentAt: Temporal.Instant | undefined;
	lastError: string | undefined;
	late: boolean;
	withheld: boolean;
	notSent: boolean;
};

export type EnqueueOptions = {
	now: Temporal.Instant;
	/** Right-hand side of the Message-IDs (RFC 5322, section 3.6.4). */
	messageIdDomain: string;
	/** "held" keeps e-mails back until releaseEmails. */
	state?: "waiting" | "held";
};

/** Puts an e-mail into the outbox, as part of the transaction that stores the record it belongs to, and gives its Message-ID. */
export async function enqueueEmail(
	transaction: WriteTransaction,
	email: EmailIntent,
	options: EnqueueOptions,
): Promise<string> {
	const row = toNewRow(email, options);
	await transaction.insertInto("emails").values(row).execute();
	return row.messageId;
}

/** Puts e-mails into the outbox with one statement, at least one, and gives their Message-IDs. */
export async function enqueueEmails(
	transaction: WriteTransaction,
	emails: EmailIntent[],
	options: EnqueueOptions,
): Promise<string[]> {
	const rows = emails.map((email) => toNewRow(email, options));
	await transaction.insertInto("emails").values(rows).execute();
	return rows.map(({ messageId }) => messageId);
}

function toNewRow(
	{ kind, reference, recipient, parameters, notBefore, expiresAt }: EmailIntent,
	{ now, messageIdDomain, state = "waiting" }: EnqueueOptions,
): Insertable<EmailsTable> {
	const id = randomUUIDv7();
	// An e-mail that is not due yet does not wait, and so cannot be late.
	const dueAt = toInstantText(notBefore ?? now);
	return {
		id,
		messageId: `<${id}@${messageIdDomain}>`,
		kind,
		reference,
		recipient,
		replyTo: null,
		subject: "",
		html: "",
		text: "",
		attachments: "[]",
		state,
		attempts: 0,
		queuedAt: dueAt,
		nextAttemptAt: neverForOlderReleases,
		dueAt,
		expiresAt: expiresAt ? toInstantText(expiresAt) : null,
		parameters: parameters ? JSON.stringify(parameters) : null,
		headers: null,
		withheldAt: null,
		notSentAt: null,
	};
}

/** When an e-mail is due, whichever release wrote it; the index emails_by_due is of these words. */
const due = sql<string>`coalesce(due_at, next_attempt_at)`;

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
				.where((where) => where.or([where("leaseExpiresAt", "is", null), where("leaseExpiresAt", "<=", nowText)]))
				.orderBy(due)
				.orderBy("id")
				.limit(limit),
		)
		// PostgreSQL runs the inner query before it waits for a row that another process is claiming, and then checks only these.
		.where("state", "=", "waiting")
		.where((where) => where.or([where("leaseExpiresAt", "is", null), where("leaseExpiresAt", "<=", nowText)]))
		.returningAll()
		.execute();
	return rows.map((row) => toClaimedEmail(row, lease));
}

/** How many e-mails may leave from now on; of all servers together. */
export type EmailRoom = { left: number; /** What is used up, if anything is. */ usedUp: "hour" | "day" | undefined };

/**
 * Tells how many e-mails may leave: what the caps allow for an hour and for 24, less what left in it and what is leaving now.
 *
 * @param caps 0 is no limit
 */
export async function findEmailRoom(
	db: Connection,
	caps: { perHour: number; perDay: number },
	now: Temporal.Instant,
): Promise<EmailRoom> {
	let room: EmailRoom = { left: Number.POSITIVE_INFINITY, usedUp: undefined };
	for (const [cap, hours, name] of [
		[caps.perHour, 1, "hour"],
		[caps.perDay, 24, "day"],
	] as const) {
		if (cap === 0) continue;
		const gone = await countGone(db, { since: now.subtract({ hours }), now });
		const left = Math.max(0, cap - gone);
		if (left < room.left) room = { left, usedUp: left === 0 ? name : undefined };
	}
	return room;
}

/**
 * Withholds those of claimed e-mails whose recipients have had as many as one may get in 24 hours, and gives the others.
 *
 * @param cap 0 is no limit
 * @param isExempt whether an e-mail goes to staff
 */
export async function withholdBeyondCap(
	transaction: WriteTransaction,
	emails: ClaimedEmail[],
	{ cap, isExempt, now }: { cap: number; isExempt: (email: ClaimedEmail) => boolean; now: Temporal.Instant },
): Promise<{ sendable: ClaimedEmail[]; withheld: ClaimedEmail[] }> {
	if (cap === 0) return { sendable: emails, withheld: [] };
	const sendable: ClaimedEmail[] = [];
	const withheld: ClaimedEmail[] = [];
	const leases = new Set(emails.map(({ lease }) => lease));
	for (const email of emails) {
		const recipient = email.recipient.toLowerCase();
		const isFree = isExempt(email);
		const had = isFree
			? 0
			: (await countGone(transaction, { since: now.subtract({ hours: 24 }), now, recipient, except: leases })) +
				sendable.filter((other) => other.recipient.toLowerCase() === recipient).length;
		if (isFree || had < cap) {
			sendable.push(email);
			continue;
		}
		withheld.push(email);
		await transaction
			.updateTable("emails")
			.set({
				state: "held",
				withheldAt: toInstantText(now),
				lastError: `Not sent: ${cap} e-mails went to this address within 24 hours`,
				lease: null,
				leaseExpiresAt: null,
			})
			.where("id", "=", email.id)
			.execute();
	}
	return { sendable, withheld };
}

/**
 * Counts the e-mails that have left since an instant and those that are leaving now, in one statement: one that leaves meanwhile is
 * neither missed nor counted twice.
 *
 * @param options narrowed to a recipient in lower case, and without those of some leases
 */
function countGone(
	db: Connection,
	{
		since,
		now,
		recipient,
		except,
	}: { since: Temporal.Instant; now: Temporal.Instant; recipient?: string; except?: ReadonlySet<string> },
): Promise<number> {
	return countWhere(db, (query) =>
		query
			.where((where) =>
				where.or([
					where("sentAt", ">", toInstantText(since)),
					where.and([
						where("state", "=", "waiting"),
						where("leaseExpiresAt", ">", toInstantText(now)),
						...(except && except.size > 0 ? [where("lease", "not in", [...except])] : []),
					]),
				]),
			)
			.$if(recipient !== undefined, (narrowed) => narrowed.where(sql`lower(recipient)`, "=", recipient as string)),
	);
}

async function countWhere(
	db: Connection,
	narrow: (query: SelectQueryBuilder<Tables, "emails", object>) => SelectQueryBuilder<Tables, "emails", object>,
): Promise<number> {
	const { count } = await narrow(db.selectFrom("emails"))
		.select(sql<number | string>`count(*)`.as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/**
 * Tells whether something is to be told now: nobody has told it since an instant. Of several who ask, one is told so.
 */
export async function claimTelling(
	transaction: WriteTransaction,
	name: string,
	{ now, notSince }: { now: Temporal.Instant; notSince: Temporal.Instant },
): Promise<boolean> {
	const claimed = await transaction
		.insertInto("toldThings")
		.values({ name, toldAt: toInstantText(now) })
		.onConflict((conflict) =>
			conflict
				.column("name")
				.doUpdateSet({ toldAt: toInstantText(now) })
				.where("toldThings.toldAt", "<", toInstantText(notSince)),
		)
		.returning("name")
		.executeTakeFirst();
	return claimed !== undefined;
}

/** Finds when something was told last. */
export async function findTelling(db: Connection, name: string): Promise<Temporal.Instant | undefined> {
	const row = await db.selectFrom("toldThings").select("toldAt").where("name", "=", name).executeTakeFirst();
	return row && Temporal.Instant.from(row.toldAt);
}

/** Takes back that something was told, for it could not be. */
export async function forgetTelling(db: Connection, name: string): Promise<void> {
	await db.deleteFrom("toldThings").where("name", "=", name).execute();
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

/** Lets the held e-mails of a record go out and tells how many there were. */
export async function releaseEmails(db: Connection, reference: string, now: Temporal.Instant): Promise<number> {
	const result = await requeue(db, now)
		.where("state", "=", "held")
		.where("reference", "=", reference)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/**
 * Lets the refused e-mails that have not expired be tried again, those of one record or all, and tells how many there were; of one record
 * also those that were withheld, which they are again while their recipient has had enough.
 */
export async function retryFailedEmails(
	db: Connection,
	reference: string | undefined,
	now: Temporal.Instant,
): Promise<number> {
	const result = await requeue(db, now)
		.where("notSentAt", "is", null)
		.where((where) =>
			reference === undefined
				? where("state", "=", "failed")
				: where.or([where("state", "=", "failed"), where("withheldAt", "is not", null)]),
		)
		.where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", toInstantText(now))]))
		.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** The statement that makes e-mails due: at once, or at their time when that is still to come. */
function requeue(db: Connection, now: Temporal.Instant) {
	const nowText = toInstantText(now);
	return db.updateTable("emails").set((set) => {
		const dueAt = set.case().when(due, ">", nowText).then(due).else(nowText).end();
		const isStored = set("dueAt", "is", null);
		return {
			state: "waiting",
			queuedAt: dueAt,
			dueAt: set.case().when(isStored).then(null).else(dueAt).end(),
			nextAttemptAt: set.case().when(isStored).then(dueAt).else(neverForOlderReleases).end(),
			alarmedAt: null,
			withheldAt: null,
		};
	});
}

/** Keeps back the e-mails of a record that have not gone out and tells how many; one that is being sent right now still goes. */
export async function holdEmails(db: Connection, reference: string): Promise<number> {
	const result = await db
		.updateTable("emails")
		.set({ state: "held" })
		.where("reference", "=", reference)
		.where("state", "in", ["waiting", "failed"])
		.where("notSentAt", "is", null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/**
 * Deletes e-mails of a record that have not gone out and tells how many; one that is being sent right now still goes.
 *
 * @param parameter only those that have it, where it is given; a value is a text without quotes, such as an id
 */
export async function deleteUnsentEmails(
	transaction: WriteTransaction,
	reference: string,
	kinds: readonly string[],
	parameter?: EmailParameter,
): Promise<number> {
	const result = await transaction
		.deleteFrom("emails")
		.where("reference", "=", reference)
		.where("kind", "in", kinds)
		.where("state", "!=", "sent")
		.$if(parameter !== undefined, (query) => query.where("parameters", "like", matchParameter(parameter)))
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

type EmailParameter = { name: string; value: string };

function matchParameter(parameter: EmailParameter | undefined): string {
	return `%${JSON.stringify(parameter?.name)}:${JSON.stringify(parameter?.value)}%`;
}

/** What of an e-mail that was set aside puts it back as it was: its text is made when it leaves. */
export const setAsideEmailSchema = z.object({
	id: z.string(),
	messageId: z.string(),
	kind: z.string(),
	recipient: z.string(),
	parameters: z.string().nullable(),
	dueAt: z.string().nullable(),
	expiresAt: z.string().nullable(),
});
export type SetAsideEmail = z.infer<typeof setAsideEmailSchema>;

/**
 * Deletes e-mails of a record that wait to leave, and gives what puts them back; one that is being sent right now still goes.
 *
 * @param parameter only those that have it, where it is given; a value is a text without quotes, such as an id
 */
export async function setAsideEmails(
	transaction: WriteTransaction,
	reference: string,
	kinds: readonly string[],
	parameter?: EmailParameter,
): Promise<SetAsideEmail[]> {
	if (kinds.length === 0) return [];
	const rows = await transaction
		.deleteFrom("emails")
		.where("reference", "=", reference)
		.where("kind", "in", kinds)
		.where("state", "!=", "sent")
		.$if(parameter !== undefined, (query) => query.where("parameters", "like", matchParameter(parameter)))
		.returning(["id", "messageId", "kind", "recipient", "parameters", "dueAt", "expiresAt", "state"])
		.execute();
	return rows.filter(({ state }) => state === "waiting").map(({ state: _, ...row }) => row);
}

/** Puts e-mails back that were set aside. */
export async function putBackEmails(
	transaction: WriteTransaction,
	reference: string,
	emails: readonly SetAsideEmail[],
	options: EnqueueOptions,
): Promise<void> {
	if (emails.length === 0) return;
	await transaction
		.insertInto("emails")
		.values(
			emails.map(({ kind, recipient, ...row }) => ({
				...toNewRow({ kind, reference, recipient }, options),
				...row,
				...(row.dueAt !== null && { queuedAt: row.dueAt }),
			})),
		)
		.execute();
}

/** Finds what has become of an e-mail; pointless is one that was found to make no sense any more. Undefined when it is gone. */
export async function findEmailState(
	db: Connection,
	messageId: string,
): Promise<{ state: EmailState; isPointless: boolean } | undefined> {
	const row = await db
		.selectFrom("emails")
		.select(["state", "notSentAt"])
		.where("messageId", "=", messageId)
		.executeTakeFirst();
	return row && { state: row.state, isPointless: row.notSentAt !== null };
}

/** Deletes one e-mail of a record that has not gone out and tells whether it was there; one that is being sent right now still goes. */
export async function deleteUnsentEmail(
	transaction: WriteTransaction,
	{ reference, messageId }: { reference: string; messageId: string },
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("emails")
		.where("reference", "=", reference)
		.where("messageId", "=", messageId)
		.where("state", "!=", "sent")
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/** Deletes every e-mail about these records, sent or not, and tells how many; one that is being sent right now still goes. */
export async function deleteEmailsOf(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	const result = await transaction.deleteFrom("emails").where("reference", "in", references).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Lists the records about which there are e-mails to an address, or whose answers go there; any case. */
export async function listReferencesOfAddress(db: Connection, address: string): Promise<string[]> {
	const rows = await db
		.selectFrom("emails")
		.select("reference")
		.distinct()
		.where((where) =>
			where.or([
				where(sql`lower(recipient)`, "=", address.toLowerCase()),
				where(sql`lower(reply_to)`, "=", address.toLowerCase()),
			]),
		)
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Lists the addresses that e-mails went to or wait for, in lower case, each once, in their order from the one after an address on. */
export async function listRecipients(
	db: Connection,
	{ after, limit }: { after: string; limit: number },
): Promise<string[]> {
	const { rows } = await sql<{ address: string }>`
		select distinct lower(recipient) as address from emails
		where lower(recipient) > ${after} order by lower(recipient) limit ${limit}`.execute(db);
	return rows.map(({ address }) => address);
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
		.where((where) => where.or([where("leaseExpiresAt", "is", null), where("leaseExpiresAt", "<=", nowText)]))
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

/** How many e-mails there are in each state, and how many of the waiting ones are late; scheduled ones are not due yet. */
export async function countEmails(db: Connection, now: Temporal.Instant): Promise<EmailCounts> {
	const rows = await db
		.selectFrom("emails")
		.select(["state", sql<number | string>`count(*)`.as("count")])
		.groupBy("state")
		.execute();
	const waiting = db
		.selectFrom("emails")
		.select(sql<number | string>`count(*)`.as("count"))
		.where("state", "=", "waiting");
	const late = await waiting.where("queuedAt", "<=", toInstantText(now.subtract(lateAfter))).executeTakeFirstOrThrow();
	const scheduled = await waiting.where("queuedAt", ">", toInstantText(now)).executeTakeFirstOrThrow();
	const withheld = await countWhere(db, (query) =>
		query.where("state", "=", "held").where("withheldAt", "is not", null),
	);
	const notSent = await countWhere(db, (query) =>
		query.where("state", "=", "failed").where("notSentAt", "is not", null),
	);
	const counts = {
		held: 0,
		withheld,
		scheduled: Number(scheduled.count),
		waiting: 0,
		sent: 0,
		failed: 0,
		"not-sent": notSent,
		late: Number(late.count),
	};
	for (const row of rows) counts[row.state] = Number(row.count);
	counts.waiting -= counts.scheduled;
	counts.held -= withheld;
	counts.failed -= notSent;
	return counts;
}

/** Finds since when the oldest of those e-mails waits that are due; undefined when none is. */
export async function findOldestWaiting(db: Connection, now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
	const { oldest } = await db
		.selectFrom("emails")
		.select((of) => of.fn.min("queuedAt").as("oldest"))
		.where("state", "=", "waiting")
		.where("queuedAt", "<=", toInstantText(now))
		.executeTakeFirstOrThrow();
	// There is always a row; without e-mails it holds null, which the types do not know.
	return (oldest as string | null) === null ? undefined : Temporal.Instant.from(oldest);
}

const stateOfGroup: Record<EmailGroup, EmailState> = {
	waiting: "waiting",
	late: "waiting",
	scheduled: "waiting",
	held: "held",
	withheld: "held",
	failed: "failed",
	"not-sent": "failed",
	sent: "sent",
};

/**
 * Lists e-mails for staff, newest first; with a reference, those of one record.
 *
 * @param among as countEmails counts them; without it, all
 */
export async function listEmails(
	db: Connection,
	{
		now,
		reference,
		among,
		limit,
		offset = 0,
	}: { now: Temporal.Instant; reference?: string; among?: EmailGroup | undefined; limit: number; offset?: number },
): Promise<EmailSummary[]> {
	const lateIfBefore = toInstantText(now.subtract(lateAfter));
	const rows = await db
		.selectFrom("emails")
		.select([
			"id",
			"messageId",
			"reference",
			"kind",
			"recipient",
			"state",
			"attempts",
			"queuedAt",
			due.as("nextAttemptAt"),
			"sentAt",
			"lastError",
			"withheldAt",
			"notSentAt",
		])
		.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
		.$if(among !== undefined, (query) => query.where("state", "=", stateOfGroup[among as EmailGroup]))
		.$if(among === "failed", (query) => query.where("notSentAt", "is", null))
		.$if(among === "not-sent", (query) => query.where("notSentAt", "is not", null))
		.$if(among === "withheld", (query) => query.where("withheldAt", "is not", null))
		.$if(among === "held", (query) => query.where("withheldAt", "is", null))
		.$if(among === "waiting", (query) => query.where("queuedAt", "<=", toInstantText(now)))
		.$if(among === "scheduled", (query) => query.where("queuedAt", ">", toInstantText(now)))
		.$if(among === "late", (query) => query.where("queuedAt", "<=", lateIfBefore))
		.orderBy("queuedAt", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.offset(offset)
		.execute();
	return rows.map(({ withheldAt, notSentAt, ...row }) => ({
		...row,
		withheld: withheldAt !== null,
		notSent: row.state === "failed" && notSentAt !== null,
		queuedAt: Temporal.Instant.from(row.queuedAt),
		nextAttemptAt: Temporal.Instant.from(row.nextAttemptAt),
		sentAt: row.sentAt === null ? undefined : Temporal.Instant.from(row.sentAt),
		lastError: row.lastError ?? undefined,
		late: row.state === "waiting" && row.queuedAt <= lateIfBefore,
	}));
}

/** Tells what staff call an e-mail that is in its state now. */
export function groupOf({ state, late, withheld, notSent, queuedAt }: EmailSummary, now: Temporal.Instant): EmailGroup {
	if (late) return "late";
	if (notSent) return "not-sent";
	if (withheld) return "withheld";
	return state === "waiting" && Temporal.Instant.compare(queuedAt, now) > 0 ? "scheduled" : state;
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
