import { recordSources } from "../../../core/records/record-sources.ts";
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

/**
 * Lists the e-mails of an application that did not come through the site's form: to careers for an e-mail of the applicant's own, as
 * members know what they have entered themselves, and to the applicant if wanted.
 */
export function listEntryEmails(
	application: Pick<ApplicationRecord, "reference" | "answers">,
	{ isConfirmed, ...options }: { careersEmail: string; token: string; isConfirmed: boolean },
): ApplicationEmail[] {
	const { email, entered } = application.answers;
	const isOwnEmail = entered?.source === recordSources.email.key && entered.consent === "";
	return listApplicationEmails(application, options).filter(({ kind }) =>
		kind === "application-notice" ? isOwnEmail : isConfirmed && email !== "",
	);
}
