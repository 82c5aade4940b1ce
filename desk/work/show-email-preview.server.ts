import type { RenderedEmail } from "../../platform/email/email.ts";
import type { ShownEmail } from "./email-preview.tsx";

/** Shows an e-mail as it was rendered. */
export function showEmailPreview({
	senderName = "",
	recipient,
	replyTo = "",
	subject,
	text,
}: RenderedEmail & { recipient: string }): ShownEmail {
	return { senderName, recipient, replyTo, subject, text };
}
