import { createSubscriptionRecords } from "../../core/subscriptions/subscription-records.server.ts";
import { keepSent } from "./issue-store.server.ts";
import { nameOfForm } from "./offer.ts";
import { newsletterTables, toNewsletterSubscription } from "./subscription-store.server.ts";

/** A subscription is deleted when nobody confirmed it; a confirmed one stays until its holder ends it, or until its term is over. */
export const newsletterPersonalData = createSubscriptionRecords({
	kind: "newsletterSubscriptions",
	name: "newsletter subscription",
	names: "newsletter subscriptions",
	tables: newsletterTables,
	read: toNewsletterSubscription,
	describe: ({ topics, askedAt, askedBy, consent, confirmedAt }) => [
		{ label: "Topics", value: topics.length === 0 ? "all" : topics },
		{ label: "Asked for", value: askedAt },
		{ label: "By", value: nameOfForm[askedBy] },
		{ label: "Agreed to", value: consent },
		...(confirmedAt ? [{ label: "Confirmed by the link of an e-mail", value: confirmedAt }] : []),
	],
	onDelete: keepSent,
});
