import type { Company } from "../../shared/company.ts";
import type { EmailIntent, RenderedEmail } from "./email.ts";

/** Dependencies of the previews' sample data. */
export type EmailPreviewDeps = {
	company: Company;
	/** Origins without a trailing slash. */
	publicUrl: string;
	deskUrl: string;
	now: Temporal.Instant;
};

/** An e-mail of sample data; `about` distinguishes it from others of its kind. */
export type EmailPreview = { about: string; email: EmailIntent & RenderedEmail };

/** The previews of a feature's e-mails: at least one of each kind. */
export type FeatureEmails = {
	kinds: readonly string[];
	createPreviews(deps: EmailPreviewDeps): Promise<EmailPreview[]>;
};
