import { Text } from "@react-email/text";
import { z } from "zod";
import { findSubscriptionRow } from "../../core/subscriptions/subscription-store.server.ts";
import type { Subscription } from "../../core/subscriptions/subscription.ts";
import type { Connection } from "../../platform/database/database.ts";
import {
	EmailLink,
	emailText,
	LinkParagraph,
	renderEmail,
	type EmailCompany,
} from "../../platform/email/email-layout.server.tsx";
import { recordGone, type EmailIntent, type EmailRenderers, type RenderedEmail } from "../../platform/email/email.ts";
import { newsletterKind } from "../../platform/email/emails-table.ts";
import { findIssue, type Issue } from "./issue-store.server.ts";
import { newsletterTables } from "./subscription-store.server.ts";

/** The kind of the e-mail that a member sends to themselves. */
export const newsletterTestKind = "newsletter-test";
export const newsletterEmailKinds = ["newsletter-confirmation", newsletterKind, newsletterTestKind] as const;
type NewsletterEmailKind = (typeof newsletterEmailKinds)[number];
type NewsletterEmail = EmailIntent<NewsletterEmailKind>;

type EmailDeps = { company: EmailCompany; publicUrl: string };

/** The part of an issue that its e-mail shows. */
export type IssueEmailText = Pick<Issue, "article" | "title" | "html" | "subject" | "preheader">;

/** The private link of previews and test e-mails, which is nobody's. */
export const exampleToken = "0".repeat(40);

/**
 * Creates the e-mail that asks for consent.
 * @param token of the private link that it brings
 */
export function createNewsletterConfirmation(
	{ reference, email, expiresAt }: Omit<Subscription, "confirmed">,
	token: string,
): NewsletterEmail {
	return { kind: "newsletter-confirmation", reference, recipient: email, parameters: { token }, expiresAt };
}

/**
 * Creates an issue's e-mail to a subscriber.
 * @param token of the private link that it brings
 */
export function createIssueEmail(
	{ reference, email }: Pick<Subscription, "reference" | "email">,
	issue: string,
	token: string,
): NewsletterEmail {
	return { kind: newsletterKind, reference, recipient: email, parameters: { issue, token } };
}

/** Creates the e-mail that shows a member what subscribers will get. */
export function createTestIssueEmail(issue: string, recipient: string): NewsletterEmail {
	return { kind: newsletterTestKind, reference: issue, recipient };
}

const linkSchema = z.object({ token: z.string() });
const issueSchema = z.object({ issue: z.string(), token: z.string() });

/** Creates the renderers of the newsletter's e-mails. */
export function createNewsletterRenderers(deps: EmailDeps): EmailRenderers<NewsletterEmailKind> {
	return {
		"newsletter-confirmation": async ({ reference, parameters }, { db, now }) => {
			const row = await findSubscriptionRow(db, newsletterTables, reference, now);
			if (!row) return recordGone;
			if (row.confirmedAt !== null) return { notSent: "the subscription is confirmed already" };
			return renderNewsletterConfirmation(linkSchema.parse(parameters).token, deps);
		},
		[newsletterKind]: async ({ reference, parameters }, { db, now }) => {
			const { issue: id, token } = issueSchema.parse(parameters);
			if (!(await findSubscriptionRow(db, newsletterTables, reference, now))) return recordGone;
			return renderIssue(await getIssue(db, id), token, deps);
		},
		[newsletterTestKind]: async ({ reference }, { db }) => {
			const issue = await findIssue(db, reference);
			if (!issue) return recordGone;
			return renderIssue({ ...issue, subject: `Test: ${issue.subject}` }, exampleToken, deps);
		},
	};
}

async function getIssue(db: Connection, id: string): Promise<Issue> {
	const issue = await findIssue(db, id);
	if (!issue) throw new Error(`There is no issue ${id}`);
	return issue;
}

/** Returns the private page that confirms, changes and ends a subscription. */
function createNewsletterUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/newsletter/${token}`;
}

/** Renders the e-mail that asks for consent, without typed text: anybody can enter any address. */
export async function renderNewsletterConfirmation(
	token: string,
	{ company, publicUrl }: EmailDeps,
): Promise<RenderedEmail> {
	return renderEmail(
		{
			title: "Confirm your subscription",
			subject: `Confirm your subscription to ${company.name}`,
			preview: "One click, and you will get new articles by e-mail.",
			company,
		},
		<>
			<Text style={emailText}>
				Somebody asked us to send new articles by {company.name} to this address. If that was you, confirm it here:
			</Text>
			<LinkParagraph href={createNewsletterUrl(publicUrl, token)} />
			<Text style={emailText}>
				The link works for two days. If it was not you, ignore this e-mail: without your confirmation we will not write
				again.
			</Text>
		</>,
	);
}

/** Renders an issue; mail programs can end the subscription with one click (RFC 8058). */
export async function renderIssue(
	{ article, title, html, subject, preheader }: IssueEmailText,
	token: string,
	{ company, publicUrl }: EmailDeps,
): Promise<RenderedEmail> {
	const url = createNewsletterUrl(publicUrl, token);
	const articleUrl = `${publicUrl}/blog/${article}`;
	const { writeArticleHtml } = await import("./article-html.server.ts");
	const text = writeArticleHtml(html, { articleUrl, accentColour: company.accentColour });
	return renderEmail(
		{
			title,
			subject,
			preview: preheader,
			company,
			headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
		},
		<>
			<div dangerouslySetInnerHTML={{ __html: text }} />
			<LinkParagraph href={articleUrl}>Read it on our site</LinkParagraph>
			<Text style={emailText}>
				You asked for new articles by e-mail and confirmed it.{" "}
				<EmailLink href={url}>Change topics or unsubscribe</EmailLink>.
			</Text>
		</>,
	);
}
