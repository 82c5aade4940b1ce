import type { EmailIntent } from "../../../platform/email/email.ts";
import type { ApplicationRecord } from "./store.server.ts";

export const applicationEmailKinds = [
	"application-notice",
	"application-confirmation",
	"application-withdrawn",
] as const;
export type ApplicationEmailKind = (typeof applicationEmailKinds)[number];
type ApplicationEmail = EmailIntent<ApplicationEmailKind>;

/**
 * Lists the e-mails of a new application: to careers and to the applicant.
 * @param token of the applicant's private link
 */
export function listApplicationEmails(
	{ reference, answers }: Pick<ApplicationRecord, "reference" | "answers">,
	{ careersEmail, token }: { careersEmail: string; token: string },
): ApplicationEmail[] {
	return [
		{ kind: "application-notice", reference, recipient: careersEmail },
		{ kind: "application-confirmation", reference, recipient: answers.email, parameters: { token } },
	];
}

/** Creates the e-mail that tells careers about a withdrawal. */
export function createWithdrawalNotice(
	{ reference }: Pick<ApplicationRecord, "reference">,
	careersEmail: string,
	reason?: string,
): ApplicationEmail {
	return { kind: "application-withdrawn", reference, recipient: careersEmail, parameters: { reason } };
}
