import type { EndedWithoutLink } from "../core/subscriptions/subscription.ts";
import { endAlert } from "../features/careers/alerts/job-alerts.server.ts";
import { endNewsletterSubscription } from "../features/newsletter/newsletter.server.ts";
import type { WriteTransaction } from "../platform/database/database.ts";

/** Ends the subscription that an e-mail belongs to, of any kind; does nothing with any other e-mail. */
export async function endSubscriptionOfEmail(
	transaction: WriteTransaction,
	email: { reference: string; messageId: string },
	why: EndedWithoutLink,
	now: Temporal.Instant,
): Promise<void> {
	await endAlert(transaction, email, { at: now, by: why });
	await endNewsletterSubscription(transaction, email, { at: now, by: why });
}
