import { listConfirmedRows } from "../../core/subscriptions/subscription-store.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import type { EmailCompany } from "../../platform/email/email-layout.server.tsx";
import type { RenderedEmail } from "../../platform/email/email.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { createReference } from "../../platform/ids/reference.ts";
import { createTestIssueEmail, exampleToken, renderIssue } from "./emails.server.tsx";
import {
	changeIssue,
	deleteDraft,
	findIssue,
	insertIssue,
	listIssueArticles,
	listIssues,
	resumeIssue,
	stopIssue,
	sumIssue,
	type Issue,
	type IssueSums,
	type IssueWords,
	type ListedIssue,
} from "./issue-store.server.ts";
import type { FindArticle, SendableArticle } from "./sendable-article.ts";
import { isAbout, newsletterTables, toNewsletterSubscription } from "./subscription-store.server.ts";

const mostListed = 200;
const countedAtOnce = 500;

/** Members' actions on issues of the newsletter. Each change takes the database that logs it. */
export type Issues = {
	/** Lists issues, the newest first. */
	list(): Promise<ListedIssue[]>;
	find(id: string): Promise<(Issue & { sums: IssueSums }) | undefined>;
	/** Finds a public article. */
	findArticle: FindArticle;
	/** Returns the issue of an article, by default a draft of its title and description. */
	open(database: Database, article: SendableArticle, accountId: string): Promise<string>;
	/** Stores a draft's words with the article's present text; false if it is no longer a draft. */
	save(database: Database, id: string, words: IssueWords, article: SendableArticle): Promise<boolean>;
	/** Sends a draft to one address. */
	test(database: Database, id: string, recipient: string): Promise<void>;
	/** Sends a draft, now or at a time, with the words that were seen; false if it has others or is no longer a draft. */
	send(
		database: Database,
		id: string,
		{ dueAt, seen }: { dueAt: Temporal.Instant | undefined; seen: IssueWords },
	): Promise<boolean>;
	/** Stops sending, or makes a draft of what has not begun; false if it has ended already. E-mails in the outbox wait too. */
	stop(database: Database, id: string): Promise<boolean>;
	/** Goes on with those who do not have it; false if it is not stopped. */
	resume(database: Database, id: string): Promise<boolean>;
	deleteDraft(database: Database, id: string): Promise<boolean>;
	/** Counts the confirmed subscriptions, in all or about a topic. */
	countSubscriptions(topic?: string): Promise<number>;
	/** Renders an issue as a subscriber gets it. */
	preview(issue: Issue): Promise<RenderedEmail>;
};

/** Creates members' actions on issues. */
export function createIssues({
	database: { db },
	clock,
	company,
	publicUrl,
	messageIdDomain,
	findArticle,
	onEmails,
}: {
	database: Database;
	clock: Clock;
	company: EmailCompany;
	publicUrl: string;
	messageIdDomain: string;
	findArticle: FindArticle;
	onEmails(): void;
}): Issues {
	return {
		list: () => listIssues(db, mostListed),
		async find(id) {
			const issue = await findIssue(db, id);
			return issue && { ...issue, sums: await sumIssue(db, id) };
		},
		findArticle,
		open: (database, { slug, description, ...text }, accountId) =>
			database.write(async (transaction) => {
				await takeLock(transaction, "newsletter drafts");
				const articles = await listIssueArticles(transaction);
				const existing = articles.find(({ article }) => article === slug || findArticle(article)?.slug === slug);
				if (existing) return existing.id;
				const id = createReference("NWS");
				await insertIssue(transaction, {
					...text,
					id,
					article: slug,
					subject: text.title,
					preheader: description,
					createdAt: clock.now(),
					createdBy: accountId,
				});
				return id;
			}),
		save: (database, id, words, { topic, title, html }) =>
			database.write((transaction) => changeIssue(transaction, id, ["draft"], { ...words, topic, title, html })),
		async test(database, id, recipient) {
			const now = clock.now();
			await database.write((transaction) =>
				enqueueEmail(transaction, createTestIssueEmail(id, recipient), { now, messageIdDomain }),
			);
			onEmails();
		},
		send: (database, id, { dueAt = clock.now(), seen }) =>
			database.write((transaction) => changeIssue(transaction, id, ["draft"], { state: "scheduled", dueAt }, seen)),
		stop: (database, id) =>
			database.write((transaction) => stopIssue(transaction, id, { now: clock.now(), isPublic: true })),
		resume: (database, id) => database.write((transaction) => resumeIssue(transaction, id, clock.now())),
		deleteDraft: (database, id) => database.write((transaction) => deleteDraft(transaction, id)),
		countSubscriptions: (topic) => countSubscriptions(db, clock.now(), topic),
		preview: (issue) => renderIssue(issue, exampleToken, { company, publicUrl }),
	};
}

async function countSubscriptions(db: Connection, now: Temporal.Instant, topic: string | undefined): Promise<number> {
	let count = 0;
	let after: string | undefined = "";
	while (after !== undefined) {
		const rows: Awaited<ReturnType<typeof listConfirmedRows>> = await listConfirmedRows(db, newsletterTables, now, {
			after,
			limit: countedAtOnce,
		});
		count += rows.filter((row) => topic === undefined || isAbout(toNewsletterSubscription(row), topic)).length;
		after = rows.at(-1)?.reference;
	}
	return count;
}
