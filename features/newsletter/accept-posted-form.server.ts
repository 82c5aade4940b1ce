import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { readFormText } from "../../shared/form-text.ts";
import { noticeField } from "../../shared/notices.ts";
import { listFieldErrors, type FieldError } from "../../shared/text-rules.ts";
import type { Newsletter } from "./newsletter.server.ts";
import { newsletterOffer, subscriptionForms } from "./offer.ts";
import { newsletterSchema, readTopics } from "./rules.ts";

/** The outcome of a posted form, for its page. */
export type PostedNewsletterOutcome =
	| { kind: "sent" }
	| { kind: "rejected"; errors: FieldError[]; email: string; topics: string[] }
	| { kind: "failed"; email: string; topics: string[] };

/** Reads the chosen topics of a posted form. */
export function readPostedTopics(form: FormData, topics: readonly string[]): string[] {
	return readTopics(
		form.getAll("topics").filter((value) => typeof value === "string"),
		topics,
	);
}

/**
 * Handles the form that asks for the newsletter.
 * @param options topics: the categories of the blog; locale: of numbers in messages
 */
export async function acceptPostedNewsletterForm(
	form: FormData,
	{
		newsletter,
		topics,
		locale,
	}: { newsletter: Pick<Newsletter, "request">; topics: readonly string[]; locale: string },
): Promise<PostedNewsletterOutcome> {
	const chosen = readPostedTopics(form, topics);
	const email = readFormText(form, "email");
	const askedBy = subscriptionForms.find((name) => name === form.get("askedBy")) ?? "page";
	const parsed = newsletterSchema.safeParse({ email, askedBy, topics: chosen });
	if (!parsed.success)
		return { kind: "rejected", errors: listFieldErrors(parsed.error.issues, locale), email, topics: chosen };
	try {
		await newsletter.request(
			parsed.data.email,
			{ topics: chosen, askedBy, consent: newsletterOffer },
			readFormText(form, noticeField),
		);
		return { kind: "sent" };
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed", email, topics: chosen };
	}
}
