import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import {
	createIssueEmail,
	createNewsletterConfirmation,
	createTestIssueEmail,
	exampleToken,
	newsletterEmailKinds,
	renderIssue,
	renderNewsletterConfirmation,
} from "./emails.server.tsx";

export const newsletterEmails: FeatureEmails = {
	kinds: newsletterEmailKinds,
	async createPreviews({ company, publicUrl, now }) {
		const deps = { company, publicUrl };
		const subscription = {
			reference: "SUB-7K3F9QXM",
			email: "robin@reader.example",
			expiresAt: now.add({ hours: 48 }),
		};
		const issue = {
			article: "what-a-slow-page-costs",
			title: "What a slow page costs",
			subject: "What a slow page costs",
			preheader: "Three figures from a shop that halved its loading time.",
			html: [
				"<p>A shop asked us why its visitors left. The answer was in <a href='/blog'>its own figures</a>.</p>",
				"<h2>Three figures</h2><ul><li>Every second cost a tenth of the orders.</li><li>Pictures were half of it.</li></ul>",
				"<blockquote><p>We had looked everywhere else.</p></blockquote>",
				"<pre><code>loading = 4.2 s</code></pre>",
				"<table><thead><tr><th>Before</th><th>After</th></tr></thead><tbody><tr><td>4.2 s</td><td>1.9 s</td></tr></tbody></table>",
			].join(""),
		};
		const rendered = await renderIssue(issue, exampleToken, deps);
		return [
			{
				about: "To the address that somebody gave",
				email: {
					...createNewsletterConfirmation(subscription, exampleToken),
					...(await renderNewsletterConfirmation(exampleToken, deps)),
				},
			},
			{
				about: "An article to a subscriber",
				email: { ...createIssueEmail(subscription, "NWS-7K3F9QXM", exampleToken), ...rendered },
			},
			{
				about: "The same to the member who tests it",
				email: {
					...createTestIssueEmail("NWS-7K3F9QXM", company.email),
					...rendered,
					subject: `Test: ${rendered.subject}`,
				},
			},
		];
	},
};
