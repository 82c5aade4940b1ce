import type { Company } from "../../shared/company.ts";
import type { EmailIntent, RenderedEmail } from "./email.ts";

/** What the sample data of previews is written with. */
export type EmailPreviewDeps = {
	company: Company;
	/** Origins without a slash at the end. */
	publicUrl: string;
	deskUrl: string;
	now: Temporal.Instant;
};

/** An e-mail of made-up data; `about` tells it from others of its kind. */
export type EmailPreview = { about: string; email: EmailIntent & RenderedEmail };

/** What a feature shows of its e-mails to whoever works on them: at least one preview of each kind. */
export type FeatureEmails = {
	kinds: readonly string[];
	createPreviews(deps: EmailPreviewDeps): Promise<EmailPreview[]>;
};
