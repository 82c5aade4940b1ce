import type { FeatureEmails } from "../../../platform/email/email-preview.ts";
import { contentEmailKinds, createFailedReleaseEmail } from "./email-intents.server.ts";
import { renderFailedRelease } from "./emails.server.tsx";
import type { FailedRelease } from "./studio-deps.ts";

/** The e-mails of the studio, for `npm run emails`. */
export const contentEmails: FeatureEmails = {
	kinds: contentEmailKinds,
	async createPreviews({ company, deskUrl, now }) {
		const write = async (failed: Pick<FailedRelease, "paths" | "problems" | "isEnd">) => {
			const email = createFailedReleaseEmail({ ...failed, at: now }, company.salesEmail);
			return { ...email, ...(await renderFailedRelease(email.parameters, { company, deskUrl })) };
		};
		const post = "blog/spring.md";
		const problem = { file: post, field: "category", message: '"Spring" is none of the categories' };
		return [
			{ about: "Scheduled drafts have errors", email: await write({ paths: [post], problems: [problem] }) },
			{
				about: "Scheduled drafts were published by someone else",
				email: await write({ paths: [post, "home.yml"], problems: [] }),
			},
			{
				about: "Documents with an end were published by someone else",
				email: await write({ paths: [post, "home.yml"], problems: [], isEnd: true }),
			},
		];
	},
};
