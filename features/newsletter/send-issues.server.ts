import { listConfirmedRows } from "../../core/subscriptions/subscription-store.server.ts";
import { clockTolerance, type Clock } from "../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { createToken } from "../../platform/ids/secret-token.ts";
import { createIssueEmail } from "./emails.server.tsx";
import {
	changeIssue,
	countWaiting,
	deleteOldEmails,
	findIssueToSend,
	insertDeliveries,
	listDelivered,
	listRefused,
	lockIssues,
	stopIssue,
	type Issue,
} from "./issue-store.server.ts";
import { endNewsletterSubscription } from "./newsletter.server.ts";
import type { FindArticle } from "./sendable-article.ts";
import { addIssueLinks, isAbout, newsletterTables, toNewsletterSubscription } from "./subscription-store.server.ts";

/** Subscriptions that one transaction writes e-mails to, so that nobody else waits long for it. */
const writtenAtOnce = 100;
/** More are not written while this many wait, as when the mail server takes none. */
const mostWaiting = 500;
/** A rate that was not used for longer is lost, so that a pause is not made up for at once. */
const longestBurst = Temporal.Duration.from({ seconds: 60 });
/** An issue begins with what its rate allows in this time. */
const firstBurst = Temporal.Duration.from({ seconds: 10 });
/** How long e-mails that left are kept, for reports that they came back. */
const keptFor = Temporal.Duration.from({ hours: 90 * 24 });
const refusedAtOnce = 100;

export type IssueSenderDeps = {
	database: Database;
	clock: Clock;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	/** E-mails an hour. */
	perHour: number;
	/** Finds nothing while the newsletter is off. */
	findArticle: FindArticle;
	/** Called when e-mails of the newsletter's lane have become due. */
	onNewsletters(): void;
};

export type IssueSender = {
	/**
	 * Writes the e-mails of issues that are due, as many as the rate allows now, and returns their number. Each subscription gets each issue
	 * at most once, whichever servers write and whenever they die, with the article's text as it is public then. An issue whose article is
	 * not public stops.
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	write(): Promise<number>;
	/** Ends subscriptions whose addresses a mail server refused, and deletes e-mails that left long ago. */
	settle(): Promise<void>;
};

/** Creates the sender of issues. */
export function createIssueSender({
	database,
	clock,
	messageIdDomain,
	perHour,
	findArticle,
	onNewsletters,
}: IssueSenderDeps): IssueSender {
	async function writeBatch(transaction: WriteTransaction): Promise<{ count: number; goesOn: boolean }> {
		const ended = { count: 0, goesOn: false };
		// Together, servers would exceed the rate.
		await lockIssues(transaction);
		const now = clock.now();
		const issue = await findIssueToSend(transaction, now);
		if (!issue) return ended;
		const article = findArticle(issue.article);
		if (!article) {
			await stopIssue(transaction, issue.id, { now, isPublic: false });
			return { count: 0, goesOn: true };
		}
		const { topic, title, html } = article;
		const { allowed, writtenAt } = findAllowance(issue, { now, perHour });
		const room = Math.min(allowed, writtenAtOnce, mostWaiting - (await countWaiting(transaction)));
		if (room <= 0) return ended;
		const startedAt = issue.startedAt ?? now;
		const rows = await listConfirmedRows(transaction, newsletterTables, now, {
			after: issue.writtenTo,
			limit: writtenAtOnce,
			confirmedBy: startedAt,
		});
		const has = await listDelivered(
			transaction,
			issue.id,
			rows.map(({ reference }) => reference),
		);
		const wanting = rows
			.map(toNewsletterSubscription)
			.filter((subscription) => isAbout(subscription, topic) && !has.has(subscription.reference));
		const next = wanting.slice(0, room);
		const isLast = rows.length < writtenAtOnce && next.length === wanting.length;
		const isGoing = await changeIssue(transaction, issue.id, ["scheduled", "sending"], {
			topic,
			title,
			html,
			state: isLast ? "sent" : "sending",
			startedAt,
			writtenAt: writtenAt(next.length),
			writtenTo: (next.length < wanting.length ? next : rows).at(-1)?.reference ?? issue.writtenTo,
			...(isLast && { endedAt: now }),
		});
		// It may have been stopped since it was read.
		if (!isGoing) return ended;
		await write(transaction, issue, next, now);
		return { count: next.length, goesOn: true };
	}

	async function write(
		transaction: WriteTransaction,
		issue: Issue,
		subscriptions: readonly { reference: string; email: string }[],
		now: Temporal.Instant,
	): Promise<void> {
		if (subscriptions.length === 0) return;
		const links = subscriptions.map(({ reference, email }) => ({ reference, email, token: createToken() }));
		await addIssueLinks(transaction, issue.id, links);
		const messageIds = await enqueueEmails(
			transaction,
			links.map((link) => createIssueEmail(link, issue.id, link.token)),
			{ now, messageIdDomain },
		);
		await insertDeliveries(
			transaction,
			issue.id,
			links.map(({ reference }, index) => ({ subscription: reference, messageId: messageIds[index] ?? "" })),
		);
	}

	return {
		async write() {
			// Mostly there is nothing to send, and no transaction is needed to see it.
			if (!(await findIssueToSend(database.db, clock.now()))) return 0;
			let written = 0;
			try {
				for (;;) {
					const { count, goesOn } = await database.write(writeBatch);
					written += count;
					if (!goesOn) return written;
				}
			} finally {
				if (written > 0) onNewsletters();
			}
		},

		async settle() {
			for (const email of await listRefused(database.db, refusedAtOnce))
				await database.write((transaction) =>
					endNewsletterSubscription(transaction, email, { at: clock.now(), by: "bounce" }),
				);
			const sentBefore = clock.now().subtract(keptFor);
			while (
				(await database.write((transaction) => deleteOldEmails(transaction, { sentBefore, limit: writtenAtOnce }))) ===
				writtenAtOnce
			);
		},
	};
}

/** Returns how many e-mails the rate allows now, and until when it is used once some of them are written. */
function findAllowance(
	{ writtenAt: last }: Pick<Issue, "writtenAt">,
	{ now, perHour }: { now: Temporal.Instant; perHour: number },
): { allowed: number; writtenAt(count: number): Temporal.Instant } {
	const msOfOne = 3_600_000 / perHour;
	// Of a rate below one a minute, one still becomes due.
	const earliest = now.subtract({ milliseconds: Math.ceil(Math.max(longestBurst.total("milliseconds"), msOfOne)) });
	const isUsable = last && Temporal.Instant.compare(last, now.add(clockTolerance)) <= 0;
	const since = !isUsable ? now.subtract(firstBurst) : Temporal.Instant.compare(last, earliest) < 0 ? earliest : last;
	const allowed = Math.floor((now.epochMilliseconds - since.epochMilliseconds) / msOfOne);
	return {
		// However low the rate, an issue begins.
		allowed: isUsable ? allowed : Math.max(1, allowed),
		writtenAt: (count) => since.add({ milliseconds: Math.round(count * msOfOne) }),
	};
}
