import { createTransport } from "nodemailer";
import type { Mailbox } from "../config.ts";
import type { ClaimedLetter } from "./outbox-store.ts";

/** Hands letters to a mail server. */
export type Transport = {
	/**
	 * Resolves when the mail server has taken the letter.
	 *
	 * @throws LetterRefusedError when the server answers the letter's recipient or text with a refusal; anything else is about the way to it
	 */
	send(letter: ClaimedLetter, signal: AbortSignal): Promise<void>;
	close(): void;
};

/** The mail server refuses a letter, and calls that permanent. */
export class LetterRefusedError extends Error {
	/** The recipient or the letter itself is at fault, so it will be refused again; otherwise it may be our account, which somebody can mend. */
	readonly forGood: boolean;

	constructor(cause: Error, forGood: boolean) {
		super(cause.message, { cause });
		this.name = "LetterRefusedError";
		this.forGood = forGood;
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
						icalEvent: {
							method: calendarFile.calendarMethod,
							filename: calendarFile.fileName,
							content: Buffer.from(calendarFile.contentBase64, "base64"),
						},
					}),
					attachments: letter.attachments
						.filter((attachment) => attachment !== calendarFile)
						.map(({ fileName, contentType, contentBase64 }) => ({
							filename: fileName,
							contentType,
							content: Buffer.from(contentBase64, "base64"),
						})),
					// Asks autoresponders not to answer (RFC 3834, section 5).
					headers: { "Auto-Submitted": "auto-generated", ...letter.headers },
					signal,
				});
			} catch (error) {
				throw toLetterRefusedError(error) ?? error;
			}
		},
		close: () => transporter.close(),
	};
}

/**
 * What is wrong with the recipient or the letter, whoever sends it (RFC 3463, sections 3.2, 3.3, 3.4 and 3.7; 5.1.10 is RFC 7505's): no
 * such mailbox or domain, a mailbox that is closed or full, a letter that is too large or cannot be converted. All other codes may be about
 * us: relaying denied (5.7.1), a limit of our account (5.4.5), a sender that nobody has verified, and the codes with more digits in which
 * a provider says so.
 */
const codesOfLetter = /^5\.(?:1\.(?:1|2|3|6|10)|2\.[0-4]|3\.4|6\.\d+)$/;

/** What a server without such codes answers to RCPT TO when there is no such mailbox (RFC 5321, section 4.2.3). */
const codesOfRecipient = [550, 551, 553];

/** A 5xx answer to RCPT TO or to the text; one to any other command, such as a login, is about our own settings alone. */
function toLetterRefusedError(error: unknown): LetterRefusedError | undefined {
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
			: codesOfLetter.test(enhancedCode);
	return new LetterRefusedError(error, forGood);
}
