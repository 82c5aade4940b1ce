import type { Subscription } from "../../core/subscriptions/subscription.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import type { PrivacyRequest } from "./store.server.ts";

export const requestEmailKinds = [
	"privacy-request-confirmation",
	"privacy-request-receipt",
	"privacy-request-notice",
] as const;
export type RequestEmailKind = (typeof requestEmailKinds)[number];
type RequestEmail = EmailIntent<RequestEmailKind>;

/**
 * Creates the e-mail that asks whether the holder of an address sent the form.
 * @param token of the private link that it brings
 */
export function createRequestConfirmation(
	{ reference, email, expiresAt }: Omit<Subscription, "confirmed">,
	token: string,
): RequestEmail {
	return { kind: "privacy-request-confirmation", reference, recipient: email, parameters: { token }, expiresAt };
}

/** Lists the e-mails of a request whose address is confirmed: to the person, and to the privacy contact. */
export function listRequestEmails(
	{ reference, email }: Pick<PrivacyRequest, "reference" | "email">,
	{ privacyEmail }: { privacyEmail: string },
): RequestEmail[] {
	return [
		{ kind: "privacy-request-receipt", reference, recipient: email },
		{ kind: "privacy-request-notice", reference, recipient: privacyEmail },
	];
}
