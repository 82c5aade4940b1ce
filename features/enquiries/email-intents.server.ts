import { recordSources } from "../../core/records/record-sources.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import type { EnquiryRecord } from "./store.server.ts";

export const enquiryEmailKinds = ["enquiry-notice", "enquiry-confirmation"] as const;
export type EnquiryEmailKind = (typeof enquiryEmailKinds)[number];

/** Lists the e-mails of a new enquiry: to sales and to the visitor. */
export function listEnquiryEmails(
	{ reference, email }: Pick<EnquiryRecord, "reference" | "email">,
	{ salesEmail }: { salesEmail: string },
): EmailIntent<EnquiryEmailKind>[] {
	return [
		{ kind: "enquiry-notice", reference, recipient: salesEmail },
		{ kind: "enquiry-confirmation", reference, recipient: email },
	];
}

/**
 * Lists the e-mails of an enquiry that did not come through the site's form: to sales for an e-mail of the sender's own, as members know
 * what they have entered themselves, and to the sender if wanted.
 */
export function listEntryEmails(
	enquiry: Pick<EnquiryRecord, "reference" | "email" | "source" | "consent">,
	{ salesEmail, isConfirmed }: { salesEmail: string; isConfirmed: boolean },
): EmailIntent<EnquiryEmailKind>[] {
	const isOwnEmail = enquiry.source === recordSources.email.key && enquiry.consent === "";
	return listEnquiryEmails(enquiry, { salesEmail }).filter(({ kind }) =>
		kind === "enquiry-notice" ? isOwnEmail : isConfirmed && enquiry.email !== "",
	);
}
