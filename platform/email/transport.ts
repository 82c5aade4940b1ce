import { createTransport } from "nodemailer";
import type { Mailbox } from "../config.ts";
import type { ClaimedEmail } from "./outbox-store.ts";

/** Hands e-mails to a mail server. */
export type Transport = {
	/**
	 * Resolves when the mail server has taken the e-mail.
	 *
	 * @throws EmailRefusedError when the server answers the e-mail's recipient or text with a refusal; anything else is about the way to it
	 */
	send(email: ClaimedEmail, signal: AbortSignal): Promise<void>;
	close(): void;
};

/** The mail server refuses an e-mail, and calls that permanent. */
export class EmailRefusedError extends Error {
	/** The recipient or the e-mail itself is at fault, so it will be refused again; otherwise it may be our account, which somebody can mend. */
	readonly forGood: boolean;

	constructor(cause: Error, forGood: boolean) {
		super(cause.message, { cause });
		this.name = "EmailRefusedError";
		this.forGood = forGood;
	}
}

/**
 * Makes a transport that speaks SMTP over a pool of connections.
 *
 * @param smtpUrl smtp:// (with STARTTLS when the server offers it) or smtps://
 * @param from the sender of every e-mail
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
		async send(email, signal) {
			const calendarFile = email.attachments.find((attachment) => attachment.calendarMethod !== undefined);
			try {
				await transporter.sendMail({
					messageId: email.messageId,
					from,
					to: email.recipient,
					...(email.replyTo !== undefined && { replyTo: email.replyTo }),
					subject: email.subject,
					html: email.html,
					text: email.text,
					...(calendarFile && {
						icalEvent: {
							method: calendarFile.calendarMethod,
							filename: calendarFile.fileName,
							content: Buffer.from(calendarFile.contentBase64, "base64"),
						},
					}),
					attachments: email.attachments
						.filter((attachment) => attachment !== calendarFile)
						.map(({ fileName, contentType, contentBase64 }) => ({
							filename: fileName,
							contentType,
							content: Buffer.from(contentBase64, "base64"),
						})),
					// Asks autoresponders not to answer (RFC 3834, section 5).
					headers: { "Auto-Submitted": "auto-generated", ...email.headers },
					signal,
				});
			} catch (error) {
				throw toEmailRefusedError(error) ?? error;
			}
		},
		close: () => transporter.close(),
	};
}

/**
 * What is wrong with the recipient or the e-mail, whoever sends it (RFC 3463, sections 3.2, 3.3, 3.4 and 3.7; 5.1.10 is RFC 7505's): no
 * such mailbox or domain, a mailbox that is closed or full, an e-mail that is too large or cannot be converted. All other codes may be about
 * us: relaying denied (5.7.1), a limit of our account (5.4.5), a sender that nobody has verified, and the codes with more digits in which
 * a provider says so.
 */
const codesOfEmail = /^5\.(?:1\.(?:1|2|3|6|10)|2\.[0-4]|3\.4|6\.\d+)$/;

/** What a server without such codes answers to RCPT TO when there is no such mailbox (RFC 5321, section 4.2.3). */
const codesOfRecipient = [550, 551, 553];

/** A 5xx answer to RCPT TO or to the text; one to any other command, such as a login, is about our own settings alone. */
function toEmailRefusedError(error: unknown): EmailRefusedError | undefined {
	if (!(error instanceof Error)) return undefined;
	const { responseCode, response, command } = error as {
		responseCode?: unknown;
		response?: unknown;
		command?: unknown;
	};
	if (typeof responseCode !== "number" || responseCode < 500 || (command !== "RCPT TO" && command !== "DATA"))
		return undefined;
	const enhancedCode = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
	const forGood =
		enhancedCode === undefined
			? command === "RCPT TO" && codesOfRecipient.includes(responseCode)
			: codesOfEmail.test(enhancedCode);
	return new EmailRefusedError(error, forGood);
}
