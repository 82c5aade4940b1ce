import type { RenderedEmail } from "../../platform/email/email.ts";
import type { ShownEmail } from "./email-preview.tsx";

/** Converts a rendered e-mail for its preview. */
export function showEmailPreview({
	senderName = "",
	recipient,
	replyTo = "",
	subject,
	text,
}: RenderedEmail & { recipient: string }): ShownEmail {
	return { senderName, recipient, replyTo, subject, text };
}
