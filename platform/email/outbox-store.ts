import { randomUUIDv7 } from "node:crypto";
import { sql, type Insertable, type Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";

/** A letter that waits longer than this is late, and somebody should look why. */
export const lateAfter = Temporal.Duration.from({ minutes: 15 });

/** held: waits for somebody's decision; failed: a mail server refused it, and it was given up. */
export type LetterState = "held" | "waiting" | "sent" | "failed";

/** Letters as staff tell them apart: of those that wait, some are late, and some not due yet. */
export type LetterGroup = LetterState | "scheduled" | "late";
export type LetterCounts = Record<LetterGroup, number>;

export type LettersTable = {
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
	state: LetterState;
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
};

export type Attachment = {
	fileName: string;
	contentType: string;
	contentBase64: string;
	/** For an iCalendar file that mail programs shall act on (RFC 6047): its METHOD. */
	calendarMethod?: "REQUEST" | "CANCEL";
};

/** What a feature writes. */
export type Letter = {
	/** What the letter is for, such as "enquiry-notice"; appears in logs. */
	kind: string;
	/** Reference of the record that the letter belongs to, such as ENQ-7K3F9QXM; appears in logs. */
	reference: string;
	recipient: string;
	replyTo?: string;
	subject: string;
	html: string;
	text: string;
	attachments?: Attachment[];
	/** Further header fields of the mail, by name. */
	headers?: Record<string, string>;
	/** When it shall go out, if not at once. */
	notBefore?: Temporal.Instant;
	/** From when on it would tell its reader nothing any more; one that has not gone out by then is deleted. */
	expiresAt?: Temporal.Instant;
};

/** A letter that this process may send until its lease ends. */
export type ClaimedLetter = Required<Omit<Letter, "replyTo" | "notBefore" | "expiresAt">> & {
	id: string;
	/** Fixed when the letter was written, so that a mail program shows a letter that was sent twice once. */
	messageId: string;
	replyTo: string | undefined;
	/** Since when it has been waiting; a letter that is for later, since it fell due. */
	queuedAt: Temporal.Instant;
	lease: string;
	/** How often sending was tried before. */
	attempts: number;
};

/** A letter as staff see it in a list. */
export type LetterSummary = {
	reference: string;
	kind: string;
	recipient: string;
	state: LetterState;
	attempts: number;
	queuedAt: Temporal.Instant;
	nextAttemptAt: Temporal.Instant;
	sentAt: Temporal.Instant | undefined;
	lastError: string | undefined;
	late: boolean;
};

export type EnqueueOptions = {
	now: Temporal.Instant;
	/** Right-hand side of the Message-IDs (RFC 5322, section 3.6.4). */
	messageIdDomain: string;
	/** "held" keeps letters back until releaseLetters. */
	state?: "waiting" | "held";
};

/** Puts a letter into the outbox, as part of the transaction that stores the record it belongs to. */
export async function enqueueLetter(
	transaction: WriteTransaction,
	letter: Letter,
	options: EnqueueOptions,
): Promise<void> {
	await enqueueLetters(transaction, [letter], options);
}

/** Puts letters into the outbox with one statement; at least one. */
export async function enqueueLetters(
	transaction: WriteTransaction,
	letters: Letter[],
	options: EnqueueOptions,
): Promise<void> {
	await transaction
		.insertInto("letters")
		.values(letters.map((letter) => toNewRow(letter, options)))
		.execute();
}

function toNewRow(
	letter: Letter,
	{ now, messageIdDomain, state = "waiting" }: EnqueueOptions,
): Insertable<LettersTable> {
	const id = randomUUIDv7();
	// A letter that is not due yet does not wait, and so cannot be late.
	const dueAt = toInstantText(letter.notBefore ?? now);
	return {
		id,
		messageId: `<${id}@${messageIdDomain}>`,
		kind: letter.kind,
		reference: letter.reference,
		recipient: letter.recipient,
		replyTo: letter.replyTo ?? null,
		subject: letter.subject,
		html: letter.html,
		text: letter.text,
		attachments: JSON.stringify(letter.attachments ?? []),
		state,
		attempts: 0,
		queuedAt: dueAt,
		nextAttemptAt: dueAt,
		expiresAt: letter.expiresAt ? toInstantText(letter.expiresAt) : null,
		headers: letter.headers ? JSON.stringify(letter.headers) : null,
	};
}

/**
 * Takes letters that are due, oldest attempt first; nobody else gets them until the lease ends.
 *
 * A lease that a dead process left behind ends by itself, and its letter is due again.
 */
export async function claimDueLetters(
	db: Connection,
	{ now, leaseUntil, limit }: { now: Temporal.Instant; leaseUntil: Temporal.Instant; limit: number },
): Promise<ClaimedLetter[]> {
	const nowText = toInstantText(now);
	const lease = randomUUIDv7();
	const rows = await db
		.updateTable("letters")
		.set({ lease, leaseExpiresAt: toInstantText(leaseUntil) })
		.where("id", "in", (query) =>
			query
				.selectFrom("letters")
				.select("id")
				.where("state", "=", "waiting")
				.where("nextAttemptAt", "<=", nowText)
				.where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", nowText)]))
				.where((where) => where.or([where("leaseExpiresAt", "is", null), where("leaseExpiresAt", "<=", nowText)]))
				.orderBy("nextAttemptAt")
				.orderBy("id")
				.limit(limit),
		)
		// PostgreSQL runs the inner query before it waits for a row that another process is claiming, and then checks only these.
		.where("state", "=", "waiting")
		.where((where) => where.or([where("leaseExpiresAt", "is", null), where("leaseExpiresAt", "<=", nowText)]))
		.returningAll()
		.execute();
	return rows.map((row) => toClaimedLetter(row, lease));
}

/**
 * Records that a mail server took the letter; its lease does not matter any more. What stood in it is not kept, for it holds private
 * links and what the visitor wrote.
 */
export async function markLetterSent(db: Connection, letter: ClaimedLetter, now: Temporal.Instant): Promise<void> {
	await db
		.updateTable("letters")
		.set({
			state: "sent",
			attempts: letter.attempts + 1,
			sentAt: toInstantText(now),
			lease: null,
			leaseExpiresAt: null,
			lastError: null,
			html: "",
			text: "",
			attachments: "[]",
			headers: null,
		})
		.where("id", "=", letter.id)
		.execute();
}

/** Records a failed attempt and when the next is due, unless the letter's lease has gone to somebody else. */
export async function markLetterForRetry(
	db: Connection,
	letter: ClaimedLetter,
	outcome: { nextAttemptAt: Temporal.Instant; error: string },
): Promise<void> {
	await db
		.updateTable("letters")
		.set({
			attempts: letter.attempts + 1,
			nextAttemptAt: toInstantText(outcome.nextAttemptAt),
			lastError: outcome.error,
			lease: null,
			leaseExpiresAt: null,
		})
		.where("id", "=", letter.id)
		.where("lease", "=", letter.lease)
		.execute();
}

/** Records that a mail server refused the letter for good; only retryFailedLetters brings it back. */
export async function markLetterFailed(db: Connection, letter: ClaimedLetter, error: string): Promise<void> {
	await db
		.updateTable("letters")
		.set({ state: "failed", attempts: letter.attempts + 1, lastError: error, lease: null, leaseExpiresAt: null })
		.where("id", "=", letter.id)
		.where("lease", "=", letter.lease)
		.execute();
}

/** Lets the held letters of a record go out and tells how many there were. */
export async function releaseLetters(db: Connection, reference: string, now: Temporal.Instant): Promise<number> {
	const result = await requeue(db, now)
		.where("state", "=", "held")
		.where("reference", "=", reference)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Lets the refused letters that have not expired be tried again, those of one record or all, and tells how many there were. */
export async function retryFailedLetters(
	db: Connection,
	reference: string | undefined,
	now: Temporal.Instant,
): Promise<number> {
	const result = await requeue(db, now)
		.where("state", "=", "failed")
		.where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", toInstantText(now))]))
		.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** The statement that makes letters due: at once, or at their time when that is still to come. */
function requeue(db: Connection, now: Temporal.Instant) {
	const nowText = toInstantText(now);
	return db.updateTable("letters").set((set) => {
		const dueAt = set.case().when("nextAttemptAt", ">", nowText).then(set.ref("nextAttemptAt")).else(nowText).end();
		return { state: "waiting", queuedAt: dueAt, nextAttemptAt: dueAt, alarmedAt: null };
	});
}

/** Keeps back the letters of a record that have not gone out and tells how many; one that is being sent right now still goes. */
export async function holdLetters(db: Connection, reference: string): Promise<number> {
	const result = await db
		.updateTable("letters")
		.set({ state: "held" })
		.where("reference", "=", reference)
		.where("state", "in", ["waiting", "failed"])
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Deletes letters of a record that have not gone out and tells how many; one that is being sent right now still goes. */
export async function deleteUnsentLetters(
	transaction: WriteTransaction,
	reference: string,
	kinds: readonly string[],
): Promise<number> {
	const result = await transaction
		.deleteFrom("letters")
		.where("reference", "=", reference)
		.where("kind", "in", kinds)
		.where("state", "!=", "sent")
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Deletes every letter about these records, sent or not, and tells how many; one that is being sent right now still goes. */
export async function deleteLettersOf(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	const result = await transaction.deleteFrom("letters").where("reference", "in", references).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Lists the records about which there are letters to an address, or whose answers go there; any case. */
export async function listReferencesOfAddress(db: Connection, address: string): Promise<string[]> {
	const rows = await db
		.selectFrom("letters")
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

/** Deletes the waiting letters that have expired and gives them; those that are being sent right now stay. */
export async function deleteExpiredLetters(
	db: Connection,
	now: Temporal.Instant,
): Promise<{ kind: string; reference: string }[]> {
	const nowText = toInstantText(now);
	return db
		.deleteFrom("letters")
		.where("state", "=", "waiting")
		.where("expiresAt", "<=", nowText)
		.where((where) => where.or([where("leaseExpiresAt", "is", null), where("leaseExpiresAt", "<=", nowText)]))
		.returning(["kind", "reference"])
		.execute();
}

/** Marks the letters that have become late since the last call and gives them, each of them once in its life. */
export async function markLateLetters(
	db: Connection,
	now: Temporal.Instant,
): Promise<{ kind: string; reference: string }[]> {
	return db
		.updateTable("letters")
		.set({ alarmedAt: toInstantText(now) })
		.where("state", "=", "waiting")
		.where("queuedAt", "<=", toInstantText(now.subtract(lateAfter)))
		.where("alarmedAt", "is", null)
		.returning(["kind", "reference"])
		.execute();
}

/** How many letters there are in each state, and how many of the waiting ones are late; scheduled ones are not due yet. */
export async function countLetters(db: Connection, now: Temporal.Instant): Promise<LetterCounts> {
	const rows = await db
		.selectFrom("letters")
		.select(["state", sql<number | string>`count(*)`.as("count")])
		.groupBy("state")
		.execute();
	const waiting = db
		.selectFrom("letters")
		.select(sql<number | string>`count(*)`.as("count"))
		.where("state", "=", "waiting");
	const late = await waiting.where("queuedAt", "<=", toInstantText(now.subtract(lateAfter))).executeTakeFirstOrThrow();
	const scheduled = await waiting.where("queuedAt", ">", toInstantText(now)).executeTakeFirstOrThrow();
	const counts = {
		held: 0,
		scheduled: Number(scheduled.count),
		waiting: 0,
		sent: 0,
		failed: 0,
		late: Number(late.count),
	};
	for (const row of rows) counts[row.state] = Number(row.count);
	counts.waiting -= counts.scheduled;
	return counts;
}

/**
 * Lists letters for staff, newest first; with a reference, those of one record.
 *
 * @param among as countLetters counts them; without it, all
 */
export async function listLetters(
	db: Connection,
	{
		now,
		reference,
		among,
		limit,
		offset = 0,
	}: { now: Temporal.Instant; reference?: string; among?: LetterGroup | undefined; limit: number; offset?: number },
): Promise<LetterSummary[]> {
	const lateIfBefore = toInstantText(now.subtract(lateAfter));
	const rows = await db
		.selectFrom("letters")
		.select(["reference", "kind", "recipient", "state", "attempts", "queuedAt", "nextAttemptAt", "sentAt", "lastError"])
		.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
		.$if(among !== undefined, (query) =>
			query.where("state", "=", among === "late" || among === "scheduled" ? "waiting" : (among as LetterState)),
		)
		.$if(among === "waiting", (query) => query.where("queuedAt", "<=", toInstantText(now)))
		.$if(among === "scheduled", (query) => query.where("queuedAt", ">", toInstantText(now)))
		.$if(among === "late", (query) => query.where("queuedAt", "<=", lateIfBefore))
		.orderBy("queuedAt", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.offset(offset)
		.execute();
	return rows.map((row) => ({
		...row,
		queuedAt: Temporal.Instant.from(row.queuedAt),
		nextAttemptAt: Temporal.Instant.from(row.nextAttemptAt),
		sentAt: row.sentAt === null ? undefined : Temporal.Instant.from(row.sentAt),
		lastError: row.lastError ?? undefined,
		late: row.state === "waiting" && row.queuedAt <= lateIfBefore,
	}));
}

/** Tells what staff call a letter that is in its state now. */
export function groupOf({ state, late, queuedAt }: LetterSummary, now: Temporal.Instant): LetterGroup {
	if (late) return "late";
	return state === "waiting" && Temporal.Instant.compare(queuedAt, now) > 0 ? "scheduled" : state;
}

function toClaimedLetter(row: Selectable<LettersTable>, lease: string): ClaimedLetter {
	const { id, messageId, kind, reference, recipient, subject, html, text, attempts } = row;
	return {
		id,
		messageId,
		kind,
		reference,
		recipient,
		subject,
		html,
		text,
		attempts,
		lease,
		queuedAt: Temporal.Instant.from(row.queuedAt),
		replyTo: row.replyTo ?? undefined,
		attachments: JSON.parse(row.attachments) as Attachment[],
		headers: JSON.parse(row.headers ?? "{}") as Record<string, string>,
	};
}
