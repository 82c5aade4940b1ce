import {
	addSubscriptionLink,
	toSubscription,
	type SubscriptionLinksTable,
	type SubscriptionsTable,
	type SubscriptionTables,
} from "../../core/subscriptions/subscription-store.server.ts";
import type { Subscription } from "../../core/subscriptions/subscription.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import { hashToken } from "../../platform/ids/secret-token.ts";
import type { SubscriptionForm } from "./offer.ts";

type NewsletterSubscriptionsTable = SubscriptionsTable & {
	/** JSON array of categories of the blog; none for all of them. */
	topics: string;
	askedAt: string;
	askedBy: SubscriptionForm;
	consent: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		newsletterSubscriptions: NewsletterSubscriptionsTable;
		/** `issue`: the one whose e-mail brought the link; null for the confirmation's. */
		newsletterLinks: SubscriptionLinksTable & { issue: string | null };
	}
}

/** Where subscriptions to the newsletter are stored. */
export const newsletterTables: SubscriptionTables = { table: "newsletterSubscriptions", links: "newsletterLinks" };

/** Somebody who gets new articles by e-mail. */
export type NewsletterSubscription = Subscription & {
	/** Categories of the blog; none for all of them. */
	topics: string[];
	askedAt: Temporal.Instant;
	/** The form that asked for it. */
	askedBy: SubscriptionForm;
	/** The words of that form. */
	consent: string;
	confirmedAt: Temporal.Instant | undefined;
};

/** @param row of the table of newsletter subscriptions */
export function toNewsletterSubscription(row: SubscriptionsTable): NewsletterSubscription {
	const { topics, askedAt, askedBy, consent, confirmedAt } = row as NewsletterSubscriptionsTable;
	return {
		...toSubscription(row),
		topics: JSON.parse(topics) as string[],
		askedAt: Temporal.Instant.from(askedAt),
		askedBy,
		consent,
		confirmedAt: toOptionalInstant(confirmedAt),
	};
}

/** Tells whether a subscription is about a topic. */
export function isAbout({ topics }: Pick<NewsletterSubscription, "topics">, topic: string): boolean {
	return topics.length === 0 || topics.includes(topic);
}

/**
 * Stores a subscription that waits for its confirmation.
 * @param token of its first private link
 */
export async function insertNewsletterSubscription(
	transaction: WriteTransaction,
	{
		topics,
		token,
		askedAt,
		expiresAt,
		...row
	}: Omit<NewsletterSubscription, "confirmed" | "confirmedAt"> & { token: string },
): Promise<void> {
	await transaction
		.insertInto("newsletterSubscriptions")
		.values({
			...row,
			topics: JSON.stringify(topics),
			askedAt: toInstantText(askedAt),
			expiresAt: toInstantText(expiresAt),
		})
		.execute();
	await addSubscriptionLink(transaction, newsletterTables, row.reference, token);
}

/** Stores what was asked for again, unless the subscription is confirmed. */
export async function renewNewsletterSubscription(
	transaction: WriteTransaction,
	reference: string,
	{ topics, askedAt, askedBy, consent }: Pick<NewsletterSubscription, "topics" | "askedAt" | "askedBy" | "consent">,
): Promise<void> {
	await transaction
		.updateTable("newsletterSubscriptions")
		.set({ topics: JSON.stringify(topics), askedAt: toInstantText(askedAt), askedBy, consent })
		.where("reference", "=", reference)
		.where("confirmedAt", "is", null)
		.execute();
}

/** Adds the private links that the e-mails of an issue bring. */
export async function addIssueLinks(
	transaction: WriteTransaction,
	issue: string,
	links: readonly { reference: string; token: string }[],
): Promise<void> {
	await transaction
		.insertInto("newsletterLinks")
		.values(links.map(({ reference, token }) => ({ tokenHash: hashToken(token), reference, issue })))
		.execute();
}

/** Finds the issue whose e-mail brought a link; undefined for the confirmation's. */
export async function findIssueOfLink(db: Connection, token: string): Promise<string | undefined> {
	const row = await db
		.selectFrom("newsletterLinks")
		.select("issue")
		.where("tokenHash", "=", hashToken(token))
		.executeTakeFirst();
	return row?.issue ?? undefined;
}

/** Changes the topics of a subscription. */
export async function setTopics(
	transaction: WriteTransaction,
	reference: string,
	topics: readonly string[],
): Promise<void> {
	await transaction
		.updateTable("newsletterSubscriptions")
		.set({ topics: JSON.stringify(topics) })
		.where("reference", "=", reference)
		.execute();
}
