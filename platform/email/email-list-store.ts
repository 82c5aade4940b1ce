import { sql } from "kysely";
import type { Connection } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import { lateAfter, type EmailState, due, countEmailsWhere } from "./emails-table.ts";

/**
 * E-mails as staff tell them apart: of those that wait, some are late, and some not due yet; of those that are held, some are withheld
 * because their recipient has had enough e-mails for a day; of those that failed, some were not sent because they made no sense any more.
 */
export type EmailGroup = EmailState | "scheduled" | "late" | "withheld" | "not-sent";

export type EmailCounts = Record<EmailGroup, number>;

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
	const withheld = await countEmailsWhere(db, (query) =>
		query.where("state", "=", "held").where("withheldAt", "is not", null),
	);
	const notSent = await countEmailsWhere(db, (query) =>
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
