import { markSubscriptionConfirmed } from "../../core/subscriptions/subscription-store.server.ts";
import { confirmWithin, withoutEnd } from "../../core/subscriptions/subscription.ts";
import { newsletterOffer } from "../../features/newsletter/offer.ts";
import { insertNewsletterSubscription, newsletterTables } from "../../features/newsletter/subscription-store.server.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { createToken } from "../../platform/ids/secret-token.ts";

/** Stores a subscription to the newsletter, by default a confirmed one to all topics. */
export async function insertSubscriber(
	transaction: WriteTransaction,
	{
		reference,
		email,
		topics = [],
		isConfirmed = true,
	}: {
		reference: string;
		email: string;
		topics?: string[];
		isConfirmed?: boolean;
	},
	now: Temporal.Instant,
): Promise<void> {
	await insertNewsletterSubscription(transaction, {
		reference,
		email,
		topics,
		askedAt: now,
		askedBy: "page",
		consent: newsletterOffer,
		token: createToken(),
		expiresAt: now.add(confirmWithin),
	});
	if (isConfirmed)
		await markSubscriptionConfirmed(transaction, newsletterTables, reference, { now, expiresAt: withoutEnd });
}
