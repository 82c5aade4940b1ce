import { sql, type Generated, type Selectable } from "kysely";
import type { EndedWithoutLink } from "../../core/subscriptions/subscription.ts";
import { containsText } from "../../platform/database/contains-text.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant, toOptionalInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { newsletterKind, type EmailState } from "../../platform/email/emails-table.ts";
import { holdEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";

/** stopped: before everybody got it, by a member or because the article was not public; it can be resumed. */
export type IssueState = "draft" | "scheduled" | "sending" | "sent" | "stopped";

/** Why a subscription ended after an issue. */
export type EndedAfter = EndedWithoutLink | "unsubscribed";

type NewsletterIssuesTable = {
	id: string;
	/** The slug that its article had at first; an article has one issue. */
	article: string;
	/** The article's category, title and text as they were last sent or saved. */
	topic: string;
	title: string;
	html: string;
	subject: string;
	preheader: string;
	state: IssueState;
	createdAt: string;
	/** Account id. */
	createdBy: string;
	dueAt: string | null;
	startedAt: string | null;
	/** Until when its rate has been used. */
	writtenAt: string | null;
	endedAt: string | null;
	/** The last subscription that has its e-mail, or needs none. */
	writtenTo: Generated<string>;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		newsletterIssues: NewsletterIssuesTable;
		newsletterDeliveries: {
			issue: string;
			/** Reference; the subscription may have ended. */
			subscription: string;
			messageId: string;
			/** 1 once its e-mail has left and is no longer stored. */
			sent: Generated<number>;
			outcome: Generated<EndedAfter | null>;
		};
	}
}

/** The part of an article that becomes an issue. */
export type IssueText = { topic: string; title: string; html: string };

/** An article that is sent to subscribers, or is about to be. */
export type Issue = IssueText & {
	id: string;
	/** The slug that its article had at first. */
	article: string;
	subject: string;
	preheader: string;
	state: IssueState;
	createdAt: Temporal.Instant;
	createdBy: string;
	/** When sending begins; undefined for a draft. */
	dueAt: Temporal.Instant | undefined;
	startedAt: Temporal.Instant | undefined;
	writtenAt: Temporal.Instant | undefined;
	endedAt: Temporal.Instant | undefined;
	writtenTo: string;
};

/** The words of an issue that members write. */
export type IssueWords = Pick<Issue, "subject" | "preheader">;

/** An issue in a list. */
export type ListedIssue = Pick<Issue, "id" | "subject" | "state" | "dueAt">;

/** How many e-mails of an issue were written, left, left without coming back, wait, and came back; and subscriptions that it ended. */
export type IssueSums = {
	written: number;
	sent: number;
	delivered: number;
	waiting: number;
	bounced: number;
	complained: number;
	unsubscribed: number;
};

/** Stores a draft. */
export async function insertIssue(
	transaction: WriteTransaction,
	{
		createdAt,
		...issue
	}: IssueText & Pick<Issue, "id" | "article" | "subject" | "preheader" | "createdAt" | "createdBy">,
): Promise<void> {
	await transaction
		.insertInto("newsletterIssues")
		.values({ ...issue, state: "draft", createdAt: toInstantText(createdAt) })
		.execute();
}

/** Finds an issue by its id. */
export async function findIssue(db: Connection, id: string): Promise<Issue | undefined> {
	const row = await db.selectFrom("newsletterIssues").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toIssue(row);
}

/** Lists the articles of all issues. */
export async function listIssueArticles(db: Connection): Promise<Pick<Issue, "id" | "article">[]> {
	return db.selectFrom("newsletterIssues").select(["id", "article"]).execute();
}

/** Lists issues, the newest first, without their texts. */
export async function listIssues(db: Connection, limit: number): Promise<ListedIssue[]> {
	const rows = await db
		.selectFrom("newsletterIssues")
		.select(["id", "subject", "state", "dueAt"])
		.orderBy("createdAt", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
	return rows.map(({ dueAt, ...issue }) => ({ ...issue, dueAt: toOptionalInstant(dueAt) }));
}

/** Finds the issue to send now: the first that is due and not finished. */
export async function findIssueToSend(db: Connection, now: Temporal.Instant): Promise<Issue | undefined> {
	const row = await db
		.selectFrom("newsletterIssues")
		.selectAll()
		.where("state", "in", ["scheduled", "sending"])
		.where("dueAt", "<=", toInstantText(now))
		.orderBy("dueAt")
		.orderBy("id")
		.executeTakeFirst();
	return row && toIssue(row);
}

/** Changes an issue that is in one of these states and, if words are given, still has them; false otherwise. */
export async function changeIssue(
	transaction: WriteTransaction,
	id: string,
	states: readonly IssueState[],
	to: Partial<
		IssueText &
			IssueWords &
			Pick<Issue, "state" | "writtenTo"> &
			Record<"dueAt" | "startedAt" | "writtenAt" | "endedAt", Temporal.Instant | null>
	>,
	words?: IssueWords,
): Promise<boolean> {
	const { dueAt, startedAt, writtenAt, endedAt, ...texts } = to;
	const times = Object.entries({ dueAt, startedAt, writtenAt, endedAt }).filter(([, time]) => time !== undefined);
	const { numUpdatedRows } = await transaction
		.updateTable("newsletterIssues")
		.set({
			...texts,
			...Object.fromEntries(times.map(([name, time]) => [name, toOptionalInstantText(time)])),
		})
		.where("id", "=", id)
		.where("state", "in", states)
		.$if(words !== undefined, (query) =>
			query.where("subject", "=", words?.subject ?? "").where("preheader", "=", words?.preheader ?? ""),
		)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/**
 * Stops an issue: e-mails that wait are held, and one being sent still goes. Before sending began it is a draft again, unless its article
 * is not public.
 * @returns false if it is not under way
 */
export async function stopIssue(
	transaction: WriteTransaction,
	id: string,
	{ now, isPublic }: { now: Temporal.Instant; isPublic: boolean },
): Promise<boolean> {
	await lockIssues(transaction);
	const stopped = { state: "stopped", endedAt: now } as const;
	if (await changeIssue(transaction, id, ["scheduled"], isPublic ? { state: "draft", dueAt: null } : stopped))
		return true;
	const messageIds = await listMessageIds(transaction, id, "waiting");
	const states: IssueState[] = messageIds.length > 0 ? ["sending", "sent"] : ["sending"];
	if (!(await changeIssue(transaction, id, states, stopped))) return false;
	await holdEmails(transaction, { messageIds });
	return true;
}

/** Resumes a stopped issue for subscribers who do not have it; false if it is not stopped. */
export async function resumeIssue(transaction: WriteTransaction, id: string, now: Temporal.Instant): Promise<boolean> {
	await lockIssues(transaction);
	const issue = await findIssue(transaction, id);
	const state = issue?.startedAt ? "sending" : "scheduled";
	if (!(await changeIssue(transaction, id, ["stopped"], { state, dueAt: now, endedAt: null }))) return false;
	await releaseEmails(transaction, { messageIds: await listMessageIds(transaction, id, "held") }, now);
	return true;
}

async function listMessageIds(db: Connection, issue: string, state: EmailState): Promise<string[]> {
	const rows = await db
		.selectFrom("emails")
		.select("messageId")
		.where("kind", "=", newsletterKind)
		.where("state", "=", state)
		.where("messageId", "in", (query) =>
			query.selectFrom("newsletterDeliveries").select("newsletterDeliveries.messageId").where("issue", "=", issue),
		)
		.execute();
	return rows.map(({ messageId }) => messageId);
}

/** Deletes a draft; false if it is none. */
export async function deleteDraft(transaction: WriteTransaction, id: string): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("newsletterIssues")
		.where("id", "=", id)
		.where("state", "=", "draft")
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/** Records that subscriptions have their e-mails of an issue. */
export async function insertDeliveries(
	transaction: WriteTransaction,
	issue: string,
	deliveries: readonly { subscription: string; messageId: string }[],
): Promise<void> {
	await transaction
		.insertInto("newsletterDeliveries")
		.values(deliveries.map((delivery) => ({ issue, ...delivery })))
		.execute();
}

/** Lists those subscriptions that have an issue. */
export async function listDelivered(
	db: Connection,
	issue: string,
	subscriptions: readonly string[],
): Promise<ReadonlySet<string>> {
	if (subscriptions.length === 0) return new Set();
	const rows = await db
		.selectFrom("newsletterDeliveries")
		.select("subscription")
		.where("issue", "=", issue)
		.where("subscription", "in", subscriptions)
		.execute();
	return new Set(rows.map(({ subscription }) => subscription));
}

/** Records why a subscription ended, with the issue that its holder answered by it; the first reason stays. */
export async function noteOutcome(
	transaction: WriteTransaction,
	delivery: { messageId: string } | { issue: string; subscription: string },
	outcome: EndedAfter,
): Promise<void> {
	await transaction
		.updateTable("newsletterDeliveries")
		.set({ outcome })
		.$if("messageId" in delivery, (query) =>
			query.where("messageId", "=", (delivery as { messageId: string }).messageId),
		)
		.$if("issue" in delivery, (query) => {
			const { issue, subscription } = delivery as { issue: string; subscription: string };
			return query.where("issue", "=", issue).where("subscription", "=", subscription);
		})
		.where("outcome", "is", null)
		.execute();
}

/** Makes servers that write e-mails of issues take turns, with each other and with those that end subscriptions. */
export function lockIssues(transaction: WriteTransaction): Promise<void> {
	return takeLock(transaction, "newsletter issues");
}

/**
 * Keeps, of subscriptions that are about to be deleted with their e-mails, which e-mails left. No e-mail to them is written until the
 * transaction ends, so that none stays behind.
 */
export async function keepSent(transaction: WriteTransaction, subscriptions: readonly string[]): Promise<void> {
	await lockIssues(transaction);
	await transaction
		.updateTable("newsletterDeliveries")
		.set({ sent: 1 })
		.where("subscription", "in", subscriptions)
		.where("messageId", "in", (query) =>
			query
				.selectFrom("emails")
				.select("emails.messageId")
				.where("reference", "in", subscriptions)
				.where("state", "=", "sent"),
		)
		.execute();
}

/** Deletes e-mails of issues that left before an instant, keeping that they did, and returns their number. */
export async function deleteOldEmails(
	transaction: WriteTransaction,
	{ sentBefore, limit }: { sentBefore: Temporal.Instant; limit: number },
): Promise<number> {
	await lockIssues(transaction);
	const rows = await transaction
		.selectFrom("emails")
		.select("messageId")
		.where("kind", "=", newsletterKind)
		.where("state", "=", "sent")
		.where("sentAt", "<", toInstantText(sentBefore))
		.limit(limit)
		.execute();
	if (rows.length === 0) return 0;
	const messageIds = rows.map(({ messageId }) => messageId);
	await transaction.updateTable("newsletterDeliveries").set({ sent: 1 }).where("messageId", "in", messageIds).execute();
	await transaction.deleteFrom("emails").where("messageId", "in", messageIds).execute();
	return rows.length;
}

/** Responses that say that there is no such mailbox or domain, or that it is closed (RFC 3463). */
const noMailboxCodes = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"];
const saysNoMailbox = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/** Lists e-mails of issues that a mail server refused because there is no such mailbox. */
export async function listRefused(db: Connection, limit: number): Promise<{ reference: string; messageId: string }[]> {
	const refused = await db
		.selectFrom("emails")
		.select(["reference", "messageId", "lastError"])
		.where("kind", "=", newsletterKind)
		.where("state", "=", "failed")
		.where("notSentAt", "is", null)
		.where((where) => where.or(noMailboxCodes.map((code) => containsText(where.ref("lastError"), code))))
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
	return refused.filter(({ lastError }) => saysNoMailbox.test(lastError ?? ""));
}

/** Counts the e-mails of issues that wait in the outbox. */
export async function countWaiting(db: Connection): Promise<number> {
	const { count } = await db
		.selectFrom("emails")
		.select((of) => of.fn.countAll<number | string>().as("count"))
		.where("kind", "=", newsletterKind)
		.where("state", "=", "waiting")
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Sums what became of an issue. */
export async function sumIssue(db: Connection, id: string): Promise<IssueSums> {
	const countIf = (condition: ReturnType<typeof sql<boolean>>) =>
		sql<number | string>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
	const hasLeft = sql<boolean>`(delivery.sent = 1 or email.state = 'sent')`;
	const sums = await db
		.selectFrom("newsletterDeliveries as delivery")
		.leftJoin("emails as email", "email.messageId", "delivery.messageId")
		.where("delivery.issue", "=", id)
		.select((of) => [
			of.fn.countAll<number | string>().as("written"),
			countIf(hasLeft).as("sent"),
			countIf(sql<boolean>`${hasLeft} and coalesce(delivery.outcome, '') <> 'bounce'`).as("delivered"),
			countIf(sql<boolean>`email.state = 'waiting'`).as("waiting"),
			countIf(sql<boolean>`delivery.outcome = 'bounce'`).as("bounced"),
			countIf(sql<boolean>`delivery.outcome = 'complaint'`).as("complained"),
			countIf(sql<boolean>`delivery.outcome = 'unsubscribed'`).as("unsubscribed"),
		])
		.executeTakeFirstOrThrow();
	return {
		written: Number(sums.written),
		sent: Number(sums.sent),
		delivered: Number(sums.delivered),
		waiting: Number(sums.waiting),
		bounced: Number(sums.bounced),
		complained: Number(sums.complained),
		unsubscribed: Number(sums.unsubscribed),
	};
}

function toIssue({
	createdAt,
	dueAt,
	startedAt,
	writtenAt,
	endedAt,
	...row
}: Selectable<NewsletterIssuesTable>): Issue {
	return {
		...row,
		createdAt: Temporal.Instant.from(createdAt),
		dueAt: toOptionalInstant(dueAt),
		startedAt: toOptionalInstant(startedAt),
		writtenAt: toOptionalInstant(writtenAt),
		endedAt: toOptionalInstant(endedAt),
	};
}
