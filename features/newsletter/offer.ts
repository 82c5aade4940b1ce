/** The words to which readers agree who subscribe; stored with their consent. */
export const newsletterOffer =
	"We write to you when there is a new article, and for nothing else. You can unsubscribe with one click.";

/** The forms that ask for the newsletter. */
export const subscriptionForms = ["blog", "article", "page"] as const;
export type SubscriptionForm = (typeof subscriptionForms)[number];

export const nameOfForm: Readonly<Record<SubscriptionForm, string>> = {
	blog: "the form on the blog",
	article: "the form below an article",
	page: "the newsletter's page",
};
