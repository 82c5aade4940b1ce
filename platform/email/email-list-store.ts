import { sql } from "kysely";
import type { Connection } from "../database/database.ts";
import { toInstantText, toOptionalInstant } from "../database/instant-text.ts";
import { lateAfter, type EmailState, due, countEmailsWhere, isEmail } from "./emails-table.ts";

/**
 * States of e-mails as members see them. Waiting e-mails may be late or scheduled; held ones may be held back by the limit of their
 * recipient; failed ones may have become pointless before they were sent.
 */
export type EmailGroup = EmailState | "scheduled" | "late" | "withheld" | "not-sent";

/** The name of each group on screens and in commands. */
export const emailGroupNames: Record<EmailGroup, string> = {
	waiting: "Waiting",
	late: "Late",
	scheduled: "Scheduled",
	held: "On hold",
	withheld: "Held back",
	failed: "Bounced",
	"not-sent": "Not sent",
	sent: "Sent",
};

export type EmailCounts = Record<EmailGroup, number>;

/** An e-mail in the desk's list. */
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
	/** It was sent, and a mail server could not deliver it; it cannot be sent again. */
	bounced: boolean;
};

/** Finds the state of an e-mail; `isPointless` if it was not sent because it no longer made sense. Undefined if it is gone. */
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

/** Counts the e-mails in each state, and the late ones among those waiting; scheduled ones are not due yet. */
export async function countEmails(db: Connection, now: Temporal.Instant): Promise<EmailCounts> {
	const rows = await db
		.selectFrom("emails")
		.select(["state", sql<number | string>`count(*)`.as("count")])
		.where(isEmail)
		.groupBy("state")
		.execute();
	const waiting = db
		.selectFrom("emails")
		.select(sql<number | string>`count(*)`.as("count"))
		.where(isEmail)
		.where("state", "=", "waiting");
	const late = await waiting.where("queuedAt", "<=", toInstantText(now.subtract(lateAfter))).executeTakeFirstOrThrow();
	const scheduled = await waiting.where("queuedAt", ">", toInstantText(now)).executeTakeFirstOrThrow();
	const withheld = await countEmailsWhere(db, (query) =>
		query.where("state", "=", "held").where("withheldAt", "is not", null),
	);
	const notSent = await countEmailsWhere(db, (query) =>
		query.where("state", "=", "failed").where("notSentAt", "is not", null),
	);
	const bounced = await countEmailsWhere(db, (query) => query.where("bouncedAt", "is not", null));
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
	counts.failed += bounced - notSent;
	counts.sent -= bounced;
	return counts;
}

/** Finds since when the oldest due e-mail has waited; undefined if none is due. */
export async function findOldestWaiting(db: Connection, now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
	const { oldest } = await db
		.selectFrom("emails")
		.select((of) => of.fn.min("queuedAt").as("oldest"))
		.where(isEmail)
		.where("state", "=", "waiting")
		.where("queuedAt", "<=", toInstantText(now))
		.executeTakeFirstOrThrow();
	// There is always a row; without e-mails it holds null, which the types do not know.
	return toOptionalInstant(oldest);
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

/** Whether e-mails of a group may still leave by themselves or be let go, so that they can be stopped. */
export function isYetToLeave(group: EmailGroup): boolean {
	return stateOfGroup[group] === "waiting" || stateOfGroup[group] === "held";
}

/**
 * Lists e-mails, newest first; with a reference, those of one record.
 *
 * @param among a group as countEmails counts them; all e-mails without it
 */
export async function listEmails(
	db: Connection,
	{
		now,
		reference,
		messageIds,
		among,
		limit,
		offset = 0,
	}: {
		now: Temporal.Instant;
		reference?: string;
		messageIds?: readonly string[];
		among?: EmailGroup | undefined;
		limit: number;
		offset?: number;
	},
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
			"bouncedAt",
		])
		.where(isEmail)
		.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
		.$if(messageIds !== undefined, (query) => query.where("messageId", "in", messageIds as readonly string[]))
		.$if(among !== undefined && among !== "failed", (query) =>
			query.where("state", "=", stateOfGroup[among as EmailGroup]),
		)
		.$if(among === "failed", (query) =>
			query.where((where) => where.or([where("state", "=", "failed"), where("bouncedAt", "is not", null)])),
		)
		.$if(among === "sent", (query) => query.where("bouncedAt", "is", null))
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
	return rows.map(({ withheldAt, notSentAt, bouncedAt, ...row }) => ({
		...row,
		bounced: bouncedAt !== null,
		withheld: withheldAt !== null,
		notSent: row.state === "failed" && notSentAt !== null,
		queuedAt: Temporal.Instant.from(row.queuedAt),
		nextAttemptAt: Temporal.Instant.from(row.nextAttemptAt),
		sentAt: toOptionalInstant(row.sentAt),
		lastError: row.lastError ?? undefined,
		late: row.state === "waiting" && row.queuedAt <= lateIfBefore,
	}));
}

/** Returns the group of an e-mail. */
export function groupOf(
	{ state, late, withheld, notSent, bounced, queuedAt }: EmailSummary,
	now: Temporal.Instant,
): EmailGroup {
	if (bounced) return "failed";
	if (late) return "late";
	if (notSent) return "not-sent";
	if (withheld) return "withheld";
	return state === "waiting" && Temporal.Instant.compare(queuedAt, now) > 0 ? "scheduled" : state;
}
