import { sql, type Generated, type Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import type { EndedWithoutLink } from "../../core/subscriptions/subscription.ts";
import { newsletterKind } from "../../platform/email/emails-table.ts";

/** stopped: by a member, before everybody got it. */
export type IssueState = "draft" | "scheduled" | "sending" | "sent" | "stopped";

/** Why a subscription ended after an issue. */
export type EndedAfter = EndedWithoutLink | "unsubscribed";

type NewsletterIssuesTable = {
	id: string;
	/** The slug of its article. */
	article: string;
	/** The article's category, title and text as it is sent. */
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
		.values({
			...issue,
			state: "draft",
			createdAt: toInstantText(createdAt),
			dueAt: null,
			startedAt: null,
			writtenAt: null,
			endedAt: null,
		})
		.execute();
}

/** Finds an issue by its id. */
export async function findIssue(db: Connection, id: string): Promise<Issue | undefined> {
	const row = await db.selectFrom("newsletterIssues").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toIssue(row);
}

/** Finds the draft of an article. */
export async function findDraftOf(db: Connection, article: string): Promise<Issue | undefined> {
	const row = await db
		.selectFrom("newsletterIssues")
		.selectAll()
		.where("article", "=", article)
		.where("state", "=", "draft")
		.executeTakeFirst();
	return row && toIssue(row);
}

/** Lists issues, the newest first. */
export async function listIssues(db: Connection, limit: number): Promise<Issue[]> {
	const rows = await db
		.selectFrom("newsletterIssues")
		.selectAll()
		.orderBy("createdAt", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
	return rows.map(toIssue);
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

/** Changes an issue that is in one of these states; false if it is in another one. */
export async function changeIssue(
	transaction: WriteTransaction,
	id: string,
	states: readonly IssueState[],
	to: Partial<
		Pick<Issue, "topic" | "title" | "html" | "subject" | "preheader" | "state" | "writtenTo"> & {
			dueAt: Temporal.Instant;
			startedAt: Temporal.Instant;
			writtenAt: Temporal.Instant;
			endedAt: Temporal.Instant;
		}
	>,
): Promise<boolean> {
	const { dueAt, startedAt, writtenAt, endedAt, ...texts } = to;
	const { numUpdatedRows } = await transaction
		.updateTable("newsletterIssues")
		.set({
			...texts,
			...(dueAt && { dueAt: toInstantText(dueAt) }),
			...(startedAt && { startedAt: toInstantText(startedAt) }),
			...(writtenAt && { writtenAt: toInstantText(writtenAt) }),
			...(endedAt && { endedAt: toInstantText(endedAt) }),
		})
		.where("id", "=", id)
		.where("state", "in", states)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
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

/** Lists e-mails of issues that a mail server refused because of their recipient. */
export async function listRefused(
	db: Connection,
	limit: number,
): Promise<{ reference: string; messageId: string; lastError: string | null }[]> {
	return db
		.selectFrom("emails")
		.select(["reference", "messageId", "lastError"])
		.where("kind", "=", newsletterKind)
		.where("state", "=", "failed")
		.where("notSentAt", "is", null)
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
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

/** Sums what became of issues, by id; an issue without e-mails is left out. */
export async function sumIssues(db: Connection, ids: readonly string[]): Promise<Map<string, IssueSums>> {
	if (ids.length === 0) return new Map();
	const countIf = (condition: ReturnType<typeof sql<boolean>>) =>
		sql<number | string>`sum(case when ${condition} then 1 else 0 end)`;
	const rows = await db
		.selectFrom("newsletterDeliveries as delivery")
		.leftJoin("emails as email", "email.messageId", "delivery.messageId")
		.where("delivery.issue", "in", ids)
		.groupBy("delivery.issue")
		.select("delivery.issue")
		.select((of) => [
			of.fn.countAll<number | string>().as("written"),
			countIf(sql<boolean>`delivery.sent = 1 or email.state = 'sent'`).as("sent"),
			countIf(
				sql<boolean>`(delivery.sent = 1 or email.state = 'sent') and coalesce(delivery.outcome, '') <> 'bounce'`,
			).as("delivered"),
			countIf(sql<boolean>`email.state = 'waiting'`).as("waiting"),
			countIf(sql<boolean>`delivery.outcome = 'bounce'`).as("bounced"),
			countIf(sql<boolean>`delivery.outcome = 'complaint'`).as("complained"),
			countIf(sql<boolean>`delivery.outcome = 'unsubscribed'`).as("unsubscribed"),
		])
		.execute();
	return new Map(
		rows.map(({ issue, ...sums }) => [
			issue,
			{
				written: Number(sums.written),
				sent: Number(sums.sent),
				delivered: Number(sums.delivered),
				waiting: Number(sums.waiting),
				bounced: Number(sums.bounced),
				complained: Number(sums.complained),
				unsubscribed: Number(sums.unsubscribed),
			},
		]),
	);
}

function toIssue({
	createdAt,
	dueAt,
	startedAt,
	writtenAt,
	endedAt,
	...row
}: Selectable<NewsletterIssuesTable>): Issue {
	const read = (text: string | null) => (text === null ? undefined : Temporal.Instant.from(text));
	return {
		...row,
		createdAt: Temporal.Instant.from(createdAt),
		dueAt: read(dueAt),
		startedAt: read(startedAt),
		writtenAt: read(writtenAt),
		endedAt: read(endedAt),
	};
}
