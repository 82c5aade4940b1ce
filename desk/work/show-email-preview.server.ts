import type { RenderedEmail } from "../../platform/email/email.ts";
import type { ShownEmail } from "./email-preview.tsx";

/** Converts a rendered e-mail for its preview. */
export function showEmailPreview({
	senderName = "",
	recipient,
	replyTo = "",
	subject,
	text,
	addressed,
}: RenderedEmail & { recipient: string }): ShownEmail {
	return { senderName, recipient, cc: addressed?.cc.join(", "), replyTo, subject, text };
}
