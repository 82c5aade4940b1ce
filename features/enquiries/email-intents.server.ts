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
