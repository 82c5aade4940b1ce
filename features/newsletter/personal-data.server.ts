import { createSubscriptionRecords } from "../../core/subscriptions/subscription-records.server.ts";
import { keepSent } from "./issue-store.server.ts";
import { newsletterTables, toNewsletterSubscription } from "./subscription-store.server.ts";

/** A subscription is deleted when nobody confirmed it; a confirmed one stays until its holder ends it. */
export const newsletterPersonalData = createSubscriptionRecords({
	kind: "newsletterSubscriptions",
	name: "newsletter subscription",
	names: "newsletter subscriptions",
	tables: newsletterTables,
	read: toNewsletterSubscription,
	describe: ({ topics }) => [{ label: "Topics", value: topics.length === 0 ? "all" : topics }],
	onDelete: keepSent,
});
