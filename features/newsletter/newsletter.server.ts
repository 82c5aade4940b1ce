import type { NoteNotice } from "../../core/notices/note-notice.ts";
import { listSubscriptionRows } from "../../core/subscriptions/subscription-store.server.ts";
import { withoutEnd, type EndedWithoutLink } from "../../core/subscriptions/subscription.ts";
import {
	createSubscriptions,
	endSubscription,
	type Subscriptions,
} from "../../core/subscriptions/subscriptions.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { createNewsletterConfirmation } from "./emails.server.tsx";
import { keepSent, noteOutcome } from "./issue-store.server.ts";
import { nameOfForm } from "./offer.ts";
import {
	findIssueOfLink,
	insertNewsletterSubscription,
	newsletterTables,
	renewNewsletterSubscription,
	setTopics,
	toNewsletterSubscription,
	type NewsletterSubscription,
} from "./subscription-store.server.ts";

/** The request of a form, with its words. */
type Wish = Pick<NewsletterSubscription, "topics" | "askedBy" | "consent">;

/** The actions of subscribers on the newsletter. */
export type Newsletter = Omit<Subscriptions<Wish, NewsletterSubscription>, "request"> & {
	/**
	 * Accepts a subscription, as createSubscriptions does.
	 * @param notice the version that the form showed
	 */
	request(email: string, wish: Wish, notice?: string): Promise<unknown>;
	/** Changes the topics of a private link's subscription. Returns false when it is unknown. */
	choose(token: string, topics: string[]): Promise<boolean>;
};

/** Creates the functions of the newsletter for one server. */
export function createNewsletter({
	database,
	keptMonths,
	timeZone,
	...deps
}: {
	database: Database;
	/** Calendar months after which a confirmed subscription ends; 0 for not by itself. */
	keptMonths: number;
	/** Of the company. */
	timeZone: string;
	clock: Clock;
	messageIdDomain: string;
	onEmails(): void;
	noteNotice: NoteNotice;
}): Newsletter {
	const subscriptions = createSubscriptions<Wish, NewsletterSubscription>(
		{
			tables: newsletterTables,
			prefix: "SUB",
			names: "newsletter subscriptions",
			form: "newsletter",
			keyReused: "was used for another subscription before",
			consent: {
				purpose: "newsletter",
				describeOffer: ({ consent, askedBy, askedAt }) => ({ text: consent, askedOn: nameOfForm[askedBy], askedAt }),
			},
			read: toNewsletterSubscription,
			// One address gets one copy of each article.
			isSame: () => true,
			insert: insertNewsletterSubscription,
			renew: (transaction, reference, { wish, askedAt }) =>
				renewNewsletterSubscription(transaction, reference, { ...wish, askedAt }),
			createConfirmation: createNewsletterConfirmation,
			endOf: (now) =>
				keptMonths === 0 ? withoutEnd : now.toZonedDateTimeISO(timeZone).add({ months: keptMonths }).toInstant(),
		},
		{
			...deps,
			database,
			async onEnd(transaction, { reference }, token) {
				const issue = await findIssueOfLink(transaction, token);
				if (issue !== undefined) await noteOutcome(transaction, { issue, subscription: reference }, "unsubscribed");
				await keepSent(transaction, [reference]);
			},
		},
	);
	return {
		...subscriptions,
		request: (email, wish, notice) =>
			subscriptions.request(email.toLowerCase(), wish, { notice, body: { email, ...wish } }),
		async choose(token, topics) {
			const found = await subscriptions.find(token);
			if (!found) return false;
			await database.write((transaction) => setTopics(transaction, found.reference, topics));
			return true;
		},
	};
}

/** Ends the subscription that an e-mail belongs to, if it is one to the newsletter, and keeps why. */
export async function endNewsletterSubscription(
	transaction: WriteTransaction,
	{ reference, messageId }: { reference: string; messageId: string },
	ended: { at: Temporal.Instant; by: EndedWithoutLink },
): Promise<void> {
	await noteOutcome(transaction, { messageId }, ended.by);
	// Most e-mails that come back belong to something else, and wait for no issue that is being written.
	if ((await listSubscriptionRows(transaction, newsletterTables, [reference])).length === 0) return;
	await keepSent(transaction, [reference]);
	await endSubscription(transaction, newsletterTables, reference, ended);
}
