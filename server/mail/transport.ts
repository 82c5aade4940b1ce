import { createTransport } from "nodemailer";
import type { Mailbox } from "../config.ts";
import type { ClaimedLetter } from "./letters-store.ts";

/** Hands letters to a mail server. */
export type Transport = {
	/**
	 * Resolves when the mail server has taken the letter.
	 *
	 * @throws PermanentRejectionError when the server refuses it for good; anything else may pass
	 */
	send(letter: ClaimedLetter, signal: AbortSignal): Promise<void>;
	close(): void;
};

/** The mail server refuses this letter's recipient or text and will refuse it again. */
export class PermanentRejectionError extends Error {
	constructor(cause: Error) {
		super(cause.message, { cause });
		this.name = "PermanentRejectionError";
	}
}

/**
 * Makes a transport that speaks SMTP over a pool of connections.
 *
 * @param smtpUrl smtp:// (with STARTTLS when the server offers it) or smtps://
 * @param from the sender of every letter
 */
export function createSmtpTransport(smtpUrl: string, from: Mailbox): Transport {
	const transporter = createTransport({
		url: smtpUrl,
		pool: true,
		maxConnections: 3,
		// The outbox tries again by itself, later and later.
		maxRequeues: 0,
		dnsTimeout: 10_000,
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		socketTimeout: 20_000,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		async send(letter, signal) {
			const calendarFile = letter.attachments.find((attachment) => attachment.calendarMethod !== undefined);
			try {
				await transporter.sendMail({
					messageId: letter.messageId,
					from,
					to: letter.recipient,
					...(letter.replyTo !== undefined && { replyTo: letter.replyTo }),
					subject: letter.subject,
					html: letter.html,
					text: letter.text,
					...(calendarFile && {
						icalEvent: { method: calendarFile.calendarMethod, filename: calendarFile.fileName, content: Buffer.from(calendarFile.contentBase64, "base64") },
					}),
					attachments: letter.attachments.filter((attachment) => attachment !== calendarFile).map(({ fileName, contentType, contentBase64 }) => ({
						filename: fileName,
						contentType,
						content: Buffer.from(contentBase64, "base64"),
					})),
					// Asks autoresponders not to answer (RFC 3834, section 5).
					headers: { "Auto-Submitted": "auto-generated", ...letter.headers },
					signal,
				});
			} catch (error) {
				throw error instanceof Error && isPermanentRejection(error) ? new PermanentRejectionError(error) : error;
			}
		},
		close: () => transporter.close(),
	};
}

/**
 * A 5xx answer to RCPT TO or to the text concerns this letter alone. To any other command, such as a login, it concerns
 * our own settings, and the letter can go out once they are mended.
 */
function isPermanentRejection(error: Error): boolean {
	const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
	return typeof responseCode === "number" && responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
}
