import * as z from "zod/mini";
import { requiredEmail } from "../../shared/text-rules.ts";
import { subscriptionForms } from "./offer.ts";

const longestTopic = 300;

/** A request for the newsletter: email is required; without topics it is about all of them. */
export const newsletterSchema = z.object({
	email: requiredEmail(254),
	askedBy: z.enum(subscriptionForms),
	topics: z._default(z.array(z.string().check(z.maxLength(longestTopic))).check(z.maxLength(100)), []),
});

/** Keeps the existing topics, each once, in their order; none for all of them. */
export function readTopics(chosen: readonly string[], topics: readonly string[]): string[] {
	const known = topics.filter((topic) => chosen.includes(topic));
	return known.length === topics.length ? [] : known;
}
