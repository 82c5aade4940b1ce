import type { RenderedEmail } from "../../platform/email/email.ts";
import { toOneLine } from "../../shared/clean-text.ts";
import { escapeMarkup } from "../../shared/escape-markup.ts";

export const maxReplyLength = 20_000;
/** A header line has at most 998 characters (RFC 5322, section 2.1.1), and a person reads the first sixty. */
export const maxSubjectLength = 200;
/** Mail programs need only the oldest and the latest Message-IDs of a thread. */
const maxReferences = 20;

/** The content of a reply, for its preview and for sending. */
export type ReplyToRender = {
	senderName: string;
	subject: string;
	text: string;
	recipient: string;
	/** Addresses that get a copy. */
	cc: readonly string[];
	/** The message that the reply answers. */
	quoted: QuotedText | undefined;
	/** Message-IDs of earlier e-mails of the thread, oldest first. */
	thread: readonly string[];
	/** Reply-To. */
	mailbox: string;
	locale: string;
};

/** A quoted or forwarded message: the lines that say who wrote it, and its text. */
export type QuotedText = { attribution: string; text: string; isForward: boolean };

/** Renders a reply, for its preview and for sending: the text as written, and the same in HTML. Every header stays on one line. */
export function renderReply({
	senderName,
	subject,
	text,
	recipient,
	cc,
	quoted,
	thread,
	mailbox,
	locale,
}: ReplyToRender): RenderedEmail {
	const references = thread.length > maxReferences ? [thread[0] as string, ...thread.slice(1 - maxReferences)] : thread;
	const last = references.at(-1);
	return {
		senderName: toOneLine(senderName),
		replyTo: mailbox,
		subject: toOneLine(subject),
		...(cc.length > 0 && { addressed: { to: recipient, cc: [...cc] } }),
		text: `${text}\n${quoted ? writeQuoted(quoted) : ""}`,
		html: renderHtml(text, { title: toOneLine(subject), locale, quoted }),
		headers: {
			// Written by a person (RFC 3834, section 5).
			"Auto-Submitted": "no",
			...(last !== undefined && { "In-Reply-To": last, References: references.join(" ") }),
		},
	};
}

function writeQuoted({ attribution, text, isForward }: QuotedText): string {
	if (isForward) return `\n${attribution}\n\n${text}\n`;
	return `\n${attribution}\n${text.replaceAll(/^/gm, "> ").replaceAll("> >", ">>")}\n`;
}

function renderParagraphs(text: string): string[] {
	return text
		.split(/\n{2,}/)
		.map(
			(paragraph) => `<p dir="auto" style="margin:0 0 16px">${escapeMarkup(paragraph).replaceAll("\n", "<br>\n")}</p>`,
		);
}

function renderHtml(
	text: string,
	{ title, locale, quoted }: { title: string; locale: string; quoted: QuotedText | undefined },
): string {
	return [
		`<!doctype html>`,
		`<html lang="${escapeMarkup(locale)}">`,
		`<head><meta charset="utf-8"><title>${escapeMarkup(title)}</title></head>`,
		`<body style="font-family:'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">`,
		...renderParagraphs(text),
		...(quoted
			? [
					`<p style="margin:0 0 8px">${escapeMarkup(quoted.attribution).replaceAll("\n", "<br>\n")}</p>`,
					`<blockquote style="margin:0;border-left:2px solid #999;padding-left:12px">`,
					...renderParagraphs(quoted.text),
					`</blockquote>`,
				]
			: []),
		`</body>`,
		`</html>`,
		``,
	].join("\n");
}
