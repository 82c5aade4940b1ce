import type { RenderedEmail } from "../../platform/email/email.ts";

export const maxReplyLength = 20_000;
/** A header's line has at most 998 characters (RFC 5322, section 2.1.1), and a person reads the first sixty. */
export const maxSubjectLength = 200;
/** A thread's oldest and latest Message-IDs tell mail programs enough. */
const maxReferences = 20;

/** What a reply is made of, whether it is shown before it is sent or sent. */
export type ReplyToRender = {
	senderName: string;
	subject: string;
	text: string;
	/** Message-IDs of what was sent before in this thread, the first one first. */
	thread: readonly string[];
	/** Where the visitor's answer goes. */
	mailbox: string;
	locale: string;
};

/**
 * Renders a reply, as its preview shows it and as it leaves: the text as it was written, and the same in HTML. No header takes more than
 * one line of it.
 */
export function renderReply({ senderName, subject, text, thread, mailbox, locale }: ReplyToRender): RenderedEmail {
	const references = thread.length > maxReferences ? [thread[0] as string, ...thread.slice(1 - maxReferences)] : thread;
	const last = references.at(-1);
	return {
		senderName: tidySubject(senderName),
		replyTo: mailbox,
		subject: tidySubject(subject),
		text: `${text}\n`,
		html: renderHtml(text, { title: tidySubject(subject), locale }),
		headers: {
			// A person wrote it (RFC 3834, section 5).
			"Auto-Submitted": "no",
			...(last !== undefined && { "In-Reply-To": last, References: references.join(" ") }),
		},
	};
}

/** One line without characters that no keyboard makes: what stands in a header ends nowhere but at its end. */
export function tidySubject(text: string): string {
	return text
		.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.replaceAll(/ {2,}/g, " ")
		.trim();
}

function renderHtml(text: string, { title, locale }: { title: string; locale: string }): string {
	const paragraphs = text
		.split(/\n{2,}/)
		.map((paragraph) => `<p style="margin:0 0 16px">${escape(paragraph).replaceAll("\n", "<br>\n")}</p>`);
	return [
		`<!doctype html>`,
		`<html lang="${escape(locale)}">`,
		`<head><meta charset="utf-8"><title>${escape(title)}</title></head>`,
		`<body style="font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">`,
		...paragraphs,
		`</body>`,
		`</html>`,
		``,
	].join("\n");
}

function escape(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#39;");
}
